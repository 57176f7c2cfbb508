// The rules open beside the match, at the part that matters now. Without this file their link leads to their page.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const wide = matchMedia("(width >= 56.25rem)");
  let wanted = "";

  // The page has ids of its own: those of the rules are told from them.
  const rename = (inside) => {
    const named = [...inside.querySelectorAll("[id]")];
    const ids = new Set(named.map((each) => each.id));
    const own = (id) => (ids.has(id) ? `rules-${id}` : id);
    for (const each of named) each.id = own(each.id);
    for (const each of inside.querySelectorAll("[aria-labelledby]")) {
      each.setAttribute("aria-labelledby", each.getAttribute("aria-labelledby").split(" ").map(own).join(" "));
    }
    for (const link of inside.querySelectorAll("a[href^='#']")) link.setAttribute("href", `#${own(link.hash.slice(1))}`);
  };

  const go = (id) => {
    const part = id && $(id);
    if (!part) return;
    for (const each of $("rules-inside").querySelectorAll(".now")) each.classList.remove("now");
    part.closest("h2, h3, li, p")?.classList.add("now");
    part.scrollIntoView({ block: "start" });
  };

  const open = (hash) => {
    const drawer = $("rules-drawer");
    $("foot")?.hidePopover?.(); // The menu it was chosen from.
    wanted = hash && `rules-${hash.slice(1)}`;
    if (!drawer.open) {
      // Beside the table one plays on; on a phone the rules lie over it until they are closed.
      if (wide.matches) drawer.show();
      else drawer.showModal();
    }
    if ($("rules-inside").firstElementChild) go(wanted);
    else htmx.trigger("#rules-inside", "open");
  };

  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (event.target.id === "rules-drawer") return event.target.close(); // Beside the sheet.
    const link = event.target.closest("a");
    const inside = link?.closest("#rules-inside");
    if (link?.matches("[data-rules]") && $("rules-drawer")) {
      event.preventDefault();
      open(link.hash);
    } else if (inside && link.getAttribute("href").startsWith("#")) {
      event.preventDefault();
      go(link.hash.slice(1));
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !$("rules-drawer")?.open || $("rules-drawer").matches(":modal")) return;
    $("rules-drawer").close();
    document.querySelector("[data-rules]")?.focus();
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id !== "rules-inside") return;
    rename(event.detail.target);
    go(wanted);
  });

  // The rules cannot be reached: their page says why.
  for (const failed of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(failed, (event) => {
      if (event.detail.elt.id === "rules-inside") location.assign(event.detail.elt.getAttribute("hx-get"));
    });
  }
})();
