// The page of one game: it draws what the server sends and sends what people do.

import { BoardView } from "./board.js";
import { showEnd } from "./end.js";
import { openLesson } from "./learn.js";
import { Live } from "./live.js";
import { MoveList } from "./moves.js";
import { Refusal, ask, choice, element, make, rememberName, rememberedName, share, trying } from "./page.js";
import { Seats } from "./seats.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Mark} Mark */

const SEEN = 400; // the computer's answer waits so long after the mark before it, so that it is seen
const id = location.pathname.split("/").pop() ?? "";
let link = `${location.origin}/game/${id}`;
const text = (/** @type {string} */ name) => element(name, HTMLElement);
const button = (/** @type {string} */ name) => element(name, HTMLButtonElement);

/** @type {Game | null} */
let game = null;
/** @type {Game | null} the moment that is looked at instead */
let then = null;
/** @type {number | null} the ply that is looked at, null for the game as it stands */
let looking = new URLSearchParams(location.search).has("ply") ? Number(new URLSearchParams(location.search).get("ply")) : null;
/** @type {number | null} the version that a command was sent about and no news has come of yet */
let sentAbout = null;
let newest = 0; // the latest version that was heard of, shown or about to be
let drawnAt = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let delayed;

const board = new BoardView(element("board", SVGSVGElement), (move) => void play(move), (name) => refuse(name));
const moves = new MoveList((ply) => void trying(() => look(ply)));
const seats = new Seats();

/** Take news of the game, from whichever way it came first. @param {Game} news */
function receive(news) {
  if (news.version < newest) return;
  newest = news.version;
  if (JSON.stringify(news) === JSON.stringify(game)) return; // a command's answer and its event say the same
  const last = news.moves.length - (game?.moves.length ?? 0);
  const mover = game && moverOf(news, news.moves.length - 1);
  const answered = game && last > 0 && mover && news.seats[mover].level !== null;
  const wait = answered ? SEEN - (performance.now() - drawnAt) : 0;
  clearTimeout(delayed);
  if (wait > 0) delayed = setTimeout(() => show(news), wait);
  else show(news);
}

/** Who made a move. @param {Game} game @param {number} index @returns {Mark} */
function moverOf(game, index) {
  return index % 2 === 0 ? game.first : game.first === "X" ? "O" : "X";
}

/** @param {Game} news */
function show(news) {
  const before = game;
  game = news;
  if (news.version !== before?.version) {
    drawnAt = performance.now();
    text("hint").textContent = "";
  }
  if (looking !== null && looking >= news.moves.length) looking = null;
  if (looking === null) then = null;
  if (before && looking !== null && news.moves.length > before.moves.length) text("step").textContent = `New: ${news.said}`;
  render();
  if (looking !== null && !then) void trying(() => look(looking ?? 0));
}

/** Everything speaks of one moment: the game as it stands, or the one that is looked at. */
function render() {
  if (!game) return;
  const shown = looking !== null && then ? then : game;
  const isNow = shown === game;
  board.draw(shown.board, isNow && game.your_turn && !hasOpenSeat(game));
  seats.draw(shown);
  const said = [shown.said, shown.next].filter(Boolean).join(" ");
  if (text("said").textContent !== said) text("said").textContent = said;
  text("past").hidden = isNow;
  const ended = isNow && !!game.end;
  text("end").hidden = !ended;
  element("main", HTMLElement).classList.toggle("ended", ended);
  if (ended) showEnd(game);
  showTitle(game);
  showOffer(game);
  showTools(game, isNow);
  moves.draw(game, looking ?? game.moves.length); // last, when the list has its height
  element("analyze", HTMLAnchorElement).href = `/analyze?${new URLSearchParams({ game: shown.game, position: shown.start, line: game.moves.join(" "), at: String(looking ?? game.moves.length) })}`;
}

/** Look at the game as it was after some moves. @param {number} ply */
async function look(ply) {
  if (!game) return;
  looking = ply === game.moves.length ? null : ply;
  if (looking === null) {
    then = null;
    render();
    return;
  }
  moves.draw(game, ply); // a second step goes on from here, however slow the answer is
  /** @type {Game} */
  const answer = await ask(`/games/${id}?ply=${ply}`);
  if (looking !== ply || !game) return;
  then = answer;
  text("step").textContent = ply === 0 ? "The start of the game" : `After move ${Math.ceil(ply / 2)} of ${moverOf(game, ply - 1)}`;
  render();
}

/** Make a move: its mark appears at once, and is taken back with a sentence when it is refused. @param {string} move */
async function play(move) {
  if (!game || sentAbout === game.version) return;
  board.place(move);
  placed = move;
  drawnAt = performance.now();
  if (!await command("moves", { move })) render();
}

/** So many milliseconds after a move a click on the same cell is a finger that trembles. */
const TREMBLE = 1000;
let placed = "";

/** Say why a cell cannot be played. @param {string} name */
function refuse(name) {
  if (!game || looking !== null || !game.your_turn || hasOpenSeat(game)) return;
  if (name === placed && performance.now() - drawnAt < TREMBLE) return;
  const state = board.stateOf(name);
  const why = state === "taken" ? "That cell is taken." : state === "closed" ? "That board is closed." : "You are sent to another board.";
  text("problem").textContent = `${why} ${game.next}`;
  board.pulse();
}

/** @param {Game} game */
function hasOpenSeat(game) {
  return game.seats.X.open || game.seats.O.open;
}

/** @param {Game} game */
function isSeated(game) {
  return game.seats.X.you || game.seats.O.you;
}

/** @param {Game} game */
function showTitle(game) {
  const players = `${game.seats.X.name} – ${game.seats.O.name}`;
  document.title = `${game.end?.title ?? (game.your_turn && !hasOpenSeat(game) ? "Your move" : players)} · noughts`;
  text("title").textContent = `${game.game}: ${game.seats.X.name} against ${game.seats.O.name}`;
}

/** Show the link that works where the friend is. */
async function invite() {
  element("qr", HTMLImageElement).src = `/api/games/${id}/qr`;
  const invitation = await ask(`/games/${id}/invitation`);
  link = invitation.link;
  element("link", HTMLInputElement).value = link;
  text("link-note").textContent = invitation.note;
}

/** @param {Game} game */
function showOffer(game) {
  const offer = game.offer;
  text("asked").hidden = !offer || !isSeated(game);
  if (!offer) return;
  const own = game.seats[offer.by].you;
  text("asked-text").textContent = offer.words;
  button("agree").hidden = own;
  button("refuse").textContent = own ? "Never mind" : "Decline";
}

/** @param {Game} game @param {boolean} isNow */
function showTools(game, isNow) {
  const [seated, open, over] = [isSeated(game), hasOpenSeat(game), !!game.outcome];
  text("invite").hidden = !(open && seated);
  if (open && seated && !element("qr", HTMLImageElement).src) void invite();
  text("join").hidden = !open || seated;
  text("join-words").textContent = `Play ${game.seats.X.open ? "X" : "O"}`;
  text("watching").hidden = seated || open;
  const fair = game.between_people && !over; // no help while two people play
  button("hint-button").hidden = !seated || over || fair;
  button("hint-button").disabled = !isNow || !game.may_hint;
  button("undo").hidden = !seated;
  button("undo").disabled = !isNow || !game.may_undo || !!game.offer;
  button("draw").hidden = !seated || !game.may_draw;
  button("draw").disabled = !!game.offer || open;
  button("resign").hidden = !seated || over;
  element("analyze", HTMLAnchorElement).hidden = fair && seated;
  button("learn").hidden = game.board.kind !== "ultimate";
  text("lesson-offer").hidden = game.board.kind !== "ultimate" || !seated || over || open || game.moves.length > 3 || choice("learned") !== "";
  button("rematch").hidden = !seated || !over || !!game.rematch;
  button("rematch").disabled = game.offer?.kind === "rematch";
  const next = element("next-game", HTMLAnchorElement);
  next.hidden = !game.rematch;
  next.href = `/game/${game.rematch}`;
  next.textContent = seated ? "To the rematch" : "Watch the rematch";
}

/** Send a command about the version that is shown. @param {string} name @param {object} [details] */
async function command(name, details = {}) {
  if (!game || sentAbout === game.version) return true; // a second click on the same cell is no second move
  const seen = game;
  sentAbout = seen.version;
  return trying(async () => {
    try {
      take(await ask(`/games/${id}/${name}`, { version: seen.version, ...details }));
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 409) throw error;
      const now = await ask(`/games/${id}`);
      receive(now);
      if (!meansTheSame(name, seen)) throw new Refusal(error.name, "The game went on meanwhile: look again.", 409);
      take(await ask(`/games/${id}/${name}`, { version: now.version, ...details }));
    }
  }).finally(() => { if (sentAbout === seen.version) sentAbout = null; });
}

/** The answer to a command: this game, or the one after it. @param {Game} news */
function take(news) {
  if (news.id === id) receive(news);
  else location.assign(`/game/${news.id}`);
}

/** Whether a command is still meant when the computer has moved just before it. @param {string} name @param {Game} game */
function meansTheSame(name, game) {
  return game.thinking && (name === "resign" || name === "undo");
}

for (const name of ["undo", "draw", "rematch"]) button(name).addEventListener("click", () => void command(name));
button("agree").addEventListener("click", () => void command(game?.offer?.kind ?? ""));
button("refuse").addEventListener("click", () => void command(game?.offer?.kind ?? "", { agree: false }));
button("to-game").addEventListener("click", () => void trying(() => look(game?.moves.length ?? 0)));
button("next-level").addEventListener("click", () => void trying(async () => {
  if (!game) return;
  const mine = game.seats.X.you ? "X" : "O";
  const level = Number(button("next-level").dataset.level);
  choice("level", String(level));
  take(await ask("/games", { game: game.game, opponent: "computer", level, mark: mine, first: game.first, name: game.seats[mine].name }));
}));
button("hint-button").addEventListener("click", () => void trying(async () => {
  text("hint").textContent = "Thinking …";
  const hint = await ask(`/games/${id}/hint`, { version: game?.version }).catch((error) => {
    text("hint").textContent = "";
    throw error;
  });
  if (hint.version !== game?.version) return;
  text("hint").textContent = `Hint: ${hint.reason}`;
  board.point(hint.move);
}));

const sure = element("sure", HTMLDialogElement);
button("resign").addEventListener("click", () => sure.showModal());
sure.addEventListener("close", () => {
  if (sure.returnValue === "yes") void command("resign");
  sure.returnValue = "";
});
for (const name of ["learn", "lesson-yes"]) button(name).addEventListener("click", () => {
  openLesson();
  text("lesson-offer").hidden = true;
});
button("lesson-no").addEventListener("click", () => {
  choice("learned", "no");
  text("lesson-offer").hidden = true;
});
document.addEventListener("click", (event) => {
  const more = element("more", HTMLDetailsElement);
  if (event.target instanceof Node && !more.contains(event.target)) more.open = false;
});

button("share").addEventListener("click", () => {
  const there = looking === null ? link : `${link}?ply=${looking}`;
  const words = button("share").querySelector("span");
  if (words) void share(there, words);
});
button("copy").addEventListener("click", () => {
  element("link", HTMLInputElement).select();
  void share(link, button("copy"));
});

element("join-name", HTMLInputElement).value = rememberedName();
element("join", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  const name = element("join-name", HTMLInputElement).value;
  rememberName(name);
  void trying(async () => {
    receive(await ask(`/games/${id}/seat`, { name }));
    live.open(); // from now on as somebody with a seat
  });
});

/** Arrows, Home and End step through the game, and digits go to cells, wherever the focus is but in a field or on the board. */
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof Element)) return;
  if (event.target.closest("input, select, textarea, dialog, #board")) return;
  /** @type {Record<string, number>} */
  const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
  if (event.key in steps) moves.step(steps[event.key]);
  else if (!board.digit(event.key)) return;
  event.preventDefault();
});

/** A switch that is remembered. @param {string} name @param {boolean} usual @param {(on: boolean) => void} set */
function onSwitch(name, usual, set) {
  const input = element(name, HTMLInputElement);
  input.checked = choice(name) ? choice(name) === "yes" : usual;
  input.addEventListener("change", () => {
    choice(name, input.checked ? "yes" : "no");
    set(input.checked);
  });
  set(input.checked);
}
onSwitch("coordinates", true, (on) => element("board", SVGSVGElement).classList.toggle("plain", !on));
onSwitch("confirm", false, (on) => { board.confirming = on; });

element("link", HTMLInputElement).value = link;
element("file", HTMLAnchorElement).href = `/api/games/${id}/file`;
element("review", HTMLAnchorElement).href = `/game/${id}/review`;

const live = new Live(() => `/api/games/${id}/events${document.hidden ? "?away=true" : ""}`, {
  game: receive,
  presence: (presence) => {
    seats.hear(presence);
    text("watching").textContent = presence.watching > 1 ? `You watch this game, with ${presence.watching - 1} more.` : "You watch this game.";
  },
  beat: ({ now }) => seats.synchronize(now),
}, {
  connected: (connected) => { text("connection").hidden = connected; },
  gone: () => { text("said").textContent = "This game was removed."; },
});
void ask(`/games/${id}`).then(receive, (error) => {
  if (error.status !== 404) return;
  live.end();
  text("connection").hidden = true;
  const start = make("a", "Start a new one");
  start.href = "/";
  text("said").replaceChildren("There is no such game, or it was removed. ", start, ".");
  for (const part of document.querySelectorAll(".stage, .seat, #tools, .moves")) part.toggleAttribute("hidden", true);
});
