// An exercise to be done by hand. It shows questions and looks the answers up: all verdicts come with it.

import { BoardView } from "./board.js";
import { GameTree } from "./game-tree.js";
import { svg } from "./marks.js";
import { Notes } from "./notes.js";
import { ask, make, Refusal } from "./page.js";
import { SearchStepper } from "./stepper.js";

/** @typedef {import("./types.js").Exercise} Exercise */
/** @typedef {import("./types.js").Question} Question */
/** @typedef {import("./types.js").LessonNode} LessonNode */

const MOST_SEEDS = 1_000_000;
const NEVER = "never looked at";

export class ExerciseView {
  /** @param {HTMLElement} place @param {string} kind @param {() => void} solved */
  constructor(place, kind, solved) {
    this.place = place;
    this.kind = kind;
    this.solved = solved;
    /** @type {Exercise | null} */
    this.exercise = null;
    /** @type {string[]} what was answered, question by question */
    this.given = [];
    /** @type {GameTree | null} */
    this.tree = null;
    this.helped = false; // whether the answer was shown
    this.over = false;
    this.title = make("h2", "Exercise");
    this.number = make("small");
    this.task = make("p", "", "asked");
    this.stage = make("div", "", "stage");
    this.said = make("p", "", "verdict");
    this.said.setAttribute("role", "status");
    this.after = make("div", "", "wide");
    this.check = this.button("Check", "main", () => this.judge());
    this.answer = this.button("Show the answer", "", () => this.show());
    const tools = make("div", "", "tools");
    tools.append(this.check, this.answer, this.button("Another one", "", () => void this.another()));
    const head = make("div", "", "head");
    head.append(this.title, this.number);
    place.append(head, this.task, this.stage, this.said, tools);
    place.after(this.after);
  }

  /** @param {string} words @param {string} kind @param {() => void} act */
  button(words, kind, act) {
    const made = make("button", words, kind);
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  }

  /** A number that this page has an exercise for. */
  static seed() {
    const most = Number(document.documentElement.dataset.seeds) || MOST_SEEDS;
    return Math.floor(Math.random() * most);
  }

  async another() {
    let seed = ExerciseView.seed();
    if (seed === this.exercise?.seed) seed = (seed + 1) % (Number(document.documentElement.dataset.seeds) || MOST_SEEDS);
    await this.open(seed);
    this.title.focus();
  }

  /** @param {number} seed */
  async open(seed) {
    try {
      this.exercise = await ask(`/learn/exercises/${this.kind}/${seed}`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.said.textContent = error.message;
      return;
    }
    const exercise = /** @type {Exercise} */ (this.exercise);
    this.given = exercise.questions.map(() => "");
    this.helped = this.over = false;
    this.title.textContent = exercise.title;
    this.title.tabIndex = -1;
    this.number.textContent = `no. ${exercise.seed}`;
    this.task.textContent = exercise.task;
    this.after.replaceChildren();
    this.tree = null;
    this.stage.replaceChildren(...this.draw(exercise));
    this.place.dataset.seed = String(exercise.seed);
    this.check.hidden = ["only", "quick", "bet"].includes(this.kind); // those are judged at once
    this.answer.hidden = this.kind === "bet";
    this.say("", "");
  }

  /** @param {string} words @param {string} state */
  say(words, state) {
    this.said.textContent = words;
    this.place.dataset.state = state;
  }

  /** @param {Exercise} exercise @returns {Element[]} */
  draw(exercise) {
    if (this.kind === "only" || this.kind === "quick") return [this.drawBoard(exercise, exercise.legal)];
    if (this.kind === "bet") return [this.drawBoard(exercise, []), this.drawBet(exercise)];
    const { tree } = exercise;
    if (!tree) return [];
    this.tree = new GameTree(tree, (node) => this.control(exercise, node));
    /** @type {Element[]} */
    const parts = [this.tree.element];
    if (this.kind === "window") {
      this.tree.mark(exercise.questions[0].place, "framed");
      const fields = make("div", "", "fields");
      fields.append(...exercise.questions.map((question, index) => {
        const label = make("label", `${question.asked.split(" ")[0]} `);
        label.append(this.select(question, index));
        return label;
      }));
      parts.push(fields);
    }
    if (this.kind === "order") parts.push(this.drawOrder(exercise));
    return parts;
  }

  /** The board alone; a click in a legal cell is an answer. @param {Exercise} exercise @param {string[]} legal */
  drawBoard(exercise, legal) {
    const box = make("div", "", "one-board");
    const picture = svg("svg", { role: "grid", "aria-label": `${exercise.title}: ${exercise.to_move} to move` });
    box.append(picture);
    this.board = new BoardView(picture, (name) => this.play(name));
    this.notes = new Notes(this.board);
    this.board.draw({
      kind: "line", columns: 3, rows: 3, cells: exercise.position.split(" ")[0].split("/"), to_move: exercise.to_move, legal,
      sends: {}, last: null, targets: [], boards: [], lines: [], position: exercise.position,
    }, legal.length > 0);
    return box;
  }

  /** @param {string} name */
  play(name) {
    if (this.over) return;
    this.given[0] = name;
    this.notes?.clear();
    if (this.judge()) return;
    this.board?.root.append(this.notes?.layer ?? "");
    this.notes?.tried(name);
  }

  /** @param {Exercise} exercise */
  drawBet(exercise) {
    const row = make("div", "", "tools bet");
    row.append(...exercise.questions[0].answers.map(({ text }) => this.button(text, "", () => {
      if (this.over) return;
      for (const other of row.children) other.setAttribute("aria-pressed", String(other.textContent === text));
      this.given[0] = text;
      if (!this.judge()) this.end(false);
    })));
    return row;
  }

  /** What stands below a board of the tree. @param {Exercise} exercise @param {LessonNode} node */
  control(exercise, node) {
    const index = exercise.questions.findIndex(({ place }) => place === node.number);
    if (index < 0 || this.kind === "window" || this.kind === "order") return null;
    if (this.kind !== "cuts") return this.select(exercise.questions[index], index);
    const cross = this.button("✕", "cross", () => this.cross(node.number));
    cross.setAttribute("aria-label", `Cross out ${exercise.questions[index].asked}`);
    cross.setAttribute("aria-pressed", "false");
    this.given[index] = "looked at";
    return cross;
  }

  /** @param {Question} question @param {number} index */
  select(question, index) {
    const field = make("select");
    field.setAttribute("aria-label", question.asked);
    field.dataset.question = String(index);
    field.append(new Option("?", ""), ...question.answers.map(({ text }) => new Option(text, text)));
    field.addEventListener("change", () => {
      this.given[index] = field.value;
      this.tree?.mark(question.place, this.kind === "window" ? "framed" : "");
    });
    return field;
  }

  /** A board that is never looked at has nothing below it that is. @param {number} number */
  cross(number) {
    if (this.over || !this.tree) return;
    const pressed = this.tree.places.get(number)?.control?.getAttribute("aria-pressed") !== "true";
    for (const each of this.tree.below(number)) this.setCrossed(each, pressed);
  }

  /** @param {number} number @param {boolean} crossed */
  setCrossed(number, crossed) {
    const index = this.exercise?.questions.findIndex(({ place }) => place === number) ?? -1;
    if (index < 0 || !this.tree) return;
    this.given[index] = crossed ? NEVER : "looked at";
    const place = this.tree.places.get(number);
    place?.control?.setAttribute("aria-pressed", String(crossed));
    place?.element.classList.toggle("crossed", crossed);
    this.tree.mark(number, "");
  }

  /** The moves in a row, each to be moved earlier or later. @param {Exercise} exercise */
  drawOrder(exercise) {
    const list = make("ol", "", "order");
    const draw = (/** @type {string[]} */ moves, /** @type {string} */ focus = "") => {
      this.given[0] = moves.join(" ");
      list.replaceChildren(...moves.map((move, index) => {
        const item = make("li");
        const swap = (/** @type {number} */ by, /** @type {string} */ words, /** @type {string} */ sign) => {
          const made = this.button(sign, "icon", () => {
            if (this.over) return;
            const order = [...moves];
            [order[index], order[index + by]] = [order[index + by], order[index]];
            this.say("", "");
            draw(order, `${move} ${words}`);
          });
          made.setAttribute("aria-label", `${move} ${words}`);
          made.disabled = moves[index + by] === undefined;
          return made;
        };
        item.append(swap(-1, "earlier", "←"), make("b", move), swap(1, "later", "→"));
        return item;
      }));
      for (const button of list.querySelectorAll("button")) if (button.getAttribute("aria-label") === focus) button.focus();
    };
    this.order = draw;
    draw(exercise.legal);
    return list;
  }

  /** Look every answer up; the first wrong one is explained. Whether all are right. */
  judge() {
    const { exercise } = this;
    if (!exercise) return false;
    for (const { place } of exercise.questions) this.tree?.mark(place, this.kind === "window" ? "framed" : "");
    for (const [index, question] of exercise.questions.entries()) {
      const answer = question.answers.find(({ text }) => text === this.given[index]);
      if (!answer?.right) {
        if (this.kind !== "window") this.tree?.mark(question.place, "wrong");
        const where = exercise.questions.length > 1 ? `${question.asked[0].toUpperCase()}${question.asked.slice(1)}: ` : "";
        this.say(answer ? `${where}${answer.said}` : `Still open: ${question.asked}.`, "wrong");
        this.focusOn(index);
        return false;
      }
      if (this.kind !== "cuts" && this.kind !== "window") this.tree?.mark(question.place, "right");
    }
    const last = exercise.questions.length === 1 ? exercise.questions[0].answers.find(({ text }) => text === this.given[0])?.said : "";
    this.say(last || "All of it is right.", "right");
    this.end(true);
    return true;
  }

  /** @param {number} index */
  focusOn(index) {
    const control = this.tree?.places.get(this.exercise?.questions[index].place ?? -1)?.control ?? this.stage.querySelector(`[data-question="${index}"]`);
    if (control instanceof HTMLElement) control.focus();
  }

  /** Nothing more is asked. @param {boolean} right */
  end(right) {
    this.over = true;
    for (const control of this.stage.querySelectorAll("select, .bet button, .cross")) if (control instanceof HTMLSelectElement || control instanceof HTMLButtonElement) control.disabled = true;
    if (this.exercise?.legal.includes(this.given[0])) this.board?.place(this.given[0]);
    this.check.hidden = this.answer.hidden = true;
    if (right && !this.helped) this.solved();
    this.showSearch();
  }

  /** What the search does here, to be walked through. */
  showSearch() {
    const { exercise } = this;
    if (!exercise?.search) return;
    const stepper = new SearchStepper();
    stepper.dataset.part = "";
    this.after.replaceChildren(stepper);
    void stepper.show(exercise.search, { windows: this.kind === "cuts" });
  }

  /** Fill in what is right. */
  show() {
    const { exercise } = this;
    if (!exercise || this.over) return;
    this.helped = true;
    exercise.questions.forEach((question, index) => {
      const right = question.answers.find((answer) => answer.right)?.text ?? "";
      this.given[index] = right;
      const field = this.stage.querySelector(`[data-question="${index}"]`);
      if (field instanceof HTMLSelectElement) field.value = right;
      if (this.kind === "cuts" && question.place !== null) this.setCrossed(question.place, right === NEVER);
    });
    if (this.kind === "order") this.order?.(this.given[0].split(" "));
    this.notes?.clear();
    this.judge();
  }
}
