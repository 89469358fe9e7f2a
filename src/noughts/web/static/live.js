// News of a game by server-sent events, with a watch over the connection.

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Presence} Presence */

const SILENCE = 25_000; // the server says something every ten seconds

export class LiveGame {
  /**
   * @param {string} id
   * @param {{game: (game: Game) => void, presence: (presence: Presence) => void, now: (now: number) => void, connected: (connected: boolean) => void, gone: () => void}} told
   */
  constructor(id, told) {
    this.id = id;
    this.told = told;
    this.ended = false;
    this.heard = Date.now();
    this.wait = 500;
    /** @type {EventSource | null} */
    this.source = null;
    this.open();
    setInterval(() => this.check(), 2000);
    addEventListener("online", () => this.open());
    addEventListener("offline", () => this.lost());
    addEventListener("pageshow", () => this.check());
    document.addEventListener("visibilitychange", () => this.open()); // others see whether you are here or away
  }

  /** Connect, again if need be; the first event is the game as it is now, so nothing is missed. */
  open() {
    if (this.ended) return;
    this.source?.close();
    const source = new EventSource(`/api/games/${this.id}/events${document.hidden ? "?away=true" : ""}`);
    this.source = source;
    this.heard = Date.now();
    source.addEventListener("game", (event) => {
      this.alive();
      this.told.game(JSON.parse(event.data));
    });
    source.addEventListener("presence", (event) => {
      this.alive();
      this.told.presence(JSON.parse(event.data));
    });
    source.addEventListener("beat", (event) => {
      this.alive();
      this.told.now(JSON.parse(event.data).now);
    });
    source.addEventListener("gone", () => {
      this.ended = true;
      source.close();
      this.told.gone();
    });
    source.onerror = () => {
      if (source === this.source) this.lost();
    };
  }

  alive() {
    this.heard = Date.now();
    this.wait = 500;
    this.told.connected(true);
  }

  /** Say so and try again, soon at first and then more rarely. */
  lost() {
    if (this.ended) return;
    this.source?.close();
    this.told.connected(false);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 1.6, 8000);
  }

  /** A laptop that slept, or a connection that died without a word. */
  check() {
    if (this.ended || document.hidden) return;
    if (Date.now() - this.heard > SILENCE) this.open();
  }
}
