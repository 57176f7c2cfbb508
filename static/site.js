// What the pages gain from scripts. Everything works without this file.
(() => {
  "use strict";
  const lang = document.documentElement.lang || "en";
  const $ = (id) => document.getElementById(id);

  // -- Time: counted down by the server's clock, which every answer brings along ---------------

  let ahead = 0; // The server's clock, compared with this device's.
  const present = () => Date.now() + ahead;
  window.slowfuse = { present };

  // A page from the browser's history is as old as it is: the next answer will do.
  const [page] = performance.getEntriesByType("navigation");
  const sent = page?.type !== "back_forward" && page?.serverTiming?.find((each) => each.name === "now")?.duration;
  if (sent) ahead = sent - (Date.now() - (performance.now() - page.responseStart));

  document.addEventListener("htmx:beforeOnLoad", (event) => {
    const said = /\bnow;dur=(\d+)/.exec(event.detail.xhr.getResponseHeader("Server-Timing"));
    if (said) ahead = said[1] - Date.now();
  });

  const timeZone = document.documentElement.dataset.zone; // In which the server writes, too.

  // A browser that hides its zone says UTC, or Iceland: there the page names its own.
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const atHome = here === timeZone && !["UTC", "Etc/UTC", "Etc/GMT", "Atlantic/Reykjavik"].includes(here);
  // Nobody is logged in, so nothing waits: a number that was left on the app's icon goes.
  if (!document.documentElement.dataset.reader) navigator.clearAppBadge?.().catch(() => {});

  const clock = (at) => {
    const far = Math.abs(at - present()) > 6 * 864e5;
    const day = far ? { day: "numeric", month: "short" } : { weekday: "short" };
    const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
    const written = (moment, more) => new Intl.DateTimeFormat(lang, { ...day, ...time, timeZone, ...more }).format(moment);
    const text = written(at);
    // In the hour that comes twice, the zone's abbreviation says which of the two is meant.
    const twice = written(at - 36e5) === text || written(+at + 36e5) === text;
    return twice ? written(at, { timeZoneName: "short" }) : text;
  };
  window.slowfuse.clock = clock;

  const amount = (value, unit, unitDisplay) =>
    new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay, maximumFractionDigits: 0 }).format(Math.floor(value));

  // With its unit, whatever is left: a bare “59:54” could be hours.
  const left = (seconds) => {
    if (seconds < 60) return `${Math.floor(seconds)}\u00a0s`;
    if (seconds < 3600) return amount(seconds / 60, "minute", "short");
    const unitDisplay = lang === "fr" ? "short" : "narrow"; // French keeps a space before “h”.
    return seconds < 172800 ? amount(seconds / 3600, "hour", unitDisplay) : amount(seconds / 86400, "day", unitDisplay);
  };

  const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

  // Clocks on plates: the turn's own time first, then the time bank, which is drawn as a bar.
  const tickPlates = () => {
    for (const time of document.querySelectorAll(".clock time[data-lapses]")) {
      const [due, lapses] = [new Date(time.dateTime), new Date(time.dataset.lapses)];
      const banking = present() >= due && lapses > due;
      const seconds = Math.max(0, ((banking ? lapses : due) - present()) / 1000);
      const text = seconds < 3600 ? minutes(seconds) : `${Math.floor(seconds / 3600)}:${minutes(seconds % 3600).padStart(5, "0")}`;
      if (time.textContent !== text) time.textContent = text;
      time.parentNode.classList.toggle("banking", banking);
      const bar = banking && time.parentNode.querySelector(".bank .left");
      if (bar) bar.setAttribute("width", Math.min(100, (100 * seconds) / time.dataset.full).toFixed(1));
      refreshOnceAfter(lapses, time.dataset.lapses);
    }
  };

  const narrow = matchMedia("(width < 30rem)");
  const asked = new Set();
  const refreshOnceAfter = (at, name) => {
    if (at - present() > -2000 || asked.has(name)) return;
    asked.add(name);
    setTimeout(refresh, Math.random() * 2000);
  };

  const tick = () => {
    for (const time of document.querySelectorAll("time[data-countdown]")) {
      const at = new Date(time.dateTime);
      const seconds = (at - present()) / 1000;
      const text = seconds < 0 ? time.dataset.over : ((narrow.matches && time.dataset.brief) || time.dataset.countdown)
        .replace("{time}", clock(at))
        .replace("{left}", left(seconds));
      if (time.textContent !== text) time.textContent = text;
      time.classList.toggle("soon", seconds >= 0 && seconds < 300);
      if (time.closest("#live")) refreshOnceAfter(at, time.dateTime);
    }
    tickPlates();
  };

  const localise = () => {
    for (const time of document.querySelectorAll("time[data-clock]")) time.textContent = clock(new Date(time.dateTime));
    tick();
  };

  // -- The stream of news: one of the six connections that HTTP/1.1 has for a site, so a hidden page gives it back ----

  const watched = (number) => {
    if (!$("watching")) return;
    $("watching").hidden = number === "0";
    $("watching").querySelector("b").textContent = number;
  };

  const followStream = (url) => {
    const listeners = [];
    let source = null;
    const stream = {
      get readyState() {
        return source?.readyState ?? EventSource.CONNECTING;
      },
      addEventListener(...listener) {
        listeners.push(listener);
        source?.addEventListener(...listener);
      },
      removeEventListener(type, listener) {
        listeners.splice(0, Infinity, ...listeners.filter((each) => each[0] !== type || each[1] !== listener));
        source?.removeEventListener(type, listener);
      },
      close() {
        document.removeEventListener("visibilitychange", follow);
        source?.close();
      },
    };
    const open = () => {
      source = new EventSource(url);
      source.onopen = (event) => stream.onopen?.(event);
      source.onerror = (event) => {
        if (source?.readyState === EventSource.CLOSED) stream.close(); // htmx makes another one.
        stream.onerror?.(event);
      };
      for (const listener of listeners) source.addEventListener(...listener);
      source.addEventListener("watching", ({ data }) => watched(data));
      source.addEventListener("notice", () => document.dispatchEvent(new CustomEvent("slowfuse:notice")));
    };
    function follow() {
      if (document.visibilityState === "hidden") {
        source?.close();
        source = null;
      } else if (!source) {
        open();
        // What came meanwhile. News of the match is asked for on every return, below.
        for (const [type, listener] of listeners) if (type !== "news") listener(new MessageEvent(type));
      }
    }
    document.addEventListener("visibilitychange", follow);
    follow();
    return stream;
  };
  if (window.htmx) htmx.createEventSource = followStream;

  // -- The match: news must neither take words out of a hand nor turn back time ----------------

  const refresh = () => $("news") && htmx.trigger("#news", "refresh");

  // Only a page in front of somebody counts as looking at the match: from a tab in the background they are still told.
  const { reader } = document.documentElement.dataset; // For whom the page was made.

  document.addEventListener("htmx:configRequest", (event) => {
    if (reader) event.detail.headers["X-Reader"] = reader;
    if (document.visibilityState === "visible") event.detail.headers["X-Visible"] = "yes";
  });
  // Forms that no script sends say it, too. Those of a table are htmx's.
  document.addEventListener("submit", ({ target: form, defaultPrevented }) => {
    if (!reader || defaultPrevented || form.getAttribute("method")?.toLowerCase() !== "post") return;
    if (form.matches("[hx-post], #live form") || form.querySelector("[name=reader]")) return;
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "reader", value: reader }));
  });
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && refresh());

  const changed = (field) => {
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    if (field.tagName === "SELECT") return [...field.options].some((each) => each.defaultSelected && !each.selected);
    return field.type !== "hidden" && field.value !== field.defaultValue;
  };
  const dirty = () => [...document.querySelectorAll("#live form :is(input, select, textarea)")].some(changed);

  // An open sheet or tip outlives news. What was sent from a sheet has its button there, but perhaps not its form.
  const SHEET = "showPopover" in HTMLElement.prototype ? ":is(.card-sheet, .tip-text):popover-open" : ".card-sheet.none";
  const stillOpen = ({ isError, requestConfig }) => {
    const sheet = document.querySelector(`#live ${SHEET}`);
    return sheet && (isError || requestConfig.elt.matches("[data-by-itself]")) ? sheet.id : "";
  };

  let before = null;
  let insist = false;
  let overtaken = false;

  // An answer brings the table along. News that overtook it would take away the table that it was given at, and with it
  // what only the answer's own page says.
  const answering = () => document.querySelector("#live.htmx-request, #live .htmx-request:not([data-by-itself])");

  const trouble = (said = "") => {
    if (!$("trouble")) return;
    $("trouble").textContent = said;
    $("trouble").hidden = !said;
  };
  // Looking in vain is no trouble: the next look comes by itself.
  const away = (event) => {
    if (!event.detail.requestConfig?.elt.matches("[data-by-itself]")) trouble($("trouble")?.dataset.away);
  };
  for (const failed of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(failed, away);

  // -- Somebody who has been logged out since: the page stays as it is, with a sentence and the way back --------

  const readerChanged = (said) => {
    const bar = $("reader-changed") ?? document.createElement("p");
    Object.assign(bar, { id: "reader-changed", className: "notice bad reader-changed", innerHTML: said });
    bar.setAttribute("role", "alert");
    if (!bar.isConnected) document.body.append(bar);
    document.dispatchEvent(new CustomEvent("slowfuse:reader-changed")); // What waited for them waits no more.
  };
  Object.assign(window.slowfuse, { reader, readerChanged });

  document.addEventListener(
    "htmx:beforeSwap",
    (event) => {
      if (!event.detail.xhr.getResponseHeader("X-Reader-Changed")) return;
      event.stopImmediatePropagation();
      event.detail.shouldSwap = false;
      readerChanged(event.detail.serverResponse);
    },
    true,
  );

  // What was typed waits in this tab until the page is back: after a link that says so, or a login that comes back here.
  const KEPT = ":is(textarea, select, input):not([type=hidden], [type=password], [type=file], [type=submit])[name]";
  const fields = () => document.querySelectorAll(`form[action] ${KEPT}, form[method=post] ${KEPT}`);
  const isBox = (field) => field.type === "checkbox" || field.type === "radio";
  const nameOf = (field) =>
    ["kept", location.pathname, field.form.getAttribute("action"), field.name, isBox(field) ? field.value : ""].join(" ");
  const valuesOf = (field) => [...field.selectedOptions].map(({ value }) => value);
  const read = (field) => JSON.stringify(isBox(field) ? field.checked : field.options ? valuesOf(field) : field.value);
  const write = (field, value) => {
    if (isBox(field)) field.checked = value;
    else if (field.options) for (const option of field.options) option.selected = value.includes(option.value);
    else field.value = value;
  };
  const keepWords = () => {
    // Of radio buttons, only the one that was chosen: it takes the mark off the others by itself.
    const typed = [...fields()].filter((field) => changed(field) && (field.type !== "radio" || field.checked));
    for (const field of typed) sessionStorage.setItem(nameOf(field), read(field));
  };
  document.addEventListener("click", ({ target }) => target.closest("[data-keeps-words]") && keepWords());
  document.addEventListener("htmx:beforeOnLoad", ({ detail }) => {
    const to = detail.xhr.getResponseHeader("HX-Redirect");
    if (to && new URL(to, location.href).searchParams.get("next") === location.pathname + location.search) keepWords();
  });
  const giveBack = () => {
    for (const field of fields()) {
      const kept = sessionStorage.getItem(nameOf(field));
      if (kept === null || changed(field)) continue;
      write(field, JSON.parse(kept));
      sessionStorage.removeItem(nameOf(field));
    }
  };
  document.addEventListener("DOMContentLoaded", giveBack);
  document.addEventListener("htmx:afterSettle", giveBack);

  // What was asked for before an answer replaced the table has no place any more. htmx would put it nowhere, and with it
  // what is preserved from table to table.
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    if (event.detail.target.id !== "live" || event.detail.target.isConnected) return;
    event.preventDefault();
    refresh();
  });

  // What the page asked for by itself waits while something in its place is pressed: a click ends where it began, or is
  // none.
  const RELEASED = ["pointerup", "pointercancel", "keyup"];
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { elt } = detail.requestConfig;
    if (!elt.matches("[data-by-itself]") || !detail.target.querySelector(":active")) return;
    detail.shouldSwap = false;
    const released = new AbortController();
    const again = () => {
      released.abort();
      setTimeout(() => htmx.trigger(elt, "refresh")); // After the click.
    };
    for (const how of RELEASED) document.addEventListener(how, again, { signal: released.signal });
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.isError && event.detail.requestConfig.elt.matches("[data-by-itself]")) {
      event.detail.shouldSwap = false;
      return;
    }
    const live = $("live");
    if (!live || event.detail.target !== live) return;
    const news = event.detail.requestConfig.elt.matches("[data-by-itself]");
    if (!event.detail.shouldSwap) {
      if (event.detail.isError) away(event);
      return;
    }
    const answer = new DOMParser().parseFromString(event.detail.serverResponse, "text/html");
    const table = answer.getElementById("live");
    if (!table) {
      // A whole page of its own (busy, logged out): say its sentence, keep the table.
      event.detail.shouldSwap = false;
      trouble(answer.querySelector("main [role=alert], main .lead")?.textContent.trim() || $("trouble")?.dataset.away);
      return;
    }
    trouble();
    const now = Number(live.dataset.heard);
    if (Number(table.dataset.heard) < now) event.detail.shouldSwap = false;
    else if (news && answering()) {
      event.detail.shouldSwap = false;
      overtaken = true;
    } else if (news && !insist && dirty()) {
      event.detail.shouldSwap = false;
      $("news-waits").hidden = false;
    }
    if (!event.detail.shouldSwap) return;
    insist = false;
    before = {
      heard: now,
      yours: Boolean($("yours")),
      inside: live.contains(document.activeElement),
      // A sheet from which something was sent, and taken, has done its part.
      shut: [...live.querySelectorAll("details[id]")].map((box) => [
        box.id,
        box.open && (event.detail.isError || !box.contains(event.detail.requestConfig.elt)),
      ]),
      sheet: stillOpen(event.detail),
    };
  });

  // The foot is drawn less often than the table, which says which one belongs to it.
  // An open menu stays as it is until it's closed: replaced, it would close under somebody's finger.
  const MENU = "showPopover" in HTMLElement.prototype ? "#foot:popover-open" : "#foot.none";
  const refreshFoot = () => {
    const table = $("live");
    if (!table || !$("foot") || document.querySelector(MENU)) return;
    if ($("foot").dataset.foot !== table.dataset.foot) htmx.trigger("#foot", "refresh");
  };
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target.matches(MENU)) detail.shouldSwap = false;
  });
  document.addEventListener("toggle", ({ target }) => target.id === "foot" && refreshFoot(), true); // It doesn't bubble.
  const PATIENCE = 2000;
  let patience = PATIENCE;
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.requestConfig.elt.id !== "foot") return;
    const { status } = detail.xhr;
    if (status > 0 && status < 500) patience = PATIENCE;
    else {
      setTimeout(refreshFoot, patience * (0.5 + Math.random()));
      patience = Math.min(2 * patience, 60_000);
    }
  });

  document.addEventListener("htmx:afterSwap", () => {
    const live = $("live");
    if (!live || !before) return;
    for (const [id, open] of before.shut) if ($(id)) $(id).open = open;
    $(before.sheet)?.showPopover();
    const since = before.heard;
    const fresh = [...live.querySelectorAll("[data-fact]")].filter((line) => parseInt(line.dataset.fact, 10) > since);
    live.dataset.just = fresh.map((line) => line.dataset.fact.split(" ")[1]).join(" ");
    if (before.inside && document.activeElement === document.body) $("question")?.focus({ preventScroll: true });
    if ($("news-waits")) $("news-waits").hidden = true;
    refreshFoot();
    const yours = $("yours");
    if ($("say") && !(yours && before.yours)) $("say").textContent = yours?.dataset.say ?? "";
    before = null;
    localise();
    title();
    // The sentences of the news, the oldest first, for whoever makes more of them (moments.js).
    document.dispatchEvent(new CustomEvent("slowfuse:facts", { detail: { lines: fresh.reverse() } }));
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    if (!overtaken || event.detail.requestConfig.elt.matches("[data-by-itself]")) return;
    overtaken = false;
    refresh(); // If the answer was refused, the news is still news.
  });

  const plain = document.title;
  const title = () => {
    document.title = $("yours") ? `● ${$("yours").dataset.say} · ${plain.trim()}` : plain;
  };

  document.addEventListener("click", (event) => {
    if (event.target.id === "news-show") {
      insist = true;
      refresh();
    }
    const copy = event.target.closest("[data-copy]");
    const source = copy && document.querySelector(copy.dataset.copy);
    if (source) {
      navigator.clipboard.writeText(source.value ?? source.textContent.trim()).then(() => copy.classList.add("done"));
    }
  });

  // -- Tips: a browser that doesn't know `interestfor` is told when somebody points at one or tabs to it ---------

  if (!("interestForElement" in HTMLButtonElement.prototype) && "togglePopover" in HTMLElement.prototype) {
    const parts = (event) => event.target.closest?.(".tip")?.children ?? [];
    const show = (event) => {
      const [source, text] = parts(event);
      // Opening a tip would close a sheet.
      if (!document.querySelector(":popover-open:not(.tip-text)")) text?.togglePopover({ force: true, source });
    };
    const hide = (event) => {
      const [source, text] = parts(event);
      if (!source?.parentNode.contains(event.relatedTarget)) text?.togglePopover(false);
    };
    const pointing = (act) => (event) => event.pointerType !== "touch" && act(event);
    document.addEventListener("pointerover", pointing(show));
    document.addEventListener("pointerout", pointing(hide));
    document.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && show(event));
    document.addEventListener("focusout", hide);
  }

  // -- Records: the slider moves as one drags, the page follows when one lets go ------------------

  document.addEventListener("input", (event) => {
    const said = event.target.matches("input[type=range][data-said]") && $(event.target.dataset.said);
    if (said) said.textContent = event.target.value;
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-submits]")) event.target.form.requestSubmit();
  });

  document.addEventListener("DOMContentLoaded", () => {
    for (const button of document.querySelectorAll("[data-copy][hidden]")) button.hidden = !navigator.clipboard;
    localise();
    title();
    if ($("zone")) $("zone").hidden = atHome;
  });
  setInterval(tick, 1000);
})();
