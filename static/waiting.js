// How many matches and invitations wait for the reader, where it shows without looking at the page: tab, icon, app. The
// bar's numbers are asked for when the page is there, once a minute, and when the stream tells of a new notice.
(() => {
  "use strict";
  const icon = document.querySelector("link[rel=icon]");
  const plain = { title: document.title.trim(), icon: icon?.href };
  const { icon: waitingIcon, stream } = document.currentScript.dataset;

  const count = () => {
    const last = (name) => [...document.querySelectorAll(`[data-${name}]`)].at(-1)?.dataset[name]; // A list is newer than the bar.
    const waiting = last("waiting");
    return waiting === undefined ? null : Number(waiting) + Number(last("invited") ?? 0);
  };

  const show = () => {
    const waiting = count();
    if (waiting === null) return;
    if (icon) icon.href = waiting ? waitingIcon : plain.icon;
    // A match says in its title that it is its turn.
    if (!document.querySelector(".match")) document.title = waiting ? `(${waiting}) ${plain.title}` : plain.title;
    if (waiting) navigator.setAppBadge?.(waiting).catch(() => {});
    else navigator.clearAppBadge?.().catch(() => {});
  };

  document.addEventListener("slowfuse:reader-changed", () => {
    if (icon) icon.href = plain.icon;
    document.title = plain.title;
    navigator.clearAppBadge?.().catch(() => {});
  });

  const MINUTE = 60_000;
  const SPREAD = 1000; // A tournament's start is told to hundreds of pages at once.
  const STAYS = 3000; // A page that is only passed through opens no stream.
  let yours = null; // Whether the match in front of the reader waits for them.
  const refresh = () => document.visibilityState === "visible" && window.htmx?.trigger("#waiting", "refresh");

  // The worker compares the browser's subscription with the one we know (`sw.js`).
  const compare = document.getElementById("push") ? "now" : "soon";
  if (window.Notification?.permission === "granted") {
    navigator.serviceWorker?.ready.then(({ active }) => active.postMessage({ compare }));
  }

  document.addEventListener("DOMContentLoaded", () => {
    yours = Boolean(document.getElementById("yours"));
    show();
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (["waiting", "own-matches", "own-tables"].includes(event.target.id)) show();
    const invited = [...document.querySelectorAll("[data-invited]")].map((each) => each.dataset.invited);
    if (event.target.id === "own-tables" && invited[0] !== invited.at(-1)) refresh(); // The bar counts them, too.
    if (event.target.id !== "live" || yours === Boolean(document.getElementById("yours"))) return;
    yours = !yours;
    refresh();
  });
  document.addEventListener("visibilitychange", refresh);
  setInterval(refresh, MINUTE); // Turns and invitations come while a page of rules or records is read.

  let soon = 0;
  document.addEventListener("slowfuse:notice", () => {
    clearTimeout(soon);
    soon = setTimeout(refresh, Math.random() * SPREAD);
  });
  // A stream that was refused comes again, later each time. One that only broke off, the browser opens again by itself.
  const PATIENCE = 2000;
  let patience = PATIENCE;
  const follow = () => {
    const source = window.htmx?.createEventSource?.(stream);
    if (!source) return;
    source.onopen = () => {
      patience = PATIENCE;
    };
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return;
      setTimeout(follow, patience * (0.5 + Math.random()));
      patience = Math.min(2 * patience, MINUTE);
    };
  };
  // Matches and lists have a stream that tells of notices, too.
  setTimeout(() => document.querySelector("[sse-connect]") || follow(), STAYS);
})();
