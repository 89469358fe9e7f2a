// The zoo: wrong programs, and a board to set up on which one of them goes wrong.

import { BoardView } from "./board.js";
import { svg } from "./marks.js";
import { ask, make } from "./page.js";

/** @typedef {{name: string, title: string, mistake: string, code: string, fewest: number, sentences: {wrong: boolean, said: string}[], boards: Record<string, number>}} Program */

const NAMES = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];

export class Zoo {
  /** @param {HTMLElement} place @param {import("./lesson-progress.js").LessonProgress} progress */
  constructor(place, progress) {
    this.progress = progress;
    this.names = (place.dataset.programs ?? "").split(" ");
    this.cells = ".........";
    /** @type {Program | null} */
    this.program = null;
    this.cages = make("div", "", "cages");
    this.cages.setAttribute("role", "group");
    this.cages.setAttribute("aria-label", "Programs");
    this.code = make("pre", "", "program");
    this.code.tabIndex = 0;
    const picture = svg("svg", { role: "grid", "aria-label": "Board to set up" });
    const box = make("div", "", "one-board");
    box.append(picture);
    this.board = new BoardView(picture, (name) => this.put(name));
    this.said = make("p", "", "verdict");
    this.said.setAttribute("role", "status");
    this.place = place;
    const tools = make("div", "", "tools");
    tools.append(this.button("Ask the program", "main", () => this.ask()), this.button("Empty the board", "", () => this.set(".........")), this.button("What is the mistake?", "", () => this.tell()));
    const right = make("div", "", "bench");
    right.append(box, make("p", "Each click on a cell: X, O, empty.", "soft"), tools);
    const both = make("div", "", "both");
    both.append(this.code, right);
    place.append(this.cages, both, this.said);
  }

  /** @param {string} words @param {string} kind @param {() => void} act */
  button(words, kind, act) {
    const made = make("button", words, kind);
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  }

  async open() {
    this.cages.replaceChildren(...this.names.map((name, index) => {
      const cage = this.button(String(index + 1), "", () => void this.choose(name));
      cage.dataset.program = name;
      return cage;
    }));
    await this.choose(this.names[0]);
    this.set(".........");
  }

  /** @param {string} name */
  async choose(name) {
    this.program = await ask(`/learn/zoo/${name}`);
    this.code.textContent = this.program?.code ?? "";
    this.code.setAttribute("aria-label", `Python code of program ${this.names.indexOf(name) + 1}`);
    for (const cage of this.cages.children) if (cage instanceof HTMLElement) {
      const caught = this.progress.count(`zoo-${cage.dataset.program}`) > 0;
      cage.setAttribute("aria-pressed", String(cage.dataset.program === name));
      cage.setAttribute("aria-label", `Program ${cage.textContent}${caught ? ", caught" : ""}`);
      cage.classList.toggle("caught", caught);
    }
    this.say(`${this.program?.title}. Set up a board and ask.`, "");
  }

  /** @param {string} words @param {string} state */
  say(words, state) {
    this.said.textContent = words;
    this.place.dataset.state = state;
  }

  tell() {
    this.say(this.program?.mistake ?? "", "");
  }

  /** @param {string} cells */
  set(cells) {
    this.cells = cells;
    this.board.draw({
      kind: "line", columns: 3, rows: 3, cells: [0, 3, 6].map((at) => cells.slice(at, at + 3)), to_move: null, legal: NAMES,
      sends: {}, last: null, targets: [], boards: [], lines: [], position: cells,
    }, true);
  }

  /** @param {string} name */
  put(name) {
    const at = NAMES.indexOf(name);
    const next = { ".": "X", X: "O", O: "." }[this.cells[at]] ?? ".";
    this.set(this.cells.slice(0, at) + next + this.cells.slice(at + 1));
  }

  /** What the program does on this board, and whether there is a smaller one. */
  ask() {
    const { program } = this;
    if (!program) return;
    const told = program.sentences[program.boards[this.cells]];
    if (!told) {
      this.say("X begins and both take turns, and the game must not be over: nobody can be asked on this board.", "");
      return;
    }
    if (!told.wrong) {
      this.say(`${told.said} This board does not expose it.`, "");
      return;
    }
    const empty = this.cells.split(".").length - 1;
    const smallest = empty === program.fewest;
    if (smallest) this.progress.add(`zoo-${program.name}`);
    const caught = this.cages.querySelector(`[data-program="${program.name}"]`);
    if (smallest) caught?.classList.add("caught");
    this.say(`${told.said} ${smallest ? `Caught, with ${empty} empty cells: there is no smaller board. ${program.mistake}` : `Caught. A board with ${program.fewest} empty cells suffices, this one has ${empty}.`}`, "right");
  }
}
