// Tells a reader when the next round is out: by push where the server has a key, else while a page is open.

const KEPT = "podium-follow-";
const HIDDEN_LOOKS = 60_000; // milliseconds
const AGAIN = 5_000; // milliseconds after which a server that could not say is asked once more

/** What is remembered on this device of an event: the player, and whether messages come while no page is open. */
const kept = (tournament) => JSON.parse(localStorage.getItem(KEPT + tournament) ?? "null");
const keep = (tournament, value) =>
  value ? localStorage.setItem(KEPT + tournament, JSON.stringify(value)) : localStorage.removeItem(KEPT + tournament);

/** An answer of the API, asked as the public asks. */
async function api(path, method = "GET", body = undefined) {
  const headers = body ? { "Content-Type": "application/json" } : {};
  const answer = await fetch(`/api${path}`, { method, headers, body: body && JSON.stringify(body), credentials: "omit" });
  if (!answer.ok) throw new Error(`${answer.status}`);
  return answer.status === 204 ? null : answer.json();
}

function bytes(text) {
  const padded = text.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(padded), (sign) => sign.charCodeAt(0));
}

async function subscription(key) {
  const { pushManager } = await navigator.serviceWorker.ready;
  const found = await pushManager.getSubscription();
  if (!key || found) return found;
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
}

function show(part, state) {
  const following = kept(part.dataset.follow);
  part.querySelector("button").textContent = following ? part.dataset.on : part.dataset.off;
  const said = following ? (following.pushed ? "followed" : "openOnly") : "";
  part.querySelector("[role=status]").textContent = part.dataset[state || said] ?? "";
}

async function follow(part) {
  const { follow: tournament, pushKey } = part.dataset;
  const player = part.dataset.player || document.querySelector("#me[data-player]")?.dataset.player || "";
  if ((await Notification.requestPermission()) !== "granted") return show(part, "denied");
  const of = player ? { player_id: player } : {};
  const { round } = await api(`/tournaments/${tournament}/news`);
  const pushed = Boolean(pushKey && "PushManager" in window);
  if (pushed) {
    const { endpoint, keys } = (await subscription(pushKey)).toJSON();
    await api(`/tournaments/${tournament}/followers`, "POST", { endpoint, keys, ...of });
  }
  keep(tournament, { player, round, pushed });
  show(part);
}

async function unfollow(part) {
  const tournament = part.dataset.follow;
  const { pushed } = kept(tournament);
  keep(tournament, null);
  show(part);
  const found = pushed ? await subscription() : null;
  if (found) await api(`/tournaments/${tournament}/followers`, "DELETE", { endpoint: found.endpoint });
}

/** Looks whether a round came out, for who is told only while a page is open. */
async function look(part) {
  const tournament = part.dataset.follow;
  const following = kept(tournament);
  if (!following || following.pushed) return;
  const query = following.player ? `?player=${encodeURIComponent(following.player)}` : "";
  const { round, text } = await api(`/tournaments/${tournament}/news${query}`);
  if (round <= (kept(tournament)?.round ?? round)) return; // another tab may have said it
  keep(tournament, { ...following, round });
  const title = document.querySelector(".hall .event")?.textContent.trim() ?? document.title;
  const options = { body: text, tag: `podium-${tournament}`, icon: "/static/icons/icon-192.png", data: { url: `/t/${tournament}` } };
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    if (registration) await registration.showNotification(title, options);
    else new Notification(title, options);
  } catch (problem) {
    keep(tournament, following); // nobody was told
    throw problem;
  }
}

const watch = (part) => look(part).catch(() => setTimeout(watch, AGAIN, part));

for (const part of document.querySelectorAll("[data-follow]")) {
  if (!("Notification" in window)) continue;
  part.hidden = false;
  show(part);
  part.querySelector("button").addEventListener("click", () => {
    (kept(part.dataset.follow) ? unfollow(part) : follow(part)).catch(() => show(part, "failed"));
  });
  part.addEventListener("podium:live", () => watch(part));
  watch(part);
  setInterval(() => document.hidden && look(part).catch(() => {}), HIDDEN_LOOKS); // a hidden tab hears no stream
}
