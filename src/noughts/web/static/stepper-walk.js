// A search as it is walked: which step is where, in a tree whose parts are fetched when somebody goes there.

/** @typedef {import("./types.js").Search} Search */
/** @typedef {import("./types.js").SearchNode} SearchNode */
/** @typedef {"enter" | "leaf" | "back" | "cut" | "return" | "fold"} Kind */
/** @typedef {{at: number, node: Node, kind: Kind, text: string, alpha: number, beta: number}} Step */

/** One visited position. Steps are counted over the whole search, whatever of it is here. */
export class Node {
  /** @param {SearchNode} told @param {Node | null} parent @param {number} base the step that enters it */
  constructor(told, parent, base) {
    this.told = told;
    this.parent = parent;
    this.base = base;
    /** @type {number} */
    this.depth = parent ? parent.depth + 1 : 0;
    this.end = base + told.steps - 1; // the step that leaves it
    /** @type {Node[]} */
    this.children = [];
    this.addChildren();
  }

  addChildren() {
    let at = this.base + 1;
    this.children = (this.told.children ?? []).map((told) => {
      const child = new Node(told, this, at);
      at = child.end + 2; // one step more: what the child brings
      return child;
    });
  }

  /** Whether there is more below it than is here. */
  get folded() {
    return this.told.visited > 1 && this.children.length === 0;
  }

  get key() {
    return String(this.base);
  }

  /** This node and those above it, the root first. @returns {Node[]} */
  path() {
    return [...(this.parent?.path() ?? []), this];
  }

  /** The children whose answers are in at a step. @param {number} at */
  answered(at) {
    return this.children.filter((child) => child.end < at);
  }

  /** The child that gives the best so far. @param {number} at @returns {Node | null} */
  best(at) {
    const sign = this.told.to_move === "X" ? 1 : -1;
    /** @type {Node | null} */
    let best = null;
    for (const child of this.answered(at)) if (!best || sign * child.told.score > sign * best.told.score) best = child;
    return best;
  }

  /** Whether its last moves are known not to be needed. @param {number} at */
  isCut(at) {
    return this.told.cut.length > 0 && at >= this.end - 1;
  }
}

export class Walk {
  /**
   * @param {Search} search
   * @param {boolean} windows whether the search has a window: alpha-beta
   * @param {(node: SearchNode, ply: number) => Promise<SearchNode>} [ask] fetches a node in full
   */
  constructor(search, windows, ask) {
    this.search = search;
    this.windows = windows;
    this.ask = ask;
    this.root = new Node(search.root, null, 0);
    this.total = search.root.steps;
  }

  /** @param {number} at @returns {Step} */
  step(at) {
    let node = this.root;
    for (;;) {
      const below = node.children.find((child) => child.base <= at && at <= child.end);
      if (!below) break;
      node = below;
    }
    const [kind, said] = this.kindAt(node, at);
    return { at, node, kind, text: node.told.said[said], ...this.window(node, at) };
  }

  /** What happens at a step that is a node's own, and which of its sentences tells it. @param {Node} node @param {number} at @returns {[Kind, number]} */
  kindAt(node, at) {
    const { told } = node;
    if (told.visited === 1) return ["leaf", 0];
    if (at === node.base) return ["enter", 0];
    if (node.folded) return ["fold", 1];
    if (at === node.end) return ["return", told.said.length - 1];
    if (node.isCut(at)) return ["cut", told.said.length - 2];
    return ["back", node.answered(at).length];
  }

  /** The window of a node at a step, for X. @param {Node} node @param {number} at */
  window(node, at) {
    let [alpha, beta] = [node.told.alpha ?? -Infinity, node.told.beta ?? Infinity];
    const best = node.best(at);
    if (this.windows && best) {
      if (node.told.to_move === "X") alpha = Math.max(alpha, best.told.score);
      else beta = Math.min(beta, best.told.score);
    }
    return { alpha, beta };
  }

  /** Fetch what a step needs to be told by itself. @param {number} at @returns {Promise<Step>} */
  async reach(at) {
    let step = this.step(at);
    while (step.kind === "fold" && this.ask) {
      await this.unfold(step.node);
      step = this.step(at);
    }
    return step;
  }

  /** @param {Node} node */
  async unfold(node) {
    if (!this.ask) return;
    const found = await this.ask(node.told, node.depth);
    node.told = { ...node.told, children: found.children, chosen: found.chosen, cut: found.cut, said: [node.told.said[0], ...found.said.slice(1)] };
    renumber(found.children ?? [], node.told.number - 1);
    node.addChildren();
  }

  /** The first cut after a step; null when there is none. @param {number} at @returns {Promise<number | null>} */
  async nextCut(at) {
    /** @param {Node} node @returns {Promise<number | null>} */
    const within = async (node) => {
      if (node.end <= at || node.told.steps < 4) return null;
      if (node.folded) await this.unfold(node);
      for (const child of node.children) {
        const found = await within(child);
        if (found !== null) return found;
      }
      return node.told.cut.length && node.end - 1 > at ? node.end - 1 : null;
    };
    return within(this.root);
  }

  /** Where the next step goes when nobody looks below. @param {number} at */
  over(at) {
    const { node } = this.step(at);
    const next = node.children.find((child) => child.base === at + 1);
    return Math.min(this.total - 1, next ? next.end + 1 : node.folded ? node.end + 1 : at + 1);
  }

  /** The step at which the node gives its answer; from there, that of its parent. @param {number} at */
  out(at) {
    const { node } = this.step(at);
    return at < node.end ? node.end : node.parent?.end ?? at;
  }

  /** How many positions were looked at. @param {Step} step */
  looked({ at, node, kind }) {
    const last = kind === "fold" ? node : node.answered(at).at(-1);
    return last ? last.told.number + last.told.visited - 1 : node.told.number;
  }

  /** How many positions the cuts up to a step save; null when some of them are not here. @param {number} at @returns {number | null} */
  saved(at) {
    let known = true;
    /** @param {Node} node @returns {number} */
    const below = (node) => {
      if (node.base > at) return 0;
      if (node.folded && at > node.base) known = false;
      const own = node.isCut(at) ? node.told.cut : [];
      if (own.some((cut) => cut.visited === null)) known = false;
      return own.reduce((sum, cut) => sum + (cut.visited ?? 0), 0) + node.children.reduce((sum, child) => sum + below(child), 0);
    };
    const saved = this.windows ? below(this.root) : 0;
    return known ? saved : null;
  }
}

/** Numbers of a part are counted from its own root. @param {SearchNode[]} nodes @param {number} before */
function renumber(nodes, before) {
  for (const node of nodes) {
    node.number += before;
    renumber(node.children ?? [], before);
  }
}

/** A score or a bound for X as it is written; the twin of Scale.text. @param {number} score @param {boolean} plain */
export function shown(score, plain) {
  if (!Number.isFinite(score)) return score > 0 ? "+∞" : "−∞";
  if (!plain && Math.abs(score) > 29_000) return `${score > 0 ? "X" : "O"}+${30_000 - Math.abs(score) || ""}`;
  return score > 0 ? `+${score}` : score < 0 ? `−${-score}` : "0";
}
