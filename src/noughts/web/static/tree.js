// Moves with variations: a tree that is walked, written as text for a link, and read from it.

import { make } from "./page.js";

/** @typedef {{move: string, parent: MoveNode | null, children: MoveNode[]}} MoveNode */

export class MoveTree {
  constructor() {
    /** @type {MoveNode} */
    this.root = { move: "", parent: null, children: [] };
    this.current = this.root;
  }

  /** Moves with variations in brackets: `e5 d4 (d5 e6) a1`, each an alternative to the move before it. @param {string} text */
  static read(text) {
    const tree = new MoveTree();
    /** @type {MoveNode[]} */
    const waiting = [];
    for (const token of text.match(/[()]|[a-z]\d+/gi) ?? []) {
      if (token === "(") {
        waiting.push(tree.current);
        tree.current = tree.current.parent ?? tree.root;
      } else if (token === ")") tree.current = waiting.pop() ?? tree.root;
      else tree.play(token.toLowerCase());
    }
    return tree;
  }

  /** Go on with a move: along a line that is there, or into a new one. @param {string} move */
  play(move) {
    const known = this.current.children.find((child) => child.move === move);
    const node = known ?? { move, parent: this.current, children: [] };
    if (!known) this.current.children.push(node);
    this.current = node;
  }

  /** The moves that lead to a node. @param {MoveNode} [node] @returns {string[]} */
  path(node = this.current) {
    return node.parent ? [...this.path(node.parent), node.move] : [];
  }

  /** As `read` reads it. @param {MoveNode} [node] @returns {string} */
  text(node = this.root) {
    const [main, ...others] = node.children;
    if (!main) return "";
    const variations = others.map((other) => `(${[other.move, this.text(other)].filter(Boolean).join(" ")})`);
    return [main.move, ...variations, this.text(main)].filter(Boolean).join(" ");
  }

  /** All nodes in the order of the text, the root first. @param {MoveNode} [node] @returns {MoveNode[]} */
  nodes(node = this.root) {
    const [main, ...others] = node.children;
    if (!main) return [node];
    return [node, main, ...others.flatMap((other) => this.nodes(other)), ...this.nodes(main).slice(1)];
  }

  /** Step by keys: back, on, or to the line beside this one. @param {string} key @returns {boolean} whether there is such a key */
  step(key) {
    const { parent, children } = this.current;
    const line = parent?.children ?? [this.current];
    const at = line.indexOf(this.current);
    /** @type {Record<string, () => MoveNode | null | undefined>} */
    const steps = { ArrowLeft: () => parent, ArrowRight: () => children[0], ArrowUp: () => line[at - 1], ArrowDown: () => line[at + 1], Home: () => this.root, End: () => this.end() };
    if (!(key in steps)) return false;
    this.current = steps[key]() ?? this.current;
    return true;
  }

  /** The last move of the line that is followed. */
  end() {
    let node = this.current;
    while (node.children.length) [node] = node.children;
    return node;
  }

  /** Take away the move that is shown, and all that follows it. */
  remove() {
    const { parent } = this.current;
    if (!parent) return;
    parent.children = parent.children.filter((child) => child !== this.current);
    this.current = parent;
  }
}

/**
 * The tree as lines of buttons, variations indented below the move they replace.
 * @param {MoveTree} tree
 * @param {(node: MoveNode) => void} show
 */
export function drawTree(tree, show) {
  const list = make("div", "", "tree-lines");
  /** @param {MoveNode} node @param {number} ply @param {boolean} first */
  const button = (node, ply, first) => {
    const made = make("button", node.move);
    made.type = "button";
    if (node === tree.current) made.setAttribute("aria-current", "step");
    made.addEventListener("click", () => show(node));
    const number = ply % 2 === 0 || first ? make("span", `${ply / 2 + 1 | 0}${ply % 2 ? " …" : ""}`, "number") : "";
    const pair = make("span", "", "ply");
    pair.append(number, made);
    return pair;
  };
  /** @param {MoveNode} node @param {number} ply @param {HTMLElement} line @param {boolean} first */
  const follow = (node, ply, line, first) => {
    const [main, ...others] = node.children;
    if (!main) return;
    line.append(button(main, ply, first));
    for (const other of others) {
      const variation = make("div", "", "variation");
      variation.append(button(other, ply, true));
      follow(other, ply + 1, variation, false);
      line.append(variation);
    }
    follow(main, ply + 1, line, others.length > 0);
  };
  follow(tree.root, 0, list, true);
  return list;
}
