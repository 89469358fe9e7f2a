// Which search an address asks for, and how it is asked for, whole or from one of its boards on.

import { ask } from "./page.js";

/** @typedef {Record<string, string>} Choices */
/** @typedef {import("./types.js").Search} Search */
/** @typedef {import("./types.js").SearchNode} SearchNode */

export const DEFAULTS = { game: "classic", position: "O.X/X../XOO x", algorithm: "alphabeta", order: "reading", scoring: "plain", depth: "" };

/** What an address says. @param {URLSearchParams} asked @returns {Choices} */
export function choicesIn(asked) {
  return Object.fromEntries(Object.entries(DEFAULTS).map(([name, value]) => [name, asked.get(name) ?? value]));
}

/** @param {Choices} choices @param {object} more */
function question(choices, more = {}) {
  const { game, position, algorithm, scoring, depth } = choices;
  const order = choices.order.includes(",") ? choices.order.split(",") : choices.order;
  return { game, position, algorithm, order, scoring, ...(depth ? { depth: Number(depth) } : {}), ...more };
}

/**
 * The search, and what the stepper has to know to show it and to fetch more of it.
 * @param {Choices} choices
 * @returns {Promise<{search: Search, windows: boolean, ask: (node: SearchNode, ply: number) => Promise<SearchNode>}>}
 */
export async function askSearch(choices) {
  return {
    search: await ask("/search", question(choices)),
    windows: choices.algorithm === "alphabeta",
    ask: async (node, ply) => (await ask("/search", question(choices, {
      position: node.position, alpha: node.alpha, beta: node.beta, ply,
      ...(choices.order.includes(",") ? { order: "reading" } : {}),
      ...(choices.depth ? { depth: Number(choices.depth) - ply } : {}),
    }))).root,
  };
}
