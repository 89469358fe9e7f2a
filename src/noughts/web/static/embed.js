// A search on somebody else's page: which one, and from which step to which, says the address.

import { ask, element, trying } from "./page.js";
import { SearchStepper } from "./stepper.js";

const asked = new URLSearchParams(location.search);
const stepper = element("stepper", SearchStepper);
const named = element("named", HTMLSelectElement);

/** A search by its name, or any other that the address describes. @param {string} name */
async function find(name) {
  if (!asked.has("position")) return ask(`/learn/searches/${name}`);
  const [algorithm, order, depth] = [asked.get("algorithm") ?? "alphabeta", asked.get("order") ?? "reading", asked.get("depth")];
  const search = await ask("/search", {
    game: asked.get("game") ?? "classic", position: asked.get("position"), algorithm, scoring: asked.get("scoring") ?? "plain",
    order: order.includes(",") ? order.split(",") : order, ...(depth ? { depth: Number(depth) } : {}),
  });
  return { search, windows: algorithm === "alphabeta" };
}

/** @param {string} name */
async function show(name) {
  await trying(async () => {
    const { search, windows } = await find(name);
    const [from, to] = ["from", "to"].map((end) => (asked.has(end) ? Number(asked.get(end)) - 1 : undefined));
    await stepper.show(search, { windows, at: from ?? 0, from, to });
  });
}

named.value = asked.get("search") ?? "alphabeta";
element("choose", HTMLFormElement).hidden = asked.has("position") || asked.has("search");
named.addEventListener("change", () => void show(named.value));
await show(asked.get("search") ?? "alphabeta");
