// A class and its position: students bet, the teacher sees the bars grow and shows the answer.

import { BoardView } from "./board.js";
import { EXAMPLES } from "./class-examples.js";
import { Live } from "./live.js";
import { ask, choice, element, make, rememberName, rememberedName, share, trying } from "./page.js";

/** @typedef {import("./types.js").Poll} Poll */

const code = location.pathname.split("/").pop() ?? "";
const path = `/polls/${code}`;
const projecting = document.documentElement.hasAttribute("data-projector");
const text = (/** @type {string} */ id) => element(id, HTMLElement);
const button = (/** @type {string} */ id) => element(id, HTMLButtonElement);
const name = element("name", HTMLInputElement);
const board = new BoardView(element("board", SVGSVGElement), (move) => void bet(move));

/** @type {Poll | null} */
let poll = null;
let stage = 0; // on a projector: the question, then the bars, then the answer

/** @param {Poll} told */
function show(told) {
  if (poll && poll.round !== told.round) {
    stage = 0;
    text("problem").textContent = "";
  }
  poll = told;
  document.body.classList.toggle("revealed", poll.revealed);
  const teaches = poll.you === "teacher";
  const mover = poll.board.to_move ?? "X";
  text("number").textContent = `Position ${poll.round}`;
  text("question").textContent = poll.asked === "value" ? `${mover} to move. Who wins?` : `What is the best move of ${mover}?`;
  text("count").textContent = poll.bets === null ? "" : `${poll.bets} ${poll.bets === 1 ? "bet" : "bets"}`;
  text("values").hidden = teaches || poll.asked !== "value" || poll.revealed;
  for (const value of text("values").querySelectorAll("button")) value.setAttribute("aria-pressed", String(value.dataset.bet === poll.yours));
  text("naming").hidden = teaches || poll.revealed;
  text("said").textContent = teaches ? onward(poll) : said(poll);
  for (const id of ["invite", "teaching", "names", "more"]) text(id).hidden = !teaches;
  text("names").hidden ||= projecting;
  if (teaches) {
    choice("class", poll.code);
    showTeaching(poll);
  }
  showBoard(poll);
  showBars(poll);
  text("answer").hidden = !poll.answer;
  text("verdict").textContent = poll.answer?.verdict ?? "";
  text("why").textContent = poll.answer?.said ?? "";
}

/** What a student is told. @param {Poll} poll */
function said({ revealed, yours, asked, answer, bars }) {
  if (!revealed) return yours ? `You bet on ${words(yours)}. You can change it until the answer is out.` : asked === "value" ? "Both sides play as well as they can. Place your bet." : "Tap a cell to bet on it.";
  if (!yours) return "You did not bet on this one.";
  const right = asked === "value" ? answer?.value && answer.value === yours : answer?.moves && answer.moves.includes(yours);
  const known = bars?.some((bar) => bar.right !== null);
  return `You bet on ${words(yours)}${known ? (right ? ": right." : ": not this time.") : "."}`;
}

/** What the right arrow does, where it is the only tool. @param {Poll} poll */
function onward({ revealed }) {
  return !projecting ? "" : revealed ? "→ the next position" : stage ? "→ the answer" : "→ the bets";
}

/** @param {string} bet */
function words(bet) {
  return bet === "draw" ? "a draw" : bet;
}

/** @param {Poll} poll */
function showTeaching({ invitation, code, revealed, names }) {
  if (invitation) {
    text("place").textContent = new URL(invitation.link).host;
    text("typed").textContent = `${code.slice(0, 3)} ${code.slice(3)}`;
    text("note").textContent = invitation.note;
    const qr = element("qr", HTMLImageElement);
    if (!qr.src) qr.src = `/api${path}/qr`;
  }
  button("reveal").hidden = revealed;
  const next = element("next", HTMLAnchorElement);
  next.hidden = !revealed;
  next.href = `/learn/class?next=${code}${projecting ? "&projector" : ""}`;
  element("results", HTMLAnchorElement).href = `/api${path}/results.csv`;
  text("rows").replaceChildren(...(names ?? []).map((one) => {
    const row = make("tr");
    row.append(make("td", one.name || "(no name)"), make("td", words(one.bet), one.right === null ? "" : one.right ? "good" : "bad"));
    return row;
  }));
}

/** The board with the bets on its cells, or with what each move is worth. @param {Poll} poll */
function showBoard({ board: shown, you, asked, revealed, yours, answer, bars }) {
  const values = new Map();
  const counts = asked === "move" && (revealed || stage > 0 || !projecting) ? (bars ?? []) : [];
  for (const { bet, count } of counts) values.set(bet, { text: String(count), kind: "" });
  const kinds = /** @type {Record<string, string>} */ ({ W: "good", D: "even", L: "bad" });
  if (answer && shown.kind === "line") for (const [cell, value] of Object.entries(answer.values)) values.set(cell, { text: value, kind: kinds[value[0]] ?? "" });
  board.draw(shown, you === "student" && asked === "move" && !revealed, values);
  if (asked === "move" && yours && !revealed) board.point(yours);
  if (answer && asked === "move") for (const cell of answer.moves ?? []) board.point(cell);
}

/** @param {Poll} poll */
function showBars({ bars, revealed }) {
  text("bets").hidden = !bars || !bars.length || (projecting && !revealed && stage === 0);
  const most = Math.max(1, ...(bars ?? []).map(({ count }) => count));
  const list = text("bars");
  const kept = new Map([...list.children].map((item) => [item instanceof HTMLElement ? item.dataset.bet : "", item]));
  list.replaceChildren(...(bars ?? []).map(({ bet, count, right }) => {
    const item = /** @type {HTMLElement} */ (kept.get(bet) ?? bar(bet)); // the same one, so that it grows
    const [, length, number, sign] = [...item.children];
    item.classList.toggle("right", right === true);
    if (length.firstElementChild instanceof HTMLElement) length.firstElementChild.style.width = `${(100 * count) / most}%`;
    number.textContent = String(count);
    sign.textContent = right ? "✓ right" : "";
    return item;
  }));
}

/** @param {string} bet */
function bar(bet) {
  const item = make("li");
  item.dataset.bet = bet;
  const length = make("div", "", "length");
  length.setAttribute("aria-hidden", "true");
  length.append(make("span"));
  item.append(make("span", bet === "draw" ? "A draw" : bet), length, make("b"), make("i"));
  return item;
}

/** Bet, or change the bet; the name goes with it. @param {string} wanted */
async function bet(wanted) {
  if (!poll) return;
  rememberName(name.value);
  const { round } = poll;
  await trying(async () => show(await ask(`${path}/bets`, { round, bet: wanted, name: name.value })));
  live.open(); // from now on as somebody with a bet
}

async function reveal() {
  if (poll && !poll.revealed) await trying(async () => show(await ask(`${path}/reveal`, { round: poll?.round })));
}

/** One step on, or back, by the arrow keys. @param {number} by */
async function step(by) {
  if (!poll || poll.you !== "teacher") return;
  if (by < 0) stage = Math.max(0, stage - 1);
  else if (poll.revealed) return nextExample();
  else if (stage === 0 && projecting) stage = 1;
  else return reveal();
  show(poll);
}

/** Ask about the example after this one. */
async function nextExample() {
  if (!poll) return;
  const { round, game, board: shown } = poll;
  const here = EXAMPLES.findIndex((example) => example.game === game && example.position === shown.position);
  const next = EXAMPLES[(here + 1) % EXAMPLES.length];
  await trying(async () => show(await ask(`${path}/rounds`, { game: next.game, position: next.position, asked: next.asked, round })));
}

for (const value of text("values").querySelectorAll("button")) value.addEventListener("click", () => void bet(value.dataset.bet ?? ""));
name.value = rememberedName();
name.addEventListener("change", () => { if (poll?.yours && !poll.revealed) void bet(poll.yours); });
element("naming", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  name.blur();
});
button("reveal").addEventListener("click", () => void reveal());
button("copy").addEventListener("click", () => void share(poll?.invitation?.link ?? location.href, button("copy")));
document.addEventListener("keydown", (event) => {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!by || !projecting || event.altKey || event.ctrlKey || event.metaKey || event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  event.stopPropagation(); // wherever the focus is
  void step(by);
}, true);

const live = new Live(() => `/api${path}/events`, { poll: show }, {
  connected: (connected) => { text("connection").hidden = connected; },
  gone: () => {
    text("said").textContent = "The day of this class is over, and all of it is forgotten.";
    for (const id of ["values", "naming", "teaching", "invite", "bets"]) text(id).hidden = true;
  },
});
