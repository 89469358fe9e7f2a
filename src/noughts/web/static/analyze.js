// Any position: its value, its best moves, and a link to it.

import { BoardView } from "./board.js";
import { openFile } from "./files.js";
import { ask, element, make, share, trying } from "./page.js";

/** @typedef {import("./types.js").Analysis} Analysis */

/** @type {Record<string, string>} */
const KINDS = { win: "good", draw: "even", loss: "bad", unknown: "plain" };

const game = element("game", HTMLInputElement);
const position = element("position", HTMLTextAreaElement);
const table = element("table", HTMLTableElement);
const board = new BoardView(element("board", SVGSVGElement), (move) => {
  const apart = / moves( |$)/.test(position.value) ? " " : " moves ";
  position.value = position.value.trim() + apart + move;
  remember();
  void analyze();
});

function address() {
  return `/analyze?${new URLSearchParams({ game: game.value, position: position.value })}`;
}

function remember() {
  history.pushState(null, "", address());
}

function readAddress() {
  const asked = new URLSearchParams(location.search);
  game.value = asked.get("game") ?? "classic";
  position.value = asked.get("position") ?? "start";
}

let latest = 0;

async function analyze() {
  const number = ++latest;
  element("said", HTMLElement).textContent = "Thinking …";
  await trying(async () => {
    try {
      const analysis = await ask("/analyze", { game: game.value.trim(), position: position.value, lines: 100 });
      if (number === latest) show(analysis);
    } catch (error) {
      if (number === latest) element("said", HTMLElement).textContent = "";
      throw error;
    }
  });
}

/** @param {Analysis} analysis */
function show(analysis) {
  const values = new Map(analysis.moves.map(({ move, short, value }) => [move, { text: short, kind: KINDS[value] }]));
  board.draw(analysis.board, true, values);
  element("said", HTMLElement).textContent = analysis.said;
  const count = new Intl.NumberFormat().format(analysis.nodes);
  const known = analysis.solved ? "Exact values." : `Estimates: ${analysis.depth} plies deep, ${count} positions in ${analysis.seconds.toFixed(1)} s.`;
  element("detail", HTMLElement).textContent = analysis.to_move ? `${analysis.to_move} to move. ${known}` : "";
  element("rows", HTMLElement).replaceChildren(...analysis.moves.slice(0, 9).map(({ move, short, value, line }) => {
    const row = make("tr");
    row.append(make("td", move), make("td", short, KINDS[value]), make("td", line.slice(0, 8).join(" ")));
    return row;
  }));
  table.hidden = analysis.moves.length === 0;
}

element("form", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  remember();
  void analyze();
});
element("open", HTMLButtonElement).addEventListener("click", () => openFile());
element("back", HTMLButtonElement).addEventListener("click", () => history.back());
element("share", HTMLButtonElement).addEventListener("click", (event) => {
  if (event.currentTarget instanceof HTMLElement) void share(location.origin + address(), event.currentTarget);
});
element("play-on", HTMLButtonElement).addEventListener("click", () => void trying(async () => {
  const begun = await ask("/games", { game: game.value.trim(), position: position.value, opponent: "same_screen" });
  location.assign(`/game/${begun.id}`);
}));
addEventListener("popstate", () => {
  readAddress();
  void analyze();
});

readAddress();
await analyze();
