// What talk gains from scripts: others' words arrive while it is open and looked at. Everything works without this file.
(() => {
  "use strict";
  const EVERY = 15_000;
  const $ = (id) => document.getElementById(id);

  const open = () => $("talk-list") && !document.hidden && ($("talk-box")?.open ?? true);
  const look = () => open() && htmx.trigger("#talk-list", "refresh");
  const down = () => {
    if ($("talk-log")) $("talk-log").scrollTop = $("talk-log").scrollHeight;
  };

  setInterval(look, EVERY);
  document.addEventListener("visibilitychange", look);
  document.addEventListener("DOMContentLoaded", down);

  document.addEventListener(
    "toggle",
    (event) => {
      if (event.target.id !== "talk-box" || !event.target.open) return;
      down();
      look();
      $("talk-unread")?.remove();
    },
    true,
  );

  // Ctrl+Enter sends, as elsewhere.
  document.addEventListener("keydown", (event) => {
    if (event.target.id === "talk-text" && event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.target.form.requestSubmit($("talk-send"));
    }
  });

  // Something was said. Where the talk is closed, its door says how much; where it is open, the words themselves come.
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.elt.id !== "talk-fresh" || !($("talk-box")?.open ?? true)) return;
    event.preventDefault();
    look();
  });

  // Who reads further up is left there, unless they said something themselves.
  let bottom = true;
  let said = false;
  document.addEventListener("talk-said", () => {
    said = true;
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const to = event.detail.target;
    if (to.id === "talk-say" && event.detail.xhr.status === 429) event.detail.shouldSwap = true;
    // Asked for while the talk was closed, answered after it was opened: nothing there is new any more.
    if (event.detail.requestConfig.elt.id === "talk-fresh" && ($("talk-box")?.open ?? true)) event.detail.shouldSwap = false;
    if (to.id !== "talk-list") return;
    const log = $("talk-log");
    bottom = said || log.scrollHeight - log.scrollTop - log.clientHeight < 60;
    said = false;
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id === "talk-list" && bottom) down();
  });
})();
