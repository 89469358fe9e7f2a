// What stands around the tree of a search: the code with its live line, the window as a number line, the calls that wait.

import { boardGroup, svg, words } from "./stepper-board.js";
import { shown } from "./stepper-walk.js";

/** @typedef {import("./stepper-walk.js").Step} Step */
/** @typedef {import("./stepper-walk.js").Node} Node */
/** @typedef {import("./stepper-walk.js").Walk} Walk */

/** The search itself, as short as it can be; the tests run it. */
export const CODE = {
  minimax: [
    "def value(board, depth):",
    "  if board.is_over: return board.score",
    "  if depth == 0: return estimate(board)",
    "  best = -inf if board.turn == X else inf",
    "  for move in board.moves():",
    "    v = value(board.play(move), depth - 1)",
    "    if board.turn == X: best = max(best, v)",
    "    else: best = min(best, v)",
    "  return best",
  ],
  alphabeta: [
    "def value(board, depth, α, β):",
    "  if board.is_over: return board.score",
    "  if depth == 0: return estimate(board)",
    "  best = -inf if board.turn == X else inf",
    "  for move in board.moves():",
    "    v = value(board.play(move), depth - 1, α, β)",
    "    if board.turn == X: best, α = max(best, v), max(α, v)",
    "    else: best, β = min(best, v), min(β, v)",
    "    if α >= β: break  # cut",
    "  return best",
  ],
};

/** The line that runs at a step, from 1. @param {Step} step @param {boolean} windows */
export function liveLine({ kind, node }, windows) {
  if (kind === "enter") return 1;
  if (kind === "leaf") return node.told.outcome ? 2 : 3;
  if (kind === "back") return node.told.to_move === "X" ? 7 : 8;
  if (kind === "fold") return 6;
  return kind === "cut" ? 9 : windows ? 10 : 9;
}

/** Where a score stands on the number line. @param {number} score @param {boolean} plain */
function along(score, plain) {
  if (!Number.isFinite(score)) return score > 0 ? 226 : 14;
  if (plain) return 120 + score * 7.2;
  return 120 + Math.sign(score) * 78 * Math.min(1, Math.log1p(Math.abs(score)) / Math.log1p(29_000));
}

/** Draw the window of a step, and say which condition it decides. @param {SVGSVGElement} picture @param {HTMLElement} said @param {Walk} walk @param {Step} step */
export function drawWindow(picture, said, walk, step) {
  const { plain } = walk.search;
  const { alpha, beta } = step;
  const [a, b] = [along(alpha, plain), along(beta, plain)];
  const met = alpha >= beta;
  const best = step.node.told.visited === 1 ? step.node : step.node.best(step.at);
  const far = plain ? [-10, 0, 10] : [-30_000, 0, 30_000];
  const parts = [svg("path", { class: "axis", d: "M10 52H230" })];
  parts.push(...far.map((v) => svg("path", { class: "tick-line", d: `M${along(v, plain)} 47v37` })));
  if (walk.windows) {
    parts.push(svg("rect", { class: met ? "closed" : "open", x: Math.min(a, b), y: 43, width: Math.abs(b - a), height: 18 }));
    parts.push(svg("path", { class: "alpha", d: `M${a} 22V62` }), svg("path", { class: "beta", d: `M${b} 42V80` }));
  }
  if (best) parts.push(svg("circle", { class: "value-dot", cx: along(best.told.score, plain), cy: 52, r: 7 }));
  const texts = far.map((v, i) => words(along(v, plain), 99, plain ? shown(v, true) : ["O wins", "0", "X wins"][i], "scale"));
  if (walk.windows) {
    texts.push(words(Math.min(Math.max(a, 26), 206), 15, `α ${shown(alpha, plain)}`, "alpha-text"));
    const right = b > 150;
    texts.push(words(b + (right ? -8 : 8), 80, `β ${shown(beta, plain)}`, `beta-text${right ? " end" : ""}`));
  }
  picture.replaceChildren(...parts, ...texts);
  picture.dataset.alpha = shown(alpha, plain);
  picture.dataset.beta = shown(beta, plain);
  picture.setAttribute("aria-label", walk.windows ? `Window from alpha ${shown(alpha, plain)} to beta ${shown(beta, plain)}` : "Number line of values");
  said.textContent = !walk.windows ? "Minimax has no window: it looks at every move. The dot is the best so far."
    : `α ≥ β? ${shown(alpha, plain)} ≥ ${shown(beta, plain)}: ${met ? "yes. Nothing fits between them, so the rest is cut." : "no. X is sure of α, O of β; only values between them matter."}`;
}

/** The calls that wait for an answer, the live one on top. @param {HTMLElement} list @param {Walk} walk @param {Step} step @param {(node: Node) => void} jump */
export function drawStack(list, walk, step, jump) {
  const { plain } = walk.search;
  list.replaceChildren(...step.node.path().reverse().map((node) => {
    const { told } = node;
    const { alpha, beta } = walk.window(node, step.at);
    const frame = document.createElement("li");
    const button = document.createElement("button");
    const picture = svg("svg", { viewBox: "-3 -3 106 106", "aria-hidden": "true" }, boardGroup(told, walk.search, 100));
    const name = document.createElement("b");
    name.textContent = told.move ? `${node.parent?.told.to_move} ${told.move}` : "the start";
    const turn = document.createElement("small");
    turn.textContent = told.outcome ?? (told.visited === 1 ? "estimated" : `${told.to_move} wants the ${told.to_move === "X" ? "highest" : "lowest"}`);
    const value = document.createElement("em");
    value.textContent = told.visited === 1 ? told.label : walk.windows ? `${shown(alpha, plain)} … ${shown(beta, plain)}` : node.best(step.at)?.told.label ?? "?";
    const texts = document.createElement("span");
    texts.append(name, turn);
    button.type = "button";
    button.append(picture, texts, value);
    button.addEventListener("click", () => jump(node));
    frame.append(button);
    return frame;
  }));
}

/** Marks above the scrubber: leaves, answers and cuts of what is here. @param {SVGSVGElement} picture @param {Walk} walk @param {number} width */
export function drawMarks(picture, walk, width) {
  /** @type {Record<string, number[]>} */
  const found = { leaf: [], return: [], cut: [] };
  /** @param {Node} node */
  const look = (node) => {
    if (node.told.visited === 1) found.leaf.push(node.base);
    else if (!node.folded) {
      found.return.push(node.end);
      if (node.told.cut.length) found.cut.push(node.end - 1);
      node.children.forEach(look);
    }
  };
  look(walk.root);
  const inset = 11;
  const x = (/** @type {number} */ at) => (inset + ((width - 2 * inset) * at) / Math.max(1, walk.total - 1)).toFixed(1);
  const few = walk.total <= 90;
  const shapes = {
    leaf: few ? "m-4 8h8v8h-8z" : "m0 12v6",
    return: few ? "m0 20v-11m-4 4l4 -4 4 4" : "m0 8v3",
    cut: few ? "m-6 8l12 10m0 -10l-12 10" : "m0 2v5",
  };
  picture.setAttribute("viewBox", `0 0 ${width} 26`);
  picture.replaceChildren(...Object.entries(shapes).map(([kind, shape]) => svg("path", { class: kind, d: found[kind].map((at) => `M${x(at)} 0${shape}`).join("") || "M0 0" })));
}
