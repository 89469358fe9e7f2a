// The card at the end of a game, and which level to try next.

import { markIcon } from "./marks.js";
import { element, make } from "./page.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Mark} Mark */

const WINS = 2; // in a row, and the next level is offered
const LOSSES = 3;
const text = (/** @type {string} */ id) => element(id, HTMLElement);

/** @param {Game} game */
export function showEnd(game) {
  const end = game.end;
  if (!end) return;
  const marks = /** @type {Mark[]} */ (end.winner ? [end.winner] : ["X", "O"]);
  text("stamp").replaceChildren(...marks.map((mark) => markIcon(mark)));
  text("end-title").textContent = end.title;
  text("end-how").textContent = end.how;
  showScore(game);
  const level = suggestion(game);
  const next = element("next-level", HTMLButtonElement);
  next.hidden = level === 0;
  next.dataset.level = String(level);
  next.textContent = level > levelOf(game) ? `Next: level ${level}` : `Easier: level ${level}`;
  element("new-game", HTMLAnchorElement).hidden = level !== 0;
}

/** @param {Game} game */
function showScore(game) {
  const you = /** @type {Mark} */ (game.seats.O.you && !game.seats.X.you ? "O" : "X");
  const other = you === "X" ? "O" : "X";
  const side = (/** @type {Mark} */ mark) => {
    const words = make("span");
    words.append(markIcon(mark, mark), make("i", game.seats[mark].name));
    return words;
  };
  const left = side(you);
  left.append(left.children[0]); // marks stand beside the numbers
  text("score").replaceChildren(left, make("b", `${points(game.score[you])} : ${points(game.score[other])}`), side(other));
}

/** @param {number} score */
function points(score) {
  return `${Math.floor(score) || (score % 1 ? "" : "0")}${score % 1 ? "½" : ""}`;
}

/** @param {Game} game */
export function levelOf(game) {
  const computer = game.seats.X.level ? game.seats.X : game.seats.O;
  return Number(computer.level ?? 0) || 0;
}

/** The level to try next, 0 for none: up after two wins in a row, down after three losses. @param {Game} game */
function suggestion(game) {
  const level = levelOf(game);
  if (!level || !game.end || !(game.seats.X.you || game.seats.O.you)) return 0;
  /** @type {{level: number, game: string, results: [string, boolean | null][]}} */
  let streak = JSON.parse(localStorage.getItem("streak") ?? "null") ?? { level, game: game.game, results: [] };
  if (streak.level !== level || streak.game !== game.game) streak = { level, game: game.game, results: [] };
  streak.results = [...streak.results.filter(([id]) => id !== game.id), /** @type {[string, boolean | null]} */ ([game.id, game.end.won])].slice(-LOSSES);
  localStorage.setItem("streak", JSON.stringify(streak));
  const last = (/** @type {number} */ count, /** @type {boolean} */ won) => streak.results.length >= count && streak.results.slice(-count).every((result) => result[1] === won);
  if (level < 10 && last(WINS, true)) return level + 1;
  return level > 1 && last(LOSSES, false) ? level - 1 : 0;
}
