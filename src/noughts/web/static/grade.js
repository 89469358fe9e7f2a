// The page that grades a program: it goes to this machine's server, which tells how far it is until the report is there.

import { element } from "./page.js";

const form = element("form", HTMLFormElement);
const source = element("source", HTMLTextAreaElement);
const file = element("file", HTMLInputElement);
const running = element("running", HTMLElement);
const said = element("said", HTMLElement);
const bar = element("bar", HTMLProgressElement);
const found = element("found", HTMLElement);
const problem = element("problem", HTMLElement);
const stop = element("stop", HTMLButtonElement);
/** @type {AbortController | null} */
let current = null;

file.addEventListener("change", async () => {
  const chosen = file.files?.[0];
  if (chosen) source.value = await chosen.text();
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void grade();
});
stop.addEventListener("click", () => current?.abort());

async function grade() {
  current?.abort();
  const mine = new AbortController();
  current = mine;
  problem.textContent = "";
  found.replaceChildren();
  bar.removeAttribute("value");
  said.textContent = "Loading the program";
  running.hidden = stop.hidden = false;
  try {
    const response = await fetch("/api/grade", {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ source: source.value }), signal: mine.signal,
    });
    if (!response.ok) throw new Error((await response.json()).message);
    for await (const told of lines(response)) hear(told);
  } catch (error) {
    if (!mine.signal.aborted) problem.textContent = error instanceof Error ? error.message : String(error);
  }
  if (current === mine) running.hidden = stop.hidden = true;
}

/** @typedef {{planned?: number, done?: number, function?: string, found?: string, report?: string, error?: string}} Told */

/** @param {Response} response @returns {AsyncGenerator<Told>} */
async function* lines(response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: "" };
    if (done) return;
    const parts = (rest + value).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) yield JSON.parse(part);
  }
}

/** @param {Told} told */
function hear(told) {
  if (told.error) throw new Error(told.error);
  if (told.report) location.assign(told.report);
  if (told.planned) {
    bar.max = told.planned;
    bar.value = told.done ?? 0;
    said.textContent = told.done === told.planned ? "Looking for what would make it right" : `Asking ${told.function}: ${told.done?.toLocaleString("en")} of ${told.planned.toLocaleString("en")} calls`;
  }
  if (told.found) found.append(Object.assign(document.createElement("li"), { textContent: told.found }));
}
