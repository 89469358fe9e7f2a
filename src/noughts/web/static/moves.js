// The list of moves, and stepping through it.

import { element, make } from "./page.js";

/** @typedef {import("./types.js").Game} Game */

/** Scroll a list to its current part, and nothing else: the page has to stay where the board is. @param {HTMLElement} list */
export function keepInSight(list) {
  const current = list.querySelector("[aria-current]");
  if (!(current instanceof HTMLElement)) return;
  const [top, left] = [current.offsetTop, current.offsetLeft];
  const [bottom, right] = [top + current.offsetHeight, left + current.offsetWidth];
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
  if (left < list.scrollLeft) list.scrollLeft = left;
  else if (right > list.scrollLeft + list.clientWidth) list.scrollLeft = right - list.clientWidth;
}

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

  /** Go some plies on or back. @param {number} plies */
  step(plies) {
    this.show(Math.min(Math.max(this.ply + plies, 0), this.last));
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
    keepInSight(this.list);
    const steps = { "first-ply": ply === 0, back: ply === 0, forth: ply === this.last, "last-ply": ply === this.last };
    for (const [id, disabled] of Object.entries(steps)) element(id, HTMLButtonElement).disabled = disabled;
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
