// "My games": what this browser has a seat in.

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

/** @param {string} title @param {GameLine[]} games */
function list(title, games) {
  if (!games.length) return [];
  const items = make("ul", "", "list");
  for (const game of games) {
    const link = make("a");
    link.href = `/game/${game.id}`;
    link.append(
      make("span", `${game.players.X} – ${game.players.O}`),
      make("span", `${game.game} · ${game.moves} moves · ${state(game)} · ${when.format(game.touched * 1000)}`, "soft"),
    );
    const item = make("li");
    item.append(link);
    items.append(item);
  }
  return [make("h2", title), items];
}

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
