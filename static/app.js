// What makes the site an app: a page for the time without a network, and a quiet offer to install it.
(() => {
  "use strict";
  const { worker, offline } = document.currentScript.dataset;
  const root = document.documentElement;

  // -- My matches as they are now, for when they cannot be asked for ----------------------------------

  const text = (part) => part?.textContent.replace(/\s+/g, " ").trim() ?? "";

  // Without a countdown, and never more than this page shows: who is asked where, and until when.
  const rows = () =>
    [...document.querySelectorAll("main .rows li:has(a[href^='/m/'])")].slice(0, 30).map((row) => {
      const end = row.querySelector(".row-end")?.cloneNode(true);
      for (const time of end?.querySelectorAll("time") ?? []) {
        time.textContent = ` · ${window.slowfuse.clock(new Date(time.dateTime))}`;
      }
      return { title: text(row.querySelector("a[href^='/m/']")), says: text(end) };
    });

  const keep = async () => {
    const seen = await caches.open("seen");
    const kept = await seen.match("/offline/seen.json").then((answer) => answer?.json());
    const now = { at: Date.now(), lang: root.lang, theme: root.dataset.theme, zone: root.dataset.zone, rows: rows() };
    await seen.put("/offline/seen.json", new Response(JSON.stringify(now)));
    if (kept?.lang === root.lang) return;
    const shell = (await caches.keys()).find((name) => name.startsWith("shell-"));
    if (shell) await caches.open(shell).then((cache) => cache.add(offline)); // In the language that is read now.
  };

  if ("serviceWorker" in navigator && "caches" in window) {
    navigator.serviceWorker
      .register(worker)
      .then(() => navigator.serviceWorker.ready)
      .then(keep)
      .catch(() => {}); // A private window keeps nothing; the site works without.
  }

  // -- To install it ----------------------------------------------------------------------------------

  const DECLINED = "install-declined";
  let offer = null;

  addEventListener("beforeinstallprompt", (event) => {
    const line = document.getElementById("install");
    if (!line || localStorage.getItem(DECLINED)) return;
    event.preventDefault();
    offer = event;
    line.hidden = false;
  });

  document.addEventListener("click", async ({ target }) => {
    const answer = target.closest("#install [data-install]")?.dataset.install;
    if (!answer) return;
    document.getElementById("install").hidden = true;
    if (answer === "no") localStorage.setItem(DECLINED, "1");
    else await offer?.prompt();
    offer = null;
  });
})();
