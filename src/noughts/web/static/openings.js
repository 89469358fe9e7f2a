// What is known about the first moves of Ultimate: the verdict of a deep search, and games of the engine.

import { ask, element, make } from "./page.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {{move: string, chance: number, games: number, points: number}} Opening */

const LAST_KNOWN = 1; // marks on the board
const panel = element("openings", HTMLDetailsElement);

/** Show the openings of a position, where there are any. @param {Board} board @param {string} game @param {string} position @param {(move: string) => void} play */
export async function showOpenings(board, game, position, play) {
  const marks = board.cells.join("").replaceAll(".", "").length;
  panel.hidden = true;
  if (board.kind !== "ultimate" || marks > LAST_KNOWN || board.to_move === null) return;
  /** @type {{openings: Opening[]}} */
  const { openings } = await ask(`/openings?${new URLSearchParams({ game, position })}`).catch(() => ({ openings: [] }));
  panel.hidden = openings.length === 0;
  element("opening-rows", HTMLTableSectionElement).replaceChildren(...openings.map((opening) => rowOf(opening, play)));
}

/** @param {Opening} opening @param {(move: string) => void} play */
function rowOf(opening, play) {
  const [row, first] = [make("tr"), make("th")];
  const move = make("button", opening.move);
  move.type = "button";
  move.addEventListener("click", () => play(opening.move));
  first.scope = "row";
  first.append(move);
  row.append(first, ...[`${Math.round(opening.chance)} %`, String(opening.games), `${Math.round(opening.points)} %`].map((words) => make("td", words)));
  return row;
}
