// A tree of boards to work on: a nested list, side by side where there is room and indented where there is not.

import { svg, boardGroup } from "./stepper-board.js";
import { make } from "./page.js";

/** @typedef {import("./types.js").LessonNode} LessonNode */
/** @typedef {{element: HTMLElement, node: LessonNode, control: HTMLElement | null}} Place */

const SIZE = { columns: 3, rows: 3 };

export class GameTree {
  /** @param {LessonNode} root @param {(node: LessonNode) => HTMLElement | null} control what stands below a board */
  constructor(root, control) {
    this.control = control;
    /** @type {Map<number, Place>} */
    this.places = new Map();
    this.element = make("ul", "", "game-tree");
    this.element.append(this.item(root, null));
  }

  /** @param {LessonNode} node @param {LessonNode | null} parent @returns {HTMLLIElement} */
  item(node, parent) {
    const item = make("li");
    const board = make("div", "", "board-node");
    const picture = svg("svg", { viewBox: "-6 -6 112 112", "aria-hidden": "true" }, boardGroup({ ...node, boards: "" }, SIZE, 100));
    const move = make("span", node.move ? `${parent?.to_move} ${node.move}` : `${node.to_move} to move`, "way");
    const control = this.control(node);
    board.append(move, make("span", node.said, "hidden-title"), picture);
    if (node.label) board.append(make("b", node.label, "label"));
    if (control) board.append(control);
    item.append(board);
    if (node.to_move) item.dataset.takes = node.to_move === "X" ? "highest" : "lowest";
    if (node.children.length) {
      const list = make("ul");
      list.append(...node.children.map((child) => this.item(child, node)));
      item.append(list);
    }
    this.places.set(node.number, { element: board, node, control });
    return item;
  }

  /** A board and all below it. @param {number} number @returns {number[]} */
  below(number) {
    const node = this.places.get(number)?.node;
    return node ? [number, ...node.children.flatMap((child) => this.below(child.number))] : [];
  }

  /** Say of a board whether its answer is right. @param {number | null} number @param {string} state */
  mark(number, state) {
    if (number !== null) this.places.get(number)?.element.setAttribute("data-state", state);
  }
}
