// Puzzles: one move wins, or one draws. The server judges every move by proof; what is solved stays in this browser.

import { BoardView } from "./board.js";
import { markIcon } from "./marks.js";
import { Notes } from "./notes.js";
import { Refusal, ask, choice, element, make, trying } from "./page.js";
import { Progress, dayBefore, today } from "./puzzle-progress.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {{id: string, game: string, goal: "win" | "draw", moves: number, difficulty: string, task: string, lead: string, date: string | null, board: Board}} Puzzle */
/** @typedef {{kept: boolean, solved: boolean, answer: string[], said: string, boards: Board[]}} Verdict */
/** @typedef {{moves: string[], said: string, boards: Board[]}} Solution */

const STEP = 650; // milliseconds between the moves of an answer
const MOST_NUMBERED = 9; // plies; more discs would hide the board

const text = (/** @type {string} */ id) => element(id, HTMLElement);
const button = (/** @type {string} */ id) => element(id, HTMLButtonElement);
const field = (/** @type {string} */ id) => element(id, HTMLSelectElement);

/** Who plays by keys goes on where the board was left. */
function focusBoard() {
  const cell = document.querySelector('#board [tabindex="0"]');
  if (cell instanceof SVGElement) cell.focus();
}

class PuzzlePage {
  constructor() {
    this.progress = new Progress();
    /** @type {Puzzle | null} */
    this.puzzle = null;
    /** @type {string[]} */
    this.played = [];
    /** @type {Board | null} */
    this.shown = null; // the position to move in
    this.state = "ask"; // or wrong, solved
    this.hints = 0;
    this.clean = true;
    this.board = new BoardView(element("board", SVGSVGElement), (move) => void this.play(move), () => this.board.pulse());
    this.notes = new Notes(this.board);
    button("hint").addEventListener("click", () => void trying(() => this.hint()));
    button("answer").addEventListener("click", () => void trying(() => this.answer()));
    button("back").addEventListener("click", () => this.takeBack());
    button("next").addEventListener("click", () => void this.another());
    element("choose", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      void this.another();
    });
    for (const id of ["game", "difficulty"]) {
      field(id).value = choice(`puzzle-${id}`);
      field(id).addEventListener("change", () => choice(`puzzle-${id}`, field(id).value));
    }
    addEventListener("popstate", () => void this.open());
  }

  /** Show the puzzle of the address: one by name, or that of a day. */
  async open() {
    const asked = new URLSearchParams(location.search);
    const id = asked.get("id");
    const path = id ? `/puzzles/${encodeURIComponent(id)}` : `/puzzles/daily?${new URLSearchParams({ date: asked.get("date") ?? today() })}`;
    await trying(async () => this.show(await ask(path)));
  }

  /** @param {Puzzle} puzzle */
  show(puzzle) {
    Object.assign(this, { puzzle, played: [], shown: puzzle.board, state: "ask", hints: 0, clean: true });
    const daily = puzzle.date ? (puzzle.date === today() ? "Puzzle of the day" : `Puzzle of ${puzzle.date}`) : `Puzzle ${puzzle.id}`;
    text("kind").textContent = daily;
    document.title = `${daily} · noughts`;
    text("grade").textContent = `${puzzle.game}, ${puzzle.difficulty}`;
    const mark = puzzle.board.to_move ?? "X";
    text("task").replaceChildren(markIcon(mark, mark), make("span", puzzle.task.slice(mark.length + 1)));
    text("lead").textContent = puzzle.lead;
    element("yesterday", HTMLAnchorElement).href = `/puzzles?date=${dayBefore(puzzle.date ?? today())}`;
    this.draw();
    this.showStreak();
  }

  /** The board as it stands, and what can be done. @param {string} [said] @param {string} [line] */
  draw(said = "", line = "") {
    if (!this.puzzle || !this.shown) return;
    const { state, puzzle } = this;
    this.board.draw(this.shown, state === "ask");
    this.notes.clear();
    document.body.dataset.state = state;
    text("verdict-title").hidden = state === "ask";
    text("said").textContent = said;
    text("line").textContent = line;
    for (const id of ["hint", "answer"]) button(id).hidden = state === "solved";
    button("hint").hidden ||= state === "wrong";
    button("back").hidden = state !== "wrong";
    button("next").hidden = state !== "solved";
    const closer = element("closer", HTMLAnchorElement);
    closer.hidden = state !== "solved";
    closer.href = `/analyze?${new URLSearchParams({ game: puzzle.game, position: puzzle.board.position })}`;
    this.drawPips();
  }

  /** One box for each move of the solver. */
  drawPips() {
    const { puzzle, state } = this;
    if (!puzzle) return;
    const made = Math.ceil(this.played.length / 2);
    const boxes = Array.from({ length: Math.max(puzzle.moves, made) }, (_, index) => {
      const kind = index < made ? "right" : index > made ? "" : state === "wrong" ? "missed" : state === "ask" ? "now" : "";
      const box = make("li", "", kind);
      if (kind) box.append(markIcon(puzzle.board.to_move ?? "X"));
      return box;
    });
    text("pips").replaceChildren(...boxes);
    const left = puzzle.moves - made;
    text("pips-text").textContent = state === "solved" ? "solved" : state === "wrong" ? "missed" : left > 1 ? `${left} moves to find` : "one move to find";
  }

  /** @param {string} move */
  async play(move) {
    const { puzzle, played } = this;
    if (!puzzle || this.state !== "ask") return;
    this.board.place(move);
    /** @type {Verdict | null} */
    let verdict = null;
    if (!(await trying(async () => { verdict = await ask(`/puzzles/${puzzle.id}/moves`, { played, move }); })) || !verdict) {
      this.draw();
      return;
    }
    const found = /** @type {Verdict} */ (verdict);
    if (this.puzzle !== puzzle) return;
    if (!found.kept) return this.refute(move, found);
    this.played = [...played, move, ...found.answer];
    this.hints = 0;
    await this.walk(found.boards);
    if (found.solved) this.finish(found.said, this.played);
    else this.draw(found.said);
  }

  /** Show boards one after the other; the last one stays. @param {Board[]} boards */
  async walk(boards) {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const [index, board] of boards.entries()) {
      if (index && !still) await new Promise((resolve) => setTimeout(resolve, STEP));
      this.shown = board;
      this.board.draw(board, false);
    }
  }

  /** @param {string} move @param {Verdict} verdict */
  async refute(move, verdict) {
    const before = this.shown;
    this.clean = false;
    this.state = "wrong";
    await this.walk(verdict.boards);
    this.title(move, `misses the ${this.puzzle?.goal}`);
    this.draw(verdict.said);
    this.notes.number([move, ...verdict.answer], before?.to_move ?? "");
    this.notes.tried(move);
    this.shown = before;
    button("back").focus();
  }

  takeBack() {
    this.state = "ask";
    this.draw();
    focusBoard();
  }

  async hint() {
    const { puzzle } = this;
    if (!puzzle) return;
    this.hints = Math.min(2, this.hints + 1);
    if (this.hints > 1) this.clean = false;
    const found = await ask(`/puzzles/${puzzle.id}/hint`, { played: this.played, step: this.hints });
    this.draw(found.said);
    for (const name of found.cells) this.board.point(name);
  }

  async answer() {
    const { puzzle } = this;
    if (!puzzle) return;
    /** @type {Solution} */
    const solution = await ask(`/puzzles/${puzzle.id}/solution`);
    this.clean = false;
    this.state = "solved";
    this.played = solution.moves;
    this.shown = solution.boards[solution.boards.length - 1];
    this.progress.miss();
    this.tell(solution.said, solution.moves);
  }

  /** @param {string} said @param {string[]} moves */
  finish(said, moves) {
    if (!this.puzzle) return;
    this.state = "solved";
    this.progress.solve(this.puzzle.id, this.clean, this.puzzle.date);
    this.tell(said, moves);
    button("next").focus();
  }

  /** The puzzle is over: why, and by which moves. @param {string} said @param {string[]} moves */
  tell(said, moves) {
    const own = moves.map((move, index) => (index % 2 ? move : `${index / 2 + 1}. ${move}`)).join(" ");
    this.title(moves[0], "the only move");
    this.draw(said, own);
    if (moves.length <= MOST_NUMBERED) this.notes.number(moves, this.puzzle?.board.to_move ?? "");
    this.showStreak();
  }

  /** @param {string} move @param {string} word */
  title(move, word) {
    text("verdict-move").textContent = move;
    text("verdict-word").textContent = word;
  }

  /** The next puzzle of the chosen kind that is not solved yet; when all are, the one after this. */
  async another() {
    await trying(async () => {
      const wanted = Object.entries({ game: field("game").value, difficulty: field("difficulty").value }).filter(([, value]) => value);
      /** @type {{puzzles: Puzzle[]}} */
      const { puzzles } = await ask(`/puzzles?${new URLSearchParams(wanted)}`);
      const here = puzzles.findIndex(({ id }) => id === this.puzzle?.id);
      const later = [...puzzles.slice(here + 1), ...puzzles.slice(0, here + 1)];
      const next = later.find(({ id }) => !this.progress.solved(id)) ?? later[0];
      if (!next) throw new Refusal("not_found", "There are no such puzzles.", 404);
      text("solved-count").textContent = `${puzzles.filter(({ id }) => this.progress.solved(id)).length} of ${puzzles.length} solved`;
      history.pushState(null, "", `/puzzles?id=${next.id}`);
      this.show(await ask(`/puzzles/${next.id}`));
      focusBoard();
    });
  }

  showStreak() {
    const daily = Boolean(this.puzzle?.date);
    const { now, best } = daily ? this.progress.days() : this.progress.row();
    text("streak").textContent = daily ? `${now} ${now === 1 ? "day" : "days"} in a row` : `${now} in a row without a mistake`;
    text("best").textContent = `best ${best}`;
    this.progress.drawTally(element("tally", SVGSVGElement), now);
  }
}

await new PuzzlePage().open();
