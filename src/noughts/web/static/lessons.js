// The list of lessons: how far this browser has come, and a worksheet that is another one each time.

import { LessonProgress } from "./lesson-progress.js";
import { element } from "./page.js";

const progress = new LessonProgress();
for (const line of document.querySelectorAll("[data-lesson]")) {
  if (!(line instanceof HTMLElement)) continue;
  const goals = (line.dataset.goals ?? "").split(" ");
  const reached = goals.filter((goal) => progress.count(goal)).length;
  const told = line.querySelector("em");
  if (told && reached) told.textContent = reached === goals.length ? "done" : `${reached} of ${goals.length} done`;
  line.classList.toggle("done", reached === goals.length);
}
const sheet = element("sheet", HTMLAnchorElement);
if (sheet.pathname === "/learn/worksheet") sheet.search = `?seed=${Math.floor(Math.random() * 1e6)}`;
else sheet.hidden = true; // a folder of files has one
