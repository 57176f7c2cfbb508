// The list of one's matches: its rings empty while one looks, and what came meanwhile is asked for on return.
(() => {
  "use strict";
  const tick = () => {
    for (const ring of document.querySelectorAll(".ring[data-until]")) {
      const [from, until] = [new Date(ring.dataset.from), new Date(ring.dataset.until)];
      const left = Math.max(0, Math.min(100, (100 * (until - window.slowfuse.present())) / (until - from)));
      ring.querySelector(".left").setAttribute("stroke-dasharray", `${left.toFixed(1)} 100`);
      ring.classList.toggle("scarce", left < 20);
    }
  };

  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible") return;
    for (const list of document.querySelectorAll("#own-matches, #own-tables, #open-tables")) window.htmx?.trigger(list, "refresh");
  });
  document.addEventListener("DOMContentLoaded", tick);
  document.addEventListener("htmx:afterSettle", tick);
  setInterval(tick, 10000);
})();
