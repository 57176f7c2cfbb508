// Undo of a sent move within three seconds, or “really?” before it. Without this file an answer counts at once.
//
// One answer at a time is held, and it leaves exactly once: when its time is over, when it’s tapped again, at Enter, or
// with the page. A tap on another answer holds that one instead.
(() => {
  "use strict";
  const LONG = 3000;
  const BLIND = 400; // The second of two quick taps was meant for what lay there before.
  const NEAR = 10_000; // So close to its deadline nothing is held.
  const $ = (id) => document.getElementById(id);

  // Where nobody is hurried or waited for by a person, a slip costs less than three seconds at every turn.
  const way = () => {
    const wanted = document.documentElement.dataset.confirm;
    if (wanted) return wanted;
    return matchMedia("(pointer: coarse)").matches && $("live").dataset.slips !== "cheap" ? "undo" : "off";
  };

  let held = null;
  let sent = null; // On its way: the bar stays until the table answers.

  const named = (button) => {
    const by = button?.getAttribute("aria-labelledby")?.split(" ").map((id) => $(id)?.textContent.trim());
    const name = by?.filter(Boolean).join(" ") || button?.getAttribute("aria-label") || button?.textContent || "";
    return name.replace(/\s+/g, " ").trim();
  };

  // -- To hold, and to let go -----------------------------------------------------------------------

  const place = (bar, button) => {
    const { scrollTop, clientHeight } = $("question"); // A long question scrolls inside.
    const room = $("question").getBoundingClientRect();
    const below = (button?.getBoundingClientRect().bottom ?? room.bottom) - room.top + 6;
    bar.style.top = `${scrollTop + Math.max(4, Math.min(below, clientHeight - bar.offsetHeight - 6))}px`;
    bar.scrollIntoView({ block: "nearest" });
  };

  const count = (bar) => {
    const number = bar.querySelector("text");
    return setInterval(() => {
      number.textContent = Math.max(1, number.textContent - 1);
    }, 1000);
  };

  // The bar lies beneath the sheet of a card: while the answer is held, the sheet is closed.
  const sheet = (button) => button?.closest("[popover]");

  const hold = (how, form, button) => {
    const data = new FormData(form); // Older browsers know no second argument.
    if (button?.name) data.append(button.name, button.value);
    sheet(button)?.hidePopover?.();
    $("question").dataset.holding = "";
    button?.setAttribute("data-held", "");
    const bar = $(`hold-${how}`).content.firstElementChild.cloneNode(true);
    bar.querySelector(".hold-what").textContent = named(button);
    $("question").append(bar);
    place(bar, button);
    held = { how, path: form.getAttribute("action"), button, data, bar, since: Date.now(), missed: false };
    if (how === "undo") {
      held.counting = count(bar);
      held.timer = setTimeout(send, LONG);
    }
    bar.focus({ preventScroll: true });
  };

  const release = (it) => {
    clearInterval(it.counting);
    clearTimeout(it.timer);
    it.bar.remove();
    if ($("question")) delete $("question").dataset.holding;
    it.button?.removeAttribute("data-held");
    if (held === it) held = null;
    if (sent === it) sent = null;
  };

  const back = () => {
    const it = held;
    release(it);
    sheet(it.button)?.showPopover?.();
    it.button?.focus({ preventScroll: true });
    if (it.missed) htmx.trigger("#news", "refresh");
  };

  // -- To send --------------------------------------------------------------------------------------

  const off = () => {
    const it = held;
    held = null;
    sent = it;
    clearInterval(it.counting);
    clearTimeout(it.timer);
    it.bar.classList.add("sent");
    return it;
  };

  // Not the form's own request: its button is not pressed any more, and what stands in its fields was read before.
  const send = async () => {
    const it = off();
    const live = $("live");
    try {
      await htmx.ajax("POST", it.path, { source: live, target: live, swap: "outerHTML", values: it.data });
    } catch {
      // What is wrong stands above the table; the question can be answered again.
    }
    release(it);
  };

  // The page goes away, perhaps for good: the answer goes by itself, and if the page is still there, it hears of it.
  const leave = async () => {
    if (held?.how !== "undo") return;
    const it = off();
    const body = new URLSearchParams(it.data);
    try {
      // A form that came with news has no token: htmx sends it with everything, so this does, too.
      const headers = JSON.parse($("live").closest("[hx-headers]").getAttribute("hx-headers"));
      if (slowfuse.reader) headers["X-Reader"] = slowfuse.reader; // Visitors answer puzzles.
      const answer = await fetch(it.path, { method: "POST", body, headers, keepalive: true, redirect: "manual" });
      if (answer.headers.get("X-Reader-Changed")) slowfuse.readerChanged(await answer.text());
      else if (answer.type !== "opaqueredirect") {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        trouble(page.querySelector("main [role=alert]:not([hidden]), main .lead")?.textContent.trim());
      }
    } catch {
      trouble();
    }
    release(it);
    htmx.trigger("#news", "refresh");
  };

  const trouble = (said) => {
    if (!$("trouble")) return;
    $("trouble").textContent = said || $("trouble").dataset.away;
    $("trouble").hidden = false;
  };

  addEventListener("pagehide", leave);
  addEventListener("pageshow", (event) => event.persisted && sent && location.reload());
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && leave());

  // -- What happens meanwhile -----------------------------------------------------------------------

  document.addEventListener("htmx:confirm", (event) => {
    const { elt: form, triggeringEvent } = event.detail;
    if (!$("question")?.contains(form) || form.matches("[data-by-itself]")) return;
    if (sent || (held && !form.matches("form[data-final]"))) return event.preventDefault();
    if (!form.matches("form[data-final]")) return;
    const before = held;
    if (before) {
      if (Date.now() - before.since < BLIND) return event.preventDefault();
      release(before);
      if (triggeringEvent?.submitter === before.button) return; // It goes at once, as its fields are now.
    }
    const how = way();
    if (how === "off" || Date.parse(form.dataset.final) - window.slowfuse.present() < NEAR) return;
    event.preventDefault();
    hold(how, form, triggeringEvent?.submitter);
    held.missed = Boolean(before?.missed);
  });

  // News would take the form away from under its answer: they wait for it. A question whether is no answer yet: the
  // table has changed, so look again.
  document.addEventListener(
    "htmx:beforeSwap",
    (event) => {
      if (!held || event.detail.target.id !== "live" || !event.detail.shouldSwap) return;
      if (held.how === "confirm") {
        release(held);
        return;
      }
      held.missed = true;
      event.detail.shouldSwap = false;
    },
    true,
  );

  document.addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-hold]");
    if (!pressed || !held || Date.now() - held.since < BLIND) return;
    if (pressed.dataset.hold === "send") send();
    else back();
  });

  document.addEventListener("keydown", (event) => {
    if (!held || event.repeat) return;
    if (event.key === "Escape") back();
    else if (event.key === "Enter" && event.target === held.bar && Date.now() - held.since > BLIND) send();
    else return;
    event.preventDefault();
  });
})();
