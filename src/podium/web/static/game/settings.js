// What somebody chose for this browser: how moves are made, what the device does, how board and pieces look.

const KEY = "podium-game";
const USUAL = { queen: false, confirm: false, vibrate: true, notify: false, board: "green", pieces: "filled" };

export class Settings {
  constructor(part) {
    Object.assign(this, USUAL, remembered());
    for (const control of part.querySelectorAll("[data-setting]")) {
      const value = control.type === "checkbox" ? "checked" : "value";
      control[value] = this[control.dataset.setting];
      control.addEventListener("change", () => void this.#change(control, value));
    }
    this.#show();
  }

  async #change(control, value) {
    const name = control.dataset.setting;
    if (name === "notify" && control.checked) control.checked = "Notification" in window && (await Notification.requestPermission()) === "granted";
    this[name] = control[value];
    try {
      localStorage.setItem(KEY, JSON.stringify(this));
    } catch {
      // a browser that keeps nothing: it is so until the page is left
    }
    this.#show();
  }

  #show() {
    document.documentElement.dataset.board = this.board;
    document.documentElement.dataset.pieces = this.pieces;
  }
}

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEY));
  } catch {
    return null;
  }
}
