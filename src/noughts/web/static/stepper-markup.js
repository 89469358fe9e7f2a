// What the stepper is made of, before anything is drawn.

export const ICONS = {
  first: "M7 6v12M18 6l-7 6 7 6z", back: "M15 6l-7 6 7 6z", run: "M8 5l11 7-11 7z", next: "M9 6l7 6-7 6z",
  over: "M5 15a7 7 0 0 1 13 -3M18.500 6v6h-6M12 18h.1", out: "M12 19V6M7 11l5-5 5 5", cut: "M20 5 8.200 14.600M20 19 8.200 9.400M8.500 7.400a2.900 2.900 0 1 1-5.800 0a2.900 2.900 0 1 1 5.800 0M8.500 16.600a2.900 2.900 0 1 1-5.800 0a2.900 2.900 0 1 1 5.800 0",
  last: "M17 6v12M6 6l7 6-7 6z",
};

/** @type {[keyof typeof ICONS, string, string][]} the icon, what it is called, its key */
export const BUTTONS = [
  ["first", "to the start", "Home"], ["back", "step back", "←"], ["run", "run", "Space"], ["next", "step", "→"],
  ["over", "step over", "O"], ["out", "step out", "U"], ["cut", "next cut", "C"], ["last", "to the end", "End"],
];

/** Where there is little room one of these stands beside the tree. */
export const PANELS = { now: "Board", window: "Window", code: "Code", stack: "Calls", key: "Legend" };

export const MARKUP = `
<div class="panels" role="group" aria-label="Beside the tree"></div>
<section class="now sheet" aria-label="Board"><h2>Board</h2><svg class="big" role="grid" aria-label="Board of this step"></svg></section>
<section class="tree sheet" aria-label="Tree"><div class="treehead"><h2>Tree</h2><ol class="moves" aria-label="Moves of the start, in the order they are tried"></ol></div>
<div class="forest"><svg class="branches" role="img" aria-label="Game tree"></svg><svg class="map" role="img" aria-label="Map of the tree" hidden></svg></div></section>
<section class="code sheet" aria-label="Code"><h2>The whole idea in ten lines</h2><ol tabindex="0" aria-label="Python code"></ol></section>
<section class="window sheet" aria-label="Window"><h2>The window</h2><svg class="line" viewBox="0 0 240 104" role="img"></svg><p></p></section>
<section class="stack sheet" aria-label="Call stack"><h2>Boards waiting for an answer</h2><ol></ol></section>
<section class="key sheet" aria-label="Legend" tabindex="0"><h2>How to read the tree</h2><ul><li class="here">here now</li><li class="path">going down to here</li><li class="seen">looked at</li><li class="ghost">not yet</li><li class="cut">cut: never needed</li><li class="best">chosen so far</li></ul>
<p class="keys">Keys: <kbd>→</kbd> step, <kbd>←</kbd> back, <kbd>O</kbd> over, <kbd>U</kbd> out, <kbd>C</kbd> next cut, <kbd>[</kbd> <kbd>]</kbd> the move before and after, <kbd>F</kbd> keep open, <kbd>Space</kbd> run, <kbd>Home</kbd> <kbd>End</kbd>.</p></section>
<section class="deck sheet" aria-label="Steps"><p class="said" role="status" aria-live="polite"></p><p class="problem" role="alert"></p>
<div class="scrub"><div class="buttons"></div><div class="track"><svg class="marks" aria-hidden="true"></svg><input type="range" min="1" value="1" aria-label="Step of the search"></div>
<p class="count"></p></div></section>`;
