// Small things that every page needs.

/**
 * The element with this id, of the kind that is expected.
 * @template {Element} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function element(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`no ${kind.name} with the id ${id}`);
  return found;
}

/**
 * A new element with text; text is never read as HTML.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {string} [text]
 * @param {string} [kind]
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, text = "", kind = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

/** Pages that were exported have their answers as files, in this folder; the pages of a server have none. */
const FILES = document.documentElement.dataset.files;

/** A refusal of the server, or that it cannot be reached. */
export class Refusal extends Error {
  /** @param {string} name @param {string} message @param {number} status */
  constructor(name, message, status) {
    super(message);
    this.name = name;
    this.status = status;
  }
}

/**
 * Ask the API; with a body it is a command.
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
export async function ask(path, body) {
  /** @type {RequestInit} */
  const options = body === undefined ? {} : {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  };
  /** @type {Response} */
  let response;
  try {
    response = await fetch(FILES ? `${FILES}${path}.json` : `/api${path}`, FILES ? {} : options);
  } catch {
    throw new Refusal("offline", "The server cannot be reached just now.", 0);
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(answer.error ?? "unknown", sentence(answer.message ?? response.statusText), response.status);
  return answer;
}

/** @param {string} text */
export function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1) + (text.endsWith(".") ? "" : ".");
}

/**
 * Do something and say what went wrong, if anything did, in the place for problems.
 * @param {() => Promise<void>} action
 * @returns {Promise<boolean>} whether all went well
 */
export async function trying(action) {
  const problem = element("problem", HTMLElement);
  problem.textContent = "";
  try {
    await action();
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    problem.textContent = error.message;
    return false;
  }
}

/**
 * Give a link away: by the system's own dialogue where there is one, else to the clipboard.
 * @param {string} link
 * @param {HTMLElement} button says for a moment what happened
 */
export async function share(link, button) {
  const before = button.textContent;
  const byDialogue = "share" in navigator;
  try {
    await (byDialogue ? navigator.share({ url: link }) : copy(link));
    button.textContent = byDialogue ? "Shared" : "Link copied";
  } catch {
    button.textContent = "Copy it from the address line";
  }
  setTimeout(() => { button.textContent = before; }, 2000);
}

/**
 * Put a text into the clipboard; without HTTPS a page may do that only from a selected field.
 * @param {string} text
 */
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = (document.querySelector("dialog[open]") ?? document.body).appendChild(make("textarea", text));
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (!copied) throw new Error("not allowed");
}

/** Something that this browser remembers, if it may; with a value it is remembered from now on. @param {string} name @param {string} [value] */
export function choice(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(name, value);
    return localStorage.getItem(name) ?? "";
  } catch {
    return ""; // a page in a frame, or a browser that keeps nothing
  }
}

/** The name that was used last time. */
export function rememberedName() {
  return choice("name");
}

/** @param {string} name */
export function rememberName(name) {
  choice("name", name);
}

// For a page that says so when there is no connection.
if (!FILES && "serviceWorker" in navigator) navigator.serviceWorker.register("/worker.js").catch(() => {});
