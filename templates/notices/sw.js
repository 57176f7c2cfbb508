// Shows what is pushed, and opens the match one taps on. Pages always come from the network: a card table is never stale.
"use strict";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", () => {});

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
