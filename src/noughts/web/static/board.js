// Draws a board as SVG and says which cell was picked. It knows where cells lie, and no rules.

/** @typedef {import("./types.js").Board} Board */
/** @typedef {{row: number, column: number, name: string, group: SVGGElement, hit: SVGRectElement, mark: string}} Cell */
/** @typedef {{text: string, kind: string}} Value */

const CELL = 100;
const BOARD = 3 * CELL;
const GAP = 44;

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number>} attributes
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

/**
 * An X or an O around a point.
 * @param {string} mark @param {number} x @param {number} y @param {number} radius
 * @param {boolean} [fresh] whether to draw it as if by hand
 */
export function markShape(mark, x, y, radius, fresh = false) {
  const kind = `mark ${mark.toLowerCase()}${fresh ? " new" : ""}`;
  if (mark === "O") return svg("circle", { class: kind, cx: x, cy: y, r: radius * 1.08, pathLength: 1 });
  const [left, right, top, bottom] = [x - radius, x + radius, y - radius, y + radius];
  return svg("path", { class: kind, pathLength: 1, d: `M${left} ${top}L${right} ${bottom}M${right} ${top}L${left} ${bottom}` });
}

export class BoardView {
  /**
   * @param {SVGSVGElement} root
   * @param {(name: string) => void} pick called with a legal cell that was clicked or entered
   */
  constructor(root, pick) {
    this.root = root;
    this.pick = pick;
    this.shape = "";
    /** @type {Map<string, Cell>} */
    this.cells = new Map();
    this.ultimate = false;
    this.columns = 0;
    this.rows = 0;
    this.edge = 0; // where the coordinates stand
    this.below = svg("g");
    this.above = svg("g");
    /** @type {Set<string>} */
    this.legal = new Set();
    this.closed = "";
    root.addEventListener("keydown", (event) => this.onKey(event));
  }

  /**
   * Draw a board.
   * @param {Board} board
   * @param {boolean} active whether the person here may move now
   * @param {Map<string, Value>} [values] what to write on empty cells
   */
  draw(board, active, values = new Map()) {
    const fresh = this.layOut(board);
    this.legal = new Set(active ? board.legal : []);
    board.cells.forEach((row, r) => [...row].forEach((mark, c) => {
      const cell = this.cells.get(nameOf(r, c));
      if (cell) this.drawCell(cell, mark, board, !fresh, values.get(cell.name));
    }));
    this.below.replaceChildren(...this.frames(board));
    this.above.replaceChildren(...this.bigMarks(board, !fresh), ...this.throughs(board));
    this.keepOneTabStop(board);
  }

  /** Make the cells and lines of a new size; whether that was needed. @param {Board} board */
  layOut(board) {
    const shape = `${board.kind} ${board.columns} ${board.rows}`;
    if (shape === this.shape) return false;
    this.shape = shape;
    this.closed = "";
    this.ultimate = board.kind === "ultimate";
    [this.columns, this.rows] = [board.columns, board.rows];
    this.edge = Math.max(board.columns, board.rows) * CELL * 0.05;
    this.cells.clear();
    this.root.classList.remove("line", "ultimate");
    this.root.classList.add(board.kind);
    const [width, height] = [this.end(board.columns), this.end(board.rows)];
    this.root.setAttribute("viewBox", `0 0 ${width + this.edge / 2} ${height + this.edge / 2}`);
    this.root.setAttribute("font-size", String(this.edge * 0.45)); // the same on the screen for every size
    this.below = svg("g", { "aria-hidden": "true" });
    this.above = svg("g", { "aria-hidden": "true", "pointer-events": "none" });
    const rows = Array.from({ length: board.rows }, (_, row) => this.makeRow(row, board.columns));
    this.root.replaceChildren(this.below, this.gridLines(), ...rows, this.above);
    return true;
  }

  /** Where a row or column begins. @param {number} index */
  start(index) {
    return this.edge + index * CELL + (this.ultimate ? Math.floor(index / 3) * GAP + GAP / 2 : 0);
  }

  /** Where so many rows or columns end. @param {number} count */
  end(count) {
    return this.start(count - 1) + CELL + (this.ultimate ? GAP / 2 : 0);
  }

  /** @param {number} row @param {number} columns */
  makeRow(row, columns) {
    const group = svg("g", { role: "row" });
    for (let column = 0; column < columns; column++) {
      const name = nameOf(row, column);
      const cell = svg("g", { role: "gridcell", class: "cell", tabindex: -1, "data-cell": name });
      const hit = svg("rect", {
        class: "hit", x: this.start(column) + 5, y: this.start(row) + 5, width: CELL - 10, height: CELL - 10, rx: 10,
      });
      cell.append(hit);
      cell.addEventListener("click", () => this.choose(name));
      this.cells.set(name, { row, column, name, group: cell, hit, mark: "." });
      group.append(cell);
    }
    return group;
  }

  gridLines() {
    const lines = svg("g", { "aria-hidden": "true" });
    const thin = [];
    const strong = [];
    const inset = this.ultimate ? 8 : 4;
    const step = this.ultimate ? 3 : Math.max(this.columns, this.rows);
    for (let top = 0; top < this.rows; top += step) for (let left = 0; left < this.columns; left += step) {
      const [bottom, right] = [Math.min(top + step, this.rows), Math.min(left + step, this.columns)];
      const [y1, y2] = [this.start(top) + inset, this.start(bottom - 1) + CELL - inset];
      const [x1, x2] = [this.start(left) + inset, this.start(right - 1) + CELL - inset];
      for (let column = left + 1; column < right; column++) thin.push(`M${this.start(column)} ${y1}V${y2}`);
      for (let row = top + 1; row < bottom; row++) thin.push(`M${x1} ${this.start(row)}H${x2}`);
    }
    if (this.ultimate) for (const index of [3, 6]) {
      const at = this.start(index) - GAP / 2;
      strong.push(`M${at} ${this.edge + 8}V${this.end(9) - 8}M${this.edge + 8} ${at}H${this.end(9) - 8}`);
    }
    lines.append(svg("path", { class: "grid", d: thin.join("") || "M0 0" }), svg("path", { class: "macro", d: strong.join("") || "M0 0" }));
    lines.append(...this.coordinates());
    return lines;
  }

  coordinates() {
    const made = [];
    for (let column = 0; column < this.columns; column++) {
      made.push(label(this.start(column) + CELL / 2, this.edge * 0.65, String.fromCharCode(97 + column), "coordinate"));
    }
    for (let row = 0; row < this.rows; row++) made.push(label(this.edge * 0.45, this.start(row) + CELL / 2 + this.edge * 0.16, String(row + 1), "coordinate"));
    return made;
  }

  /** @param {Cell} cell @param {string} mark @param {Board} board @param {boolean} animate @param {Value} [value] */
  drawCell(cell, mark, board, animate, value) {
    const [x, y] = [this.start(cell.column) + CELL / 2, this.start(cell.row) + CELL / 2];
    const legal = this.legal.has(cell.name);
    const faded = this.ultimate && board.boards[this.boardOf(cell)] !== ".";
    const parts = [];
    if (mark !== ".") parts.push(markShape(mark, x, y, this.ultimate ? 25 : 27, animate && cell.mark === "."));
    if (board.last === cell.name) {
      parts.push(svg("rect", { class: "last", x: x - 42, y: y - 42, width: 84, height: 84, rx: 10 }));
    }
    if (mark === "." && value) parts.push(label(x, y + 9, value.text, `value ${value.kind}`));
    for (const part of parts) if (faded && !part.classList.contains("last")) part.classList.add("faded");
    cell.group.replaceChildren(cell.hit, ...parts);
    cell.group.classList.toggle("legal", legal);
    cell.group.classList.remove("hinted");
    cell.group.setAttribute("aria-label", this.spoken(cell, mark, value));
    cell.group.setAttribute("aria-disabled", String(!legal));
    cell.mark = mark;
  }

  /** @param {Cell} cell @param {string} mark @param {Value} [value] */
  spoken(cell, mark, value) {
    const place = this.ultimate
      ? `board ${this.boardOf(cell) + 1}, cell ${(cell.row % 3) * 3 + (cell.column % 3) + 1}`
      : cell.name;
    return `${place}, ${mark === "." ? "empty" : mark}${value ? `, ${value.text}` : ""}`;
  }

  /** @param {Cell} cell */
  boardOf(cell) {
    return Math.floor(cell.row / 3) * 3 + Math.floor(cell.column / 3);
  }

  /** Behind the boards that may be played in. @param {Board} board */
  frames(board) {
    return board.targets.map((index) => {
      const [x, y] = this.cornerOf(index);
      return svg("rect", { class: "target", x: x - 13, y: y - 13, width: BOARD + 26, height: BOARD + 26, rx: 16 });
    });
  }

  /** @param {number} index @returns {[number, number]} */
  cornerOf(index) {
    return [this.start((index % 3) * 3), this.start(Math.floor(index / 3) * 3)];
  }

  /** One large mark over each board that is closed. @param {Board} board @param {boolean} animate */
  bigMarks(board, animate) {
    const before = this.closed;
    this.closed = board.boards.join("");
    return board.boards.flatMap((owner, index) => {
      if (owner === ".") return [];
      const [x, y] = this.cornerOf(index).map((corner) => corner + BOARD / 2);
      const fresh = animate && before !== "" && before[index] === ".";
      const group = svg("g", { class: `big${owner === "=" ? " drawn" : ""}${fresh ? " new" : ""}` });
      if (owner === "=") group.append(markShape("X", x - 52, y, 46), markShape("O", x + 62, y, 46));
      else group.append(markShape(owner, x, y, 88));
      return [group];
    });
  }

  /** Lines through what won the game. @param {Board} board */
  throughs(board) {
    return board.lines.map(([from, to]) => {
      const [[x1, y1], [x2, y2]] = [this.centreOf(from), this.centreOf(to)];
      const length = Math.hypot(x2 - x1, y2 - y1) || 1;
      const beyond = (this.ultimate ? BOARD : CELL) * 0.36;
      const [dx, dy] = [((x2 - x1) / length) * beyond, ((y2 - y1) / length) * beyond];
      return svg("path", { class: "through", pathLength: 1, d: `M${x1 - dx} ${y1 - dy}L${x2 + dx} ${y2 + dy}` });
    });
  }

  /** @param {string} place a cell, or the number of a board @returns {[number, number]} */
  centreOf(place) {
    const cell = this.cells.get(place);
    if (cell) return [this.start(cell.column) + CELL / 2, this.start(cell.row) + CELL / 2];
    const [x, y] = this.cornerOf(Number(place));
    return [x + BOARD / 2, y + BOARD / 2];
  }

  /** Show which cell a hint is about. @param {string} name */
  point(name) {
    this.cells.get(name)?.group.classList.add("hinted");
  }

  /** Tab reaches the board once; arrows go on from there. @param {Board} board */
  keepOneTabStop(board) {
    const focused = [...this.cells.values()].find((cell) => cell.group === document.activeElement);
    const centre = nameOf(Math.floor((this.rows - 1) / 2), Math.floor((this.columns - 1) / 2));
    const wanted = focused?.name ?? (this.legal.size && !this.legal.has(centre) ? board.legal[0] : centre);
    for (const cell of this.cells.values()) cell.group.setAttribute("tabindex", cell.name === wanted ? "0" : "-1");
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const name = event.target instanceof Element ? event.target.getAttribute("data-cell") : null;
    const cell = name ? this.cells.get(name) : undefined;
    if (!cell || event.altKey || event.ctrlKey || event.metaKey) return;
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[event.key];
    if (event.key === "Enter" || event.key === " ") this.choose(cell.name);
    else if (event.key === "Home") this.focus(cell.row, 0);
    else if (event.key === "End") this.focus(cell.row, this.columns - 1);
    else if (step) this.focus(cell.row + step[0], cell.column + step[1]);
    else return;
    event.preventDefault();
  }

  /** @param {number} row @param {number} column */
  focus(row, column) {
    const next = this.cells.get(nameOf(row, column));
    if (!next) return;
    for (const cell of this.cells.values()) cell.group.setAttribute("tabindex", "-1");
    next.group.setAttribute("tabindex", "0");
    next.group.focus();
  }

  /** @param {string} name */
  choose(name) {
    if (this.legal.has(name)) this.pick(name);
  }
}

/** @param {number} row @param {number} column */
function nameOf(row, column) {
  return String.fromCharCode(97 + column) + (row + 1);
}

/** @param {number} x @param {number} y @param {string} text @param {string} kind */
function label(x, y, text, kind) {
  const made = svg("text", { class: kind, x, y });
  made.textContent = text;
  return made;
}
