// Marks as pen strokes with thick and thin: three hands of each, so that a full board looks written.

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number>} attributes
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

const RADIUS = 46; // of the shapes below

/** One stroke, thick where the pen begins and bowed a little. @param {number[]} from @param {number[]} to @param {number[]} pen */
function stroke([x1, y1], [x2, y2], [thick, thin, bow]) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [nx, ny] = [(y1 - y2) / length, (x2 - x1) / length];
  const beside = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ by) => `${(x + nx * by).toFixed(1)} ${(y + ny * by).toFixed(1)}`;
  const [mx, my, half] = [(x1 + x2) / 2, (y1 + y2) / 2, (thick + thin) / 2];
  return `M${beside(x1, y1, thick)}Q${beside(mx, my, bow + half)} ${beside(x2, y2, thin)}A${thin} ${thin} 0 0 0 ${beside(x2, y2, -thin)}`
    + `Q${beside(mx, my, bow - half)} ${beside(x1, y1, -thick)}A${thick} ${thick} 0 0 0 ${beside(x1, y1, thick)}Z`;
}

/** An ellipse around a point. @param {number[]} centre @param {number[]} radii @param {number} angle */
function ellipse([x, y], [long, short], angle) {
  const [dx, dy] = [long * Math.cos((angle * Math.PI) / 180), long * Math.sin((angle * Math.PI) / 180)];
  const ends = [`${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}`, `${(x - dx).toFixed(1)} ${(y - dy).toFixed(1)}`];
  return `M${ends[0]}A${long} ${short} ${angle} 0 1 ${ends[1]}A${long} ${short} ${angle} 0 1 ${ends[0]}Z`;
}

/** @type {Record<string, string[]>} */
const HANDS = {
  X: [
    stroke([-39, -40], [40, 39], [9.4, 7.6, 4]) + stroke([38, -41], [-40, 40], [6, 7.6, -4]),
    stroke([-41, -37], [39, 41], [9, 8, -3]) + stroke([41, -39], [-39, 40], [6.4, 7, 4]),
    stroke([-38, -41], [41, 37], [9.8, 7.2, 5]) + stroke([39, -39], [-41, 39], [6.2, 7.4, 3]),
  ],
  O: [
    ellipse([0, 0], [45, 43.5], -32) + ellipse([0.8, -0.6], [27, 33.5], -32),
    ellipse([0, 0], [44, 45], -22) + ellipse([-0.8, 0.8], [27.5, 33], -22),
    ellipse([0, 0], [45, 44], -42) + ellipse([0.4, 1], [26.5, 34], -42),
  ],
};

/**
 * An X or an O around a point.
 * @param {string} mark @param {number} x @param {number} y @param {number} radius
 * @param {boolean} [fresh] whether it is stamped before your eyes
 * @param {number} [hand] which of the three ways to write it
 */
export function markShape(mark, x, y, radius, fresh = false, hand = 0) {
  const group = svg("g", { transform: `translate(${x} ${y}) scale(${(radius / RADIUS).toFixed(3)})` });
  group.append(svg("path", { class: `mark ${mark.toLowerCase()}${fresh ? " new" : ""}`, "fill-rule": mark === "O" ? "evenodd" : "nonzero", d: HANDS[mark][hand % 3] }));
  return group;
}

/** A mark for the running text. @param {string} mark @param {string} [label] what it is called where nothing else says so */
export function markIcon(mark, label = "") {
  const icon = svg("svg", { viewBox: "-50 -50 100 100", class: "icon-mark", ...(label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" }) });
  icon.append(markShape(mark, 0, 0, RADIUS));
  return icon;
}
