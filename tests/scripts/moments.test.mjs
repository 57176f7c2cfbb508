// static/moments.js and its theatre: which facts are played and when, what every scene leaves behind, and what is heard.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Page } from "./page.mjs";

const fact = (said, scene, { more = "", inside = '<svg data-n="3"></svg>' } = {}) =>
  `<li>${said}<small>small print</small>${scene ? `<template data-moment="${scene}" ${more}>${inside}</template>` : ""}</li>`;
const match = (facts) => `
  <div class="match"><div class="live" id="live">
    <div class="table-top"></div>
    <div class="people plates"><p data-seat="1"><b class="name">Ada</b><b class="score">~12</b></p><p data-seat="2"><b class="name">Ben</b></p></div>
    <div id="story-box" data-replay="Play again"><ol id="story">${facts.join("")}</ol></div>
  </div></div>`;

const open = (facts, options) => {
  const page = new Page(match(facts), options).run("moments", "moments/stage", "moments/scenes");
  const { moments } = page.window.slowfuse;
  const lines = page.document.querySelectorAll("#story li");
  const [played, beats, things] = [[], [], []];
  moments.Stage = class extends moments.Stage {
    constructor(scene, said, rate) {
      super(scene, said, rate);
      played.push(said);
    }
    beat(name) {
      super.beat(name);
      beats.push(name);
    }
    put(all, largest) {
      things.push(...all.map((each) => each.id));
      return super.put(all, largest);
    }
  };
  const news = (...all) => page.fire("slowfuse:facts", { detail: { lines: all } });
  const layer = () => page.document.querySelector(".moment-layer");
  return { page, moments, lines, played, beats, things, news, layer };
};

// -- Which, and when -------------------------------------------------------------------------------

test("facts with a picture are played one after the other, without their small print", async () => {
  const { page, lines, played, news, layer } = open([fact("Lit.", "lit"), fact("Nothing."), fact("Opened:", "reveal")]);
  news(...lines);
  await page.pass(100);
  assert.deepEqual(played, ["Lit."]);
  assert.ok(lines[0].classList.contains("playing"));
  await page.pass(20_000);
  assert.deepEqual(played, ["Lit.", "Opened"]);
  assert.ok(!lines[0].classList.contains("playing"));
  assert.equal(layer(), null);
});

test("of many only the last four are played", async () => {
  const { page, lines, played, news } = open([1, 2, 3, 4, 5, 6].map((n) => fact(`Lit ${n}.`, "lit")));
  news(...lines);
  await page.pass(20_000);
  assert.deepEqual(played, ["Lit 3.", "Lit 4.", "Lit 5.", "Lit 6."]);
});

test("first the scene, then the numbers, then what to do next", async () => {
  const { page, lines, news } = open([fact("Ada takes.", "lit")]);
  const score = page.document.querySelector(".score");
  const root = page.document.documentElement;
  const told = [];
  page.listen("moments:over", () => told.push("over"));
  page.fire("htmx:beforeSwap", { detail: { target: page.$("live") } });
  score.words = "~52";
  news(...lines);
  assert.equal(root.dataset.playing, "");
  assert.equal(score.textContent, "~12");
  await page.pass(500);
  assert.equal(score.textContent, "~12");
  const seen = new Set();
  for (let n = 0; n < 99 && score.textContent !== "~52"; n += 1) {
    await page.pass(50);
    seen.add(score.textContent);
    if (score.textContent !== "~12") assert.equal(root.dataset.playing, undefined);
  }
  assert.ok(seen.size > 3, "counted up");
  assert.deepEqual(told, ["over"]);
});

test("a tap ends the scene, and numbers and question are there at once", async () => {
  const { page, lines, news } = open([fact("Ada takes.", "blast"), fact("Ben takes.", "blast")]);
  const score = page.document.querySelector(".score");
  page.fire("htmx:beforeSwap", { detail: { target: page.$("live") } });
  score.words = "−3";
  news(...lines);
  await page.pass(200);
  page.fire("pointerup");
  await page.pass(10);
  assert.equal(page.document.documentElement.dataset.playing, undefined);
  await page.pass(400);
  assert.equal(score.textContent, "−3");
});

test("several scenes in a row take three seconds at most", async () => {
  for (const scene of Object.keys(open([]).moments.scenes)) {
    for (const number of [1, 2, 4]) {
      const { page, lines, news } = open(Array.from({ length: number }, (_, n) => fact(`${n}.`, scene, GIVEN)));
      const start = page.now;
      news(...lines);
      for (let n = 0; n < 500 && page.document.documentElement.dataset.playing === ""; n += 1) await page.pass(20);
      assert.ok(page.now - start < 3300, `${number} × ${scene}: ${page.now - start} ms`);
    }
  }
});

test("news that comes while something plays is played after it", async () => {
  const { page, lines, played, news } = open([fact("One.", "lit"), fact("Two.", "lit")]);
  news(lines[0]);
  await page.pass(300);
  news(lines[1]);
  await page.pass(300);
  assert.deepEqual(played, ["One."]);
  await page.pass(20_000);
  assert.deepEqual(played, ["One.", "Two."]);
});

test("what several take is taken at once", async () => {
  const { page, lines, played, news } = open([fact("Ada takes 3.", "take", { more: 'data-seat="1"' }), fact("Ben takes 2.", "take", { more: 'data-seat="2"' })]);
  news(...lines);
  await page.pass(20_000);
  assert.deepEqual(played, ["Ada takes 3. Ben takes 2."]);
});

test("a scene nobody knows is passed over", async () => {
  const { page, lines, played, news } = open([fact("Odd.", "odd"), fact("Lit.", "lit")]);
  news(...lines);
  await page.pass(20_000);
  assert.deepEqual(played, ["Lit."]);
});

for (const deed of ["pointerup", "keydown"]) {
  test(`whoever acts (${deed}) has seen enough: it ends at once, and nothing follows`, async () => {
    const { page, lines, played, news, layer } = open(["One.", "Two.", "Three."].map((said) => fact(said, "blast")));
    news(lines[0], lines[1]);
    await page.pass(300);
    news(lines[2]);
    assert.ok(layer());
    page.fire(deed);
    assert.equal(layer(), null);
    await page.pass(20_000);
    assert.deepEqual(played, ["One."]);
    news(lines[1]);
    await page.pass(20_000);
    assert.deepEqual(played, ["One.", "Two."]);
  });
}

test("what came to a hidden page is played when it is seen", async () => {
  const { page, lines, played, news } = open([fact("Lit.", "lit")]);
  page.look("hidden");
  news(...lines);
  await page.pass(20_000);
  assert.deepEqual(played, []);
  page.look("visible");
  await page.pass(20_000);
  assert.deepEqual(played, ["Lit."]);
});

const reduced = { matchMedia: () => ({ matches: true }) };
for (const [motion, more, still] of [
  ["less", {}, true],
  ["", reduced, true],
  ["full", reduced, false],
]) {
  test(`with the wish “${motion}” and ${more === reduced ? "a" : "no"} wish of the device it ${still ? "stands still" : "moves"}`, async () => {
    const { page, lines, beats, news, layer } = open([fact("Bang.", "blast", { more: 'data-hits="2" data-gains="2:-20"' })], { data: { motion }, more });
    news(...lines);
    await page.pass(100);
    assert.equal(layer().classList.contains("still"), still);
    if (still) assert.equal(layer().querySelector(".moment-gain b").textContent, "−20");
    await page.pass(20_000);
    assert.equal(beats.length, still ? 0 : 3);
    assert.equal(layer(), null);
  });
}

test("a theatre that could not be had is fetched again for the next moment", async () => {
  const { page, moments, lines, played } = open([fact("Lit.", "lit")]);
  page.refusing = true;
  assert.equal(await moments.play(lines), false);
  page.refusing = false;
  const done = moments.play(lines);
  await page.pass(20_000);
  assert.equal(await done, true);
  assert.deepEqual(played, ["Lit."]);
});

test("every sentence with a picture can be played again, from one button", async () => {
  const { page, moments, lines, played } = open([fact("Lit.", "lit"), fact("Nothing.")]);
  page.fire("htmx:afterSwap");
  const buttons = page.document.querySelectorAll("#story .replay");
  assert.deepEqual(buttons.map((each) => [each.parent, each.title]), [[lines[0], "Play again"]]);
  buttons[0].click();
  await page.pass(20_000);
  assert.deepEqual(played, ["Lit."]);
  const stopped = moments.play(lines[0]);
  await page.pass(100);
  moments.stop();
  assert.equal(await stopped, false);
});

test("beside a thing lies what lay there before, but for what was cleared since", async () => {
  const lay = (id, more) => fact(`${id}.`, "lit", { more, inside: `<svg id="${id}"></svg>` });
  const { page, moments, lines, things } = open([
    lay("now", 'data-piece="fuse"').replace('"lit"', '"roll"'),
    lay("gone", "data-clears='beside'"),
    lay("before", 'data-piece="fuse"'),
    lay("cleared", 'data-piece="beside"'),
    lay("start", 'data-clears=""'),
    lay("older", 'data-piece="fuse"'),
  ]);
  moments.play(lines[0]);
  await page.pass(20_000);
  assert.deepEqual(things, ["before", "now"]);
});

// -- The scenes ------------------------------------------------------------------------------------

const BEATS = { take: ["hold", "gets"] };
const GIVEN = {
  more: 'data-seat="1" data-from="2" data-hits="2 3" data-gains="1:30 2:-10 3:0" data-wants="red blue"',
  inside: '<svg data-n="3" data-seat="1" data-shows="red"></svg><svg data-n="7" data-seat="2"></svg>',
};

test("every scene has its beats in order, leaves nothing behind, and can be ended at any time", async () => {
  const names = Object.keys(open([]).moments.scenes);
  assert.ok(names.length > 7);
  for (const name of names) {
    const { page, moments, lines, beats, layer } = open([fact("Said.", name, GIVEN), fact("Before.", "lit", { more: 'data-piece="beside"' })]);
    const clean = [page.document.body.children.length, page.listeners.length];
    const left = () => [page.document.body.children.length, page.listeners.length];
    const start = page.now;
    const over = moments.play(lines[0]);
    while (page.now === start || layer()) await page.pass(100);
    assert.equal(await over, true, name);
    assert.deepEqual(beats, BEATS[name] ?? ["hold", "bang", "gets"], name);
    assert.deepEqual(left(), clean, name);
    const lasts = page.now - start;
    assert.ok(lasts < 6000, `${name} lasts ${lasts} ms`);
    for (const part of [0.1, 0.4, 0.8]) {
      moments.play(lines[0]);
      await page.pass(lasts * part);
      moments.stop();
      await page.pass(10_000);
      assert.deepEqual(left(), clean, `${name}, ended after ${part}`);
    }
  }
});

test("points are counted up to what they are, with a sign", async () => {
  for (const [given, told] of [["1:30", "+30"], ["1:-7", "−7"]]) {
    const { page, moments, lines } = open([fact("Takes.", "take", { more: `data-seat="1" data-gains="${given}"` })]);
    const seen = new Set();
    moments.play(lines[0]);
    for (let n = 0; n < 60; n += 1) {
      await page.pass(50);
      const number = page.document.querySelector(".moment-gain b");
      if (number) seen.add(number.textContent);
    }
    assert.ok(seen.size > 3);
    assert.equal([...seen].at(-1), told);
  }
});

// -- Sounds ----------------------------------------------------------------------------------------

const heard = async (sound, AudioContext) => {
  const buzzes = [];
  const more = { AudioContext, navigator: { vibrate: (buzz) => buzzes.push(buzz) } };
  const page = new Page("", { data: { sound }, more }).run("moments", "moments/sounds");
  for (let n = 0; n < 2; n += 1) page.window.slowfuse.moments.sound("zap");
  await page.pass();
  return { buzzes, scripts: page.document.head.children.length };
};

test("nothing is heard, felt or fetched unless sounds are on", async () => {
  assert.deepEqual(await heard("off"), { buzzes: [], scripts: 0 });
});

test("a device that makes no sound takes nothing from the moment, and buzzes", async () => {
  class Broken {
    constructor() {
      throw new Error("no device");
    }
  }
  const { buzzes, scripts } = await heard("on", Broken);
  assert.deepEqual([buzzes.length, scripts], [2, 1]);
});

test("a sound starts and ends by itself, through one way out", async () => {
  const log = [];
  let made = 0;
  const part = (kind) => ({
    connect: (to) => to,
    start: () => log.push(`${kind} starts`),
    stop: () => log.push(`${kind} stops`),
    frequency: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
    gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
  });
  class AudioContext {
    currentTime = 0;
    state = "running";
    constructor() {
      made += 1;
    }
    createDynamicsCompressor = () => part("out");
    createGain = () => part("gain");
    createOscillator = () => part("tone");
  }
  await heard("on", AudioContext);
  assert.equal(made, 1);
  assert.deepEqual(log, ["tone starts", "tone stops", "tone starts", "tone stops"]);
});
