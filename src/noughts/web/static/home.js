// The first page is a board: a click on a cell starts the game with that move.

import { BoardView } from "./board.js";
import { openFile } from "./files.js";
import { openLesson } from "./learn.js";
import { ask, choice, element, make, rememberName, rememberedName, trying } from "./page.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Level} Level */

const DEMO = "i2 g4 c3 i7 g2 b4 f3 i8 i5 h4 e3 f8 i4 h1 d3 a7 a1 b3 d7 c2 i6 i9 h2 d4 b2".split(" ");
const BEGIN = 12; // somewhere in the middle, where there is something to see
const PACE = 1700;
const REST = 3;
const REMEMBERED = ["size", "custom", "rule", "mark", "first", "other", "clock", "clock-custom"];
const form = element("form", HTMLFormElement);
const stage = element("stage", HTMLElement);
const slider = element("level", HTMLInputElement);
const adapts = element("adaptive", HTMLInputElement);
const name = element("name", HTMLInputElement);
const text = (/** @type {string} */ id) => element(id, HTMLElement);
const value = (/** @type {string} */ id) => /** @type {HTMLInputElement | HTMLSelectElement} */ (document.getElementById(id)).value;

/** @type {Level[]} */
let levels = [];
/** @type {import("./types.js").Adaptive | null} */
let adaptive = null;
/** @type {Board | null} the board before the first move */
let empty = null;
let starting = false;
let ply = BEGIN;
const board = new BoardView(element("board", SVGSVGElement), (move) => void start(move), (move) => void start(move));

/** @param {string} field */
function chosen(field) {
  return String(new FormData(form).get(field));
}

function gameName() {
  const kind = chosen("board");
  if (kind === "classic") return kind;
  if (kind === "ultimate") return value("rule");
  return value("size") === "other" ? value("custom").replaceAll(" ", "") : value("size");
}

function isYours() {
  return chosen("opponent") !== "computer" || value("mark") === value("first");
}

/** Show the questions that the answers so far leave open. */
function arrange() {
  const [kind, opponent] = [chosen("board"), chosen("opponent")];
  text("larger").hidden = kind !== "larger";
  text("variant").hidden = kind !== "ultimate";
  text("custom-label").hidden = value("size") !== "other";
  text("level-box").hidden = opponent !== "computer";
  text("other-label").hidden = opponent !== "same_screen";
  text("clock-label").hidden = opponent === "computer";
  text("clock-custom-label").hidden = opponent === "computer" || value("clock") !== "own";
  const mark = value("first") === "X" ? "cross" : "nought";
  text("invitation").textContent = isYours() ? `Put your ${mark} anywhere: the game starts there.` : "The computer opens: a click starts the game.";
  showLevel();
}

function showLevel() {
  const level = levels[Number(slider.value) - 1];
  if (!level || !adaptive) return;
  slider.disabled = adapts.checked;
  if (adapts.checked) {
    text("level-title").textContent = `Now at level ${adaptive.strength.toFixed(1)}`;
    [text("level-name").textContent, text("level-line").textContent] = [adaptive.name, adaptive.line];
    return;
  }
  text("level-title").textContent = level.level === "perfect" ? "Beyond level 10" : `Level ${level.level}`;
  text("level-name").textContent = level.name;
  text("level-line").textContent = level.line;
  slider.setAttribute("aria-valuetext", `${level.level}, ${level.name}: ${level.line}`);
}

/** Ask for what belongs to the chosen game: its board, and the levels that can be had in it. */
async function choose() {
  arrange();
  const game = gameName();
  await trying(async () => {
    const asked = new URLSearchParams({ game });
    const [start, had] = await Promise.all([ask(`/board?${asked}`), ask(`/levels?${asked}`), waiting]);
    if (game !== gameName()) return;
    [empty, levels, adaptive] = [start, had.levels, had.adaptive];
    slider.max = String(levels.length);
    const wanted = levels.findIndex((level) => String(level.level) === (choice("level") || "5"));
    slider.value = String((wanted < 0 ? 9 : wanted) + 1);
    showLevel();
    offer();
    if (kindOf() === "ultimate" && !stage.matches(":hover, :focus-within")) void living();
  });
}

function kindOf() {
  return empty?.kind === "ultimate" && value("first") === "X" ? "ultimate" : "line";
}

/** The empty board, ready for a first move. */
function offer() {
  stage.classList.remove("living");
  if (empty) board.draw({ ...empty, to_move: /** @type {"X" | "O"} */ (value("first")) }, isYours());
}

/** Play a few moves of a game, rest, and begin again; whoever comes near gets an empty board. */
async function living() {
  if (document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches || stage.matches(":hover, :focus-within") || kindOf() !== "ultimate") return;
  const moves = DEMO.slice(0, Math.min(ply, DEMO.length));
  const position = moves.length ? `start moves ${moves.join(" ")}` : "start";
  const shown = await ask(`/board?${new URLSearchParams({ game: "ultimate", position })}`).catch(() => null);
  if (!shown || stage.matches(":hover, :focus-within") || kindOf() !== "ultimate") return;
  stage.classList.add("living");
  board.draw({ ...shown, legal: [], sends: {} }, true);
  ply = ply >= DEMO.length + REST ? BEGIN : ply + 1;
}

setInterval(() => void living(), PACE);
stage.addEventListener("pointerenter", (event) => { if (event.pointerType !== "touch") offer(); });
stage.addEventListener("focusin", offer);

/** Start a game, with a first move where it is this person's; twice is once. @param {string} [move] */
async function start(move) {
  if (starting) return;
  starting = true;
  remember();
  const [opponent, own] = [chosen("opponent"), value("clock") === "own"];
  const clock = opponent === "computer" ? "" : own ? value("clock-custom") : value("clock");
  const level = adapts.checked ? "adaptive" : levels[Number(slider.value) - 1]?.level ?? 5;
  const first = move && isYours() && !(clock && opponent === "friend") ? { move } : {};
  const mark = opponent === "computer" ? value("mark") : value("first");
  if (first.move) board.place(first.move);
  await trying(async () => {
    const game = await ask("/games", {
      game: gameName(), opponent, level, mark, first: value("first"), name: name.value,
      opponent_name: value("other"), ...(clock ? { clock } : {}), ...first,
    });
    location.assign(`/game/${game.id}`);
  });
  starting = !text("problem").textContent; // until the next page is there
  if (!starting) offer();
}

/** @param {{games: import("./types.js").GameLine[]}} mine */
function showWaiting({ games }) {
  const yours = games.filter((game) => game.your_turn);
  if (!yours.length) return;
  const link = make("a", yours.length === 1 ? "one of your games" : `${yours.length} of your games`);
  link.href = yours.length === 1 ? `/game/${yours[0].id}` : "/games";
  text("running").append("It is your move in ", link, ".");
  text("running").hidden = false;
}

function remember() {
  rememberName(name.value);
  for (const field of ["board", "opponent"]) choice(field, chosen(field));
  for (const id of REMEMBERED) choice(id, value(id));
  choice("adaptive", adapts.checked ? "yes" : "");
}

function recall() {
  name.value = rememberedName();
  adapts.checked = choice("adaptive") === "yes";
  for (const field of ["board", "opponent"]) {
    const input = form.querySelector(`input[name=${field}][value="${CSS.escape(choice(field))}"]`);
    if (input instanceof HTMLInputElement) input.checked = true;
  }
  for (const id of REMEMBERED) {
    const field = /** @type {HTMLInputElement | HTMLSelectElement} */ (document.getElementById(id));
    if (choice(id)) field.value = choice(id);
    if (!field.value) field.value = field instanceof HTMLSelectElement ? field.options[0].value : "";
  }
}

slider.addEventListener("input", () => {
  choice("level", String(levels[Number(slider.value) - 1]?.level ?? slider.value));
  showLevel();
});
form.addEventListener("change", (event) => {
  if (event.target === slider) return;
  remember();
  void choose();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  void start();
});
element("learn", HTMLButtonElement).addEventListener("click", () => openLesson());
element("open", HTMLButtonElement).addEventListener("click", () => openFile());
addEventListener("pageshow", (event) => { if (event.persisted) starting = false; });

recall();
/** The games that wait for this person are shown before the form is ready: nothing moves away under a finger. */
const waiting = ask("/games").then(showWaiting, () => {});
void choose();
