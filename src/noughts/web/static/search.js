// The page that shows searches: which one, its address, and what the others would cost.

import { ask, element, make, trying } from "./page.js";
import { askSearch, choicesIn, DEFAULTS } from "./search-question.js";
import { SearchStepper } from "./stepper.js";

/** @typedef {import("./search-question.js").Choices} Choices */

/** @type {[string, Choices][]} */
const PRESETS = [
  ["Three moves left, alpha-beta", { position: "O.X/X../XOO x", algorithm: "alphabeta", order: "reading" }],
  ["Three moves left, minimax", { position: "O.X/X../XOO x", algorithm: "minimax", order: "reading" }],
  ["Three moves left, centre first", { position: "O.X/X../XOO x", algorithm: "alphabeta", order: "centre" }],
  ["Five moves left: O has to find the draw", { position: "X.O/.X./..O x", algorithm: "alphabeta", order: "centre" }],
  ["Quicker wins first", { position: "XO./.X./..O x", algorithm: "alphabeta", order: "reading", scoring: "quicker" }],
  ["The empty board, two plies and estimates", { position: "start", algorithm: "alphabeta", order: "centre", depth: "2" }],
  ["The empty board to the end, centre first", { position: "start", algorithm: "alphabeta", order: "centre" }],
  ["The empty board to the end, minimax (takes a while)", { position: "start", algorithm: "minimax", order: "reading" }],
  ["Four in a square: 4,4,3", { game: "4,4,3", position: "start", algorithm: "alphabeta", order: "centre", depth: "3" }],
  ["Ultimate, two plies", { game: "ultimate", position: "start", algorithm: "alphabeta", order: "centre", depth: "2" }],
];
/** @type {Record<string, string>} */
const COSTS = {
  minimax: "positions, minimax", alphabeta: "alpha-beta, reading order", alphabeta_centre: "alpha-beta, centre first",
  table: "entries of a table", symmetry: "entries, mirrored and turned boards once",
};

const stepper = element("stepper", SearchStepper);
const preset = element("preset", HTMLSelectElement);
/** @type {Choices} */
let choices = { ...DEFAULTS };
let latest = 0;
let pending = 0;

/** @param {string} name @returns {HTMLSelectElement | HTMLInputElement} */
function field(name) {
  return name === "position" ? element(name, HTMLInputElement) : element(name, HTMLSelectElement);
}

function fillForm() {
  for (const name of Object.keys(DEFAULTS)) {
    const control = field(name);
    const own = name === "order" && choices.order.includes(",");
    if (control instanceof HTMLSelectElement && !own && ![...control.options].some((option) => option.value === choices[name])) control.append(new Option(choices[name]));
    control.value = own ? "own" : choices[name];
  }
  const same = PRESETS.findIndex(([, wanted]) => Object.entries({ ...DEFAULTS, ...wanted }).every(([name, value]) => choices[name] === value));
  preset.value = String(same);
}

/** What the address says, and the step it names. */
function readAddress() {
  const asked = new URLSearchParams(location.search);
  choices = choicesIn(asked);
  return Number(asked.get("step") ?? "1") - 1;
}

/** @param {number} at */
function address(at) {
  const { depth, ...rest } = choices;
  const projector = document.documentElement.hasAttribute("data-projector") ? "&projector" : "";
  return `/learn/search?${new URLSearchParams({ ...rest, ...(depth ? { depth } : {}), step: String(at + 1) })}${projector}`;
}

/** @param {number} at */
async function search(at) {
  const number = ++latest;
  element("costs", HTMLElement).replaceChildren();
  fillForm();
  stepper.setAttribute("aria-busy", "true");
  stepper.inert = true; // what it still shows is about to go: a click there would be lost
  await trying(async () => {
    const { search, windows, ask } = await askSearch(choices);
    if (number === latest) await stepper.show(search, { windows, ask, at: Number.isInteger(at) ? at : NaN });
  });
  if (number !== latest) return;
  stepper.removeAttribute("aria-busy");
  stepper.inert = false;
}

/** @param {Choices} wanted */
function change(wanted) {
  choices = { ...choices, ...wanted };
  history.pushState(null, "", address(0));
  return search(0);
}

preset.append(new Option("your own", "-1"), ...PRESETS.map(([name], index) => new Option(name, String(index))));
preset.addEventListener("change", () => { if (PRESETS[Number(preset.value)]) void change({ ...DEFAULTS, ...PRESETS[Number(preset.value)][1] }); });
for (const name of ["algorithm", "order", "scoring", "depth"]) field(name).addEventListener("change", () => void change({ [name]: field(name).value }));
field("game").addEventListener("change", () => void change({ game: field("game").value, position: "start", order: "centre", depth: field("game").value === "classic" ? "" : "2" }));
element("form", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  void change({ position: field("position").value, ...(choices.order.includes(",") ? { order: "reading" } : {}) });
});
stepper.addEventListener("reorder", async (event) => {
  if (!(event instanceof CustomEvent)) return;
  await change({ order: event.detail.order.join(",") });
  for (const button of stepper.querySelectorAll(".moves button")) if (button instanceof HTMLElement && button.dataset.move === event.detail.focus) button.focus();
});
stepper.addEventListener("step", () => {
  clearTimeout(pending);
  pending = window.setTimeout(() => history.replaceState(null, "", address(stepper.at)), 200);
});
element("compare", HTMLButtonElement).addEventListener("click", () => void trying(async () => {
  const { game, position, depth } = choices;
  const costs = await ask("/compare", { game, position, ...(depth ? { depth: Number(depth) } : {}) });
  const most = Math.max(...Object.values(costs));
  element("costs", HTMLElement).replaceChildren(...Object.entries(COSTS).flatMap(([name, words]) => {
    const bar = make("meter");
    [bar.min, bar.max, bar.value] = [0, Math.log1p(most), Math.log1p(costs[name])];
    bar.setAttribute("aria-label", words);
    const value = make("dd", costs[name].toLocaleString("en"));
    value.dataset.cost = name;
    value.prepend(bar);
    return [make("dt", words), value];
  }));
}));
element("projector", HTMLAnchorElement).addEventListener("click", (event) => {
  event.preventDefault();
  location.assign(`${address(stepper.at)}&projector`);
});
addEventListener("popstate", () => void search(readAddress()));

await search(readAddress());
