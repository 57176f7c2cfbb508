// What talk gains from scripts: others' words arrive while it is open and looked at. Everything works without this file.
(() => {
  "use strict";
  const EVERY = 15_000;
  const { stream } = document.currentScript.dataset;
  const $ = (id) => document.getElementById(id);

  // Whether the words themselves are in front of somebody, and not only a door to them.
  const shown = () => Boolean($("talk-list")) && ($("talk-box")?.open ?? true);
  const look = () => shown() && !document.hidden && htmx.trigger("#talk-list", "refresh");
  const down = () => {
    if ($("talk-log")) $("talk-log").scrollTop = $("talk-log").scrollHeight;
  };

  setInterval(look, EVERY);
  document.addEventListener("visibilitychange", look);
  document.addEventListener("DOMContentLoaded", down);

  // The bar that stays in sight opens the talk, and says how much is new.
  const count = () => {
    const bubble = $("talk-bubble"), unread = $("talk-unread")?.dataset.unread;
    if (!bubble) return;
    bubble.hidden = false;
    bubble.toggleAttribute("data-unread", Boolean(unread));
    $("talk-count").textContent = unread ?? "";
  };
  document.addEventListener("DOMContentLoaded", count);

  // Beside a wide table there is room for an open talk; who shuts it there finds it shut the next time.
  const beside = matchMedia("(width >= 93.75rem)");
  const KEY = "talk-shut";
  const kept = (shut) => {
    try {
      if (shut === undefined) return Boolean(localStorage.getItem(KEY));
      if (shut) localStorage.setItem(KEY, "1");
      else localStorage.removeItem(KEY);
    } catch {
      // A browser that keeps nothing.
    }
    return false;
  };

  let wanted = false;
  const unfold = () => {
    if (!$("talk-box")) return;
    if (wanted || (beside.matches && !kept())) $("talk-box").open = true;
    if (wanted) $("talk-box").querySelector("summary").focus({ preventScroll: true });
    wanted = false;
  };

  // On small screens it's a sheet.
  const sheet = matchMedia("(width < 75rem)");
  const close = () => {
    $("talk-box").open = false;
    $("talk-bubble")?.focus();
  };

  document.addEventListener("click", (event) => {
    if (event.target.closest("#talk-close")) close();
    if (!event.target.closest("#talk-bubble")) return;
    event.preventDefault();
    if ($("talk-box")?.open && sheet.matches) return close();
    wanted = true;
    if ($("talk-box")) unfold();
    else htmx.trigger(".talk-door", "open");
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || !sheet.matches || !$("talk-box")?.open) return;
    if (!document.querySelector("dialog[open], :popover-open")) close();
  });

  // Few open it, so its style and the rest of its script come late.
  const dress = (href) => {
    if (!document.querySelector(`link[href="${href}"]`)) {
      document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: down }));
    }
    if (!document.querySelector(`script[src="${stream}"]`)) {
      document.head.append(Object.assign(document.createElement("script"), { src: stream, onload: down }));
    }
  };

  document.addEventListener(
    "toggle",
    (event) => {
      if (event.target.id !== "talk-box") return;
      if (beside.matches) kept(!event.target.open);
      if (!event.target.open) return;
      dress(event.target.dataset.style);
      $("talk-close").hidden = !sheet.matches;
      down();
      look();
      $("talk-unread")?.remove();
      count();
    },
    true,
  );

  // Something was said. Where the talk is closed, its door says how much; where it is open, the words themselves come.
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.elt.id !== "talk-fresh" || !shown()) return;
    event.preventDefault();
    look();
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    // Asked for while the talk was closed, answered after it was opened: nothing there is new any more.
    if (event.detail.requestConfig.elt.id === "talk-fresh" && shown()) event.detail.shouldSwap = false;
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id === "talk") unfold();
    const face = document.querySelector("#talk-fresh [data-shows]");
    if (face) dress(face.dataset.style);
    count();
  });
})();
