// A search on somebody else's page: which one, and from which step to which, says the address.

import { ask, element, trying } from "./page.js";
import { SearchStepper } from "./stepper.js";

const asked = new URLSearchParams(location.search);
const stepper = element("stepper", SearchStepper);
const named = element("named", HTMLSelectElement);
let latest = 0;

/** A search by its name, or any other that the address describes. @param {string} name */
async function find(name) {
  if (!asked.has("position")) return ask(`/learn/searches/${encodeURIComponent(name)}`);
  const [algorithm, order, depth] = [asked.get("algorithm") ?? "alphabeta", asked.get("order") ?? "reading", asked.get("depth")];
  const search = await ask("/search", {
    game: asked.get("game") ?? "classic", position: asked.get("position"), algorithm, scoring: asked.get("scoring") ?? "plain",
    order: order.includes(",") ? order.split(",") : order, ...(depth ? { depth: Number(depth) } : {}),
  });
  return { search, windows: algorithm === "alphabeta" };
}

async function show() {
  const number = ++latest;
  await trying(async () => {
    const { search, windows } = await find(named.value);
    if (number !== latest) return; // another one was chosen meanwhile
    const [from, to] = ["from", "to"].map((end) => (asked.has(end) ? Number(asked.get(end)) - 1 : undefined));
    await stepper.show(search, { windows, at: from ?? 0, from, to });
  });
}

const name = asked.get("search");
if (name !== null && ![...named.options].some((option) => option.value === name)) named.append(new Option(name)); // it will be refused
if (name !== null) named.value = name;
element("choose", HTMLFormElement).hidden = asked.has("position") || name !== null;
named.addEventListener("change", () => void show());
await show();
