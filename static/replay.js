// Records: played like a film, stepped through by keys and by swiping. Without this file every step is a link.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const PAUSES = { slow: 3200, normal: 1600, fast: 700 };
  const SWIPE = 48; // Pixels; less is a tap.
  const shown = () => Number($("at")?.value ?? 0);
  const step = (id) => {
    if (!$(id)?.href) return false;
    $(id).click();
    return true;
  };

  let playing = false;
  let timer = 0;
  let pace = sessionStorage.getItem("replay-pace") ?? "normal";

  // -- Play and pause ------------------------------------------------------------------------------

  const dress = () => {
    const button = $("play");
    if (!button) return;
    button.dataset.start ??= button.ariaLabel;
    button.hidden = false;
    button.querySelector("use").setAttribute("href", playing ? "#to-pause" : "#to-play");
    button.ariaLabel = playing ? button.dataset.stop : button.dataset.start;
    $("pace").hidden = false;
    $("keys").hidden = false;
    $("pace-of").value = pace;
    document.querySelector(".scrub")?.classList.add("player");
  };

  const pause = () => {
    playing = false;
    clearTimeout(timer);
    dress();
  };

  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => playing && !step("next") && pause(), PAUSES[pace]);
  };

  const play = () => {
    playing = true;
    dress();
    // At the end it begins anew.
    if (!$("next")?.href ? !step("first") : !step("next")) pause();
  };

  const toggle = () => (playing ? pause() : play());

  let unfolded = ""; // The part of the list that the reader opened last
  document.addEventListener("click", (event) => {
    if (event.isTrusted) unfolded = event.target.closest("[data-first]")?.parentElement.id ?? "";
    if (event.target.closest("#play")) toggle();
    else if (event.isTrusted && event.target.closest("#record a[href]")) pause();
  });
  document.addEventListener("change", (event) => {
    if (event.target.id !== "pace-of") return;
    pace = event.target.value;
    sessionStorage.setItem("replay-pace", pace);
    if (playing) wait();
  });

  // -- The moves beside this one are fetched beforehand, if the browser may keep them (`records.py`) ------------------

  const whenIdle = window.requestIdleCallback ?? ((act) => setTimeout(act, 200));
  // Steps that were kept before the match was analysed say nothing of that.
  const analysed = () => ({ "X-Analysed": $("replay-analysis")?.dataset.analysed ?? "" });
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (/^(seen|moves)/.test(detail.target?.id)) Object.assign(detail.headers, analysed());
  });
  const fetchNeighbours = () => {
    if (!$("seen")?.hasAttribute("data-kept") || navigator.connection?.saveData) return;
    // As htmx and `site.js` say them: whatever differs would be another answer.
    const headers = { "HX-Request": "true", "HX-Target": "seen", ...analysed() };
    if (window.slowfuse?.reader) headers["X-Reader"] = window.slowfuse.reader;
    for (const id of ["next", "prev"]) if ($(id).href) fetch($(id).href, { headers }).catch(() => {});
  };

  // -- What a step brings is shown as it was at the table ----------------------------------------------

  let before = null;
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id === "seen") before = { at: shown(), heard: heard() };
  });
  const lines = () => [...document.querySelectorAll("#story [data-fact]")];
  const number = (line) => parseInt(line.dataset.fact, 10);
  const heard = () => Math.max(0, ...lines().map(number));

  document.addEventListener("htmx:afterSwap", async ({ detail }) => {
    // Who unfolded moves goes on among them.
    if (unfolded && detail.target?.id === unfolded) $(unfolded)?.querySelector("a")?.focus();
    if ($("at")) {
      comments();
      reactions();
    }
    mark();
    if (!before || !$("seen")) return;
    const was = before;
    before = null;
    dress();
    whenIdle(fetchNeighbours);
    const moments = window.slowfuse?.moments;
    const { begins, moment } = $("seen").dataset;
    // The next move is played after those before it; who jumps to a moment sees that alone.
    const since = shown() === was.at + 1 ? was.heard : moment !== undefined && shown() !== was.at ? Number(begins) : null;
    if (moments?.play && since !== null) {
      await moments.play(lines().filter((line) => number(line) > since).reverse());
    } else moments?.stop?.();
    if (playing) wait();
  });

  // -- Charts: the shown move is marked, and a press or a drag goes to another ------------------------------------------

  let wanted = ""; // The list that was asked for last
  const point = (across) => {
    for (const each of document.querySelectorAll(".course .now, .course .veil")) each.setAttribute("x", `${across}%`);
    for (const each of document.querySelectorAll(".course .veil")) each.setAttribute("width", `${100 - across}%`);
  };
  const mark = () => {
    const across = Number($("seen")?.dataset.across ?? 0);
    point(across);
    for (const each of document.querySelectorAll(".course :is(.turning, .faced), .marks a")) {
      const at = each.getAttribute("x") ?? each.querySelector("use").getAttribute("x");
      each.toggleAttribute("data-ahead", parseFloat(at) > across);
    }
    if ($("seen")?.hasAttribute("data-last") && $("ending")) $("ending").open = true;
    list();
  };
  // The list of moves outlives steps. Folded moves, and what another observer knows of them, come when they're needed.
  const list = () => {
    const [moves, row, as] = [$("moves"), $(`m${shown()}`), $("as")?.value];
    if (!moves || !as) return;
    for (const each of moves.querySelectorAll("[aria-current]")) each.removeAttribute("aria-current");
    row?.setAttribute("aria-current", "true");
    if (row) moves.scrollTop = row.offsetTop - moves.clientHeight / 2; // Where it doesn't scroll, nothing happens.
    const judged = $("replay-analysis")?.dataset.analysed === "yes" ? "yes" : "no";
    const asked = `?at=${shown()}&as=${as}`;
    const fits = moves.dataset.as === as && moves.dataset.judged === judged;
    if ((row && fits) || asked === wanted) return;
    wanted = asked;
    const fold = [...moves.querySelectorAll("[data-first]")].findLast(({ dataset }) => dataset.first <= shown());
    if (fits && fold) return fold.click();
    htmx.ajax("GET", asked, { target: "#moves", swap: "outerHTML" });
  };
  const under = (chart, { clientX }) => {
    const { left, width } = chart.getBoundingClientRect();
    return Math.min(1, Math.max(0, (clientX - left) / width));
  };
  const go = (move) => {
    pause();
    const query = new URLSearchParams({ move, as: $("as").value });
    htmx.ajax("GET", `?${query}`, { source: ".scrub", target: "#seen", swap: "outerHTML show:none" });
  };
  let dragged = null;
  document.addEventListener("pointerdown", (event) => {
    const chart = event.button ? null : event.target.closest?.(".course [data-moves]");
    if (!chart) return;
    dragged = chart;
    chart.setPointerCapture(event.pointerId);
    point(100 * under(chart, event));
  });
  document.addEventListener("pointermove", (event) => dragged && point(100 * under(dragged, event)));
  document.addEventListener("pointercancel", () => {
    if (dragged) mark();
    dragged = null;
  });
  document.addEventListener("pointerup", (event) => {
    if (!dragged) return;
    const chart = dragged;
    dragged = null;
    const turning = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-move]");
    go(turning?.dataset.move ?? Math.round(under(chart, event) * (chart.dataset.moves - 1)));
  });

  // -- Comments: those of this move are marked, and a new one is about it -----------------------------

  const comments = () => {
    const form = $("comment");
    if (form) {
      form.hidden = $("as")?.value !== "referee"; // Who is told less counts other moves.
      form.elements.at.value = shown();
      form.querySelector(".comment-at").textContent = shown();
    }
    for (const line of document.querySelectorAll(".comment-lines [data-move]")) {
      line.classList.toggle("now", Number(line.dataset.move) === shown());
      line.toggleAttribute("data-ahead", Number(line.dataset.move) > shown());
    }
  };

  // -- Reactions: all of them came at once; those of the shown move are its faces, the others are in the list -----------

  const FACE = 16; // Pixels
  const draw = (chart, reacted) => {
    let free = -100; // Percent; what would lie over the face before it is left to the list.
    for (const line of reacted) {
      const across = (100 * line.dataset.move) / Math.max(1, chart.dataset.moves - 1);
      if (across < free) continue;
      free = across + (100 * FACE) / chart.clientWidth;
      const [face, title] = ["use", "title"].map((each) => document.createElementNS(chart.namespaceURI, each));
      const given = line.querySelector("[data-face]");
      const drawn = { href: `#${given.dataset.face}`, class: "faced", x: `${across}%`, y: "80%", width: FACE, height: FACE };
      for (const name in drawn) face.setAttribute(name, drawn[name]);
      face.dataset.move = line.dataset.move;
      title.textContent = given.title;
      face.append(title);
      chart.append(face);
    }
  };
  const reactions = () => {
    const box = $("reactions");
    if (!box) return;
    box.hidden = $("as")?.value !== "referee"; // Who knows less counts other moves.
    const of = (move) => [...box.querySelectorAll(`[data-move="${move}"] [data-face]`)];
    const form = box.querySelector("form");
    if (form) form.elements.at.value = shown();
    for (const button of form?.querySelectorAll("[name=face]") ?? []) {
      const given = of(shown()).find(({ dataset }) => dataset.face === button.value);
      button.querySelector(".count").textContent = given?.dataset.number ?? "";
      button.title = given?.title ?? button.querySelector("svg").getAttribute("aria-label");
      button.setAttribute("aria-pressed", String(Boolean(given?.hasAttribute("data-own"))));
    }
    for (const face of document.querySelectorAll("#moves .given, .faced")) face.remove();
    const reacted = box.hidden ? [] : [...box.querySelectorAll("[data-move]")];
    for (const chart of document.querySelectorAll(".course [data-moves]")) draw(chart, reacted);
    for (const line of reacted) {
      const faces = of(line.dataset.move).map((face) => face.cloneNode(true));
      for (const face of faces) face.className = "given";
      $(`m${line.dataset.move}`)?.append(...faces);
    }
  };

  // -- Keys and fingers ------------------------------------------------------------------------------------

  const KEYS = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };
  const SHIFTED = { ArrowLeft: "prev-moment", ArrowRight: "next-moment" };
  const lettered = ({ key, shiftKey }) => // Like all letters, they can be turned off (`keyboard.js`).
    /^m$/i.test(key) && document.documentElement.dataset.keys !== "off" && (shiftKey ? "prev-stop" : "next-stop");
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, select, textarea, dialog")) return;
    const aim = (event.shiftKey ? SHIFTED : KEYS)[event.key] ?? lettered(event);
    if (event.key === " " && !event.shiftKey && !event.target.closest("a, button, summary")) {
      event.preventDefault();
      toggle();
    } else if (aim) {
      event.preventDefault();
      // A newer step replaces one under way, so a key held down would never arrive anywhere.
      if (event.repeat && document.querySelector("#record .scrub .htmx-request")) return;
      pause();
      step(aim);
    }
  });

  let touched = null;
  document.addEventListener("touchstart", (event) => {
    const [finger, ...others] = event.touches;
    touched = !others.length && event.target.closest(".table-top") ? [finger.clientX, finger.clientY] : null;
  }, { passive: true });
  document.addEventListener("touchend", (event) => {
    if (!touched) return;
    const { clientX, clientY } = event.changedTouches[0];
    const [across, down] = [clientX - touched[0], clientY - touched[1]];
    touched = null;
    if (Math.abs(across) < SWIPE || Math.abs(across) < 2 * Math.abs(down)) return;
    pause();
    step(across < 0 ? "next" : "prev");
  }, { passive: true });

  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && pause());
  dress();
  if ($("seen")) {
    mark();
    whenIdle(fetchNeighbours);
  }
})();
