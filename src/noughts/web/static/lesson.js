// The page of a lesson: puts what can be used by hand into the places that the text has for it.

import { ExerciseView } from "./exercise.js";
import { FuturesBoard } from "./futures.js";
import { LessonProgress } from "./lesson-progress.js";
import { ask, trying } from "./page.js";
import { SearchStepper } from "./stepper.js";
import { Zoo } from "./zoo.js";

const progress = new LessonProgress();
const wanted = new URLSearchParams(location.search).get("seed");

/** @param {HTMLElement} place @param {string} name */
async function figure(place, name) {
  if (name === "futures") await new FuturesBoard(place).open();
  else if (name === "zoo") await new Zoo(place, progress).open();
  else {
    const { search, windows } = await ask(`/learn/searches/${name.replace("search-", "")}`);
    const stepper = new SearchStepper();
    stepper.dataset.part = "";
    place.classList.add("wide");
    place.append(stepper);
    await stepper.show(search, { windows });
  }
}

await trying(async () => {
  await Promise.all([...document.querySelectorAll(".hand")].map(async (place) => {
    if (!(place instanceof HTMLElement)) return;
    const { exercise, figure: name } = place.dataset;
    if (name) await figure(place, name);
    else if (exercise) {
      const view = new ExerciseView(place, exercise, () => progress.add(exercise));
      await view.open(wanted === null ? ExerciseView.seed() : Number(wanted) || 0);
    }
  }));
});
