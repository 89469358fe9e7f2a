// Notes on a board: the moves of a line in numbered discs, and a move that was tried and refuted.

import { svg } from "./marks.js";

/** @typedef {import("./board.js").BoardView} BoardView */

/** Number the cells of a line; they go with the next draw(). @param {BoardView} board @param {string[]} moves @param {string} first whose move the first one is */
export function numberMoves(board, moves, first) {
  const second = first === "X" ? "O" : "X";
  moves.forEach((name, index) => {
    const cell = board.cells.get(name);
    if (!cell) return;
    const { x, y } = board.layout.boxOf(cell, 4);
    const disc = svg("g", { class: `disc ${(index % 2 ? second : first).toLowerCase()}`, transform: `translate(${x} ${y})` });
    const number = board.layout.text(0, 10, String(index + 1), "disc-text");
    disc.append(svg("circle", { r: 23 }), number);
    board.above.append(disc);
  });
}

/** Frame a move that was wrong. @param {BoardView} board @param {string} name */
export function showTried(board, name) {
  const cell = board.cells.get(name);
  if (cell) board.above.append(svg("rect", { class: "tried", ...board.layout.boxOf(cell, 7), rx: 10 }));
}
