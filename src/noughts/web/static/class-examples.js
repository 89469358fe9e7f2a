// Positions that are worth a bet, each with what to ask.

/** @typedef {{name: string, game: string, position: string, asked: "value" | "move"}} Example */

/** @type {Example[]} */
export const EXAMPLES = [
  { name: "The empty board", game: "classic", position: ".../.../... x", asked: "value" },
  { name: "X took a corner", game: "classic", position: "X../.../... o", asked: "move" },
  { name: "Two corners of X", game: "classic", position: "X../.O./..X o", asked: "move" },
  { name: "O took an edge", game: "classic", position: "XO./.../... x", asked: "value" },
  { name: "A fork to find", game: "classic", position: "X.O/.O./..X x", asked: "move" },
  { name: "A quiet move wins", game: "classic", position: "O../..X/... x", asked: "move" },
  { name: "Is it lost?", game: "classic", position: "X../..X/.O. o", asked: "value" },
  { name: "One move draws", game: "classic", position: "O../.XX/... o", asked: "move" },
  { name: "Two of each", game: "classic", position: "XO./.O./..X x", asked: "value" },
  { name: "A win in five", game: "classic", position: "OX./O.X/... x", asked: "move" },
  { name: "Three in a row on 4 × 4", game: "4,4,3", position: "..../..../..../.... x", asked: "value" },
  { name: "Four in a row on 4 × 4", game: "4,4,4", position: "..../..../..../.... x", asked: "value" },
];
