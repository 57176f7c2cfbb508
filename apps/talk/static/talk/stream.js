// What only an open chat needs, or a reaction: the story between the messages, and faces at their seats.
(() => {
  "use strict";
  const LOW = 256; // pixels that a sheet needs
  const STAY = 4000; // milliseconds that a face is seen
  const KEY = "talk-which";
  const FEW = 2; // Fewer lines are not worth folding.
  const opened = new Set();
  const $ = (id) => document.getElementById(id);

  // -- One stream: what happened, where it happened among what was said -------------------------

  const place = ({ dataset }) => (dataset.fact ? Number.parseInt(dataset.fact, 10) : Number(dataset.after ?? 0) + 0.5);

  const copy = (line) => {
    const told = line.cloneNode(true);
    for (const each of told.querySelectorAll("template, button")) each.remove(); // The story has them.
    told.classList.add("story");
    told.setAttribute("aria-live", "off"); // The table says it.
    return told;
  };

  const isLow = () => $("talk-log").scrollHeight - $("talk-log").scrollTop - $("talk-log").clientHeight < 60;

  // Of what happened between two messages the newest line is shown, and the others open.
  const fold = (list) => {
    const run = [];
    const close = () => {
      const earlier = run.splice(0).slice(0, -1);
      if (earlier.length < FEW) return;
      const told = document.createElement("li");
      told.className = "told";
      told.innerHTML = "<details><summary></summary><ol></ol></details>";
      const [box] = told.children;
      box.open = opened.has(earlier[0].dataset.fact);
      box.addEventListener("toggle", () => opened[box.open ? "add" : "delete"](earlier[0].dataset.fact));
      box.firstChild.textContent = list.dataset.more.replace("#", earlier.length);
      earlier[0].before(told);
      box.lastChild.append(...earlier);
    };
    for (const line of [...list.children]) {
      if (!line.dataset.fact) close();
      else if (!line.querySelector(".unsaid")) run.push(line);
    }
    close();
  };

  const isStory = () => Boolean(document.querySelector(`[name="${KEY}"][value="story"]:checked`));

  const weave = () => {
    const list = $("talk-list"), log = $("talk-log");
    if (!list) return;
    const known = Math.max(0, ...[...list.querySelectorAll("[data-fact]")].map(place));
    const news = [...($("story")?.children ?? [])].filter((line) => place(line) > known && !line.querySelector(".unsaid"));
    const count = list.querySelectorAll(".line, [data-fact]").length + news.length;
    const now = `${count} ${isStory()}`;
    if (!news.length && list.dataset.woven === now) return;
    list.dataset.woven = now;
    const below = isLow();
    for (const told of list.querySelectorAll(".told")) told.replaceWith(...told.querySelectorAll("[data-fact]"));
    const lines = [...list.children, ...news.reverse().map(copy)];
    list.append(...lines.sort((one, other) => place(one) - place(other)));
    if (!isStory()) fold(list);
    if (below) log.scrollTop = log.scrollHeight;
  };

  // A sheet ends where the answer starts, so that both can be used.
  const fit = () => {
    const box = $("talk-box"), question = $("question");
    if (!box?.open || !question) return;
    const room = Math.floor(question.getBoundingClientRect().top - box.getBoundingClientRect().top);
    if (room >= LOW && room < innerHeight - LOW / 2) box.style.setProperty("--room", `${room}px`);
    else box.style.removeProperty("--room");
  };
  addEventListener("resize", fit);

  // -- Which of the two -------------------------------------------------------------------------

  const choose = () => {
    let which = null;
    try {
      which = localStorage.getItem(KEY);
    } catch {
      // A browser that keeps nothing.
    }
    if (!which && matchMedia("(width >= 93.75rem)").matches) which = "chat"; // There the story is beside it.
    const kept = document.querySelector(`[name="${KEY}"][value="${which}"]`);
    if (kept) kept.checked = true;
  };

  document.addEventListener("change", ({ target }) => {
    if (target.name !== KEY) return;
    weave();
    $("talk-log").scrollTop = $("talk-log").scrollHeight;
    try {
      localStorage.setItem(KEY, target.value);
    } catch {
      // A browser that keeps nothing.
    }
  });

  // Who reads further up is left there, unless they said something themselves.
  let bottom = true;
  let said = false;
  document.addEventListener("talk-said", () => {
    said = true;
  });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target.id !== "talk-list") return;
    bottom = said || isLow();
    said = false;
  });

  // -- The field ---------------------------------------------------------------------------------

  document.addEventListener("input", ({ target }) => {
    if (target.id !== "talk-text" || CSS.supports("field-sizing", "content")) return;
    target.style.height = ""; // Else it couldn't shrink.
    target.style.height = `${target.scrollHeight + 2}px`;
  });

  // Enter sends and Shift+Enter begins a line, or the other way for whoever prefers it; Ctrl+Enter always sends.
  document.addEventListener("keydown", (event) => {
    if (event.target.id !== "talk-text" || event.key !== "Enter" || event.isComposing) return;
    const line = document.documentElement.dataset.enter === "line";
    if (!event.ctrlKey && !event.metaKey && event.shiftKey !== line) return;
    event.preventDefault();
    if (event.target.value.trim()) event.target.form.requestSubmit($("talk-send"));
  });

  // -- A face at its seat, for a moment ---------------------------------------------------------

  const seen = new Set();

  const show = (each) => {
    const { dataset } = each;
    const number = each.id.replace(/^\D+/, "");
    const plate = document.querySelector(`.people [data-seat="${dataset.from}"]`);
    if (seen.has(number) || !plate) return;
    seen.add(number);
    if (!$("face-head")) document.body.append(document.querySelector("#talk-fresh template").content.cloneNode(true));
    const { left, top, width } = plate.getBoundingClientRect();
    const bubble = document.createElement("div");
    bubble.className = "talk-shown";
    bubble.innerHTML = `<svg class="reaction" role="img"><use href="#${dataset.shows}" /></svg>`;
    bubble.firstChild.setAttribute("aria-label", dataset.name ?? each.querySelector("[role=img]").getAttribute("aria-label"));
    bubble.style.position = "absolute"; // Its style may still be on its way.
    bubble.style.left = `${left + width / 2 + scrollX}px`;
    bubble.style.top = `${top + scrollY}px`;
    document.body.append(bubble);
    setTimeout(() => bubble.remove(), STAY);
  };

  const update = () => {
    fit();
    weave();
    for (const each of document.querySelectorAll("#talk [data-shows]")) show(each);
  };

  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target.id === "talk") choose();
    update();
    if (detail.target.id === "talk-list" && bottom) $("talk-log").scrollTop = $("talk-log").scrollHeight;
  });
  document.addEventListener("toggle", ({ target }) => target.id === "talk-box" && update(), true);
  choose();
  update();
})();
