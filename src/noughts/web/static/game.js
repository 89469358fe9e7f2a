// The page of one game: it draws what the server sends and sends what people do.

import { BoardView, markShape, svg } from "./board.js";
import { LiveGame } from "./live.js";
import { MoveList } from "./moves.js";
import { Refusal, ask, element, make, rememberName, rememberedName, share, trying } from "./page.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Mark} Mark */

const SEEN = 400; // a quick answer of the computer waits so long, so that it is seen
const id = location.pathname.split("/").pop() ?? "";
let link = `${location.origin}/game/${id}`;

/** @type {Game | null} */
let game = null;
/** @type {number | null} the ply that is looked at, null for the game as it stands */
let looking = new URLSearchParams(location.search).has("ply") ? Number(new URLSearchParams(location.search).get("ply")) : null;
/** @type {number | null} the version that a command was sent about and no news has come of yet */
let sentAbout = null;
let newest = 0; // the latest version that was heard of, shown or about to be
let drawnAt = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let delayed;

const board = new BoardView(element("board", SVGSVGElement), (move) => void command("moves", { move }));
const moves = new MoveList((ply) => void trying(() => look(ply)));
const text = (/** @type {string} */ name) => element(name, HTMLElement);

/** Take news of the game, from whichever way it came first. @param {Game} news */
function receive(news) {
  if (news.version < newest) return;
  newest = news.version;
  if (JSON.stringify(news) === JSON.stringify(game)) return; // a command's answer and its event say the same
  const answered = game?.thinking && news.moves.length > game.moves.length;
  const wait = answered ? SEEN - (performance.now() - drawnAt) : 0;
  clearTimeout(delayed);
  if (wait > 0) delayed = setTimeout(() => show(news), wait);
  else show(news);
}

/** @param {Game} news */
function show(news) {
  const changed = news.version !== game?.version;
  game = news;
  if (looking !== null && looking >= game.moves.length) looking = null;
  if (changed) drawnAt = performance.now();
  if (changed) text("hint").textContent = "";
  if (looking === null) board.draw(game.board, game.your_turn && !hasOpenSeat(game));
  else void trying(() => look(looking ?? 0));
  moves.draw(game, looking ?? game.moves.length);
  showSeats(game);
  showWords(game);
  showTools(game);
}

/** Look at the game as it was after some moves. @param {number} ply */
async function look(ply) {
  if (!game) return;
  looking = ply === game.moves.length ? null : ply;
  moves.draw(game, ply);
  if (looking === null) {
    show(game);
    return;
  }
  const then = await ask(`/games/${id}?ply=${ply}`);
  if (looking === ply) {
    board.draw(then.board, false);
    element("analyze", HTMLAnchorElement).href = analysisLink(then);
  }
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
function showSeats(game) {
  for (const mark of /** @type {Mark[]} */ (["X", "O"])) {
    const seat = game.seats[mark];
    const box = text(`seat-${mark}`);
    const icon = svg("svg", { viewBox: "0 0 24 24", role: "img", "aria-label": mark });
    icon.append(markShape(mark, 12, 12, 7));
    const words = make("div", seat.open ? "Free seat" : seat.name);
    const doing = make("small", seatWords(game, mark));
    if (game.thinking && game.to_move === mark) doing.classList.add("dots");
    words.append(doing);
    box.replaceChildren(icon, words);
    box.classList.toggle("turn", game.to_move === mark && !hasOpenSeat(game));
  }
}

/** @param {Game} game @param {Mark} mark */
function seatWords(game, mark) {
  const seat = game.seats[mark];
  if (game.outcome) return game.outcome === "draw" ? "draw" : game.outcome === `${mark} wins` ? "winner" : "lost";
  const you = seat.you && !(game.seats.X.you && game.seats.O.you) ? "you, " : "";
  if (seat.open) return "waiting for somebody";
  if (hasOpenSeat(game)) return seat.you ? "you" : "";
  if (game.to_move !== mark) return `${you}waiting`;
  return game.thinking ? "thinking" : `${you}to move`;
}

/** @param {Game} game */
function showWords(game) {
  const said = [game.said, game.next].filter(Boolean).join(" ");
  if (text("said").textContent !== said) text("said").textContent = said;
  const turn = game.outcome ?? (game.your_turn && !hasOpenSeat(game) ? "Your move" : `${game.seats.X.name} – ${game.seats.O.name}`);
  document.title = `${turn} · noughts`;
  text("title").textContent = `${game.game}: ${game.seats.X.name} against ${game.seats.O.name}`;
  const asked = game.undo_asked;
  text("asked").hidden = !asked || !isSeated(game);
  if (asked) {
    const own = game.seats[asked].you;
    text("asked-text").textContent = own ? "You asked to take back your last move." : `${game.seats[asked].name} asks to take back a move.`;
    element("agree", HTMLButtonElement).hidden = own;
    element("refuse", HTMLButtonElement).textContent = own ? "Never mind" : "Refuse";
  }
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
function showTools(game) {
  const seated = isSeated(game);
  const open = hasOpenSeat(game);
  text("invite").hidden = !(open && seated);
  if (open && seated && !element("qr", HTMLImageElement).src) void invite();
  text("join").hidden = !open || seated;
  text("join-mark").textContent = game.seats.X.open ? "X" : "O";
  text("tools").classList.toggle("watching", !seated);
  element("hint-button", HTMLButtonElement).hidden = !seated || !!game.outcome;
  element("hint-button", HTMLButtonElement).disabled = !game.may_hint;
  element("undo", HTMLButtonElement).hidden = !seated;
  element("undo", HTMLButtonElement).disabled = !game.may_undo || !!game.undo_asked;
  element("resign", HTMLButtonElement).hidden = !seated || !!game.outcome;
  element("rematch", HTMLButtonElement).hidden = !seated || !game.outcome || !!game.rematch;
  const next = element("next-game", HTMLAnchorElement);
  next.hidden = !game.rematch;
  next.href = `/game/${game.rematch}`;
  next.textContent = seated ? "To the rematch" : "Watch the rematch";
  element("analyze", HTMLAnchorElement).href = analysisLink(game);
}

/** @param {Game} game */
function analysisLink(game) {
  return `/analyze?${new URLSearchParams({ game: game.game, position: game.board.position })}`;
}

/** Send a command about the version that is shown. @param {string} name @param {object} [details] */
async function command(name, details = {}) {
  if (!game || sentAbout === game.version) return; // a second click on the same cell is no second move
  const seen = game;
  sentAbout = seen.version;
  await trying(async () => {
    try {
      receive(await ask(`/games/${id}/${name}`, { version: seen.version, ...details }));
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 409) throw error;
      const now = await ask(`/games/${id}`);
      receive(now);
      if (!meansTheSame(name, seen)) throw new Refusal(error.name, "The game went on meanwhile: look again.", 409);
      receive(await ask(`/games/${id}/${name}`, { version: now.version, ...details }));
    }
  }).finally(() => { if (sentAbout === seen.version) sentAbout = null; });
}

/** Whether a command is still meant when the computer has moved just before it. @param {string} name @param {Game} game */
function meansTheSame(name, game) {
  return game.thinking && (name === "resign" || name === "undo");
}

element("undo", HTMLButtonElement).addEventListener("click", () => void command("undo"));
element("agree", HTMLButtonElement).addEventListener("click", () => void command("undo"));
element("refuse", HTMLButtonElement).addEventListener("click", () => void command("undo", { agree: false }));
element("rematch", HTMLButtonElement).addEventListener("click", () => void trying(async () => {
  const next = await ask(`/games/${id}/rematch`, { version: game?.version });
  location.assign(`/game/${next.id}`);
}));
element("hint-button", HTMLButtonElement).addEventListener("click", () => void trying(async () => {
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
element("resign", HTMLButtonElement).addEventListener("click", () => sure.showModal());
sure.addEventListener("close", () => {
  if (sure.returnValue === "yes") void command("resign");
  sure.returnValue = "";
});

element("share", HTMLButtonElement).addEventListener("click", (event) => {
  const there = looking === null ? link : `${link}?ply=${looking}`;
  if (event.currentTarget instanceof HTMLElement) void share(there, event.currentTarget);
});
element("copy", HTMLButtonElement).addEventListener("click", (event) => {
  element("link", HTMLInputElement).select();
  if (event.currentTarget instanceof HTMLElement) void share(link, event.currentTarget);
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

const coordinates = element("coordinates", HTMLButtonElement);
function showCoordinates() {
  const wanted = localStorage.getItem("coordinates") !== "no";
  element("board", SVGSVGElement).classList.toggle("plain", !wanted);
  coordinates.setAttribute("aria-pressed", String(wanted));
}
coordinates.addEventListener("click", () => {
  localStorage.setItem("coordinates", coordinates.getAttribute("aria-pressed") === "true" ? "no" : "yes");
  showCoordinates();
});
showCoordinates();

element("link", HTMLInputElement).value = link;
element("file", HTMLAnchorElement).href = `/api/games/${id}/file`;

const live = new LiveGame(id, {
  game: receive,
  connected: (connected) => { text("connection").hidden = connected; },
  gone: () => { text("said").textContent = "This game was removed."; },
});
void ask(`/games/${id}`).then(receive, (error) => {
  if (error.status !== 404) return;
  live.ended = true;
  live.source?.close();
  text("connection").hidden = true;
  const start = make("a", "Start a new one");
  start.href = "/";
  text("said").replaceChildren("There is no such game, or it was removed. ", start, ".");
  for (const part of document.querySelectorAll(".stage, .seats, #tools, .moves, .links")) part.toggleAttribute("hidden", true);
});
