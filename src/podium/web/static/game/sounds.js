// Short tones made here; nothing is loaded. Whether they sound is remembered by the browser.

const KEY = "podium-sound";
const TONES = {
  move: [[440, 0.05]],
  take: [[330, 0.04], [220, 0.06]],
  check: [[660, 0.06], [660, 0.06]],
  low: [[880, 0.09], [880, 0.09], [880, 0.09]],
  offer: [[520, 0.08], [660, 0.08]],
  end: [[520, 0.1], [390, 0.1], [260, 0.2]],
  start: [[390, 0.08], [520, 0.12]],
};

export class Sounds {
  #context = null;

  constructor(usual) {
    this.on = (remembered() ?? String(usual)) === "true";
  }

  toggle() {
    this.on = !this.on;
    try {
      localStorage.setItem(KEY, String(this.on));
    } catch {
      // a browser that keeps nothing: it sounds, or not, until the page is left
    }
    this.play("move");
  }

  /** One tone after another; silence where the browser wants a click first. */
  play(name) {
    if (this.on) this.test(name);
  }

  /** The same, whether or not it is to sound. */
  test(name = "start") {
    if (!("AudioContext" in window) || navigator.userActivation?.hasBeenActive === false) return;
    this.#context ??= new AudioContext();
    let at = this.#context.currentTime;
    for (const [pitch, seconds] of TONES[name]) {
      const [tone, volume] = [this.#context.createOscillator(), this.#context.createGain()];
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.15, at);
      volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
      tone.connect(volume).connect(this.#context.destination);
      tone.start(at);
      tone.stop(at + seconds);
      at += seconds + 0.03;
    }
  }
}

function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
