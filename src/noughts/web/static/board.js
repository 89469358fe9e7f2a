// Draws a board as SVG and says which cell was picked or pointed at. It knows where cells lie, and no rules:
// which cells may be played and where each move sends the opponent is part of what it is handed.

import { Layout, nameOf } from "./layout.js";
import { markShape, svg } from "./marks.js";

export { markShape, svg };

/** @typedef {import("./types.js").Board} Board */
/** @typedef {{row: number, column: number, name: string, group: SVGGElement, hit: SVGRectElement, mark: string, shape: SVGGElement | null}} Cell */
/** @typedef {{text: string, kind: string, tint?: string}} Value */

const PLACES = ["top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom", "bottom right"];
/** @type {Record<string, string>} */
const OTHER = { X: "O", O: "X" };
let made = 0; // boards of this page, for names that must not be shared

export class BoardView {
  /**
   * @param {SVGSVGElement} root
   * @param {(name: string) => void} pick called with a legal cell that was clicked or entered
   * @param {(name: string) => void} [refuse] called with a cell that was clicked and is not legal
   */
  constructor(root, pick, refuse = () => {}) {
    this.root = root;
    this.pick = pick;
    this.refuse = refuse;
    this.hatch = `hatch-${++made}`;
    this.confirming = false; // whether a first tap only points
    /** @type {(name: string) => void} called with the legal cell that is pointed at, and with none */
    this.onPoint = () => {};
    this.layout = new Layout("line", 0, 0);
    /** @type {Map<string, Cell>} */
    this.cells = new Map();
    /** @type {Board | null} */
    this.board = null;
    /** @type {Set<string>} */
    this.legal = new Set();
    this.closed = "";
    this.pointed = "";
    this.under = ""; // the cell below the mouse
    this.digits = { board: -1, at: 0 };
    this.below = svg("g", { "aria-hidden": "true" });
    this.behind = svg("g", { "aria-hidden": "true" });
    this.above = svg("g", { "aria-hidden": "true", "pointer-events": "none" });
    this.overlay = svg("g", { class: "overlay", "aria-hidden": "true", "pointer-events": "none" });
    this.gold = svg("rect", { class: "target forced" });
    root.classList.add("board");
    root.addEventListener("keydown", (event) => this.onKey(event));
    for (const kind of /** @type {const} */ (["pointerover", "pointerleave"])) root.addEventListener(kind, (event) => {
      if (event.pointerType === "touch") return;
      this.under = kind === "pointerover" ? cellOf(event.target) : "";
      this.pointAt(this.under);
    });
    root.addEventListener("focusin", (event) => { if (event.target instanceof Element && event.target.matches(":focus-visible")) this.pointAt(cellOf(event.target)); });
    root.addEventListener("focusout", () => this.pointAt(""));
    root.addEventListener("click", (event) => this.choose(cellOf(event.target), event instanceof PointerEvent && event.pointerType === "touch"));
  }

  /**
   * Draw a board.
   * @param {Board} board
   * @param {boolean} active whether the person here may move now
   * @param {Map<string, Value>} [values] what to write on empty cells
   */
  draw(board, active, values = new Map()) {
    const fresh = this.layOut(board);
    const focused = this.focused();
    this.board = board;
    this.legal = new Set(active ? board.legal : []);
    const line = this.layout.through(board.lines);
    this.root.classList.toggle("over", board.lines.length > 0);
    board.cells.forEach((row, r) => [...row].forEach((mark, c) => {
      const cell = this.cells.get(nameOf(r, c));
      if (cell) this.drawCell(cell, mark, !fresh, line, values.get(cell.name));
    }));
    this.below.replaceChildren(...this.washes(board, line), ...this.frames(board, active));
    this.behind.replaceChildren(...this.throughs(board));
    this.above.replaceChildren(...this.bigMarks(board, !fresh, line));
    this.keepOneTabStop(board, focused, active);
    const pointed = this.pointed || this.under;
    this.pointed = "";
    this.overlay.replaceChildren();
    this.pointAt(pointed);
  }

  /** Show a move before anybody has confirmed it; the next draw() tells what became of it. @param {string} name */
  place(name) {
    const cell = this.cells.get(name);
    if (!cell || !this.board?.to_move) return;
    this.pointAt("");
    this.legal = new Set();
    for (const other of this.cells.values()) setLegal(other, false);
    this.drawCell(cell, this.board.to_move, true, new Set());
    cell.group.classList.add("pending");
  }

  /** Show which cell a hint is about. @param {string} name */
  point(name) {
    this.cells.get(name)?.group.classList.add("hinted");
  }

  /** Let the boards that may be played in stand out for a moment. */
  pulse() {
    for (const frame of this.below.querySelectorAll(".target")) {
      frame.classList.remove("pulse");
      frame.getBoundingClientRect(); // so that the animation begins anew
      frame.classList.add("pulse");
    }
  }

  /** What a cell is, for a sentence about it. @param {string} name */
  stateOf(name) {
    const cell = this.cells.get(name);
    if (!cell || !this.board) return "none";
    if (this.layout.ultimate && this.board.boards[this.layout.boardOf(cell)] !== ".") return "closed";
    return cell.mark === "." ? "empty" : "taken";
  }

  /** Make the cells and lines of a new size; whether that was needed. @param {Board} board */
  layOut(board) {
    if (this.layout.is(board)) return false;
    const layout = this.layout = new Layout(board.kind, board.columns, board.rows);
    this.closed = "";
    this.cells.clear();
    this.root.classList.remove("line", "ultimate");
    this.root.classList.add(board.kind);
    this.root.setAttribute("viewBox", `0 0 ${layout.width} ${layout.height}`);
    const rows = Array.from({ length: board.rows }, (_, row) => this.makeRow(row));
    this.root.replaceChildren(layout.hatching(this.hatch), this.below, layout.gridLines(), this.behind, ...rows, this.above, this.overlay);
    return true;
  }

  /** @param {number} row */
  makeRow(row) {
    const group = svg("g", { role: "row" });
    for (let column = 0; column < this.layout.columns; column++) {
      const name = nameOf(row, column);
      const cell = svg("g", { role: "gridcell", class: "cell", tabindex: -1, "data-cell": name });
      const hit = svg("rect", { class: "hit", ...this.layout.boxOf({ row, column }, 3), rx: 9 });
      cell.append(hit);
      this.cells.set(name, { row, column, name, group: cell, hit, mark: ".", shape: null });
      group.append(cell);
    }
    return group;
  }

  /** @param {Cell} cell @param {string} mark @param {boolean} animate @param {Set<string>} line @param {Value} [value] */
  drawCell(cell, mark, animate, line, value) {
    const { x, y } = this.layout.centre(cell);
    const board = this.board;
    const faded = this.layout.ultimate && board?.boards[this.layout.boardOf(cell)] !== ".";
    const shown = [];
    if (mark === ".") cell.shape = null;
    else if (mark !== cell.mark || !cell.shape) cell.shape = markShape(mark, x, y, this.layout.ultimate ? 33 : 31, animate && cell.mark === ".", cell.row * 2 + cell.column);
    if (cell.shape) shown.push(cell.shape); // the same one, so that it is stamped to the end
    if (board?.last === cell.name) shown.push(svg("rect", { class: "last", ...this.layout.boxOf(cell, 9), rx: 10 }));
    if (mark === "." && value?.tint) shown.push(svg("rect", { class: `tint ${value.tint}`, ...this.layout.boxOf(cell, 5), rx: 10 }));
    if (mark === "." && value) shown.push(this.layout.text(x, y + 10, value.text, `value ${value.kind}`));
    for (const old of [...cell.group.children]) if (old !== cell.hit && old !== cell.shape) old.remove();
    cell.group.append(...shown.filter((part) => part.parentNode !== cell.group));
    cell.group.classList.toggle("faded", faded);
    cell.group.classList.toggle("rest", line.size > 0 && !line.has(cell.name) && !line.has(String(this.layout.boardOf(cell))));
    cell.group.classList.remove("hinted", "pending");
    cell.group.setAttribute("aria-label", this.spoken(cell, mark, value));
    setLegal(cell, this.legal.has(cell.name));
    cell.mark = mark;
  }

  /** @param {Cell} cell @param {string} mark @param {Value} [value] */
  spoken(cell, mark, value) {
    const what = `${mark === "." ? "empty" : mark}${value?.text ? `, ${value.text}` : ""}`;
    if (!this.layout.ultimate || !this.board) return `${cell.name}, ${what}`;
    const index = this.layout.boardOf(cell);
    const owner = this.board.boards[index];
    const target = this.board.targets.length === 1 && this.board.targets[0] === index;
    const state = owner === "=" ? ", drawn" : owner !== "." ? `, won by ${owner}` : target ? ", target" : "";
    return `board ${index + 1}${state}, cell ${(cell.row % 3) * 3 + (cell.column % 3) + 1}, ${what}`;
  }

  /** The ground of closed boards. @param {Board} board @param {Set<string>} line */
  washes(board, line) {
    return board.boards.flatMap((owner, index) => {
      if (owner === ".") return [];
      const kind = owner === "=" ? "drawn" : owner.toLowerCase();
      const wash = svg("rect", { class: `wash ${kind}${line.size && !line.has(String(index)) ? " rest" : ""}`, ...this.layout.boardBox(index, 11), rx: 20 });
      if (owner === "=") wash.setAttribute("fill", `url(#${this.hatch})`);
      return [wash];
    });
  }

  /** Where may be played: gold when you are sent to one board, a tint when the choice is free. @param {Board} board @param {boolean} active */
  frames(board, active) {
    const free = board.targets.length !== 1;
    if (free && (!active || board.cells.every((row) => /^\.+$/.test(row)))) return [];
    if (!free && active) {
      const { x, y, width, height } = this.layout.boardBox(board.targets[0], 11);
      for (const [name, value] of Object.entries({ width, height, rx: 20 })) this.gold.setAttribute(name, String(value));
      this.gold.style.transform = `translate(${x}px, ${y}px)`;
      return [this.gold];
    }
    return board.targets.map((index) => svg("rect", { class: `target ${free ? "free" : "quiet"}`, ...this.layout.boardBox(index, free ? 14 : 11), rx: 20 }));
  }

  /** One large mark over each board that is closed. @param {Board} board @param {boolean} animate @param {Set<string>} line */
  bigMarks(board, animate, line) {
    const before = this.closed;
    this.closed = board.boards.join("");
    return board.boards.flatMap((owner, index) => {
      if (owner === ".") return [];
      const { x, y } = this.layout.boardCentre(index);
      const group = svg("g", { class: `big${owner === "=" ? " drawn" : ""}${line.size && !line.has(String(index)) ? " rest" : ""}` });
      if (owner === "=") group.append(this.layout.text(x, y + 14, "drawn", "drawn-word"));
      else group.append(markShape(owner, x, y, 118, animate && before !== "" && before[index] === ".", index));
      return [group];
    });
  }

  /** Lines behind what won the game. @param {Board} board */
  throughs(board) {
    return board.lines.map(([from, to]) => svg("path", { class: "through", pathLength: 1, d: this.layout.throughPath(from, to) }));
  }

  /** Show what a move in a legal cell would do: its ghost, and where it sends the opponent. @param {string} name */
  pointAt(name) {
    const wanted = this.legal.has(name) ? name : "";
    if (wanted === this.pointed) return;
    this.pointed = wanted;
    this.onPoint(wanted);
    const cell = this.cells.get(wanted);
    const mark = this.board?.to_move;
    if (!cell || !mark || !this.board) {
      this.overlay.replaceChildren();
      return;
    }
    const { x, y } = this.layout.centre(cell);
    const ghost = markShape(mark, x, y, this.layout.ultimate ? 33 : 31, false, cell.row * 2 + cell.column);
    ghost.classList.add("ghost");
    const frame = svg("rect", { class: `ghost-frame ${mark.toLowerCase()}`, ...this.layout.boxOf(cell, 6), rx: 10 });
    this.overlay.replaceChildren(...this.destinations(this.board.sends[wanted] ?? [], OTHER[mark]), frame, ghost);
  }

  /** @param {number[]} boards @param {string} mark who is sent there */
  destinations(boards, mark) {
    const soft = boards.length > 1;
    return boards.flatMap((index) => {
      const box = this.layout.boardBox(index, 22);
      const frame = svg("rect", { class: `sends ${mark.toLowerCase()}${soft ? " soft" : ""}`, ...box, rx: 20 });
      return soft ? [frame] : [frame, this.tag(box.x + box.width / 2, Math.max(box.y, 20), mark)];
    });
  }

  /** @param {number} x @param {number} y @param {string} mark */
  tag(x, y, mark) {
    const place = svg("g", { transform: `translate(${x} ${y})` });
    const tag = svg("g", { class: `tag ${mark.toLowerCase()}` });
    tag.append(svg("rect", { x: -104, y: -23, width: 208, height: 46, rx: 23 }), markShape(mark, -72, 0, 14), this.layout.text(20, 9, "goes here", "tag-text"));
    place.append(tag);
    return place;
  }

  focused() {
    return this.cells.get(cellOf(document.activeElement));
  }

  /** Tab reaches the board once; arrows go on from there, and who plays by keys is led into the target. @param {Board} board @param {Cell | undefined} focused @param {boolean} active */
  keepOneTabStop(board, focused, active) {
    const centre = nameOf(Math.floor((this.layout.rows - 1) / 2), Math.floor((this.layout.columns - 1) / 2));
    let wanted = focused?.name ?? (this.legal.size && !this.legal.has(centre) ? board.legal[0] : centre);
    if (focused && active && this.legal.size && !this.legal.has(focused.name) && board.targets.length === 1) wanted = this.layout.middleOf(board.targets[0], board.legal);
    for (const cell of this.cells.values()) cell.group.setAttribute("tabindex", cell.name === wanted ? "0" : "-1");
    if (focused && wanted !== focused.name) this.cells.get(wanted)?.group.focus();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const cell = this.cells.get(cellOf(event.target));
    if (!cell || event.altKey || event.ctrlKey || event.metaKey) return;
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[event.key];
    if (event.key === "Enter" || event.key === " ") this.choose(cell.name, false);
    else if (event.key === "Home") this.focus(nameOf(cell.row, 0));
    else if (event.key === "End") this.focus(nameOf(cell.row, this.layout.columns - 1));
    else if (step) this.focus(nameOf(cell.row + step[0], cell.column + step[1]));
    else if (!this.digit(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** 1 to 9 go to a cell as they lie on a phone's keys, where the choice is free to a board first; whether it was such a key. @param {string} key */
  digit(key) {
    if (!/^[1-9]$/.test(key) || !this.board) return false;
    const index = Number(key) - 1;
    if (!this.layout.ultimate) {
      if (this.layout.columns === 3 && this.layout.rows === 3) this.focus(nameOf(Math.floor(index / 3), index % 3));
      return true;
    }
    const [forced] = this.board.targets.length === 1 ? this.board.targets : [-1];
    const recent = performance.now() - this.digits.at < 3000 ? this.digits.board : -1;
    const board = forced >= 0 ? forced : recent;
    if (board >= 0) this.focus(this.layout.cellIn(board, index));
    else this.focus(this.layout.middleOf(index, [...this.legal]));
    this.digits = { board: board >= 0 ? -1 : index, at: performance.now() };
    return true;
  }

  /** @param {string} name */
  focus(name) {
    const next = this.cells.get(name);
    if (!next) return;
    for (const cell of this.cells.values()) cell.group.setAttribute("tabindex", "-1");
    next.group.setAttribute("tabindex", "0");
    next.group.focus();
  }

  /** @param {string} name @param {boolean} touched */
  choose(name, touched) {
    if (!name) return;
    if (!this.legal.has(name)) this.refuse(name);
    else if (touched && this.confirming && this.pointed !== name) this.pointAt(name);
    else this.pick(name);
  }
}

/** The small board with this number, by its place. @param {number} index */
export function placeOf(index) {
  return PLACES[index];
}

/** @param {Cell} cell @param {boolean} legal */
function setLegal(cell, legal) {
  cell.group.classList.toggle("legal", legal);
  cell.group.setAttribute("aria-disabled", String(!legal));
}

/** The name of the cell that something on the screen is part of. @param {EventTarget | null} target */
function cellOf(target) {
  return target instanceof Element ? target.closest("[data-cell]")?.getAttribute("data-cell") ?? "" : "";
}
