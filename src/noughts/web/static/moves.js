// The list of moves, and stepping through it.

import { element, make } from "./page.js";

/** @typedef {import("./types.js").Game} Game */

export class MoveList {
  /** @param {(ply: number) => void} show called with the ply to look at */
  constructor(show) {
    this.show = show;
    this.last = 0;
    this.ply = 0;
    this.list = element("moves", HTMLOListElement);
    /** @type {Record<string, () => number>} */
    const steps = {
      "first-ply": () => 0, back: () => this.ply - 1, forth: () => this.ply + 1, "last-ply": () => this.last,
    };
    for (const [id, target] of Object.entries(steps)) {
      element(id, HTMLButtonElement).addEventListener("click", () => this.show(Math.min(Math.max(target(), 0), this.last)));
    }
  }

  /** @param {Game} game @param {number} ply which move is shown */
  draw(game, ply) {
    this.last = game.moves.length;
    this.ply = ply;
    const rows = [];
    for (let index = 0; index < game.moves.length; index += 2) {
      const row = make("li");
      row.append(make("span", `${index / 2 + 1}`), this.button(game, index));
      if (index + 1 < game.moves.length) row.append(this.button(game, index + 1));
      else row.append(make("span"));
      rows.push(row);
    }
    this.list.replaceChildren(...rows);
    this.scrollToCurrent();
    const steps = { "first-ply": ply === 0, back: ply === 0, forth: ply === this.last, "last-ply": ply === this.last };
    for (const [id, disabled] of Object.entries(steps)) element(id, HTMLButtonElement).disabled = disabled;
    element("step", HTMLElement).textContent = ply === this.last ? "" : `after move ${ply} of ${this.last}`;
  }

  /** Scroll the list alone: the page has to stay where the board is. */
  scrollToCurrent() {
    const current = this.list.querySelector("[aria-current]");
    if (!(current instanceof HTMLElement)) return;
    const [top, bottom] = [current.offsetTop, current.offsetTop + current.offsetHeight];
    if (top < this.list.scrollTop) this.list.scrollTop = top;
    else if (bottom > this.list.scrollTop + this.list.clientHeight) this.list.scrollTop = bottom - this.list.clientHeight;
  }

  /** @param {Game} game @param {number} index */
  button(game, index) {
    const made = make("button", game.moves[index]);
    made.type = "button";
    if (index + 1 === this.ply) made.setAttribute("aria-current", "step");
    made.addEventListener("click", () => this.show(index + 1));
    return made;
  }
}
