// A search on somebody else's page: which one, and from which step to which, says the address.

import { ask, element, trying } from "./page.js";
import { askSearch, choicesIn } from "./search-question.js";
import { SearchStepper } from "./stepper.js";

const asked = new URLSearchParams(location.search);
const stepper = element("stepper", SearchStepper);
const named = element("named", HTMLSelectElement);
let latest = 0;

async function show() {
  const number = ++latest;
  await trying(async () => {
    const { search, ...how } = await (asked.has("position") ? askSearch(choicesIn(asked)) : ask(`/learn/searches/${encodeURIComponent(name ?? named.value)}`));
    if (number !== latest) return; // another one was chosen meanwhile
    const [from, to] = ["from", "to"].map((end) => (asked.has(end) ? Number(asked.get(end)) - 1 : undefined));
    await stepper.show(search, { windows: how.windows, ask: how.ask, at: from, from, to });
  });
}

const name = asked.get("search");
element("choose", HTMLFormElement).hidden = asked.has("position") || name !== null;
named.addEventListener("change", () => void show());
await show();
