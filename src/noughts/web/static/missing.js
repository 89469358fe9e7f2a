// Where nothing is: a nought that missed the board. Without a connection the page tries again by itself.

import { markShape } from "./marks.js";

document.getElementById("board")?.append(markShape("X", 150, 150, 34), markShape("O", 262, 278, 34, false, 1));
const again = document.getElementById("again");
if (again) {
  const retry = async () => {
    const answer = await fetch("/api/health", { cache: "no-store" }).catch(() => null);
    if (answer?.ok) location.reload();
  };
  again.addEventListener("click", () => void retry());
  addEventListener("online", () => void retry());
  setInterval(() => void retry(), 3000);
}
