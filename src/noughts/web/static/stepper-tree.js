// The tree of a search as far as it matters at a step: laid out without overlaps, drawn, dragged, with a map when large.

import { boardGroup, svg, words } from "./stepper-board.js";

/** @typedef {import("./stepper-walk.js").Node} Node */
/** @typedef {import("./stepper-walk.js").Step} Step */
/** @typedef {import("./stepper-walk.js").Walk} Walk */
/** @typedef {import("./types.js").CutMove} CutMove */
/** @typedef {{key: string, node: Node | null, cut: CutMove | null, more: string, parent: Item | null, children: Item[], depth: number, x: number}} Item */
/** @typedef {{group: SVGGElement, edge: SVGPathElement, pill: SVGTextElement, note: SVGTextElement}} Drawn */

const SIDE = 88; // of a board
const WIDTH = 122;
const HEIGHT = 184;
const TOP = 78;
const SMALLEST = 0.62; // below that boards cannot be read: then the tree is dragged
const OPEN_TREE = 40; // so many positions are shown at once
const FAMILY = 12; // so many children stand side by side

export class TreeView {
  /** @param {SVGSVGElement} root @param {SVGSVGElement} map @param {(node: Node) => void} jump */
  constructor(root, map, jump) {
    this.root = root;
    this.map = map;
    this.jump = jump;
    this.edges = svg("g");
    this.nodes = svg("g");
    this.lanes = svg("g", { class: "lanes" });
    const hatch = svg("pattern", { id: "stepper-hatch", width: 9, height: 9, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, svg("rect", { width: 2.5, height: 9 }));
    root.replaceChildren(svg("defs", {}, hatch), this.lanes, this.edges, this.nodes);
    /** @type {Map<string, Drawn>} */
    this.drawn = new Map();
    /** @type {Item[]} */
    this.items = [];
    /** @type {Set<Node>} */
    this.open = new Set();
    this.only = ""; // the move of the root whose subtree alone is shown
    this.hasMap = false; // whether the tree is larger than its place
    this.view = { x: 0, y: 0, width: 1, height: 1 };
    this.listen();
  }

  listen() {
    /** @type {{x: number, y: number} | null} */
    let held = null;
    this.root.addEventListener("pointerdown", (event) => { held = { x: event.clientX, y: event.clientY }; });
    addEventListener("pointerup", () => { held = null; });
    this.root.addEventListener("pointermove", (event) => {
      if (!held || !this.hasMap) return;
      const scale = this.view.width / this.root.clientWidth;
      this.pan((held.x - event.clientX) * scale, (held.y - event.clientY) * scale);
      held = { x: event.clientX, y: event.clientY };
    });
    this.map.addEventListener("click", (event) => {
      const box = this.map.getBoundingClientRect();
      const [x, y, width, height] = (this.map.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
      const at = { x: x + ((event.clientX - box.left) / box.width) * width, y: y + ((event.clientY - box.top) / box.height) * height };
      this.pan(at.x - this.view.x - this.view.width / 2, at.y - this.view.y - this.view.height / 2);
    });
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.view = { ...this.view, x: this.view.x + dx, y: this.view.y + dy };
    this.aim();
  }

  clear() {
    this.drawn.clear();
    this.nodes.replaceChildren();
    this.edges.replaceChildren();
    this.open.clear();
  }

  /** @param {Walk} walk @param {Step} step */
  draw(walk, step) {
    const path = new Set(step.node.path());
    const whole = walk.root.told.visited <= OPEN_TREE;
    /** @param {Node} node */
    const isOpen = (node) => whole || path.has(node) || this.open.has(node);
    const root = itemsOf(walk.root, null, isOpen, step);
    place(root, !whole);
    this.items = [];
    for (const queue = [root]; queue.length;) {
      const item = /** @type {Item} */ (queue.pop());
      this.items.push(item);
      queue.push(...item.children);
    }
    const wanted = new Set(this.items.map((item) => item.key));
    for (const [key, { group, edge }] of this.drawn) if (!wanted.has(key)) {
      group.remove();
      edge.remove();
      this.drawn.delete(key);
    }
    for (const item of this.items) this.drawItem(item, walk, step, path);
    this.follow(step);
    this.rise(step);
  }

  /** The value of the child that has just answered goes up to its parent. @param {Step} step */
  rise(step) {
    const child = step.kind === "back" ? step.node.answered(step.at).at(-1) : undefined;
    const from = this.items.find((item) => item.node === child);
    if (!child || !from?.parent || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const value = words(from.x, yOf(from) + SIDE / 2 + 26, child.told.label, "pill");
    const flying = svg("g", { class: "node rising" }, value);
    this.nodes.append(flying);
    const [x, y] = [from.parent.x - from.x, yOf(from.parent) - yOf(from)];
    const flight = flying.animate([{ transform: "none" }, { transform: `translate(${x}px, ${y}px)`, opacity: 0.2 }], { duration: 350, easing: "ease-in-out" });
    flight.onfinish = () => flying.remove();
    flight.oncancel = () => flying.remove();
  }

  /** @param {Item} item @param {Walk} walk */
  make(item, walk) {
    const group = svg("g", { class: "node" });
    const edge = svg("path", { class: "edge" });
    const pill = words(0, SIDE / 2 + 26, "", "pill");
    const note = words(0, SIDE / 2 + 46, "", "note");
    const shape = item.node ? item.node.told : item.cut;
    if (shape) {
      const board = boardGroup(shape, walk.search, SIDE);
      board.setAttribute("transform", `translate(${-SIDE / 2} ${-SIDE / 2})`);
      group.append(svg("rect", { class: "card", x: -SIDE / 2 - 6, y: -SIDE / 2 - 6, width: SIDE + 12, height: SIDE + 12, rx: 9 }), board);
      if (shape.move) group.append(words(0, -SIDE / 2 - 14, `${item.parent?.node?.told.to_move} ${shape.move}`, "tried"));
    }
    group.append(pill, note);
    const { node } = item;
    if (node) {
      group.append(svg("g", { class: "tick", transform: `translate(${SIDE / 2 + 2} ${-SIDE / 2 - 2})` }, svg("circle", { r: 13 }), svg("path", { d: "M-5.5 0l4 4.500L6-4.500" })));
      group.addEventListener("click", () => this.jump(node));
    }
    if (item.cut) group.append(svg("path", { class: "scissors", transform: `translate(30 ${-SIDE / 2 - 32}) scale(.9)`, d: SCISSORS }));
    this.edges.append(edge);
    this.nodes.append(group);
    const made = { group, edge, pill, note };
    this.drawn.set(item.key, made);
    return made;
  }

  /** @param {Item} item @param {Walk} walk @param {Step} step @param {Set<Node>} path */
  drawItem(item, walk, step, path) {
    const { group, edge, pill, note } = this.drawn.get(item.key) ?? this.make(item, walk);
    const y = yOf(item);
    group.setAttribute("transform", `translate(${item.x.toFixed(1)} ${y})`);
    const { node, parent } = item;
    const parentNode = parent?.node ?? null;
    const state = !node ? (item.cut ? (parentNode?.isCut(step.at) ? "cut" : "ghost") : "more") : node.base > step.at ? "ghost" : path.has(node) ? "path" : "seen";
    const best = node && parentNode && parentNode.best(step.at) === node;
    const dim = this.only && branchOf(item) !== this.only ? " dim" : "";
    const wrong = `${node?.told.right ? " wrong" : ""}${node?.told.parts ? " parts" : ""}`;
    group.setAttribute("class", `node ${state}${node === step.node ? " here" : ""}${best ? " best" : ""}${wrong}${dim}`);
    pill.textContent = node && state !== "ghost" ? valueAt(node, step) : item.more;
    pill.setAttribute("class", `pill${node ? "" : " plain"}`);
    note.textContent = noteOf(item, state, step);
    if (!parent) return;
    const [x1, y1, y2] = [parent.x, yOf(parent) + SIDE / 2 + 34, y - SIDE / 2 - (item.more ? -10 : 30)];
    edge.setAttribute("class", `edge ${state === "seen" && best ? "best" : state}${dim}`);
    edge.setAttribute("d", `M${x1.toFixed(1)} ${y1}C${x1.toFixed(1)} ${(y1 + y2) / 2} ${item.x.toFixed(1)} ${(y1 + y2) / 2} ${item.x.toFixed(1)} ${y2}`);
  }

  /** Show the whole tree where it can be read, else what is around the step. @param {Step} step */
  follow(step) {
    const xs = this.items.map((item) => item.x);
    const [left, right] = [Math.min(...xs) - WIDTH / 2, Math.max(...xs) + WIDTH / 2];
    const depth = Math.max(...this.items.map((item) => item.depth));
    const bounds = { x: left, y: 0, width: right - left, height: TOP + depth * HEIGHT + SIDE / 2 + 56 };
    const [wide, high] = [this.root.clientWidth || 800, this.root.clientHeight || 500];
    const fit = Math.min(wide / bounds.width, high / bounds.height, 1.25);
    const scale = Math.max(fit, SMALLEST);
    const here = this.items.find((item) => item.node === step.node);
    const [width, height] = [wide / scale, high / scale];
    /** @param {number} middle @param {number} size @param {number} start @param {number} length */
    const clamp = (middle, size, start, length) => size >= length ? start + (length - size) / 2 : Math.max(start, Math.min(start + length - size, middle - size / 2));
    this.view = { x: clamp(here?.x ?? 0, width, bounds.x, bounds.width), y: clamp(here ? yOf(here) : 0, height, bounds.y, bounds.height), width, height };
    if (height > bounds.height) this.view.y = Math.min(0, (bounds.height - height) / 2);
    this.lanes.replaceChildren(...Array.from({ length: Math.ceil((depth + 1) / 2) }, (_, row) => svg("rect", { x: bounds.x - 5000, width: bounds.width + 10000, y: row * 2 * HEIGHT + 14, height: HEIGHT - 8 })));
    this.hasMap = fit < SMALLEST;
    this.map.toggleAttribute("hidden", !this.hasMap);
    if (this.hasMap) {
      this.map.setAttribute("viewBox", `${bounds.x} ${bounds.y} ${bounds.width} ${bounds.height}`);
      this.map.replaceChildren(...this.items.filter((item) => !item.more).map((item) => svg("rect", { class: this.drawn.get(item.key)?.group.getAttribute("class") ?? "", x: item.x - SIDE / 2, y: yOf(item) - SIDE / 2, width: SIDE, height: SIDE })), svg("rect", { class: "view" }));
    }
    this.aim();
  }

  aim() {
    const { x, y, width, height } = this.view;
    this.root.setAttribute("viewBox", `${x.toFixed(1)} ${y.toFixed(1)} ${width.toFixed(1)} ${height.toFixed(1)}`);
    const frame = this.map.querySelector(".view");
    for (const [name, value] of Object.entries({ x, y, width, height })) frame?.setAttribute(name, value.toFixed(1));
  }
}

const SCISSORS = "M20 5 8.200 14.600M20 19 8.200 9.400M8.500 7.400a2.900 2.900 0 1 1-5.800 0a2.900 2.900 0 1 1 5.800 0M8.500 16.600a2.900 2.900 0 1 1-5.800 0a2.900 2.900 0 1 1 5.800 0";

/** @param {Item} item */
function yOf(item) {
  return TOP + item.depth * HEIGHT;
}

/** The value of a node as it is known at a step. @param {Node} node @param {Step} step */
export function valueAt(node, step) {
  if (step.at >= node.end || (node === step.node && step.kind === "fold")) return node.told.label;
  const best = node.best(step.at);
  return best ? `${best.told.label} …` : "?";
}

/** @param {Item} item @param {string} state @param {Step} step */
function noteOf(item, state, step) {
  if (item.cut && state === "cut") return item.cut.visited === null ? "not needed" : `${item.cut.visited.toLocaleString("en")} saved`;
  const { node } = item;
  if (node?.told.right && state !== "ghost" && step.at >= node.end) return `right: ${node.told.right}`;
  const hidden = node && node.told.visited > 1 && item.children.length === 0 && state !== "ghost" && step.at >= node.end;
  return hidden ? `${node.told.visited.toLocaleString("en")} positions` : "";
}

/** The move of the root that an item lies below. @param {Item} item @returns {string} */
function branchOf(item) {
  return item.depth <= 1 ? item.node?.told.move ?? item.cut?.move ?? "" : item.parent ? branchOf(item.parent) : "";
}

/** @param {Node} node @param {Item | null} parent @param {(node: Node) => boolean} isOpen @param {Step} step @returns {Item} */
function itemsOf(node, parent, isOpen, step) {
  /** @type {Item} */
  const item = { key: node.key, node, cut: null, more: "", parent, children: [], depth: node.depth, x: 0 };
  if (!isOpen(node)) return item;
  const family = [...node.children, ...node.told.cut];
  const now = Math.max(0, node.children.filter((child) => child.base <= step.at).length - 1);
  const from = family.length <= FAMILY ? 0 : Math.max(0, Math.min(now - 3, family.length - FAMILY + 2));
  const to = family.length <= FAMILY ? family.length : Math.min(family.length, from + FAMILY - 2);
  /** @param {number} count @param {string} words @returns {Item[]} */
  const more = (count, words) => count ? [{ key: `${node.key} ${words}`, node: null, cut: null, more: `${count} ${words}`, parent: item, children: [], depth: node.depth + 1, x: 0 }] : [];
  item.children = [
    ...more(from, "earlier"),
    ...family.slice(from, to).map((each) => "told" in each
      ? itemsOf(each, item, isOpen, step)
      : { key: `${node.key} ${each.move}`, node: null, cut: each, more: "", parent: item, children: [], depth: node.depth + 1, x: 0 }),
    ...more(family.length - to, "later"),
  ];
  return item;
}

/**
 * Give every item its place: subtrees as near to each other as their outlines allow, parents in the middle.
 * @param {Item} root
 * @param {boolean} straight whether parents stand above the child that is open, so that the path goes straight down
 */
function place(root, straight) {
  /** @param {Item} item @returns {{left: number[], right: number[]}} outlines by level, from the item on */
  const settle = (item) => {
    /** @type {{left: number[], right: number[]}} */
    const all = { left: [], right: [] };
    const offsets = item.children.map((child) => {
      const own = settle(child);
      const shift = Math.max(0, ...own.left.map((edge, level) => level < all.right.length ? all.right[level] - edge : -Infinity));
      own.left.forEach((edge, level) => { if (level >= all.left.length) all.left.push(edge + shift); });
      own.right.forEach((edge, level) => { all.right[level] = edge + shift; });
      return shift;
    });
    const open = straight ? item.children.findIndex((child) => child.children.length) : -1;
    const middle = open >= 0 ? offsets[open] : offsets.length ? (offsets[0] + offsets[offsets.length - 1]) / 2 : 0;
    item.children.forEach((child, i) => { child.x = offsets[i] - middle; });
    const half = (item.more ? 0.7 : 1) * WIDTH / 2;
    return { left: [-half, ...all.left.map((edge) => edge - middle)], right: [half, ...all.right.map((edge) => edge - middle)] };
  };
  settle(root);
  /** @param {Item} item */
  const move = (item) => { for (const child of item.children) { child.x += item.x; move(child); } };
  move(root);
}
