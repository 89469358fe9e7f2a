// Where cells, boards and lines lie in the picture of a board.

import { svg } from "./marks.js";

/** @typedef {{row: number, column: number}} Place */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */

const CELL = 100;
const MARGIN = 39; // around the cells of a small board
const BOARD = 3 * CELL + 2 * MARGIN;

/** @param {number} row @param {number} column */
export function nameOf(row, column) {
  return String.fromCharCode(97 + column) + (row + 1);
}

/** @param {string} name @returns {Place} */
function placeOf(name) {
  return { row: Number(name.slice(1)) - 1, column: name.charCodeAt(0) - 97 };
}

export class Layout {
  /** @param {"line" | "ultimate"} kind @param {number} columns @param {number} rows */
  constructor(kind, columns, rows) {
    this.ultimate = kind === "ultimate";
    this.columns = columns;
    this.rows = rows;
    this.width = this.ultimate ? 3 * BOARD : columns * CELL;
    this.height = this.ultimate ? 3 * BOARD : rows * CELL;
    this.unit = Math.max(this.width, this.height) / 900; // the same on the screen for every size
  }

  /** @param {{kind: string, columns: number, rows: number}} board */
  is(board) {
    return this.ultimate === (board.kind === "ultimate") && this.columns === board.columns && this.rows === board.rows;
  }

  /** Where a row or column begins. @param {number} index */
  start(index) {
    return this.ultimate ? Math.floor(index / 3) * BOARD + MARGIN + (index % 3) * CELL : index * CELL;
  }

  /** @param {Place} cell @param {number} inset @returns {Box} */
  boxOf({ row, column }, inset) {
    return { x: this.start(column) + inset, y: this.start(row) + inset, width: CELL - 2 * inset, height: CELL - 2 * inset };
  }

  /** @param {Place} cell */
  centre({ row, column }) {
    return { x: this.start(column) + CELL / 2, y: this.start(row) + CELL / 2 };
  }

  /** @param {Place} cell */
  boardOf({ row, column }) {
    return this.ultimate ? Math.floor(row / 3) * 3 + Math.floor(column / 3) : -1;
  }

  /** @param {number} index @param {number} inset @returns {Box} */
  boardBox(index, inset) {
    return { x: (index % 3) * BOARD + inset, y: Math.floor(index / 3) * BOARD + inset, width: BOARD - 2 * inset, height: BOARD - 2 * inset };
  }

  /** @param {number} index */
  boardCentre(index) {
    return { x: ((index % 3) + 0.5) * BOARD, y: (Math.floor(index / 3) + 0.5) * BOARD };
  }

  /** The cell with some number of a small board. @param {number} board @param {number} index */
  cellIn(board, index) {
    return nameOf(Math.floor(board / 3) * 3 + Math.floor(index / 3), (board % 3) * 3 + (index % 3));
  }

  /** Of these cells the one nearest to the middle of a board; any when none lies in it. @param {number} board @param {string[]} names */
  middleOf(board, names) {
    const order = [4, 0, 1, 2, 3, 5, 6, 7, 8].map((index) => this.cellIn(board, index));
    return order.find((name) => names.includes(name)) ?? names[0] ?? order[0];
  }

  /** The cells, or boards by number, on the lines between these ends. @param {string[][]} lines */
  through(lines) {
    /** @type {Set<string>} */
    const found = new Set();
    for (const [from, to] of lines) {
      const [a, b] = [this.gridPlace(from), this.gridPlace(to)];
      const steps = Math.max(Math.abs(b.row - a.row), Math.abs(b.column - a.column));
      for (let step = 0; step <= steps; step++) {
        const [row, column] = [a.row + ((b.row - a.row) * step) / (steps || 1), a.column + ((b.column - a.column) * step) / (steps || 1)];
        found.add(this.ultimate ? String(row * 3 + column) : nameOf(row, column));
      }
    }
    return found;
  }

  /** @param {string} end a cell, or the number of a board @returns {Place} */
  gridPlace(end) {
    return this.ultimate ? { row: Math.floor(Number(end) / 3), column: Number(end) % 3 } : placeOf(end);
  }

  /** @param {string} from @param {string} to */
  throughPath(from, to) {
    const at = (/** @type {string} */ end) => (this.ultimate ? this.boardCentre(Number(end)) : this.centre(placeOf(end)));
    const [a, b] = [at(from), at(to)];
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const beyond = (this.ultimate ? BOARD : CELL) * (a.x !== b.x && a.y !== b.y ? 0.58 : 0.44);
    const [dx, dy] = [((b.x - a.x) / length) * beyond, ((b.y - a.y) / length) * beyond];
    return `M${a.x - dx} ${a.y - dy}L${b.x + dx} ${b.y + dy}`;
  }

  /** Lines of the pen, a little bowed, and the names of columns and rows outside of them. */
  gridLines() {
    const lines = svg("g", { "aria-hidden": "true" });
    if (this.ultimate) {
      for (let board = 0; board < 9; board++) lines.append(svg("path", { class: "grid", d: this.rules(this.boardBox(board, MARGIN), 3, 3, 4, 0), "stroke-width": 3 }));
      lines.append(svg("path", { class: "macro", d: this.rules({ x: 0, y: 0, width: this.width, height: this.height }, 3, 3, -4, 5), "stroke-width": 7.5 }));
    } else {
      const most = Math.max(this.columns, this.rows);
      const kind = most > 5 ? "grid" : "macro";
      lines.append(svg("path", { class: kind, d: this.rules({ x: 0, y: 0, width: this.width, height: this.height }, this.columns, this.rows, 3 * this.unit, 0), "stroke-width": this.unit * (most > 5 ? 3 : 7) }));
    }
    for (let column = 0; column < this.columns; column++) lines.append(this.text(this.start(column) + CELL / 2, -10 * this.unit, nameOf(0, column)[0], "coordinate"));
    for (let row = 0; row < this.rows; row++) lines.append(this.text(-22 * this.unit, this.start(row) + CELL / 2 + 7 * this.unit, String(row + 1), "coordinate"));
    return lines;
  }

  /** The inner lines of a grid. @param {Box} box @param {number} columns @param {number} rows @param {number} inset @param {number} bow */
  rules({ x, y, width, height }, columns, rows, inset, bow) {
    const made = [];
    for (let column = 1; column < columns; column++) {
      const [at, sign] = [x + (width * column) / columns, column % 2 ? 1 : -1];
      made.push(`M${at - bow * sign / 2} ${y + inset}q${bow * sign} ${height / 2 - inset} 0 ${height - 2 * inset}`);
    }
    for (let row = 1; row < rows; row++) {
      const [at, sign] = [y + (height * row) / rows, row % 2 ? -1 : 1];
      made.push(`M${x + inset} ${at - bow * sign / 2}q${width / 2 - inset} ${bow * sign} ${width - 2 * inset} 0`);
    }
    return made.join("") || "M0 0";
  }

  /** The ground of drawn boards. @param {string} id */
  hatching(id) {
    const definitions = svg("defs");
    const pattern = svg("pattern", { id, width: 18, height: 18, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" });
    pattern.append(svg("rect", { width: 3, height: 18, class: "hatch" }));
    definitions.append(pattern);
    return definitions;
  }

  /** @param {number} x @param {number} y @param {string} words @param {string} kind */
  text(x, y, words, kind) {
    const made = svg("text", { class: kind, x, y });
    if (kind === "coordinate") made.setAttribute("font-size", String(21 * this.unit));
    made.textContent = words;
    return made;
  }
}
