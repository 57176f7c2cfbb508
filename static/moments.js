// Moments: facts of the story worth holding one's breath for, played when they are news, and again when one asks.
//
// What is drawn stands in a <template data-moment> beside the sentence (a game's moments.html); how, in moments/scenes.js.
//   slowfuse.moments.play(lines)  plays these sentences one after the other; resolves to whether it came to the end
//   slowfuse.moments.stop()       ends it at once, as does whatever the reader does meanwhile
(() => {
  "use strict";
  window.slowfuse ??= {};
  window.slowfuse.moments ??= {};
  const { moments } = window.slowfuse;
  const files = document.currentScript.dataset;
  const MOST = 4; // What came while one looked elsewhere is told by the story.
  const READING = 2600;

  // The theatre is built when the page stands and nothing else is to do: no first view waits for it.
  const fetched = {};
  const load = (name) =>
    (fetched[name] ??= new Promise((done, fail) => {
      const script = Object.assign(document.createElement("script"), { src: files[name], onload: done, onerror: fail });
      document.head.append(script);
    }));
  const theatre = () =>
    load("stage").then(() => load("scenes")).then(
      () => true,
      () => delete fetched.stage && delete fetched.scenes && false, // Tried again for the next moment.
    );
  addEventListener("load", () => (window.requestIdleCallback ?? setTimeout)(theatre));

  moments.sound = (name) => {
    if (document.documentElement.dataset.sound !== "on") return;
    load("sounds").then(() => moments.hear(name), () => {});
  };

  const still = () => {
    const { motion } = document.documentElement.dataset;
    return motion === "less" || (motion !== "full" && matchMedia("(prefers-reduced-motion: reduce)").matches);
  };

  const numbers = (text = "") => text.split(" ").filter(Boolean).map(Number);
  const template = (line) => line.querySelector("template[data-moment]");
  const things = (sheet) => [...sheet.content.cloneNode(true).children];

  // What lies there already: pieces of the facts before, but for what was cleared since.
  const pieces = (line) => {
    const found = [];
    const gone = new Set();
    for (let older = line.nextElementSibling; older && !gone.has(""); older = older.nextElementSibling) {
      const { piece, clears } = older.querySelector("template")?.dataset ?? {};
      if (clears !== undefined) gone.add(clears);
      if (piece === undefined || gone.has(piece) || gone.has("")) continue;
      const drawn = things(older.querySelector("template"));
      for (const each of drawn) each.dataset.piece = piece;
      found.unshift(...drawn);
    }
    return found;
  };

  // What matters of its sentence: what is strong in it, or all but the small print.
  const said = (line) => {
    const copy = (line.querySelector("strong") ?? line).cloneNode(true);
    for (const each of copy.querySelectorAll("small, .hit, .tally, .replay, .sr-only, template")) each.remove();
    return copy.textContent.replace(/\s+/g, " ").replace(/\s*:\s*$/, "").trim();
  };

  const read = (line) => {
    const sheet = template(line);
    const { moment: scene, seat, from, hits, gains, wants } = sheet.dataset;
    const drawn = things(sheet);
    if (seat) for (const each of drawn) each.dataset.seat ??= seat;
    return {
      scene,
      lines: [line],
      said: said(line),
      things: drawn,
      pieces: pieces(line),
      seat: seat ? Number(seat) : null,
      from: from ? Number(from) : null,
      hits: numbers(hits),
      gains: (gains ?? "").split(" ").filter(Boolean).map((each) => each.split(":").map(Number)),
      wants: (wants ?? "").split(" ").filter(Boolean),
    };
  };

  // What several take one after the other they take at once, and so do dice fall that nobody saw fall.
  const joined = (all) => {
    const kept = [];
    for (const each of all) {
      const last = kept.at(-1);
      if (last?.scene === each.scene && ["take", "roll"].includes(each.scene)) {
        for (const part of ["lines", "things", "gains", "wants"]) last[part].push(...each[part]);
        last.said = each.scene === "take" ? `${last.said} ${each.said}` : each.said;
      } else kept.push(each);
    }
    return kept;
  };

  let stage = null;
  let round = 0;

  const show = async (moment) => {
    stage = new moments.Stage(moment.scene, moment.said);
    const mine = stage;
    for (const line of moment.lines) line.classList.add("playing");
    try {
      if (still()) {
        mine.layer.classList.add("still");
        for (const [seat, points] of moment.gains) if (points) mine.gain(seat, points, { still: true });
        await Promise.race([mine.closed, new Promise((done) => setTimeout(done, READING))]);
      } else {
        mine.move(mine.stage, [{ opacity: 0 }, { opacity: 1 }], 130);
        await moments.scenes[moment.scene](mine, moment);
        await mine.move(mine.layer, [{ opacity: 1 }, { opacity: 0 }], 180);
      }
    } finally {
      mine.close();
      for (const line of moment.lines) line.classList.remove("playing");
    }
  };

  const stop = () => {
    round += 1;
    stage?.close();
  };

  const play = async (lines) => {
    stop();
    const mine = round;
    const given = lines instanceof Element ? [lines] : [...lines];
    if (!(await theatre())) return false;
    for (const moment of joined(given.filter(template).map(read))) {
      if (mine !== round) return false;
      if (!moments.scenes[moment.scene]) continue;
      try {
        await show(moment);
      } catch (error) {
        if (error.name !== "AbortError") throw error;
      }
    }
    return mine === round;
  };

  // -- When ------------------------------------------------------------------------------------

  let waiting = [];
  let playing = false;
  const news = async () => {
    if (playing || document.visibilityState !== "visible") return;
    playing = true;
    try {
      while (waiting.length) await play(waiting.splice(0));
    } finally {
      playing = false;
    }
  };
  document.addEventListener("slowfuse:facts", (event) => {
    waiting = [...waiting, ...event.detail.lines].filter(template).slice(-MOST);
    news();
  });
  document.addEventListener("visibilitychange", news);

  // Whoever acts has seen enough. To scroll is not to act: then there is no pointerup.
  const act = () => {
    waiting = [];
    stop();
  };
  document.addEventListener("pointerup", act);
  document.addEventListener("keydown", act);

  // -- Again, from the story ---------------------------------------------------------------------

  const dress = () => {
    const label = document.getElementById("story-box")?.dataset.replay;
    for (const sheet of label ? document.querySelectorAll("#story template[data-moment]") : []) {
      const line = sheet.closest("li");
      if (!line || line.querySelector(".replay")) continue;
      const button = document.createElement("button");
      Object.assign(button, { type: "button", className: "replay", ariaLabel: label, title: label });
      line.append(button);
    }
  };
  document.addEventListener("click", (event) => {
    const line = event.target.closest?.(".replay")?.closest("li");
    if (line) play(line);
  });
  document.addEventListener("htmx:afterSwap", dress);
  dress();

  Object.assign(moments, { play, stop });
})();
