// The news of one game. Browsers allow six connections per server, so the tabs of one browser share one stream: the tab
// that has the lock listens and tells the others; when it is closed, the next one takes over.

const AGAIN_MS = 2000; // doubled with every failure in a row, up to a minute
const KINDS = ["move", "game"];

export class Stream {
  #source = null;
  #channel = null;
  #leads = false;
  #state = "connecting";
  #failures = 0;

  /** `hear(kind, data)` gets every message, `change(state)` whether it is "open" or "lost". */
  constructor(name, url, hear, change) {
    this.url = url;
    this.hear = hear;
    this.change = change;
    if (!navigator.locks || !("BroadcastChannel" in window)) {
      this.#listen();
      return;
    }
    this.#channel = new BroadcastChannel(name);
    this.#channel.addEventListener("message", ({ data }) => this.#told(data));
    this.#channel.postMessage({ asks: true });
    const lead = () => {
      this.#leads = true;
      this.#listen();
      return new Promise(() => {}); // until the tab is closed
    };
    navigator.locks.request(name, lead).catch(lead); // denied in a frame of another site
  }

  /** Tell the other tabs what this one knows from an answer of the server. */
  share(kind, data) {
    this.#channel?.postMessage({ kind, data });
  }

  #told({ kind, data, state, asks }) {
    if (asks && this.#leads) this.#channel.postMessage({ state: this.#state });
    else if (state && !this.#leads) this.#become(state);
    else if (kind) this.hear(kind, data);
  }

  #listen() {
    this.#source = new EventSource(this.url);
    this.#source.addEventListener("open", () => {
      this.#failures = 0;
      this.#become("open");
    });
    this.#source.addEventListener("error", () => {
      this.#become("lost");
      if (this.#source.readyState !== EventSource.CLOSED) return; // it tries again by itself
      setTimeout(() => this.#listen(), Math.min(60_000, AGAIN_MS * 2 ** this.#failures++));
    });
    for (const kind of KINDS) {
      this.#source.addEventListener(kind, (event) => {
        const data = JSON.parse(event.data);
        this.hear(kind, data);
        this.share(kind, data);
      });
    }
  }

  #become(state) {
    this.#state = state;
    if (this.#leads) this.#channel.postMessage({ state });
    this.change(state);
  }
}
