// A board that knows the future: pointing at a cell shows how the game goes on from there, and the other side plays on.

import { BoardView } from "./board.js";
import { svg } from "./marks.js";
import { Notes } from "./notes.js";
import { ask, make } from "./page.js";

/** @typedef {string[]} Future who is to move, the value, a best move; at the end nobody, the outcome, the ends of a line */

const EMPTY = ".........";
const NAMES = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];

export class FuturesBoard {
  /** @param {HTMLElement} place */
  constructor(place) {
    /** @type {Record<string, Future>} */
    this.table = {};
    this.cells = EMPTY;
    this.last = "";
    const picture = svg("svg", { role: "grid", "aria-label": "A board that knows the future" });
    const box = make("div", "", "one-board");
    box.append(picture);
    this.told = make("p", "", "verdict");
    this.told.setAttribute("role", "status");
    this.again = make("button", "Begin again");
    this.again.type = "button";
    this.again.disabled = true; // until the future is known
    this.again.addEventListener("click", () => this.begin());
    const tools = make("div", "", "tools");
    tools.append(this.again);
    place.append(box, this.told, tools);
    this.board = new BoardView(picture, (name) => this.play(name));
    this.board.confirming = true; // a finger points first, and plays with the second tap
    this.board.onPoint = (name) => this.point(name);
    this.notes = new Notes(this.board);
  }

  async open() {
    this.table = (await ask("/learn/futures")).positions;
    this.again.disabled = false;
    this.begin();
  }

  begin() {
    this.cells = EMPTY;
    this.last = "";
    this.draw();
    this.told.textContent = "You are X. Point at a cell to see its future, click to play there.";
  }

  /** The cells after a move. @param {string} cells @param {string} name */
  after(cells, name) {
    const at = NAMES.indexOf(name);
    return cells.slice(0, at) + this.table[cells][0] + cells.slice(at + 1);
  }

  draw() {
    const [mover, , ...ends] = this.table[this.cells];
    const legal = mover ? NAMES.filter((name, index) => this.cells[index] === ".") : [];
    this.notes.clear();
    this.board.draw({
      kind: "line", columns: 3, rows: 3, cells: [0, 3, 6].map((at) => this.cells.slice(at, at + 3)), to_move: mover === "X" ? "X" : mover === "O" ? "O" : null,
      legal, sends: {}, last: this.last || null, targets: [], boards: [], lines: !mover && ends.length ? [ends] : [], position: this.cells,
    }, legal.length > 0);
  }

  /** How the game goes on when nobody errs. @param {string} name @returns {string[]} */
  line(name) {
    const moves = [name];
    for (let cells = this.after(this.cells, name); this.table[cells][0]; cells = this.after(cells, this.table[cells][2])) moves.push(this.table[cells][2]);
    return moves;
  }

  /** @param {string} name */
  point(name) {
    if (!name || !this.table[this.cells]?.[0]) {
      this.notes.clear();
      return;
    }
    const moves = this.line(name);
    const [, value] = this.table[this.after(this.cells, name)];
    this.notes.number(moves, this.table[this.cells][0], true);
    this.told.textContent = `${name}: ${value}${value.includes("wins in") ? " more plies" : ""}. Best play: ${moves.join(", ")}.`;
  }

  /** @param {string} name */
  play(name) {
    this.cells = this.after(this.cells, name);
    this.last = name;
    let said = `You played ${name}.`;
    const [mover, , reply] = this.table[this.cells];
    if (mover) {
      this.cells = this.after(this.cells, reply);
      this.last = reply;
      said += ` O answered ${reply}.`;
    }
    this.draw();
    const [next, value] = this.table[this.cells];
    this.told.textContent = next ? `${said} From here it is ${value === "a draw" ? "still a draw" : `so that ${value}`}.` : `${said} ${value === "draw" ? "A draw: more was never to be had." : value === "O wins" ? "O wins." : "X wins."}`;
  }
}
