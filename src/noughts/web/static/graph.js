// The winning chance of X over the moves of a game, with a sign on every move that lost something.

import { markShape, svg } from "./marks.js";

/** @typedef {import("./types.js").Review} Review */
/** @typedef {import("./types.js").ReviewedMove} ReviewedMove */

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [640, 184, 34, 12, 14, 26];
/** @type {Record<string, string>} */
const SHAPES = { "??": "M0-9 9 0 0 9-9 0Z", "?": "M0-8 8 7-8 7Z", "?!": "M-6-6h12v12h-12Z", "!!": "M0-10 2.9-3.5 10-3 4.5 1.5 6.3 8.5 0 4.7-6.3 8.5-4.5 1.5-10-3-2.9-3.5Z" };
/** @type {Record<string, string>} */
const WORDS = { best: "best move", good: "good", inaccuracy: "inaccuracy", mistake: "mistake", blunder: "blunder" };

/** What a move is called. @param {ReviewedMove} move */
export function wordOf(move) {
  return move.sign === "!!" ? "the only move" : WORDS[move.judgement];
}

/** Its colour, as a class. @param {ReviewedMove} move */
export function kindOf(move) {
  return move.sign === "!!" ? "only" : move.judgement;
}

/** "7 e5" or "7 … e5", as moves are counted. @param {ReviewedMove} move @param {string} first who opened */
export function numbered(move, first) {
  return `${Math.ceil(move.ply / 2)} ${move.mark === first ? "" : "… "}${move.move}${move.sign}`;
}

export class ChanceGraph {
  /** @param {SVGSVGElement} root @param {(ply: number) => void} pick called with the ply that was clicked */
  constructor(root, pick) {
    this.root = root;
    this.count = 0;
    this.now = svg("path", { class: "now" });
    root.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    root.addEventListener("click", (event) => {
      const { x } = new DOMPoint(event.clientX, event.clientY).matrixTransform(root.getScreenCTM()?.inverse());
      pick(Math.min(this.count, Math.max(0, Math.round(((x - LEFT) / (WIDTH - LEFT - RIGHT)) * this.count))));
    });
  }

  /** @param {number} ply */
  x(ply) {
    return LEFT + ((WIDTH - LEFT - RIGHT) * ply) / Math.max(1, this.count);
  }

  /** @param {number} chance */
  y(chance) {
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance / 100);
  }

  /** @param {Review} review */
  draw(review) {
    const moves = review.moves;
    this.count = moves.length;
    const points = [review.chance ?? 50, ...moves.map((move) => move.chance)].map((chance, ply) => `${this.x(ply).toFixed(1)} ${this.y(chance).toFixed(1)}`);
    const [left, right, middle, foot] = [this.x(0), this.x(this.count), this.y(50), HEIGHT - BOTTOM];
    const word = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text) => {
      const made = svg("text", { x, y, class: "tick" });
      made.textContent = text;
      return made;
    };
    const every = this.count > 40 ? 10 : this.count > 12 ? 5 : 1;
    const numbers = Array.from({ length: Math.floor(this.count / 2 / every) }, (_, index) => (index + 1) * every);
    this.root.replaceChildren(
      svg("rect", { class: "half x", x: left, y: TOP, width: right - left, height: middle - TOP }),
      svg("rect", { class: "half o", x: left, y: middle, width: right - left, height: foot - middle }),
      svg("path", { class: "middle", d: `M${left} ${middle}H${right}` }),
      svg("path", { class: "area", d: `M${left} ${middle}L${points.join("L")}L${right} ${middle}Z` }),
      this.now,
      svg("path", { class: "curve", d: `M${points.join("L")}` }),
      markShape("X", 15, TOP + 12, 8), markShape("O", 15, foot - 12, 8, false, 1), word(15, middle + 5, "50"),
      ...numbers.map((number) => word(this.x(2 * number - 1), HEIGHT - 6, String(number))),
      ...moves.filter((move) => move.sign).map((move) => this.sign(move)),
    );
  }

  /** @param {ReviewedMove} move */
  sign(move) {
    const shape = svg("path", { class: `sign ${kindOf(move)}`, d: SHAPES[move.sign], transform: `translate(${this.x(move.ply)} ${this.y(move.chance)})` });
    const title = svg("title");
    title.textContent = `${numbered(move, "X")}: ${wordOf(move)}`;
    shape.append(title);
    return shape;
  }

  /** @param {number} ply which move is shown */
  mark(ply) {
    this.now.setAttribute("d", `M${this.x(ply)} ${TOP - 6}V${HEIGHT - BOTTOM + 4}`);
  }
}
