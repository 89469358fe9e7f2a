// Ultimate in a minute: six steps on a real board; the server says what is legal and what comes of a move.

import { BoardView, placeOf } from "./board.js";
import { svg } from "./marks.js";
import { ask, choice, make } from "./page.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {{position: string, told: string, praise: (board: Board) => string, done: (before: Board, after: Board) => boolean, refused?: boolean}} Step */

/** @type {Step[]} */
const STEPS = [
  {
    position: "start", told: "Nine small boards make one large board. You are X. Put your cross anywhere.",
    done: () => true, praise: (board) => `Your cell lies at the ${placeOf(board.targets[0])} of its small board, so O must play in the ${placeOf(board.targets[0])} board. Every move sends the other one somewhere.`,
  },
  {
    position: "start moves b2 e5 d4", told: "X played d4, the top left cell of its board. So O is sent to the top left board, the golden one. Play for O; try another board too.",
    done: () => true, praise: (board) => `And now X is sent to the ${placeOf(board.targets[0])} board.`,
  },
  {
    position: "start moves c5 g5 b5 d5", told: "Three in a row win a small board. You have two in the golden one: complete them.",
    done: (before, after) => after.boards.includes("X"), praise: () => "The board is yours. Such a board is closed.",
  },
  {
    position: "start moves i4 i2 h4 f2 g4 c3", told: "Nobody plays in a closed board any more, even where cells are empty. Try it: click into the board that X has won.",
    refused: true, done: () => false, praise: () => "That board is closed. You are sent to the golden one.",
  },
  {
    position: "start moves i4 i2 h4 f2 g4 c3", told: "Who is sent to a closed board may choose any open one. The right board is closed: play the right cell of the golden board and see where O may go.",
    done: (before, after) => after.targets.length > 1, praise: () => "O has a free choice now. That is often a gift, so give it with care.",
  },
  {
    position: "start moves i2 g4 c3 i7 g2 b4 f3 i8 i5 h4 e3 f8 i4 h1 d3 a7 a1 b3 d7 c2 i6 i9 h2 d4",
    told: "Three small boards in a line win the game. X has the top and the top right one. Take the third.",
    done: (before, after) => after.lines.length > 0, praise: () => "That is the whole game. Now play it.",
  },
];

/** @type {Lesson | null} */
let lesson = null;

/** Show the lesson from its beginning. */
export function openLesson() {
  choice("learned", "yes");
  lesson ??= new Lesson();
  lesson.open();
}

class Lesson {
  constructor() {
    this.dialog = make("dialog", "", "lesson");
    this.dialog.setAttribute("aria-labelledby", "lesson-title");
    const title = make("h2", "Ultimate in a minute");
    title.id = "lesson-title";
    const picture = svg("svg", { role: "grid", "aria-label": "Board of the lesson" });
    const stage = make("div", "", "picture");
    stage.append(picture);
    this.dots = make("ol");
    this.dots.setAttribute("aria-hidden", "true");
    this.dots.append(...STEPS.map(() => make("li")));
    this.told = make("p", "", "told");
    this.told.setAttribute("role", "status");
    this.forward = make("button", "Next", "main");
    const close = make("button", "Close");
    this.forward.type = close.type = "button";
    const tools = make("div", "", "tools");
    tools.append(this.forward, close);
    const words = make("div", "", "words");
    words.append(title, this.dots, this.told, tools);
    const both = make("div");
    both.append(stage, words);
    this.dialog.append(both);
    document.body.append(this.dialog);
    this.board = new BoardView(picture, (move) => void this.play(move), (name) => this.refuse(name));
    this.forward.addEventListener("click", () => void this.go(this.at + 1));
    close.addEventListener("click", () => this.dialog.close());
    this.at = 0;
    /** @type {Board | null} */
    this.shown = null;
    this.isDone = false;
  }

  open() {
    this.dialog.showModal();
    void this.go(0);
  }

  /** @param {number} index */
  async go(index) {
    if (index >= STEPS.length) {
      this.dialog.close();
      return;
    }
    this.at = index;
    this.isDone = false;
    this.shown = null;
    await this.draw(STEPS[index].position); // the words come with their board, so that nobody acts on the last one
    if (this.at !== index) return;
    [...this.dots.children].forEach((dot, number) => dot.classList.toggle("done", number <= index));
    this.forward.textContent = index === STEPS.length - 1 ? "Finish" : "Next";
    this.told.textContent = `${index + 1}. ${STEPS[index].told}`;
  }

  /** @param {string} position */
  async draw(position) {
    this.shown = await ask(`/board?${new URLSearchParams({ game: "ultimate", position })}`).catch(() => null);
    if (this.shown) this.board.draw(this.shown, !this.isDone);
  }

  /** @param {string} move */
  async play(move) {
    const [step, before] = [STEPS[this.at], this.shown];
    if (this.isDone || !before) return;
    this.board.place(move);
    const position = step.position.includes("moves") ? `${step.position} ${move}` : `${step.position} moves ${move}`;
    /** @type {Board | null} */
    const after = await ask(`/board?${new URLSearchParams({ game: "ultimate", position })}`).catch(() => null);
    if (!after || this.shown !== before) return;
    if (!step.done(before, after)) {
      this.told.textContent = `Legal, but not this time. ${step.told}`;
      this.board.draw(before, true);
      return;
    }
    this.finish(step.praise(after));
    this.shown = after;
    this.board.draw({ ...after, legal: [] }, true); // shows where the other one may go
  }

  /** @param {string} name */
  refuse(name) {
    if (this.isDone || !this.shown) return;
    const [step, state] = [STEPS[this.at], this.board.stateOf(name)];
    this.board.pulse();
    if (step.refused && state === "closed") this.finish(step.praise(this.shown));
    else this.told.textContent = `${state === "taken" ? "That cell is taken." : state === "closed" ? "That board is closed." : "Not there."} Play in the golden board: the last move sent you there.`;
  }

  /** @param {string} praise */
  finish(praise) {
    this.isDone = true;
    this.told.textContent = praise;
    this.forward.focus();
  }
}
