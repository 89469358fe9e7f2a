// Small boards of a search: as a group to put into a picture, and as a grid that can be read aloud.

import { nameOf } from "./layout.js";
import { markShape, svg as empty } from "./marks.js";

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
  const made = empty(tag, attributes);
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
  const marks = svg("g");
  let grid = "";
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
    if (mark !== ".") marks.append(markShape(mark, places.x(c) + cell / 2, places.y(r) + cell / 2, cell * 0.34, false, r + 2 * c));
    if (nameOf(r, c) === board.move) group.append(svg("rect", { class: "fresh", x: places.x(c) + cell * 0.08, y: places.y(r) + cell * 0.08, width: cell * 0.84, height: cell * 0.84, rx: cell * 0.12 }));
  }));
  group.append(svg("path", { class: "cells", d: grid || "M0 0" }), marks);
  [...board.boards].forEach((owner, index) => {
    if (owner !== "X" && owner !== "O") return;
    const middle = (/** @type {number} */ i) => places.x(i * 3) + cell * 1.5;
    group.append(svg("g", { class: "won" }, markShape(owner, middle(index % 3), middle(Math.floor(index / 3)), cell * 1.3)));
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
