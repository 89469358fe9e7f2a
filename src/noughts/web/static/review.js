// The review of a game: its graph, its judged moves, what was better, and another try.

import { BoardView } from "./board.js";
import { ChanceGraph, kindOf, numbered, wordOf } from "./graph.js";
import { markIcon } from "./marks.js";
import { MoveList } from "./moves.js";
import { Notes } from "./notes.js";
import { ask, choice, element, make, rememberedName, sentence, trying } from "./page.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Mark} Mark */
/** @typedef {import("./types.js").Level} Level */
/** @typedef {import("./types.js").Review} Review */
/** @typedef {import("./types.js").ReviewedMove} ReviewedMove */

const id = location.pathname.split("/")[2];
const text = (/** @type {string} */ name) => element(name, HTMLElement);
const MARKS = /** @type {Mark[]} */ (["X", "O"]);

class JudgedMoves extends MoveList {
  /** @param {Game} game @param {number} index */
  button(game, index) {
    const made = super.button(game, index);
    const move = review?.moves[index];
    if (move?.sign) {
      const sign = make("em", move.sign, kindOf(move));
      sign.title = wordOf(move);
      sign.append(make("span", ` ${wordOf(move)}`, "hidden-title"));
      made.append(sign);
    }
    return made;
  }
}

/** @type {Game | null} */
let game = null;
/** @type {Review | null} */
let review = null;
let ply = 0;
let views = 0; // asked for so far: only the last may draw, however late the answers of those before it come
/** @type {Map<string, Promise<any>>} */
const boards = new Map();
const board = new BoardView(element("board", SVGSVGElement), () => {});
const notes = new Notes(board);
const graph = new ChanceGraph(element("graph", SVGSVGElement), (wanted) => go(wanted));
const moves = new JudgedMoves((wanted) => go(wanted));

/** What the server says about a moment, asked for once. @param {string} path @returns {Promise<any>} */
function once(path) {
  const known = boards.get(path) ?? ask(path);
  boards.set(path, known);
  known.catch(() => boards.delete(path));
  return known;
}

/** @param {number} wanted */
function go(wanted) {
  ply = wanted;
  history.replaceState(null, "", wanted ? `?ply=${wanted}` : location.pathname);
  void trying(show);
}

/** Show the game after `ply` moves, and what is known about the last of them. */
async function show() {
  if (!game) return;
  const view = ++views;
  if (review) graph.mark(ply);
  const move = review?.moves[ply - 1];
  describe(move);
  moves.draw(game, ply); // last, when the list has its height
  /** @type {Game} */
  const then = await once(`/games/${id}?ply=${ply}`);
  if (view !== views) return;
  board.draw({ ...then.board, targets: [] }, false);
  notes.clear();
  if (!review) text("why-text").textContent = then.said;
  if (!move?.sign) return;
  const before = await once(`/games/${id}?ply=${ply - 1}`);
  /** @type {Board} */
  const choices = await once(`/board?${new URLSearchParams({ game: game.game, position: before.board.position })}`);
  if (view === views) notes.show({ mark: move.mark, played: move.move, sign: move.sign, kind: kindOf(move), best: move.best, sends: choices.sends });
}

/** @param {ReviewedMove | undefined} move */
function describe(move) {
  const why = text("why");
  why.className = `why sheet ${move ? kindOf(move) : ""}`;
  text("why-title").textContent = move ? numbered(move, game?.first ?? "X") : ply ? `After ${ply} moves` : "The start";
  text("why-word").textContent = move ? wordOf(move) : "";
  text("why-chance").textContent = move ? chances(move) : "";
  const [told, better] = move?.reason.split(" Better: ") ?? [review ? "Step through the game with the arrow keys, or go from mistake to mistake." : ""];
  text("why-text").textContent = told;
  text("better").hidden = !better;
  text("better").replaceChildren(make("b", "Better: "), better ?? "");
  const lost = !!move && isError(move);
  text("again").hidden = !lost;
  if (game) element("analyze", HTMLAnchorElement).href = `/analyze?${new URLSearchParams({ game: game.game, position: game.start, line: game.moves.join(" "), at: String(Math.max(0, ply - 1)) })}`;
  text("line").hidden = !lost;
  if (move && lost) showLine(move);
}

/** The chance of whoever moved, before and after. @param {ReviewedMove} move */
function chances(move) {
  const own = (/** @type {number} */ chance) => Math.round(move.mark === "X" ? chance : 100 - chance);
  const whose = game?.seats[move.mark].you && !game.seats[move.mark === "X" ? "O" : "X"].you ? "your" : `${move.mark}’s`;
  const [before, after] = [own(move.before), own(move.chance)];
  return before === after ? `${whose} chance ${after} %` : `${whose} chance ${before} → ${after} %`;
}

/** The better line, move by move: each can be looked at on the board. @param {ReviewedMove} move */
function showLine(move) {
  text("line").replaceChildren("Better line ", ...move.line.slice(0, 6).map((name, index) => {
    const button = make("button", name);
    button.type = "button";
    button.addEventListener("click", () => void trying(() => showVariation(move, index + 1, button)));
    return button;
  }));
}

/** @param {ReviewedMove} move @param {number} count @param {HTMLElement} button */
async function showVariation(move, count, button) {
  const view = ++views;
  const before = await once(`/games/${id}?ply=${move.ply - 1}`);
  const played = move.line.slice(0, count);
  const position = `${before.board.position} moves ${played.join(" ")}`;
  const there = await once(`/board?${new URLSearchParams({ game: before.game, position })}`);
  if (view !== views) return;
  board.draw({ ...there, legal: [], last: played[count - 1], targets: [] }, false);
  notes.number(played);
  for (const other of text("line").querySelectorAll("button")) other.toggleAttribute("aria-current", other === button);
}

/** @param {Review} found */
function take(found) {
  review = found;
  text("waiting").hidden = true;
  text("graph-box").hidden = false;
  graph.draw(found);
  text("players").replaceChildren(...MARKS.flatMap((mark) => {
    const accuracy = found.accuracy[mark];
    if (accuracy === null) return [];
    const line = make("p");
    line.append(markIcon(mark, mark), make("b", game?.seats[mark].name ?? mark), make("span", `${Math.round(accuracy)} % accurate, ${found.errors[mark]}`, "soft"));
    return [line];
  }));
  const turning = found.turning_points.map((at) => found.moves[at - 1]).map((move) => {
    const button = make("button", numbered(move, game?.first ?? "X"), kindOf(move));
    button.type = "button";
    button.title = wordOf(move);
    button.addEventListener("click", () => go(move.ply));
    return button;
  });
  text("turning").replaceChildren(turning.length ? `Turning point${turning.length > 1 ? "s" : ""}: ` : "Nobody gave anything away.", ...turning);
  element("next-error", HTMLButtonElement).disabled = !found.moves.some(isError);
  element("graph", SVGSVGElement).setAttribute("aria-label", `Winning chance of X after each move: ${Math.round(found.chance ?? 50)} percent at the start, ${Math.round(found.moves[found.moves.length - 1].chance)} at the end`);
  if (!new URLSearchParams(location.search).has("ply")) go(worst(found)?.ply ?? found.moves.length);
  else void trying(show);
}

/** The turning point that lost the most, of yours if there is one. @param {Review} found */
function worst(found) {
  const turning = found.turning_points.map((at) => found.moves[at - 1]);
  const own = turning.filter((move) => game?.seats[move.mark].you);
  const lost = (/** @type {ReviewedMove} */ move) => Math.abs(move.before - move.chance);
  return (own.length ? own : turning).reduce((most, move) => (most && lost(most) >= lost(move) ? most : move), /** @type {ReviewedMove | undefined} */ (undefined));
}

/** Whether a move lost something. @param {ReviewedMove} move */
function isError(move) {
  return ["inaccuracy", "mistake", "blunder"].includes(move.judgement);
}

/** Listen until the review is there; leaving or stopping stops it. */
function listen() {
  const source = new EventSource(`/api/games/${id}/review/events`);
  const end = (/** @type {string} */ words) => {
    source.close();
    text("progress-words").textContent = words;
    text("progress").hidden = true;
    text("stop").textContent = "Go on";
  };
  text("progress").hidden = text("stop").hidden = false;
  text("stop").textContent = "Stop";
  text("progress-words").textContent = "Looking at every move …";
  source.addEventListener("progress", (event) => {
    const { done, of } = JSON.parse(event.data);
    Object.assign(element("progress", HTMLProgressElement), { max: of, value: done });
    text("progress-words").textContent = `Looking at every move: ${done} of ${of}`;
  });
  source.addEventListener("review", (event) => {
    source.close();
    take(JSON.parse(event.data));
  });
  source.addEventListener("refused", (event) => end(sentence(JSON.parse(event.data).message)));
  source.onerror = () => end("There is no review of this game, or the server cannot be reached just now.");
  return { stop: () => end("Stopped. You can step through the game.") };
}

async function offerLevels() {
  if (!game) return;
  const { levels } = /** @type {{levels: Level[]}} */ (await ask(`/levels?${new URLSearchParams({ game: game.game })}`));
  const select = element("level", HTMLSelectElement);
  select.replaceChildren(...levels.map(({ level, name }) => new Option(`against ${level === "perfect" ? "perfect play" : `level ${level}, ${name}`}`, String(level))));
  const usual = MARKS.map((mark) => game?.seats[mark].level).find(Boolean) ?? choice("level");
  select.value = levels.some(({ level }) => String(level) === usual) ? String(usual) : "5";
}

/** Another game, from before the move that is shown. */
async function tryAgain() {
  const move = review?.moves[ply - 1];
  if (!move || !game) return;
  const before = await once(`/games/${id}?ply=${ply - 1}`);
  const level = element("level", HTMLSelectElement).value;
  const begun = await ask("/games", { game: game.game, position: before.board.position, opponent: "computer", level: Number(level) || level, mark: move.mark, name: rememberedName() });
  location.assign(`/game/${begun.id}`);
}

element("next-error", HTMLButtonElement).addEventListener("click", () => {
  const errors = review?.moves.filter(isError) ?? [];
  const next = errors.find((move) => move.ply > ply) ?? errors[0];
  if (next) go(next.ply);
});
element("try", HTMLButtonElement).addEventListener("click", () => void trying(tryAgain));
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof Element)) return;
  if (event.target.closest("input, select, textarea, #board")) return;
  /** @type {Record<string, number>} */
  const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
  if (event.key in steps) moves.step(steps[event.key]);
  else if (event.key === "n") element("next-error", HTMLButtonElement).click();
  else return;
  event.preventDefault();
});

await trying(async () => {
  game = /** @type {Game} */ (await ask(`/games/${id}`));
  document.title = `Review: ${game.seats.X.name} – ${game.seats.O.name} · noughts`;
  text("title").textContent = game.end?.title ?? `${game.seats.X.name} – ${game.seats.O.name}`;
  element("to-game", HTMLAnchorElement).href = `/game/${id}`;
  const asked = new URLSearchParams(location.search).get("ply");
  ply = Math.min(game.moves.length, Math.max(0, asked === null ? game.moves.length : Number(asked) || 0));
  let listening = listen();
  element("stop", HTMLButtonElement).addEventListener("click", () => {
    if (text("stop").textContent === "Stop") listening.stop();
    else listening = listen();
  });
  await Promise.all([show(), offerLevels()]);
});
