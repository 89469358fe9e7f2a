// News by server-sent events, with a watch over the connection.

const SILENCE = 25_000; // the server says something every ten seconds

export class Live {
  /**
   * @param {() => string} address of the stream now
   * @param {Record<string, (content: any) => void>} heard by the names of events
   * @param {{connected: (connected: boolean) => void, gone: () => void}} told
   */
  constructor(address, heard, told) {
    this.address = address;
    /** @type {Record<string, (content: any) => void>} */
    this.heard = { beat: () => {}, ...heard };
    this.told = told;
    this.ended = false;
    this.last = Date.now(); // when something was heard
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

  /** Connect, again if need be; the first event says how it is now, so nothing is missed. */
  open() {
    if (this.ended) return;
    this.source?.close();
    const source = new EventSource(this.address());
    this.source = source;
    this.last = Date.now();
    for (const [name, hear] of Object.entries(this.heard)) source.addEventListener(name, (event) => {
      this.alive();
      hear(JSON.parse(event.data));
    });
    source.addEventListener("gone", () => {
      this.end();
      this.told.gone();
    });
    source.onerror = () => {
      if (source === this.source) this.lost();
    };
  }

  /** There is nothing more to hear. */
  end() {
    this.ended = true;
    this.source?.close();
  }

  alive() {
    this.last = Date.now();
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
    if (Date.now() - this.last > SILENCE) this.open();
  }
}
