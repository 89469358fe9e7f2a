// <search-stepper>: a search that can be walked through, step by step, there and back. It draws what the library heard.

import { drawGrid, svg } from "./stepper-board.js";
import { BUTTONS, ICONS, MARKUP, PANELS } from "./stepper-markup.js";
import { CODE, drawMarks, drawStack, drawWindow, liveLine } from "./stepper-parts.js";
import { TreeView, valueAt } from "./stepper-tree.js";
import { Walk } from "./stepper-walk.js";

/** @typedef {import("./stepper-walk.js").Node} Node */
/** @typedef {import("./stepper-walk.js").Step} Step */
/** @typedef {import("./types.js").Search} Search */
/** @typedef {import("./types.js").SearchNode} SearchNode */

const SECONDS = 0.9; // a step when it runs by itself

export class SearchStepper extends HTMLElement {
  /** @type {Walk | null} */
  walk = null;
  at = 0;
  from = 0;
  to = Infinity;
  timer = 0;
  frame = 0;
  /** @type {(() => void) | null} */
  unlisten = null;

  connectedCallback() {
    if (this.childElementCount) return;
    this.innerHTML = MARKUP;
    if (this.dataset.part !== undefined) for (const part of this.querySelectorAll("section")) part.removeAttribute("aria-label"); // no landmarks: there may be several
    this.tree = new TreeView(this.piece(".branches", SVGSVGElement), this.piece(".map", SVGSVGElement), (node) => void this.go(node.base));
    this.range = this.piece("input", HTMLInputElement);
    this.range.addEventListener("input", () => this.scrub(Number(this.range?.value) - 1));
    this.range.addEventListener("change", () => void this.go(Number(this.range?.value) - 1));
    this.piece(".buttons", HTMLElement).append(...BUTTONS.map(([name, words, key]) => this.button(name, words, key)));
    this.piece(".panels", HTMLElement).append(...Object.entries(PANELS).map(([name, words]) => {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: words });
      button.dataset.shows = name;
      button.addEventListener("click", () => this.showPanel(name));
      return button;
    }));
    this.showPanel("now");
    const onKey = (/** @type {KeyboardEvent} */ event) => this.onKey(event);
    const onResize = () => this.draw();
    document.addEventListener("keydown", onKey);
    addEventListener("resize", onResize);
    this.unlisten = () => {
      document.removeEventListener("keydown", onKey);
      removeEventListener("resize", onResize);
    };
  }

  disconnectedCallback() {
    this.stop();
    this.unlisten?.();
  }

  /**
   * Show a search; it starts stopped.
   * @param {Search} search
   * @param {{windows: boolean, at?: number, from?: number, to?: number, title?: string, ask?: (node: SearchNode, ply: number) => Promise<SearchNode>}} options `from` and `to` are the first and last step to go to, `title` is of a search that is somebody else's
   */
  async show(search, { windows, at = 0, from = 0, to = Infinity, title, ask }) {
    this.stop();
    [this.from, this.to] = [from || 0, to >= from ? to : Infinity];
    this.walk = new Walk(search, windows, ask);
    this.tree?.clear();
    const turn = search.root.outcome ?? `${search.root.to_move} to move`;
    this.piece(".treehead h2", HTMLElement).textContent = title ?? `${windows ? "Alpha-beta" : "Minimax"}, ${turn}`;
    this.toggleAttribute("data-own", title !== undefined);
    this.piece(".code ol", HTMLElement).replaceChildren(...CODE[windows ? "alphabeta" : "minimax"].map((text) => {
      const line = document.createElement("li");
      line.textContent = text;
      return line;
    }));
    this.drawMoves();
    if (this.range) this.range.max = String(this.walk.total);
    const total = this.walk.total.toLocaleString("en");
    const there = at >= 0 && at < this.walk.total;
    this.problem(there ? "" : `There is no step${Number.isNaN(at) ? " of that name" : ` ${at + 1}`}: this search has ${total}.`);
    await this.go(at || 0);
  }

  /** The last step that can be gone to. */
  get last() {
    return Math.min(this.to, (this.walk?.total ?? 1) - 1);
  }

  /** @param {number} wanted */
  within(wanted) {
    return Math.min(this.last, Math.max(this.from, wanted));
  }

  /** @param {string} name */
  showPanel(name) {
    this.dataset.panel = name;
    for (const button of this.querySelectorAll(".panels button")) button.setAttribute("aria-pressed", String(button instanceof HTMLElement && button.dataset.shows === name));
    this.draw();
  }

  /** @param {string} text */
  problem(text) {
    this.piece(".problem", HTMLElement).textContent = text;
  }

  /** Go to a step, and fetch what it needs. @param {number} wanted */
  async go(wanted) {
    const { walk } = this;
    if (!walk) return;
    const at = this.within(wanted);
    this.at = at;
    this.draw();
    if (walk.step(at).kind === "fold" && walk.ask) {
      this.setAttribute("aria-busy", "true");
      await this.trying(() => walk.reach(at));
      this.removeAttribute("aria-busy");
      if (this.walk === walk) this.drawMarks();
      if (this.at === at && this.walk === walk) this.draw();
    }
    this.dispatchEvent(new CustomEvent("step", { detail: at }));
  }

  /** Draw once a frame, however fast the knob moves. @param {number} at */
  scrub(at) {
    this.stop();
    this.at = this.within(at);
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  }

  /** @param {() => Promise<unknown>} action */
  async trying(action) {
    try {
      await action();
      this.problem("");
    } catch (error) {
      this.problem(error instanceof Error ? error.message : String(error));
      this.stop();
    }
  }

  /** @param {string} name */
  async act(name) {
    const { walk, at } = this;
    if (!walk) return;
    if (name !== "run") this.stop();
    if (name === "run") this.run();
    else if (name === "first") await this.go(0);
    else if (name === "back") await this.go(at - 1);
    else if (name === "next") await this.go(at + 1);
    else if (name === "over") await this.go(walk.over(at));
    else if (name === "out") await this.go(walk.out(at));
    else if (name === "last") await this.go(walk.total - 1);
    else if (name === "cut") await this.trying(async () => {
      const found = await walk.nextCut(at);
      this.drawMarks();
      if (found === null) throw new Error(walk.windows ? "There is no cut after this step." : "Minimax cuts nothing.");
      await this.go(found);
    });
    else this.sibling(name === "before" ? -1 : 1);
  }

  /** Go to the move before or after. @param {number} by */
  sibling(by) {
    const node = this.walk?.step(this.at).node;
    const family = node?.parent?.children ?? [];
    const next = node && family[family.indexOf(node) + by];
    if (next) void this.go(next.base);
  }

  run() {
    if (this.timer) {
      this.stop();
      return;
    }
    const end = this.last;
    if (this.at >= end) void this.go(0);
    this.timer = window.setInterval(() => {
      if (this.at >= end) this.stop();
      else void this.go(this.at + 1);
    }, SECONDS * 1000);
    this.pressed(true);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.pressed(false);
  }

  /** @param {boolean} running */
  pressed(running) {
    this.querySelector("[data-act=run]")?.setAttribute("aria-pressed", String(running));
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const target = event.target instanceof Element ? event.target : document.body;
    const mine = this.contains(target) || (target === document.body && this.dataset.part === undefined); // one of many figures leaves the page its keys
    if (event.ctrlKey || event.metaKey || event.altKey || !mine) return;
    if (target.matches("select, textarea, input:not([type=range])")) return;
    /** @type {Record<string, string>} */
    const keys = { ArrowRight: "next", ArrowLeft: "back", Home: "first", End: "last", " ": "run", o: "over", u: "out", c: "cut", "[": "before", "]": "after" };
    const name = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (event.key.toLowerCase() === "f") this.keepOpen();
    else if (!name || (name === "run" && target.matches("button"))) return;
    else void this.act(name);
    event.preventDefault();
  }

  /** Keep what is below the node open when the search goes on, or no longer. */
  keepOpen() {
    const node = this.walk?.step(this.at).node;
    if (!node || !this.tree) return;
    if (!this.tree.open.delete(node)) this.tree.open.add(node);
    this.draw();
  }

  draw() {
    const { walk, tree, range } = this;
    if (!walk || !tree || !range) return;
    const step = walk.step(this.at);
    const { told } = step.node;
    const way = step.node.path().slice(1).map((node) => node.told.move);
    const title = this.piece(".now h2", HTMLElement);
    title.replaceChildren(told.outcome ?? `${told.to_move} to move`, Object.assign(document.createElement("small"), { textContent: way.join(", then ") || "the start" }));
    drawGrid(this.piece(".big", SVGSVGElement), told, walk.search);
    tree.draw(walk, step);
    drawWindow(this.piece(".line", SVGSVGElement), this.piece(".window p", HTMLElement), walk, step);
    drawStack(this.piece(".stack ol", HTMLElement), walk, step, (node) => void this.go(node.base));
    const live = liveLine(step, walk.windows);
    [...this.piece(".code ol", HTMLElement).children].forEach((line, index) => {
      line.classList.toggle("on", index + 1 === live);
      if (index + 1 === live) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    });
    const said = this.piece(".said", HTMLElement);
    if (said.textContent !== step.text) said.textContent = step.text;
    range.value = String(this.at + 1);
    range.style.setProperty("--done", `${(this.at / Math.max(1, walk.total - 1)) * 100}%`);
    range.setAttribute("aria-valuetext", `step ${this.at + 1} of ${walk.total}`);
    this.piece(".count", HTMLElement).textContent = this.counted(walk, step);
    this.dataset.value = valueAt(step.node, step);
    this.dataset.step = String(this.at + 1);
    if (!this.piece(".marks", SVGSVGElement).childElementCount) this.drawMarks();
  }

  /** @param {Walk} walk @param {Step} step */
  counted(walk, step) {
    const number = (/** @type {number} */ count) => count.toLocaleString("en");
    const all = walk.search.minimax;
    const saved = walk.saved(step.at);
    return `Step ${number(step.at + 1)} of ${number(walk.total)}. Looked at ${number(walk.looked(step))}${all === null ? "" : ` of ${number(all)}`} positions${saved ? `, saved ${number(saved)}` : ""}.`;
  }

  drawMarks() {
    const picture = this.piece(".marks", SVGSVGElement);
    if (this.walk) drawMarks(picture, this.walk, picture.clientWidth || 600);
  }

  /** The moves of the root: hover one to see only its subtree, drag it to try it earlier or later. */
  drawMoves() {
    this.piece(".marks", SVGSVGElement).replaceChildren();
    const { walk } = this;
    if (!walk) return;
    const list = this.piece(".moves", HTMLElement);
    const { root } = walk;
    const names = [...root.children.map((child) => child.told.move ?? ""), ...root.told.cut.map((cut) => cut.move)];
    list.replaceChildren(...names.map((name, index) => {
      const item = document.createElement("li");
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: name });
      button.dataset.move = name;
      button.title = "Click to go there, drag or press Alt and an arrow to try it earlier or later";
      const only = (/** @type {string} */ move) => { if (this.tree) { this.tree.only = move; this.draw(); } };
      for (const event of ["pointerenter", "focus"]) button.addEventListener(event, () => only(name));
      for (const event of ["pointerleave", "blur"]) button.addEventListener(event, () => only(""));
      button.addEventListener("click", () => { if (!list.dataset.dragged && root.children[index]) void this.go(root.children[index].base); });
      button.addEventListener("keydown", (event) => {
        const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (!by || !event.altKey || names[index + by] === undefined) return;
        event.preventDefault();
        const order = names.filter((each) => each !== name);
        order.splice(index + by, 0, name);
        this.reorder(order, name);
      });
      button.addEventListener("pointerdown", (event) => this.drag(event, list, item, name));
      item.append(button);
      return item;
    }));
  }

  /** @param {PointerEvent} down @param {HTMLElement} list @param {HTMLElement} item @param {string} name */
  drag(down, list, item, name) {
    delete list.dataset.dragged;
    const before = [...list.children];
    const move = (/** @type {PointerEvent} */ event) => {
      if (Math.abs(event.clientX - down.clientX) < 6 && !list.dataset.dragged) return;
      list.dataset.dragged = name;
      const over = document.elementFromPoint(event.clientX, event.clientY)?.closest(".moves li");
      if (!over || over === item || over.parentElement !== list) return;
      const right = event.clientX > over.getBoundingClientRect().left + over.getBoundingClientRect().width / 2;
      list.insertBefore(item, right ? over.nextSibling : over);
    };
    const up = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      if ([...list.children].some((each, index) => each !== before[index])) {
        this.reorder([...list.querySelectorAll("button")].map((each) => each.dataset.move ?? ""), name);
      }
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
  }

  /** @param {string[]} order @param {string} focus */
  reorder(order, focus) {
    this.dispatchEvent(new CustomEvent("reorder", { detail: { order, focus } }));
  }

  /** @param {keyof typeof ICONS} name @param {string} words @param {string} key */
  button(name, words, key) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "quiet";
    made.dataset.act = name;
    made.title = `${words} (${key})`;
    made.setAttribute("aria-label", words);
    if (name === "run") made.setAttribute("aria-pressed", "false");
    made.append(svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[name] })));
    made.addEventListener("click", () => void this.act(name));
    return made;
  }

  /**
   * @template {Element} T
   * @param {string} selector
   * @param {new () => T} kind
   * @returns {T}
   */
  piece(selector, kind) {
    const found = this.querySelector(selector);
    if (!(found instanceof kind)) throw new Error(`no ${selector} in the stepper`);
    return found;
  }
}

customElements.define("search-stepper", SearchStepper);
