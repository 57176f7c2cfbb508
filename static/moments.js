// Moments: facts of the story worth holding one's breath for, played when they are news, and again when one asks.
//
// What is drawn stands in a <template data-moment> beside the sentence (a game's moments.html); how, in moments/scenes.js.
//   slowfuse.moments.play(lines)  plays these sentences one after the other; resolves to whether it came to the end
//   slowfuse.moments.stop()       ends it at once, as does whatever the reader does meanwhile
// While news is played, <html data-playing> hides the question and the result, and the scores are still the old
// ones: first the scene, then the numbers, then what to do next. `moments:over` is dispatched when all has been played.
(() => {
  "use strict";
  window.slowfuse ??= {};
  window.slowfuse.moments ??= {};
  const { moments } = window.slowfuse;
  const files = document.currentScript.dataset;
  const MOST = 4; // The story tells the rest.
  const LONGEST = 2850; // milliseconds that a scene takes, fades included
  const IN_ALL = 3000; // milliseconds for all scenes in a row: they speed up to fit.
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

  // -- Scores: the old ones until the scene that changes them is over, then counted up -----------

  const NUMBER = /[-−]?\d+/;
  const scores = () =>
    new Map(
      [...document.querySelectorAll("#live .plates [data-seat] .score")].flatMap((score) => {
        const text = [...score.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && NUMBER.test(node.data));
        return text ? [[score.closest("[data-seat]").dataset.seat, text]] : [];
      }),
    );
  const numberIn = (text) => Number(NUMBER.exec(text)[0].replace("−", "-"));
  const written = (text, value) => text.replace(NUMBER, String(value).replace("-", text.includes("−") ? "−" : "-"));

  let old = new Map(); // The scores as they were shown, by seat.
  let held = []; // Scores that wait for their scene: `node`, what it will say (`text`) and what it said (`from`).
  const holdScores = () => {
    held = [...scores()].flatMap(([seat, node]) => {
      const from = old.get(seat);
      if (from === undefined || from === numberIn(node.data)) return [];
      const text = node.data;
      node.data = written(text, from);
      return [{ node, text, from }];
    });
  };
  const countUp = () => {
    const all = held;
    held = [];
    const start = performance.now();
    const step = (now) => {
      const part = still() ? 1 : Math.min(1, Math.max(0, (now - start) / 300));
      for (const { node, text, from } of all) {
        node.data = part < 1 ? written(text, Math.round(from + (numberIn(text) - from) * part)) : text;
      }
      if (part < 1) requestAnimationFrame(step);
    };
    if (all.length) step(start);
  };
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target?.id !== "live") return;
    old = new Map([...scores()].map(([seat, node]) => [seat, numberIn(node.data)]));
  });

  let stage = null;
  let round = 0;

  const perform = async (upon, moment) => {
    upon.move(upon.stage, [{ opacity: 0 }, { opacity: 1 }], 130);
    await moments.scenes[moment.scene](upon, moment);
    await upon.move(upon.layer, [{ opacity: 1 }, { opacity: 0 }], 180);
  };

  const show = async (moment, rate) => {
    stage = new moments.Stage(moment.scene, moment.said, rate);
    const mine = stage;
    for (const line of moment.lines) line.classList.add("playing");
    try {
      if (still()) {
        mine.stand();
        for (const [seat, points] of moment.gains) if (points) mine.gain(seat, points, { still: true });
        await Promise.race([mine.closed, new Promise((done) => setTimeout(done, READING / rate))]);
      } else {
        await perform(mine, moment);
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
    const scenes = joined(given.filter(template).map(read)).filter(({ scene }) => moments.scenes[scene]);
    const rate = Math.max(1, (scenes.length * LONGEST) / IN_ALL);
    for (const moment of scenes) {
      if (mine !== round) return false;
      try {
        await show(moment, rate);
      } catch (error) {
        if (error.name !== "AbortError") throw error;
      }
    }
    return mine === round;
  };

  // -- When ------------------------------------------------------------------------------------

  const page = document.documentElement;
  let waiting = [];
  let playing = false;
  const news = async () => {
    if (playing || !waiting.length || document.visibilityState !== "visible") return;
    playing = true;
    if (!still()) page.dataset.playing = "";
    try {
      while (waiting.length) await play(waiting.splice(0));
    } finally {
      playing = false;
      delete page.dataset.playing;
      countUp();
      document.dispatchEvent(new CustomEvent("moments:over"));
    }
  };
  document.addEventListener("slowfuse:facts", (event) => {
    waiting = [...waiting, ...event.detail.lines].filter(template).slice(-MOST);
    if ((waiting.length || playing) && !still() && document.visibilityState === "visible") holdScores();
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

  // -- What decided a match is played in its result, by a script that no first view waits for ----------

  const decided = () => document.getElementById("decider") && load("decider").then(() => moments.decided(), () => {});
  document.addEventListener("htmx:afterSwap", decided);
  Object.assign(moments, { perform, playing: () => playing, play, read, stop, still, theatre });
  decided();
})();
