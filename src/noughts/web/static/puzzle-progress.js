// Which puzzles this browser has solved, and how many in a row.

import { svg } from "./marks.js";
import { choice } from "./page.js";

/** @typedef {{solved: Record<string, string>, row: number, best: number, days: string[]}} Kept */

const DAY = 24 * 60 * 60 * 1000;
const MOST_STROKES = 25;

/** The date where this browser is, like 2026-11-16. */
export function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** @param {string} date */
export function dayBefore(date) {
  return new Date(Date.parse(`${date}T00:00:00Z`) - DAY).toISOString().slice(0, 10);
}

export class Progress {
  constructor() {
    /** @type {Kept} */
    this.kept = { solved: {}, row: 0, best: 0, days: [] };
    try {
      this.kept = { ...this.kept, ...JSON.parse(choice("puzzles") || "{}") };
    } catch {
      // somebody else wrote there: counting begins anew
    }
  }

  /** @param {string} id */
  solved(id) {
    return id in this.kept.solved;
  }

  /** @param {string} id @param {boolean} clean without a wrong move or the answer @param {string | null} date of the day whose puzzle it is */
  solve(id, clean, date) {
    const { kept } = this;
    kept.solved[id] = today();
    kept.row = clean ? kept.row + 1 : 0;
    kept.best = Math.max(kept.best, kept.row);
    if (date && !kept.days.includes(date)) kept.days = [...kept.days, date].sort();
    this.keep();
  }

  miss() {
    this.kept.row = 0;
    this.keep();
  }

  keep() {
    choice("puzzles", JSON.stringify(this.kept));
  }

  /** Puzzles solved without a mistake, one after the other. */
  row() {
    return { now: this.kept.row, best: this.kept.best };
  }

  /** Days in a row with their puzzle solved, up to today or yesterday, and the longest such row. */
  days() {
    const days = new Set(this.kept.days);
    const length = (/** @type {string} */ last) => {
      let count = 0;
      for (let day = last; days.has(day); day = dayBefore(day)) count++;
      return count;
    };
    return { now: length(today()) || length(dayBefore(today())), best: Math.max(0, ...[...days].map(length)) };
  }

  /** Count with strokes of the pen, each fifth across. @param {SVGSVGElement} picture @param {number} count */
  drawTally(picture, count) {
    const strokes = Array.from({ length: Math.min(count, MOST_STROKES) }, (_, index) => {
      const left = Math.floor(index / 5) * 60 + (index % 5) * 11 + 6;
      const sway = ((index * 7) % 5) - 2;
      return index % 5 === 4 ? `M${left - 50} 36L${left - 4} 13` : `M${left} 7L${left + sway / 2} 43`;
    });
    picture.replaceChildren(svg("path", { d: strokes.join("") || "M0 0" }));
    picture.toggleAttribute("hidden", count === 0);
  }
}
