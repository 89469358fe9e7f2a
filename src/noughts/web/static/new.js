// The page on which a game begins.

import { ask, element, make, rememberName, rememberedName, trying } from "./page.js";

const form = element("form", HTMLFormElement);
const size = element("size", HTMLSelectElement);
const level = element("level", HTMLSelectElement);
const name = element("name", HTMLInputElement);

/** @param {string} field */
function chosen(field) {
  return String(new FormData(form).get(field));
}

function gameName() {
  const board = chosen("board");
  if (board === "classic") return board;
  if (board === "ultimate") return element("rule", HTMLSelectElement).value;
  return size.value === "other" ? element("custom", HTMLInputElement).value.replaceAll(" ", "") : size.value;
}

/** Show the questions that the answers so far leave open. */
function arrange() {
  const [board, opponent] = [chosen("board"), chosen("opponent")];
  element("larger", HTMLElement).hidden = board !== "larger";
  element("variant", HTMLElement).hidden = board !== "ultimate";
  element("custom-label", HTMLElement).hidden = size.value !== "other";
  element("level-label", HTMLElement).hidden = opponent !== "computer";
  element("other-label", HTMLElement).hidden = opponent !== "same_screen";
  const perfect = level.options[level.options.length - 1];
  perfect.disabled = board === "ultimate";
  if (perfect.disabled && perfect.selected) level.value = "10";
}

form.addEventListener("change", arrange);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  void trying(async () => {
    rememberName(name.value);
    const game = await ask("/games", {
      game: gameName(),
      opponent: chosen("opponent"),
      level: level.value === "perfect" ? "perfect" : Number(level.value),
      mark: element("mark", HTMLSelectElement).value,
      first: element("first", HTMLSelectElement).value,
      name: name.value,
      opponent_name: element("other", HTMLInputElement).value,
    });
    location.assign(`/game/${game.id}`);
  });
});

name.value = rememberedName();
arrange();

const { games } = await ask("/games").catch(() => ({ games: [] }));
/** @type {import("./types.js").GameLine[]} */
const yours = games.filter((/** @type {import("./types.js").GameLine} */ game) => game.your_turn);
if (yours.length) {
  const link = make("a", yours.length === 1 ? "one of your games" : `${yours.length} of your games`);
  link.href = yours.length === 1 ? `/game/${yours[0].id}` : "/games";
  const running = element("running", HTMLElement);
  running.append("It is your move in ", link, ".");
  running.hidden = false;
}
