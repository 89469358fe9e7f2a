// A teacher chooses a position to ask about, for a new class or for the next round of one; students type a code.

import { BoardView } from "./board.js";
import { EXAMPLES } from "./class-examples.js";
import { Refusal, ask, choice, element, make, trying } from "./page.js";

/** @typedef {import("./types.js").Board} Board */

const code = new URLSearchParams(location.search).get("next") ?? ""; // of the class that goes on
const projector = document.documentElement.hasAttribute("data-projector") ? "?projector" : "";
const form = element("ask", HTMLFormElement);
const game = element("game", HTMLSelectElement);
const example = element("example", HTMLSelectElement);
const position = element("position", HTMLInputElement);
const text = (/** @type {string} */ id) => element(id, HTMLElement);
const board = new BoardView(element("board", SVGSVGElement), (move) => void show(start, [...moves, move]));

let start = "start"; // where the moves on the board began
/** @type {string[]} */
let moves = [];
let isOver = false;
/** @type {URLSearchParams | null} what was asked for last: a late answer to something else is not shown */
let wanted = null;

/** Show a position, when there is one; meanwhile the class cannot be asked. @param {string} from @param {string[]} [played] */
async function show(from, played = []) {
  const asked = new URLSearchParams({ game: game.value, position: played.length ? `${from} moves ${played.join(" ")}` : from });
  const open = element("open", HTMLButtonElement);
  wanted = asked;
  open.disabled = true;
  await trying(async () => {
    /** @type {Board} */
    const found = await ask(`/board?${asked}`);
    if (wanted !== asked) return;
    [start, moves, isOver] = [from, played, !found.to_move];
    position.value = found.position;
    board.draw(found, true);
    element("undo", HTMLButtonElement).disabled = !moves.length;
    text("said").textContent = isOver ? "That game is over: there is nothing to bet on." : `${found.to_move} to move. Play moves on the board, or take an example.`;
  });
  if (wanted === asked) open.disabled = isOver;
}

/** @param {number} index */
function take(index) {
  const chosen = EXAMPLES[index];
  if (!chosen) return;
  game.value = chosen.game;
  const asked = form.querySelector(`input[value="${chosen.asked}"]`);
  if (asked instanceof HTMLInputElement) asked.checked = true;
  void show(chosen.position);
}

example.append(new Option("your own", "-1"), ...EXAMPLES.map(({ name }, index) => new Option(name, String(index))));
example.addEventListener("change", () => take(Number(example.value)));
game.addEventListener("change", () => {
  example.value = "-1";
  void show("start");
});
position.addEventListener("change", () => void show(position.value));
element("undo", HTMLButtonElement).addEventListener("click", () => void show(start, moves.slice(0, -1)));
element("clear", HTMLButtonElement).addEventListener("click", () => void show("start"));
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = element("open", HTMLButtonElement);
  if (button.disabled) return;
  button.disabled = true; // twice is once
  await trying(async () => {
    const question = { game: game.value, position: position.value, asked: String(new FormData(form).get("asked")) };
    const poll = await (code ? next(question) : ask("/polls", question));
    location.assign(`/learn/class/${poll.code}${projector}`);
  });
  button.disabled = false;
});

/** @param {object} question */
async function next(question) {
  const { round } = await ask(`/polls/${encodeURIComponent(code)}`);
  return ask(`/polls/${encodeURIComponent(code)}/rounds`, { ...question, round });
}

element("join", HTMLFormElement).addEventListener("submit", async (event) => {
  event.preventDefault();
  const typed = element("code", HTMLInputElement).value.replace(/[\s-]/g, "");
  try {
    const poll = await ask(`/polls/${encodeURIComponent(typed || "-")}`);
    location.assign(`/learn/class/${poll.code}`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    text("join-problem").textContent = error.message;
  }
});

/** A tab that was closed is no reason to lose a class. @param {string} last */
async function offer(last) {
  const poll = await ask(`/polls/${encodeURIComponent(last)}`).catch(() => null);
  if (poll?.you !== "teacher") return;
  const link = make("a", `${last.slice(0, 3)} ${last.slice(3)}`);
  link.href = `/learn/class/${last}`;
  text("again").append("Your class ", link, " is open.");
  text("again").hidden = false;
}

if (!code && choice("class")) void offer(choice("class"));
if (code) {
  text("title").textContent = "The next position";
  text("join").hidden = true;
  element("open", HTMLButtonElement).textContent = "Ask the class";
}
example.value = "0";
take(0);
