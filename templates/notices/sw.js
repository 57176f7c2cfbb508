// Shows what is pushed, and opens the match one taps on. Pages always come from the network: a card table is never stale.
// Without a network there is one page that says so, with the matches as they were when they were last seen.
"use strict";

const SHELL = "shell-{{ version }}";
const SEEN = "seen"; // Written by `app.js`: what belongs to the account, and goes with it.
const OFFLINE = "{{ offline|escapejs }}";
const OWN = "{{ own|escapejs }}";
const PARTS = [{% for part in parts %}"{{ part|escapejs }}", {% endfor %}];

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

const page = async (event) => {
  try {
    const answer = (await event.preloadResponse) || (await fetch(event.request));
    // To log in first: whose matches they were is not there any more.
    const gone = answer.type === "opaqueredirect" && new URL(event.request.url).pathname === OWN;
    if (gone) await caches.delete(SEEN);
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
  if (request.mode === "navigate") {
    // Who logs in, logs out or leaves for good is somebody else afterwards.
    const changes = request.method !== "GET" && /^\/(accounts\/(login|logout|2fa|signup)|me\/delete)\//.test(pathname);
    if (changes) event.waitUntil(caches.delete(SEEN));
    if (request.method === "GET") event.respondWith(page(event));
  } else if (request.method === "GET" && PARTS.includes(pathname)) event.respondWith(part(request));
});

self.addEventListener("push", (event) => {
  const said = event.data?.json() ?? {};
  event.waitUntil(
    self.registration.showNotification(said.title || "Slow Fuse", {
      body: said.body || "",
      tag: said.tag,
      icon: "{{ icon|escapejs }}",
      badge: "{{ badge|escapejs }}",
      data: { url: said.url || "/mine/" },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.url, self.location.origin);
  if (url.origin !== self.location.origin) url.href = self.location.origin + "/mine/";
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((open) => {
      const there = open.find((page) => new URL(page.url).pathname === url.pathname);
      return there ? there.focus() : self.clients.openWindow(url.href);
    }),
  );
});
