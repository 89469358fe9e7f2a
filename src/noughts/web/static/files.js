// Open a game file or a position: chosen, dropped or pasted.

import { Refusal, ask, make } from "./page.js";

const LONGEST = 12_000;

/** @type {HTMLDialogElement | null} */
let dialog = null;

/** Ask for a file or a text and go to its game. */
export function openFile() {
  dialog ??= build();
  dialog.showModal();
}

function build() {
  const made = make("dialog", "", "open-file");
  made.setAttribute("aria-labelledby", "open-title");
  const title = make("h2", "Open a game");
  title.id = "open-title";
  const label = make("label", "A game file, or a position");
  const field = make("textarea");
  Object.assign(field, { id: "open-text", rows: 7, spellcheck: false, placeholder: "[Game \"ultimate\"] …   or   XOX/OOX/... x" });
  label.append(field);
  const fileLabel = make("label", "Or choose a file");
  const file = make("input");
  Object.assign(file, { type: "file", id: "open-choose", accept: ".txt,.pgn,text/plain" });
  fileLabel.append(file);
  const problem = make("p", "", "problem");
  problem.id = "open-problem";
  problem.setAttribute("role", "alert");
  const tools = make("div", "", "tools");
  const open = make("button", "Open", "main");
  const review = make("button", "Review");
  const close = make("button", "Close");
  open.type = review.type = close.type = "button";
  tools.append(open, review, close);
  made.append(title, label, fileLabel, problem, tools);
  document.body.append(made);

  const read = async (/** @type {File | undefined} */ chosen) => {
    if (!chosen) return;
    problem.textContent = chosen.size > LONGEST ? `That file has ${chosen.size.toLocaleString()} bytes; a game has ${LONGEST.toLocaleString()} at most.` : "";
    if (!problem.textContent) field.value = await chosen.text();
  };
  file.addEventListener("change", () => void read(file.files?.[0]));
  field.addEventListener("drop", (event) => {
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    void read(event.dataTransfer.files[0]);
  });
  close.addEventListener("click", () => made.close());
  open.addEventListener("click", () => void send(field.value, problem, ""));
  review.addEventListener("click", () => void send(field.value, problem, "/review"));
  return made;
}

/** @param {string} text @param {HTMLElement} problem @param {string} page which page of the game to go to */
async function send(text, problem, page) {
  problem.textContent = text.length > LONGEST ? `A game has ${LONGEST.toLocaleString()} characters at most.` : "";
  if (problem.textContent) return;
  try {
    const game = await ask("/files", { text, game: guessGame(text) });
    if (page && !game.moves.length) problem.textContent = "There are no moves in it: nothing to review.";
    else location.assign(`/game/${game.id}${page}`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    problem.textContent = error.message;
  }
}

/** Which game a bare position belongs to, by its shape alone. @param {string} text @param {string} [usual] the game that is taken where its shape fits */
export function guessGame(text, usual = "") {
  const [cells] = text.trim().split(/\s/);
  const rows = cells.split("/");
  const ultimate = (rows.length === 9 && rows.every((row) => row.length === 9)) || /^[0-2]{81}/.test(cells) || cells.includes(";");
  if (ultimate) return usual.startsWith("ultimate") ? usual : "ultimate";
  if (cells === "start" || usual.startsWith(`${rows[0].length},${rows.length},`)) return usual || "classic";
  return rows.length > 1 && rows.length !== 3 ? `${rows[0].length},${rows.length},${Math.min(5, Math.max(3, rows.length - 1))}` : "classic";
}
