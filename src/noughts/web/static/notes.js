// What reviews and puzzles write on a board: the move that was played, the better one, where each sends the opponent, and
// the moves of a line.

import { markShape, svg } from "./marks.js";

/** @typedef {import("./board.js").BoardView} BoardView */

/** @type {Record<string, string>} */
const OTHER = { X: "O", O: "X" };

export class Notes {
  /** @param {BoardView} board */
  constructor(board) {
    this.board = board;
    this.layer = svg("g", { class: "notes", "aria-hidden": "true", "pointer-events": "none" });
  }

  clear() {
    this.layer.replaceChildren();
  }

  /**
   * @param {{mark: string, played: string, sign: string, kind: string, best: string, sends: Record<string, number[]>}} told
   */
  show({ mark, played, sign, kind, best, sends }) {
    this.clear();
    this.board.root.append(this.layer); // above all else
    if (best !== played) {
      this.layer.append(...this.destination(sends[played], `after ${played}: ${OTHER[mark]} here`, "bad"), ...this.destination(sends[best], `after ${best}: ${OTHER[mark]} here`, "good"), ...this.better(best, mark));
    }
    if (sign) this.layer.append(...this.badge(played, sign, kind));
  }

  /** The cells of a line, numbered, in the colours of both sides where it is said who begins; on empty cells there is room in the middle. @param {string[]} moves @param {string} [first] @param {boolean} [centred] */
  number(moves, first = "", centred = false) {
    this.clear();
    this.board.root.append(this.layer);
    moves.forEach((move, index) => {
      const cell = this.board.cells.get(move);
      if (!cell) return;
      const { x, y, width, height } = this.board.layout.boxOf(cell, 4);
      const [left, top] = centred ? [x + width / 2, y + height / 2] : [x + width, y];
      this.layer.append(this.label(`disc ${index % 2 ? OTHER[first] ?? "" : first}`.toLowerCase(), left, top, svg("circle", { r: 19 }), this.text(0, 8, String(index + 1))));
    });
  }

  /** Frame a move that was tried and refuted. @param {string} name */
  tried(name) {
    const cell = this.board.cells.get(name);
    if (cell) this.layer.append(svg("rect", { class: "tried", ...this.board.layout.boxOf(cell, 7), rx: 10 }));
  }

  /** A label at a place, as large on every board; style sheets may scale it. @param {string} kind @param {number} x @param {number} y @param {SVGElement[]} parts */
  label(kind, x, y, ...parts) {
    const { layout } = this.board;
    const place = svg("g", { transform: `translate(${x} ${y}) scale(${layout.ultimate ? 1 : Math.max(layout.width, layout.height) / 900})` });
    const label = svg("g", { class: kind });
    label.append(...parts);
    place.append(label);
    return place;
  }

  /** @param {number} x @param {number} y @param {string} words */
  text(x, y, words) {
    const made = svg("text", { x, y });
    made.textContent = words;
    return made;
  }

  /** @param {string} name @param {string} mark */
  better(name, mark) {
    const cell = this.board.cells.get(name);
    if (!cell) return [];
    const { layout } = this.board;
    const { x, y } = layout.centre(cell);
    const box = layout.boxOf(cell, 8);
    const ghost = markShape(mark, x, y, layout.ultimate ? 33 : 31, false, cell.row * 2 + cell.column);
    ghost.classList.add("ghost");
    const tick = this.label("tick", box.x + 4, box.y + 4, svg("circle", { r: 21 }), svg("path", { d: "M-8 0l6 6.5L9-6" }));
    return [svg("rect", { class: "better", ...box, rx: 12 }), ghost, tick];
  }

  /** @param {string} name @param {string} sign @param {string} kind */
  badge(name, sign, kind) {
    const cell = this.board.cells.get(name);
    if (!cell) return [];
    const { x, y } = this.board.layout.boxOf(cell, 10);
    return [this.label(`badge ${kind}`, x + 6, y + 4, svg("rect", { x: -27, y: -21, width: 54, height: 42, rx: 21 }), this.text(0, 10, sign))];
  }

  /** @param {number[] | undefined} boards @param {string} words @param {string} kind */
  destination(boards, words, kind) {
    if (boards?.length !== 1) return [];
    const box = this.board.layout.boardBox(boards[0], 18);
    const pill = svg("rect", { x: -118, y: -23, width: 236, height: 46, rx: 23 });
    return [svg("rect", { class: `leads ${kind}`, ...box, rx: 20 }), this.label(`tag ${kind}`, box.x + box.width / 2, Math.max(box.y, 22), pill, this.text(0, 9, words))];
  }
}
