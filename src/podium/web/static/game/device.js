// What the device does during a game: its screen stays on, it shakes, and it says that a game starts.

let lock = null;
let wanted = false;

/** Keep the screen on while `needed`; browsers let go of it whenever the page is out of sight. */
export async function keepAwake(needed) {
  wanted = needed;
  if (!needed) {
    await lock?.release();
    lock = null;
  } else if (navigator.wakeLock && !document.hidden && (!lock || lock.released)) {
    lock = await navigator.wakeLock.request("screen").catch(() => null); // a battery that is low refuses
    if (!wanted) await lock?.release();
  }
}

document.addEventListener("visibilitychange", () => void keepAwake(wanted));

export function vibrate() {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(80);
}

const SHORTEST_MS = 500; // that the window is left, to be told

/** Tell for how long the player left the window while `counts()`; arbiters see it. */
export function watchWindow(counts, tell) {
  let left = null;
  const look = () => {
    const here = !document.hidden && document.hasFocus();
    if (!here) left ??= counts() ? performance.now() : null;
    else if (left !== null) {
      const ms = Math.round(performance.now() - left);
      left = null;
      if (ms >= SHORTEST_MS) tell(ms);
    }
  };
  for (const kind of ["blur", "focus"]) addEventListener(kind, look);
  document.addEventListener("visibilitychange", look);
}

/** A message of the system to somebody who looks elsewhere; it leads back to this page. */
export async function notify(body) {
  if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  const options = { body, tag: location.pathname, icon: "/static/icons/icon-192.png", data: { url: location.pathname } };
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration) await registration.showNotification(document.title, options);
  else new Notification(document.title, options);
}
