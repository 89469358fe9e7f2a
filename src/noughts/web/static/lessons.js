// The list of lessons: how far this browser has come, and a worksheet that is another one each time.

import { LessonProgress } from "./lesson-progress.js";
import { element } from "./page.js";

const progress = new LessonProgress();
for (const line of document.querySelectorAll("[data-lesson]")) {
  if (!(line instanceof HTMLElement)) continue;
  const kinds = (line.dataset.exercises ?? "").split(" ").filter(Boolean);
  const solved = kinds.filter((kind) => progress.count(kind)).length;
  const told = line.querySelector("em");
  if (told && solved) told.textContent = solved === kinds.length ? "done" : `${solved} of ${kinds.length} exercises`;
  line.classList.toggle("done", solved > 0 && solved === kinds.length);
}
const sheet = element("sheet", HTMLAnchorElement);
if (sheet.pathname === "/learn/worksheet") sheet.search = `?seed=${Math.floor(Math.random() * 1e6)}`;
else sheet.hidden = true; // a folder of files has one
