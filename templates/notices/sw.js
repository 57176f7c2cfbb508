// Shows what is pushed, and opens the match one taps on. Pages always come from the network: a card table is never stale.
// Without a network there is one page that says so, with the matches as they were when they were last seen.
"use strict";

const SHELL = "shell-{{ version }}";
const SEEN = "seen"; // Written by `app.js`: what belongs to the account, and goes with it.
const OFFLINE = "{{ offline|escapejs }}";
const OWN = "{{ own|escapejs }}";
const KEEP = "{{ keep|escapejs }}";
const KEY = "{{ key|escapejs }}";
const RING = "/offline/ring.json"; // In SEEN: the endpoint that the site knows, and when we last asked.
const ASK_AGAIN = 24 * 60 * 60 * 1000;
const PARTS = '{{ parts|join:" "|escapejs }}'.split(" ");

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(SHELL).then((shell) => shell.addAll([OFFLINE, ...PARTS])));
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("shell-") && name !== SHELL);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

// -- The subscription: belongs to a session, and is compared with what the site knows of it -------------------------

const base64url = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

const subscription = async () => self.registration.pushManager?.getSubscription();

const subscribe = (key) => self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });

const tell = async (current, was) => {
  const { endpoint, keys } = current.toJSON();
  const key = current.options?.applicationServerKey;
  const fields = { endpoint, was, p256dh: keys.p256dh, auth: keys.auth, key: key ? base64url(key) : "" };
  return fetch(KEEP, { method: "POST", body: new URLSearchParams(fields) });
};

const compare = async (found, was) => {
  const seen = await caches.open(SEEN);
  let current = found;
  let answer = await tell(current, was);
  if (answer.status === 200) {
    const { key } = await answer.json();
    await current.unsubscribe();
    const dead = current.endpoint;
    current = await subscribe(key);
    answer = await tell(current, dead);
  }
  if (answer.status === 204) await seen.put(RING, new Response(JSON.stringify({ endpoint: current.endpoint, at: Date.now() })));
  if (answer.status !== 410) return;
  await seen.delete(RING);
  await current.unsubscribe();
};

const check = async (now, lost = "") => {
  const kept = await caches.open(SEEN).then((seen) => seen.match(RING)).then((answer) => answer?.json());
  const current = await subscription();
  const former = kept?.endpoint ?? lost;
  if (!current && !former) return;
  if (!now && current && current.endpoint === kept?.endpoint && Date.now() - kept.at < ASK_AGAIN) return;
  await compare(current ?? (await subscribe(KEY)), former === current?.endpoint ? "" : former);
};

self.addEventListener("message", (event) => {
  if (event.data?.compare) event.waitUntil(check(event.data.compare === "now").catch(() => {}));
});

// Not every browser says which subscription it has replaced, so we keep the endpoint, too.
self.addEventListener("pushsubscriptionchange", (event) =>
  event.waitUntil(check(true, event.oldSubscription?.endpoint)),
);

// Nobody is logged in here any longer: forget the account, and close what was said to it. The next page takes the number
// off the app's icon (`site.js`).
const leave = async () => {
  await caches.delete(SEEN);
  for (const shown of await self.registration.getNotifications()) shown.close();
  await (await subscription())?.unsubscribe();
};

const page = async (event) => {
  try {
    let answer = await event.preloadResponse;
    // Without a network Firefox hands out an error, where others throw one.
    if (!answer || answer.type === "error") answer = await fetch(event.request);
    // To log in first: whose matches they were is not there any more.
    const gone = answer.type === "opaqueredirect" && new URL(event.request.url).pathname === OWN;
    if (gone) event.waitUntil(leave());
    return answer;
  } catch {
    return (await caches.match(OFFLINE)) || Response.error();
  }
};

const part = async (request) => {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request)) || Response.error();
  }
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.mode === "navigate" || request.headers.has("X-Visible")) event.waitUntil(closeAbout(pathname));
  if (request.mode === "navigate") {
    // Who logs in, logs out or leaves for good is somebody else afterwards. Another password begins another session.
    const sends = request.method !== "GET";
    const changes = sends && /^\/(accounts\/(login|logout|2fa|signup|password)|keep)\//.test(pathname);
    if (changes) event.waitUntil(caches.delete(SEEN));
    if (sends && /^\/(accounts\/logout|me\/delete)\//.test(pathname)) event.waitUntil(leave());
    if (request.method === "GET") event.respondWith(page(event));
  } else if (request.method === "GET" && PARTS.includes(pathname)) event.respondWith(part(request));
});

// -- Notifications: one for each question, until its page is in front of somebody -----------------------------------

const shown = async (test) => (await self.registration.getNotifications()).filter((each) => test(each.data ?? {}));

const show = async (said) => {
  const about = said.about ?? [];
  const before = await shown((data) => data.message && data.message === said.message);
  const covered = await shown((data) => data.about?.length && data.about.every((each) => about.includes(each)));
  await self.registration.showNotification(said.title || "Slow Fuse", {
    body: said.body || "",
    tag: said.tag,
    renotify: Boolean(said.tag) && !before.length, // A last call rings again; the same message, sent twice, doesn't.
    icon: "{{ icon|escapejs }}",
    badge: "{{ badge|escapejs }}",
    data: { url: said.url || "/mine/", about, message: said.message },
  });
  for (const each of covered) if (each.tag !== said.tag) each.close();
};

// A match has several addresses below its own.
const topic = (pathname) => /^\/m\/[^/]+\//.exec(pathname)?.[0] ?? pathname;

const closeAbout = async (pathname) => {
  const of = (data) => data.url && topic(new URL(data.url, self.location.origin).pathname) === topic(pathname);
  for (const each of await shown(of)) each.close();
};

self.addEventListener("push", (event) => event.waitUntil(show(event.data?.json() ?? {})));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.url, self.location.origin);
  if (url.origin !== self.location.origin) url.href = `${self.location.origin}/mine/`;
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((open) => {
      const there = open.find((each) => new URL(each.url).pathname === url.pathname);
      return there ? there.focus() : self.clients.openWindow(url.href);
    }),
  );
});
