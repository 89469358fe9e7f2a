// The analysis board: any position, its value while it deepens, a tree of moves, and ways to play on from there.

import { BoardView } from "./board.js";
import { drawTree, MoveTree } from "./tree.js";
import { guessGame } from "./files.js";
import { keepInSight } from "./moves.js";
import { ask, choice, element, make, rememberedName, sentence, share, trying } from "./page.js";
import { showOpenings } from "./openings.js";
import { Setup } from "./setup.js";

/** @typedef {import("./types.js").Analysis} Analysis */
/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Level} Level */
/** @typedef {import("./types.js").RankedMove} RankedMove */

/** @type {Record<string, string>} */
const KINDS = { win: "good", draw: "even", loss: "bad", unknown: "estimate" };
const NAMED = 3; // moves whose value is written on the board
const [FEW, ALL] = [9, 100]; // lines
const SECONDS = [5, 20, 60];
const REST = 250; // milliseconds at one position before it is analyzed
const AGAIN = 1500;
const text = (/** @type {string} */ name) => element(name, HTMLElement);
const button = (/** @type {string} */ name) => element(name, HTMLButtonElement);
const select = element("game", HTMLSelectElement);

let game = "classic";
let root = "start";
let tree = new MoveTree();
/** @type {Board | null} */
let shown = null;
/** @type {EventSource | null} */
let source = null;
/** @type {Map<string, Analysis>} what is known, by position */
const known = new Map();
let [effort, lines, latest, timer] = [0, FEW, 0, 0];

const board = new BoardView(element("board", SVGSVGElement), (move) => {
  if (setup.active) return setup.put(move);
  tree.play(move);
  void show();
});
const setup = new Setup(board, (position) => trying(() => begin(game, position)).then(() => {}));

/** The position that is shown, as text. */
function here() {
  const moves = tree.path();
  return moves.length ? `${root} moves ${moves.join(" ")}` : root;
}

function address() {
  const [line, at] = [tree.text(), tree.nodes().indexOf(tree.current)];
  return `/analyze?${new URLSearchParams({ game, position: root, ...(line ? { line, at: String(at) } : {}) })}`;
}

function readAddress() {
  const asked = new URLSearchParams(location.search);
  const [start, moves = ""] = (asked.get("position") ?? "start").split(/ moves( |$)/, 3).filter((part) => part !== " ");
  game = asked.get("game") ?? "classic";
  root = start;
  tree = MoveTree.read(asked.get("line") ?? moves);
  const nodes = tree.nodes();
  const at = asked.has("at") ? Number(asked.get("at")) : moves ? nodes.length - 1 : 0;
  tree.current = nodes[at] ?? tree.root;
}

/** A new tree from a position, once the server has read it. @param {string} wanted @param {string} position @param {string[]} [moves] */
async function begin(wanted, position, moves = []) {
  await ask(`/board?${new URLSearchParams({ game: wanted, position: [position, ...(moves.length ? ["moves", ...moves] : [])].join(" ") })}`);
  [game, root] = [wanted, position];
  tree = MoveTree.read(moves.join(" "));
  setUp(false);
  await show(true);
}

/** Show the position, and analyze it when somebody stays. @param {boolean} [fresh] whether the way back leads to what was before */
async function show(fresh = false) {
  const number = ++latest;
  stop();
  fillGame();
  history[fresh ? "pushState" : "replaceState"](null, "", address());
  text("tree").replaceChildren(drawTree(tree, (node) => {
    tree.current = node;
    void show();
  }));
  button("remove").disabled = button("back").disabled = button("first-ply").disabled = tree.current === tree.root;
  button("forth").disabled = button("last-ply").disabled = tree.current.children.length === 0;
  await trying(async () => {
    /** @type {Board} */
    const there = await ask(`/board?${new URLSearchParams({ game, position: here() })}`);
    if (number !== latest) return;
    shown = { ...there, last: tree.current.move || null };
    const found = known.get(key());
    if (found) draw(found);
    else {
      board.draw(shown, true);
      text("said").textContent = "Thinking …";
      for (const id of ["detail", "verdict"]) text(id).textContent = "";
      text("lines").replaceChildren();
      [effort, lines] = [0, FEW];
      timer = window.setTimeout(deepen, REST);
    }
    showWays();
    void showOpenings(shown, game, here(), (move) => {
      tree.play(move);
      void show();
    });
    keepInSight(text("tree"));
  });
}

function key() {
  return `${game} ${shown?.position}`;
}

function stop() {
  clearTimeout(timer);
  source?.close();
  source = null;
  showTools();
}

/** Listen to an analysis as it gets deeper. */
function deepen() {
  stop();
  const asked = key();
  source = new EventSource(`/api/analyze/events?${new URLSearchParams({ game, position: here(), seconds: String(SECONDS[effort]), lines: String(lines) })}`);
  source.addEventListener("analysis", (event) => {
    /** @type {Analysis} */
    const analysis = JSON.parse(event.data);
    if (asked !== key()) return;
    const before = known.get(asked);
    if (before && before.depth > analysis.depth && before.moves.length >= analysis.moves.length) return;
    known.set(asked, analysis);
    draw(analysis);
    if (!before) keepInSight(text("tree")); // it has less room now
  });
  source.addEventListener("done", stop);
  source.addEventListener("refused", (event) => {
    const { error, message } = JSON.parse(event.data);
    stop();
    if (error === "too_many") timer = window.setTimeout(deepen, AGAIN); // the one before is still being stopped
    else text("problem").textContent = sentence(message);
  });
  source.onerror = () => {
    stop();
    text("problem").textContent = "No analysis just now: try again in a moment.";
  };
  showTools();
}

function showTools() {
  const found = shown ? known.get(key()) : undefined;
  const settled = !!found && (found.solved || found.moves.length === 0);
  button("stop").hidden = !source;
  button("longer").hidden = !!source || settled || effort === SECONDS.length - 1 || !found;
  button("all").hidden = settled || lines === ALL || !found || (shown?.legal.length ?? 0) <= FEW;
}

/** @param {Analysis} analysis */
function draw(analysis) {
  if (!shown) return;
  board.draw(shown, true, new Map(analysis.moves.map((ranked, index) => [ranked.move, {
    text: index < NAMED || analysis.solved && shown?.kind === "line" ? ranked.short : "", kind: KINDS[ranked.value], tint: heat(ranked),
  }])));
  showChance(analysis);
  if (text("said").textContent !== analysis.said) text("said").textContent = analysis.said;
  const count = new Intl.NumberFormat("en").format(analysis.nodes);
  const depth = analysis.solved ? "Every move is proved." : `${analysis.depth} plies deep, ${count} positions. Percent: X’s chance. W, D, L: ${analysis.to_move} wins, draws, loses in so many plies.`;
  text("detail").textContent = analysis.to_move ? depth : "";
  text("lines").replaceChildren(...analysis.moves.slice(0, lines === ALL ? 9 : 5).map((ranked, index) => lineOf(ranked, index > 0)));
  showTools();
}

/** How warm a cell is: the best moves the warmest. @param {RankedMove} ranked */
function heat(ranked) {
  return `heat-${ranked.lost < 1 ? 4 : ranked.lost < 5 ? 3 : ranked.lost < 10 ? 2 : ranked.lost < 20 ? 1 : 0}`;
}

/** @param {Analysis} analysis */
function showChance(analysis) {
  const bar = text("bar");
  const chance = Math.round(analysis.chance);
  bar.setAttribute("aria-valuenow", String(chance));
  bar.setAttribute("aria-valuetext", analysis.verdict);
  text("bar-x").style.flexBasis = `${analysis.chance}%`;
  text("verdict").textContent = analysis.verdict;
}

/** A line that can be played on the board, and why; the best move's reason stands above all lines. @param {RankedMove} ranked @param {boolean} asks */
function lineOf(ranked, asks) {
  const row = make("li");
  const why = make("p", ranked.why ?? "", "soft");
  why.hidden = true;
  const moves = make("span", "", "moves-of");
  moves.append(...ranked.line.slice(0, 8).map((move, index) => {
    const made = make("button", move);
    made.type = "button";
    made.addEventListener("click", () => {
      for (const each of ranked.line.slice(0, index + 1)) tree.play(each);
      void show();
    });
    return made;
  }));
  row.append(make("b", ranked.short, KINDS[ranked.value]), moves);
  if (ranked.why && asks) {
    const asked = make("button", "why?", "link");
    asked.type = "button";
    asked.setAttribute("aria-expanded", "false");
    asked.setAttribute("aria-label", `Why ${ranked.move}`);
    asked.addEventListener("click", () => {
      why.hidden = !why.hidden;
      asked.setAttribute("aria-expanded", String(!why.hidden));
    });
    row.append(asked, why);
  }
  return row;
}

function fillGame() {
  if (![...select.options].some((option) => option.value === game)) select.add(new Option(game), select.options.length - 1);
  select.value = game;
  text("custom-label").hidden = true;
}

/** Where to go from here. */
function showWays() {
  if (!shown) return;
  const open = shown.cells.join("").split(".").length - 1;
  const depth = shown.kind === "ultimate" ? "2" : open > 9 ? "3" : "";
  element("stepper", HTMLAnchorElement).href = `/learn/search?${new URLSearchParams({ game, position: shown.position, algorithm: "alphabeta", order: "centre", ...(depth ? { depth } : {}) })}`;
  for (const id of ["play-on", "stepper"]) text(id).hidden = shown.to_move === null;
}

async function offerOpponents() {
  const { levels } = /** @type {{levels: Level[]}} */ (await ask(`/levels?${new URLSearchParams({ game })}`));
  const opponent = element("opponent", HTMLSelectElement);
  const before = opponent.value || choice("level") || "5";
  opponent.replaceChildren(...levels.map(({ level, name }) => new Option(`against ${level === "perfect" ? "perfect play" : `level ${level}, ${name}`}`, String(level))), new Option("with a friend by link", "friend"), new Option("two here", "same_screen"));
  opponent.value = [...opponent.options].some((option) => option.value === before) ? before : "5";
}

button("play-on").addEventListener("click", () => void trying(async () => {
  const wanted = element("opponent", HTMLSelectElement).value;
  const person = wanted === "friend" || wanted === "same_screen";
  const begun = await ask("/games", { game, position: here(), mark: shown?.to_move ?? "X", name: rememberedName(), ...(person ? { opponent: wanted } : { opponent: "computer", level: Number(wanted) || wanted }) });
  location.assign(`/game/${begun.id}`);
}));
element("opponent", HTMLSelectElement).addEventListener("focus", () => void offerOpponents());
select.addEventListener("change", () => {
  const other = select.value === "other";
  text("custom-label").hidden = !other;
  if (other) element("custom", HTMLInputElement).focus();
  else void trying(() => begin(select.value, "start"));
});
element("custom", HTMLInputElement).addEventListener("change", () => void trying(() => begin(element("custom", HTMLInputElement).value.trim(), "start")));
/** @param {boolean} open whether a position is set up now */
function setUp(open) {
  button("set-up").setAttribute("aria-pressed", String(open));
  text("main").classList.toggle("setting", open);
  stop();
  if (open && shown) setup.open(shown);
  else setup.close();
}

button("set-up").addEventListener("click", () => {
  setUp(!setup.active);
  if (!setup.active) void show();
});
const dialog = element("paste-dialog", HTMLDialogElement);
button("paste").addEventListener("click", () => dialog.showModal());
element("paste-form", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  if (event.submitter?.id === "paste-close") return dialog.close();
  const problem = text("paste-problem");
  const pasted = element("paste-text", HTMLTextAreaElement).value;
  problem.textContent = "";
  ask("/record", { text: pasted, game: guessGame(pasted, game) }).then(async (found) => {
    await begin(found.game, found.start, found.moves);
    dialog.close();
  }).catch((error) => { problem.textContent = error.message; });
});
button("stop").addEventListener("click", stop);
button("longer").addEventListener("click", () => {
  effort = Math.min(effort + 1, SECONDS.length - 1);
  deepen();
});
button("all").addEventListener("click", () => {
  lines = ALL;
  deepen();
});
button("share").addEventListener("click", () => void share(location.origin + address(), button("share")));
button("remove").addEventListener("click", () => {
  tree.remove();
  void show();
});
for (const [id, step] of [["first-ply", "Home"], ["back", "ArrowLeft"], ["forth", "ArrowRight"], ["last-ply", "End"]]) button(id).addEventListener("click", () => walk(step));

/** @param {string} step @returns {boolean} */
function walk(step) {
  if (!tree.step(step)) return false;
  void show();
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof Element) || setup.active) return;
  if (event.target.closest("input, select, textarea, dialog, #board") || !walk(event.key)) return;
  event.preventDefault();
});
addEventListener("popstate", () => {
  readAddress();
  void show();
});

readAddress();
await show();
await offerOpponents().catch(() => {}); // a game that is none has been told already
