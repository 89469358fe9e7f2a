// Which exercises this browser has solved, lesson by lesson; where nothing can be kept, it counts while the page is open.

import { choice } from "./page.js";

export class LessonProgress {
  constructor() {
    /** @type {Record<string, number>} how often each kind was solved */
    this.solved = {};
    try {
      this.solved = { ...JSON.parse(choice("lessons") || "{}") };
    } catch {
      // somebody else wrote there: counting begins anew
    }
  }

  /** @param {string} kind */
  count(kind) {
    return Number(this.solved[kind]) || 0;
  }

  /** @param {string} kind */
  add(kind) {
    this.solved[kind] = this.count(kind) + 1;
    choice("lessons", JSON.stringify(this.solved));
  }
}
