// Small boards of a search: as a group to put into a picture, and as a grid that can be read aloud.

/** @typedef {{columns: number, rows: number}} Size */
/** @typedef {{position: string, boards: string, move: string | null, lines?: string[][]}} Board */

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number>} attributes
 * @param {Element[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** @param {number} x @param {number} y @param {string} text @param {string} kind */
export function words(x, y, text, kind) {
  const made = svg("text", { class: kind, x, y });
  made.textContent = text;
  return made;
}

/** The marks of a position by row and column. @param {string} position @param {boolean} ultimate @returns {string[][]} */
export function marksOf(position, ultimate) {
  const parts = position.split(" ")[0].split("/");
  if (!ultimate) return parts.map((row) => [...row]);
  return Array.from({ length: 9 }, (_, row) => Array.from({ length: 9 }, (_, column) =>
    parts[Math.floor(row / 3) * 3 + Math.floor(column / 3)][(row % 3) * 3 + (column % 3)]));
}

/** @param {number} row @param {number} column */
export function nameOf(row, column) {
  return String.fromCharCode(97 + column) + (row + 1);
}

/** A stroke of a pen, thick at its beginning. @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 @param {number} pen */
function stroke(x1, y1, x2, y2, pen) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [nx, ny] = [((y1 - y2) / length) * pen, ((x2 - x1) / length) * pen];
  const [mx, my, thin] = [(x1 + x2) / 2 + nx * 0.6, (y1 + y2) / 2 + ny * 0.6, 0.78];
  const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ by) => `${(x + nx * by).toFixed(1)} ${(y + ny * by).toFixed(1)}`;
  return `M${at(x1, y1, 1)}Q${at(mx, my, 0.9)} ${at(x2, y2, thin)}A${pen} ${pen} 0 0 0 ${at(x2, y2, -thin)}Q${at(mx, my, -0.9)} ${at(x1, y1, -1)}A${pen} ${pen} 0 0 0 ${at(x1, y1, 1)}Z`;
}

/** An X or an O around a point, as the outline of pen strokes. @param {string} mark @param {number} x @param {number} y @param {number} r */
export function markPath(mark, x, y, r) {
  if (mark === "X") {
    return stroke(x - r * 0.8, y - r * 0.82, x + r * 0.82, y + r * 0.8, r * 0.16) + stroke(x + r * 0.8, y - r * 0.84, x - r * 0.82, y + r * 0.82, r * 0.12);
  }
  const ring = (/** @type {number} */ rx, /** @type {number} */ ry, /** @type {number} */ to) =>
    `M${(x + rx * 0.85).toFixed(1)} ${(y - rx * 0.53).toFixed(1)}A${rx} ${ry} -32 1 ${to} ${(x - rx * 0.85).toFixed(1)} ${(y + rx * 0.53).toFixed(1)}A${rx} ${ry} -32 1 ${to} ${(x + rx * 0.85).toFixed(1)} ${(y - rx * 0.53).toFixed(1)}Z`;
  return ring(r * 0.94, r * 0.92, 1) + ring(r * 0.6, r * 0.72, 0);
}

/** Where cells lie in a square picture. */
class Places {
  /** @param {Size} size @param {number} side @param {boolean} ultimate */
  constructor({ columns, rows }, side, ultimate) {
    this.ultimate = ultimate;
    const gap = ultimate ? 0.5 : 0;
    this.cell = side / (Math.max(columns, rows) + 2 * gap);
    this.gap = gap * this.cell;
    this.left = ultimate ? 0 : (side - columns * this.cell) / 2;
    this.top = ultimate ? 0 : (side - rows * this.cell) / 2;
  }

  /** @param {number} index */
  extra(index) {
    return this.ultimate ? Math.floor(index / 3) * this.gap : 0;
  }

  /** @param {number} column */
  x(column) {
    return this.left + column * this.cell + this.extra(column);
  }

  /** @param {number} row */
  y(row) {
    return this.top + row * this.cell + this.extra(row);
  }
}

/** A board of so many pixels, from (0, 0) on. @param {Board} board @param {Size} size @param {number} side */
export function boardGroup(board, size, side) {
  const ultimate = board.boards !== "";
  const places = new Places(size, side, ultimate);
  const { cell } = places;
  const group = svg("g", { class: "mini" });
  let [grid, crosses, noughts] = ["", "", ""];
  const step = ultimate ? 3 : Infinity;
  for (let c = 1; c < size.columns; c++) if (c % step) for (let r = 0; r < size.rows; r += Math.min(step, size.rows)) {
    grid += `M${places.x(c).toFixed(1)} ${(places.y(r) + 1).toFixed(1)}v${(cell * Math.min(step, size.rows) - 2).toFixed(1)}`;
  }
  for (let r = 1; r < size.rows; r++) if (r % step) for (let c = 0; c < size.columns; c += Math.min(step, size.columns)) {
    grid += `M${(places.x(c) + 1).toFixed(1)} ${places.y(r).toFixed(1)}h${(cell * Math.min(step, size.columns) - 2).toFixed(1)}`;
  }
  if (ultimate) for (const i of [3, 6]) {
    const at = places.x(i) - places.gap / 2;
    group.append(svg("path", { class: "macro", d: `M${at} 1V${side - 1}M1 ${at}H${side - 1}` }));
  }
  marksOf(board.position, ultimate).forEach((row, r) => row.forEach((mark, c) => {
    const path = mark === "." ? "" : markPath(mark, places.x(c) + cell / 2, places.y(r) + cell / 2, cell * 0.35);
    if (mark === "X") crosses += path;
    else noughts += path;
    if (nameOf(r, c) === board.move) group.append(svg("rect", { class: "fresh", x: places.x(c) + cell * 0.08, y: places.y(r) + cell * 0.08, width: cell * 0.84, height: cell * 0.84, rx: cell * 0.12 }));
  }));
  group.append(svg("path", { class: "cells", d: grid || "M0 0" }), svg("path", { class: "x", d: crosses || "M0 0" }), svg("path", { class: "o", d: noughts || "M0 0" }));
  [...board.boards].forEach((owner, index) => {
    if (owner !== "X" && owner !== "O") return;
    const middle = (/** @type {number} */ i) => places.x(i * 3) + cell * 1.5;
    group.append(svg("path", { class: `won ${owner.toLowerCase()}`, d: markPath(owner, middle(index % 3), middle(Math.floor(index / 3)), cell * 1.3) }));
  });
  for (const [from, to] of board.lines ?? []) {
    const [a, b] = [from, to].map((end) => ultimate
      ? [places.x((Number(end) % 3) * 3) + cell * 1.5, places.y(Math.floor(Number(end) / 3) * 3) + cell * 1.5]
      : [places.x(end.charCodeAt(0) - 97) + cell / 2, places.y(Number(end.slice(1)) - 1) + cell / 2]);
    group.append(svg("path", { class: "through", "stroke-width": cell * 0.09, d: `M${a[0]} ${a[1]}L${b[0]} ${b[1]}` }));
  }
  return group;
}

/** Draw a board that can be read cell by cell. @param {SVGSVGElement} root @param {Board} board @param {Size} size */
export function drawGrid(root, board, size) {
  const side = 300;
  const ultimate = board.boards !== "";
  const places = new Places(size, side, ultimate);
  root.setAttribute("viewBox", `-4 -4 ${side + 8} ${side + 8}`);
  const picture = boardGroup(board, size, side);
  picture.setAttribute("aria-hidden", "true");
  const rows = marksOf(board.position, ultimate).map((row, r) => svg("g", { role: "row" }, ...row.map((mark, c) => svg("rect", {
    role: "gridcell", "data-cell": nameOf(r, c), "aria-label": `${nameOf(r, c)}, ${mark === "." ? "empty" : mark}`, fill: "transparent",
    x: places.x(c), y: places.y(r), width: places.cell, height: places.cell,
  }))));
  root.replaceChildren(picture, ...rows);
}
