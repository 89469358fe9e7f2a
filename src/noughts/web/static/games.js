// "My games": what this browser has a seat in.

import { BoardView } from "./board.js";
import { openFile } from "./files.js";
import { svg } from "./marks.js";
import { ask, element, make, trying } from "./page.js";

/** @typedef {import("./types.js").GameLine} GameLine */

const lists = element("lists", HTMLElement);
const when = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** @param {GameLine} game */
function state(game) {
  if (game.outcome) return game.outcome;
  if (game.waiting) return "waiting for a friend";
  return game.your_turn ? "your move" : "their move";
}

/** A board for looking at: one picture, not a grid to walk through. @param {GameLine} game */
function thumbnail(game) {
  const picture = svg("svg", { "aria-hidden": "true" });
  new BoardView(picture, () => {}).draw({ ...game.board, legal: [], sends: {}, last: null }, game.your_turn);
  for (const part of picture.querySelectorAll("[tabindex], [role]")) for (const name of ["tabindex", "role", "aria-label", "aria-disabled", "data-cell"]) part.removeAttribute(name);
  return picture;
}

/** @param {string} title @param {GameLine[]} games */
function list(title, games) {
  if (!games.length) return [];
  const items = make("ul", "", "list");
  for (const game of games) {
    const link = make("a", "", "sheet");
    link.href = `/game/${game.id}`;
    const words = make("span");
    words.append(
      make("b", `${game.players.X} – ${game.players.O}`),
      make("span", state(game), game.your_turn && !game.waiting ? "yours" : "soft"),
      make("span", `${game.game} · ${game.moves} ${game.moves === 1 ? "move" : "moves"} · ${when.format(game.touched * 1000)}`, "soft"),
    );
    link.append(thumbnail(game), words);
    const item = make("li");
    item.append(link);
    if (game.outcome && game.moves) {
      const review = make("a", "Review", "review");
      review.href = `/game/${game.id}/review`;
      review.setAttribute("aria-label", `Review ${game.players.X} – ${game.players.O}, ${when.format(game.touched * 1000)}`);
      item.append(review);
    }
    items.append(item);
  }
  return [make("h2", title), items];
}

element("open", HTMLButtonElement).addEventListener("click", () => openFile());

await trying(async () => {
  /** @type {{games: GameLine[]}} */
  const { games } = await ask("/games");
  const running = games.filter((game) => !game.outcome);
  const finished = games.filter((game) => game.outcome);
  lists.replaceChildren(...list("Running", running), ...list("Finished", finished));
  if (!games.length) {
    const start = make("a", "Start one");
    start.href = "/";
    const none = make("p", "No games yet. ");
    none.append(start, ".");
    lists.append(none);
  }
});
