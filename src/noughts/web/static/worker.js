// Keeps the page that is shown when there is no connection. Everything else comes from the server, always.

const KEPT = "offline-2";
const PAGE = "/offline";
const PARTS = [PAGE, "/static/style.css", "/static/board.css", "/static/games.css", "/static/theme.js", "/static/missing.js", "/static/marks.js", "/static/favicon.svg"];
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(PARTS))));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(caches.keys().then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))))));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const path = new URL(event.request.url).pathname;
  if (event.request.mode === "navigate") event.respondWith(fetch(event.request).catch(() => caches.match(PAGE)));
  else if (PARTS.includes(path)) event.respondWith(fetch(event.request).catch(() => caches.match(path)));
});
