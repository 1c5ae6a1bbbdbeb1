// Requests to the game's part of the API, and whether they get through.

const PATIENCE_MS = 6000; // for one answer
const LOOKS_MS = 2000; // between looks for a connection that was lost

export class Server {
  reachable = true; // whether the last request was answered

  /** `change()` is called when that is no longer so, or again; `look()` asks for something until it is so again. */
  constructor(api, csrf, change, look) {
    this.api = api;
    this.csrf = csrf;
    this.change = change;
    this.look = look;
    addEventListener("offline", () => this.#reach(false));
  }

  /** The answer to a request: {ok, status, body}; throws where there is no connection. */
  async ask(path, more = {}) {
    try {
      const headers = { Accept: "application/json", ...more.headers };
      const response = await fetch(`${this.api}/${path}`, { ...more, headers, signal: AbortSignal.timeout(PATIENCE_MS) });
      const body = await response.json();
      this.#reach(true);
      return { ok: response.ok, status: response.status, body };
    } catch (error) {
      this.#reach(false);
      throw error;
    }
  }

  post(path, body = {}) {
    const headers = { "Content-Type": "application/json", "X-CSRF-Token": this.csrf };
    return this.ask(path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  #reach(now) {
    if (this.reachable === now) return;
    this.reachable = now;
    this.change();
    if (!now) setTimeout(() => this.#lookAgain(), LOOKS_MS);
  }

  async #lookAgain() {
    if (this.reachable) return;
    await this.look();
    if (!this.reachable) setTimeout(() => this.#lookAgain(), LOOKS_MS);
  }
}
