// The two seats beside a board: who sits there, what they do, their boards, their clock, whether they are here.

import { markIcon } from "./marks.js";
import { element, make } from "./page.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Mark} Mark */
/** @typedef {import("./types.js").Presence} Presence */

const MARKS = /** @type {Mark[]} */ (["X", "O"]);
const LOW = 20; // seconds at which a clock turns red
const SLIGHT = 3000; // an absence as short as a reload is none

export class Seats {
  constructor() {
    /** @type {Game | null} */
    this.game = null;
    /** @type {Presence | null} */
    this.presence = null;
    this.offset = 0; // what the server's clock is ahead
    this.leftAt = { X: 0, O: 0 };
    setInterval(() => this.tick(), 200);
  }

  /** @param {number} now what the server's clock says, in seconds */
  synchronize(now) {
    this.offset = now - Date.now() / 1000;
  }

  /** @param {Presence} presence */
  hear(presence) {
    this.synchronize(presence.now);
    for (const mark of MARKS) {
      if (presence[mark] !== "offline") this.leftAt[mark] = 0;
      else if (!this.leftAt[mark]) this.leftAt[mark] = performance.now();
    }
    this.presence = presence;
    this.drawPresence();
    setTimeout(() => this.drawPresence(), SLIGHT + 50);
  }

  /** @param {Game} game */
  draw(game) {
    this.game = game;
    const both = game.seats.X.you && game.seats.O.you;
    const top = game.seats.X.you && !both ? "O" : game.seats.O.you && !both ? "X" : "O";
    for (const mark of MARKS) {
      const seat = game.seats[mark];
      const box = element(`seat-${mark}`, HTMLElement);
      const words = make("div");
      const name = make("b", seat.open ? "Free seat" : seat.name);
      name.title = seat.name;
      const doing = make("small", seatWords(game, mark));
      if (game.thinking && game.to_move === mark) doing.classList.add("dots");
      words.append(name, doing);
      const took = make("div", "", "took");
      const clock = make("span", "", "clock");
      clock.hidden = !game.clock;
      took.append(clock, make("span", boardsWords(game, mark), "boards"), make("span", "", "presence"));
      box.replaceChildren(markIcon(mark, mark), words, took);
      box.classList.toggle("turn", game.to_move === mark && !game.seats.X.open && !game.seats.O.open);
      box.classList.toggle("theirs", mark === top);
      box.classList.toggle("yours", mark !== top);
    }
    this.drawPresence();
    this.tick();
  }

  drawPresence() {
    for (const mark of MARKS) {
      const sign = document.querySelector(`#seat-${mark} .presence`);
      if (!(sign instanceof HTMLElement)) continue;
      const state = this.presence?.[mark];
      const slight = state === "offline" && performance.now() - this.leftAt[mark] < SLIGHT;
      const seat = this.game?.seats[mark];
      sign.hidden = !state || slight || !this.game?.between_people || !seat || seat.open || seat.you;
      sign.textContent = state ?? "";
      sign.className = `presence ${state ?? ""}`;
    }
  }

  tick() {
    const clock = this.game?.clock;
    if (!clock) return;
    for (const mark of MARKS) {
      const sign = document.querySelector(`#seat-${mark} .clock`);
      if (!sign) continue;
      const left = clock.running === mark && clock.deadline !== null ? clock.deadline - (Date.now() / 1000 + this.offset) : clock.left[mark];
      sign.textContent = timeWords(Math.max(0, left));
      sign.classList.toggle("low", left < LOW);
    }
  }
}

/** @param {number} seconds */
export function timeWords(seconds) {
  const whole = seconds < 10 ? seconds : Math.ceil(seconds);
  const rest = seconds < 10 ? (Math.floor(whole * 10) / 10).toFixed(1).padStart(4, "0") : String(whole % 60).padStart(2, "0");
  return `${Math.floor(whole / 60)}:${rest}`;
}

/** @param {Game} game @param {Mark} mark */
function boardsWords(game, mark) {
  const count = game.board.boards.filter((owner) => owner === mark).length;
  return game.board.kind === "line" ? "" : `${count} ${count === 1 ? "board" : "boards"}`;
}

/** @param {Game} game @param {Mark} mark */
function seatWords(game, mark) {
  const seat = game.seats[mark];
  const character = seat.character && seat.character.toLowerCase() !== seat.name ? `${seat.character}, ` : "";
  if (game.outcome) return game.outcome === "draw" ? "draw" : game.outcome === `${mark} wins` ? "winner" : "lost";
  const both = game.seats.X.you && game.seats.O.you;
  if (seat.open) return "waiting for somebody";
  if (game.seats.X.open || game.seats.O.open) return seat.you ? "you" : "";
  if (game.to_move !== mark) return seat.you && !both ? "you, waiting" : `${character}waiting`;
  if (game.thinking) return `${character}thinking`;
  return seat.you && !both ? "your move" : "to move";
}

