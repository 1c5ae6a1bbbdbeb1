// Lets public pages be read without a network: each as it was last seen, with the time of that. The server sends this
// file from /service-worker.js, with a version that is another whenever one of its files is.
//
// Nothing but what the server marks as everybody's (`Podium-Keep`) is ever kept: no page of somebody who is signed in,
// no answer to a form, nothing of the API.

const VERSION = "{version}";
const SHELL = `shell-${VERSION}`;
const PAGES = "pages";
const OFFLINE = "/offline";
const LANGUAGES = "{languages}".split(" ");
const MOST_PAGES = 60;
const PATIENCE = 5000; // milliseconds that a network may take where there is a page to show instead

self.addEventListener("install", (event) => event.waitUntil(keepShell().then(() => self.skipWaiting())));

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (![SHELL, PAGES].includes(name)) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (url.pathname.startsWith("/static/")) event.respondWith(file(request));
});

// A page that was open before this worker was there asks to be kept.
self.addEventListener("message", (event) => {
  const url = event.data?.keep;
  if (!url || new URL(url).origin !== self.location.origin) return;
  event.waitUntil(fetch(url).then((answer) => keep(url, answer), () => {}));
});

/** Keeps the page that stands for those nobody has seen, in every language, and the files that every page has. */
async function keepShell() {
  const shell = await caches.open(SHELL);
  const files = new Set();
  for (const url of [OFFLINE, ...LANGUAGES.map(offlineIn)]) {
    const answer = await fetch(url, { credentials: "omit", cache: "no-store" });
    for (const found of (await answer.clone().text()).matchAll(/(?:href|src)="(\/static\/[^"]+)"/g)) files.add(found[1]);
    await shell.put(url, answer);
  }
  await Promise.all([...files].map((path) => shell.add(new Request(path, { cache: "no-cache" }))));
}

function offlineIn(language) {
  return `${OFFLINE}?language=${language}`;
}

/** The page that stands for those nobody has seen, in the language of the page that was read last. */
async function offline() {
  const shell = await caches.open(SHELL);
  const pages = await caches.open(PAGES);
  const last = (await pages.keys()).at(-1);
  const language = last && (await pages.match(last, { ignoreVary: true })).headers.get("Content-Language");
  return (language && (await shell.match(offlineIn(language), { ignoreVary: true }))) || shell.match(OFFLINE, { ignoreVary: true });
}

/** The page from the network; as it was last seen where there is none, or where it takes too long. */
async function page(request) {
  const kept = await (await caches.open(PAGES)).match(request.url, { ignoreVary: true });
  const fresh = fetch(request).then(async (answer) => {
    await keep(request.url, answer.clone());
    return answer;
  });
  const late = new Promise((resolve) => kept && setTimeout(resolve, PATIENCE));
  try {
    return (await Promise.race([fresh, late])) ?? (await asOf(kept));
  } catch {
    return kept ? asOf(kept) : offline();
  }
}

/** Keeps a page that everybody may see; forgets one that is not there any more. */
async function keep(url, answer) {
  const pages = await caches.open(PAGES);
  if ([403, 404, 410].includes(answer.status)) await pages.delete(url);
  if (!answer.ok || answer.redirected || answer.headers.get("Podium-Keep") !== "public") return;
  const headers = new Headers({ "Content-Type": "text/html; charset=utf-8", "Kept-At": new Date().toISOString() });
  headers.set("Content-Language", answer.headers.get("Content-Language") ?? "");
  const policy = answer.headers.get("Content-Security-Policy");
  if (policy) headers.set("Content-Security-Policy", policy);
  await pages.delete(url); // so that the oldest come first
  await pages.put(url, new Response(await answer.text(), { headers }));
  const keys = await pages.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST_PAGES))) await pages.delete(old);
}

/** A page that was kept, which says since when. */
async function asOf(kept) {
  const html = await kept.text();
  const marked = html.replace("<html ", `<html data-kept-at="${kept.headers.get("Kept-At")}" `);
  return new Response(marked, { headers: kept.headers });
}

/** A file from the network, or as it was. */
async function file(request) {
  const shell = await caches.open(SHELL);
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.status === 200) await shell.put(request, answer.clone());
    return answer;
  } catch (problem) {
    const kept = await shell.match(request, { ignoreVary: true });
    if (kept) return kept;
    throw problem;
  }
}

// --- news of a tournament that is followed ---

self.addEventListener("push", (event) => {
  let news;
  try {
    news = event.data.json();
  } catch {
    return; // not from our server
  }
  event.waitUntil(
    self.registration.showNotification(news.title, {
      body: news.body,
      tag: news.tag,
      icon: "/static/icons/icon-192.png",
      data: { url: news.url },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.url ?? "/", self.location.origin);
  if (url.origin !== self.location.origin) return;
  event.waitUntil(
    (async () => {
      const open = await self.clients.matchAll({ type: "window" });
      const there = open.find((each) => new URL(each.url).pathname === url.pathname);
      await (there ? there.focus() : self.clients.openWindow(url.href));
    })(),
  );
});
