// Set up a position by clicking: which mark a click puts, whose move it is, and the board to play in.

import { element } from "./page.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Mark} Mark */
/** @typedef {import("./board.js").BoardView} BoardView */

const PLACES = ["top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom", "bottom right"];

export class Setup {
  /** @param {BoardView} board @param {(position: string) => Promise<void>} done called with the position that was set up */
  constructor(board, done) {
    this.view = board;
    this.form = element("setup", HTMLFormElement);
    /** @type {Board | null} */
    this.board = null;
    const target = element("target", HTMLSelectElement);
    target.append(new Option("any open board", "*"), ...PLACES.map((place, index) => new Option(`the ${place} board`, String(index + 1))));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void done(this.text());
    });
    this.form.addEventListener("change", () => this.draw());
    element("clear", HTMLButtonElement).addEventListener("click", () => {
      if (this.board) this.board.cells = this.board.cells.map((row) => ".".repeat(row.length));
      this.draw();
    });
  }

  get active() {
    return this.board !== null;
  }

  /** @param {Board} board where to begin */
  open(board) {
    this.board = { ...board, cells: [...board.cells], last: null, sends: {}, targets: [], lines: [], boards: board.boards.map(() => ".") };
    element("mover", HTMLSelectElement).value = board.to_move ?? "X";
    element("target", HTMLSelectElement).value = board.targets.length === 1 ? String(board.targets[0] + 1) : "*";
    element("target-label", HTMLElement).hidden = board.kind !== "ultimate";
    this.form.hidden = false;
    this.draw();
  }

  close() {
    this.board = null;
    this.form.hidden = true;
  }

  /** The mark that a click puts; empty takes one away. */
  brush() {
    return new FormData(this.form).get("brush")?.toString() ?? "X";
  }

  draw() {
    if (!this.board) return;
    const brush = this.brush();
    const names = this.board.cells.flatMap((row, r) => [...row].map((_, c) => String.fromCharCode(97 + c) + (r + 1)));
    this.view.draw({ ...this.board, to_move: brush === "." ? null : /** @type {Mark} */ (brush), legal: names }, true);
  }

  /** Put a mark, or take the same one away again. @param {string} name */
  put(name) {
    if (!this.board) return;
    const [row, column] = [Number(name.slice(1)) - 1, name.charCodeAt(0) - 97];
    const line = this.board.cells[row];
    const mark = line[column] === this.brush() ? "." : this.brush();
    this.board.cells[row] = line.slice(0, column) + mark + line.slice(column + 1);
    this.draw();
  }

  /** The position as text; whether it can be is for the server to say. */
  text() {
    const cells = this.board?.cells ?? [];
    const mover = element("mover", HTMLSelectElement).value.toLowerCase();
    if (this.board?.kind !== "ultimate") return `${cells.join("/")} ${mover}`;
    const boards = Array.from({ length: 9 }, (_, index) => {
      const [top, left] = [Math.floor(index / 3) * 3, (index % 3) * 3];
      return cells.slice(top, top + 3).map((row) => row.slice(left, left + 3)).join("");
    });
    return `${boards.join("/")} ${mover} ${element("target", HTMLSelectElement).value}`;
  }
}
