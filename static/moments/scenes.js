// What a moment looks like, in three beats: hold your breath, bang, who gets what. A scene knows no game.
(() => {
  "use strict";
  const { moments } = window.slowfuse;
  const { middle } = moments;

  const POP = [{ scale: 0, opacity: 0 }, { scale: 1.15, opacity: 1, offset: 0.7 }, { scale: 1, opacity: 1 }];
  const TREMBLE = [{ translate: "0 0" }, { translate: "-2px 1px", rotate: "-2deg" }, { translate: "2px -1px", rotate: "2deg" }, { translate: "0 0" }];

  const pop = (stage, things, apart = 30) =>
    things.map((each, n) => stage.move(each, POP, 240, { delay: n * Math.min(apart, 240 / things.length) }));

  const bomb = (stage, thing, duration) => {
    pop(stage, [thing]);
    stage.move(thing, TREMBLE, 90, { iterations: Math.floor((duration - 160) / 90), delay: 160, fill: "none" });
    stage.move(thing, [{ scale: 1 }, { scale: 1.25 }], duration - 160, { delay: 160, easing: "ease-in", composite: "add", fill: "none" });
  };

  // A name and, if there is one, its number.
  const labelled = (thing, kind) => {
    const name = document.createElement("span");
    name.textContent = thing.textContent;
    thing.className = `moment-${kind}`;
    thing.replaceChildren(name);
    if (thing.dataset.n) thing.append(Object.assign(document.createElement("b"), { textContent: thing.dataset.n.replace("-", "−") }));
    return thing;
  };

  const beam = (stage, colour, n) => {
    const ray = document.createElement("div");
    ray.className = "moment-beam";
    const { left, width } = stage.stage.getBoundingClientRect();
    ray.style.width = `${width}px`;
    ray.style.setProperty("--laser", getComputedStyle(document.querySelector(".live")).getPropertyValue(`--${colour}`));
    return stage.loose(ray, [left, middle(stage.row)[1] - 4 + (n - 1) * 14]);
  };

  const gains = (stage, all, wait = 0) => {
    const told = all.filter(([, points]) => points);
    for (const [seat] of told) stage.seat(seat); // Names that must stand on the stage stand there before anything flies.
    return stage.wait(wait || 1).then(() => {
      if (told.some(([, points]) => points > 0)) stage.sound("coin");
      return Promise.all(told.map(([seat, points]) => stage.gain(seat, points, { named: told.length === 1 })));
    });
  };

  // Who is hit is thrown out of the blast, and it goes off at their plate once more.
  const hit = async (stage, [x, y], seat, n) => {
    const plate = stage.seat(seat);
    if (!plate.dataset.chip) {
      const name = Object.assign(document.createElement("span"), { className: "moment-chip", textContent: stage.name(seat) });
      stage.loose(name, [x, y]);
      await stage.fly(name, seat, n * 90);
      name.remove();
    } else await stage.wait(120 + n * 140);
    plate.classList.toggle("hit", Boolean(plate.dataset.chip));
    stage.bang(stage.spot(seat), 72, { loud: false });
    stage.shake(7, [plate]);
  };

  moments.scenes = {
    // A fuse burns down, goes off, and all of it goes to somebody, with what lies beside it.
    burn: async (stage, { things, pieces, seat, gains: won }) => {
      stage.beat("hold");
      const beside = pieces.filter((each) => each.dataset.piece === "beside");
      const fuse = pieces.filter((each) => !beside.includes(each));
      const cards = stage.put([...fuse, ...things, ...beside], 72);
      const path = [...fuse, ...things].map(middle);
      const end = path.at(-1) ?? middle(stage.stage);
      const start = path.length ? [stage.row.getBoundingClientRect().left - 6, path[0][1]] : end;
      pop(stage, cards, 12);
      stage.sound("hiss");
      const flame = stage.loose(stage.flame(), [0, 0]);
      const way = [start, ...path].map(([x, y]) => ({ translate: `${x}px ${y}px` }));
      for (const each of things) stage.move(each, TREMBLE, 90, { iterations: 7, fill: "none" });
      const burned = [{ filter: "none" }, { filter: "brightness(1.9) saturate(2)", offset: 0.3 }, { filter: "brightness(.8) sepia(.7)" }];
      for (const [n, each] of fuse.entries()) stage.move(each, burned, 320, { delay: 130 + (470 * (n + 0.6)) / path.length });
      await stage.move(flame, way.length > 1 ? way : [way[0], way[0]], 500, { delay: 130, easing: "cubic-bezier(.4,0,.9,.6)" });
      stage.beat("bang");
      flame.remove();
      for (const each of things) each.style.visibility = "hidden";
      stage.bang(end, Math.min(300, stage.at.height));
      await stage.wait(380);
      stage.beat("gets");
      const flights = pieces.map((each, n) => stage.fly(each, seat, (n * 260) / pieces.length));
      await Promise.all([...flights, gains(stage, won, 480)]);
    },

    // Something goes off: upon a second thing, which is torn, or among people.
    blast: async (stage, { things: [charge, victim], from, hits, gains: won }) => {
      stage.beat("hold");
      stage.put(victim ? [victim, charge] : [charge], 150);
      const at = middle(victim ?? charge);
      if (victim) {
        const here = middle(charge);
        const [x, y] = from === null ? here : stage.spot(from);
        pop(stage, [victim]);
        const frames = [{ translate: `${x - here[0]}px ${y - here[1]}px`, scale: 0.2 }, { translate: `${at[0] - here[0]}px ${at[1] - here[1]}px`, scale: 0.8, rotate: "-12deg" }];
        stage.move(charge, frames, 380, { delay: 120, easing: "cubic-bezier(.3,0,.6,1)" });
        stage.move(charge, TREMBLE, 80, { iterations: 3, delay: 500, composite: "add", fill: "none" });
      } else bomb(stage, charge, 660);
      stage.sound("hiss");
      await stage.wait(680);
      stage.beat("bang");
      charge.style.visibility = "hidden";
      stage.bang(at, Math.min(320, stage.at.height + 20));
      if (victim) {
        for (const side of [-1, 1]) {
          const half = victim.cloneNode(true);
          half.classList.add(side < 0 ? "left" : "right");
          const { left, top } = victim.getBoundingClientRect();
          stage.loose(half, [left, top]).classList.add("moment-torn");
          half.style.setProperty("--h", stage.row.style.getPropertyValue("--h"));
          const frames = [{ translate: "0 0" }, { translate: `${side * 46}px -34px`, rotate: `${side * 24}deg`, offset: 0.35 }, { translate: `${side * 74}px 150px`, rotate: `${side * 80}deg`, opacity: 0 }];
          stage.move(half, frames, 900);
        }
        victim.style.visibility = "hidden";
      }
      await stage.wait(400);
      stage.beat("gets");
      for (const seat of hits) stage.seat(seat);
      const all = hits.map((seat, n) => hit(stage, at, seat, n));
      await Promise.all([...all, gains(stage, won), stage.wait(650)]);
    },

    // A fuse is lit: nothing goes off yet.
    lit: async (stage, { things: [charge] }) => {
      stage.beat("hold");
      stage.put([charge], 150);
      bomb(stage, charge, 900);
      stage.sound("hiss");
      await stage.wait(380);
      stage.beat("bang");
      const { right, top, height, width } = charge.getBoundingClientRect();
      stage.sparks([right - width * 0.24, top + height * 0.06], 12, 60);
      stage.beat("gets");
      await stage.wait(520);
    },

    // Sealed notes are opened, the lowest first.
    reveal: async (stage, { things }) => {
      stage.beat("hold");
      const notes = things.map((each) => labelled(each, "note"));
      stage.row.classList.add("notes");
      stage.row.append(...notes);
      pop(stage, notes);
      for (const note of notes) stage.move(note, TREMBLE, 110, { iterations: 3, delay: 240, fill: "none" });
      await stage.wait(560);
      stage.beat("bang");
      const best = Math.max(...notes.map((each) => Number(each.dataset.n)));
      for (const note of [...notes].sort((one, two) => one.dataset.n - two.dataset.n)) {
        const high = Number(note.dataset.n) === best;
        stage.sound("flip");
        await stage.move(note, [{ scale: "1 1" }, { scale: "1 0" }], 80, { easing: "ease-in" });
        note.classList.add("open");
        stage.move(note, [{ scale: "1 0" }, { scale: "1 1" }], 110);
        if (!high) await stage.wait(70);
        else {
          note.classList.add("best");
          stage.move(note, [{ scale: 1 }, { scale: 1.22 }, { scale: 1.08 }], 320);
          stage.sparks(middle(note), 8, 70);
        }
      }
      stage.beat("gets");
      stage.sound("coin");
      await stage.wait(760);
    },

    // Somebody takes something, or several do.
    take: async (stage, { things, gains: won }) => {
      stage.beat("hold");
      stage.put(things, things.length > 3 ? 60 : 112);
      await Promise.all([...pop(stage, things), stage.wait(420)]);
      stage.beat("gets");
      stage.sound("flip");
      const counted = gains(stage, won, 480);
      const flights = things.map((each, n) => stage.fly(each, each.dataset.seat, n * Math.min(160, 420 / things.length)));
      await Promise.all([...flights, counted]);
    },

    // Dice fall, beside those that lie already; what none of them shows is lasered onto all.
    roll: async (stage, { things, pieces, wants }) => {
      stage.beat("hold");
      const dice = stage.put([...pieces, ...things], 76).slice(pieces.length);
      stage.sound("rattle");
      dice.forEach((each, n) => {
        const from = `${-stage.at.width * 0.6 - n * 30}px ${-50 - 20 * (n % 3)}px`;
        const frames = [
          { translate: from, rotate: `${-620 - n * 70}deg` },
          { translate: `${-30 + n * 4}px 14px`, rotate: "-170deg", offset: 0.55 },
          { translate: "-8px -16px", rotate: "-50deg", offset: 0.75 },
          { translate: "0 0", rotate: "0deg" },
        ];
        stage.move(each, frames, 660, { delay: n * 70, easing: "cubic-bezier(.2,.6,.4,1)" });
      });
      await stage.wait(640 + dice.length * 70);
      stage.beat("bang");
      const all = [...pieces, ...things];
      const shown = new Set(all.flatMap((each) => (each.dataset.shows ?? "").split("-")));
      for (const [n, colour] of wants.filter((each) => !shown.has(each)).entries()) {
        stage.sound("zap");
        const ray = beam(stage, colour, n);
        const over = stage.move(ray, [{ scale: "0 1", opacity: 1 }, { scale: "1 1", opacity: 1, offset: 0.4 }, { scale: "1 0.1", opacity: 0 }], 520);
        const lit = [{ filter: "none" }, { filter: "brightness(1.6) contrast(1.2)" }, { filter: "none" }];
        for (const [m, each] of all.entries()) stage.move(each, lit, 260, { delay: 40 * m + 40, fill: "none" });
        await Promise.race([over, stage.wait(300)]);
      }
      stage.beat("gets");
      await stage.wait(420);
    },

    // A pile is turned over card by card, each with what it counts; then everybody gets theirs.
    turn: async (stage, { things, gains: won }) => {
      stage.beat("hold");
      stage.put(things, 96);
      pop(stage, things);
      await stage.wait(420);
      stage.beat("bang");
      const pause = Math.min(130, 900 / things.length);
      for (const card of things) {
        stage.sound("flip");
        stage.move(card, [{ scale: "1 1" }, { scale: "0 1.06" }], 70, { easing: "ease-in" }).then(() => {
          card.classList.add("open");
          stage.move(card, [{ scale: "0 1.06" }, { scale: "1 1" }], 110);
        }, () => {});
        await stage.wait(pause);
      }
      await stage.wait(240);
      stage.beat("gets");
      await gains(stage, won);
      await stage.wait(320);
    },

    // The end: from the last to the first, and fireworks for the first.
    end: async (stage, { things }) => {
      stage.beat("hold");
      const counts = things.every((each) => "n" in each.dataset);
      const points = (each) => (counts ? Number(each.dataset.n) : 0);
      const best = Math.max(...things.map(points));
      const rows = [...things].sort((one, two) => points(two) - points(one));
      for (const row of rows) labelled(row, "place").classList.toggle("best", points(row) === best);
      stage.row.classList.add("places");
      stage.row.append(...rows);
      const others = rows.filter((each) => points(each) !== best).reverse();
      const winners = rows.filter((each) => points(each) === best);
      for (const row of rows) row.style.opacity = 0;
      const rise = [{ opacity: 0, translate: "0 14px" }, { opacity: 1, translate: "0 0" }];
      for (const row of others) {
        stage.move(row, rise, 200);
        await stage.wait(Math.min(170, 600 / others.length));
      }
      await stage.wait(260);
      stage.beat("bang");
      stage.sound("chime");
      for (const row of winners) {
        stage.move(row, [{ opacity: 0, scale: 0.4 }, { opacity: 1, scale: 1.12, offset: 0.6 }, { opacity: 1, scale: 1 }], 380);
        const [x, y] = middle(row);
        stage.sparks([x, y], 14, 150);
      }
      await stage.wait(360);
      stage.beat("gets");
      const { left, top, width, height } = stage.at;
      for (const [x, y] of [[0.2, 0.3], [0.8, 0.25], [0.5, 0.15]]) {
        stage.sparks([left + width * x, top + height * y], 13, 80);
        await stage.wait(210);
      }
      await stage.wait(420);
    },
  };

})();
