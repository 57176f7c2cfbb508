// static/word.js: a random word for the shuffle, unless the player types one, and its comparison after the match.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Page } from "./page.mjs";

const FIELD = (value = "") => `<input id="word" name="word" value="${value}" data-word="c0ffee">`;
const OWN = (value) => `<form id="own" action="/word/" data-sends-word="">${FIELD(value)}</form>`;
const TOLD = (word) =>
  `<ol id="words"><li><code data-given="${word}">${word}</code></li></ol>
   <p id="told" class="notice" data-remembered="c0ffee" data-right="right" data-wrong="wrong" hidden=""></p>`;
const GIVEN = { type: "opaqueredirect", status: 0 };

const storage = () => {
  const kept = new Map();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
};
const open = async (html, { answer = GIVEN, localStorage = storage() } = {}) => {
  const crypto = { getRandomValues: (bytes) => bytes.map((_, at) => at + 200) };
  const page = new Page(html, { more: { crypto, localStorage } });
  page.answer = () => answer;
  page.run("word");
  await page.pass(10);
  return page;
};
const DRAWN = "c8c9cacbcccdcecfd0d1d2d3d4d5d6d7";

test("a player at the table gives a random word silently", async () => {
  const page = await open(OWN());
  assert.equal(page.$("word").value, DRAWN);
  assert.deepEqual(page.fetched.map(({ url, body }) => [url, body.get("word")]), [["/word/", DRAWN]]);
});

test("a word that was given stays, and isn't sent again", async () => {
  const page = await open(OWN("frogs"));
  assert.equal(page.$("word").value, "frogs");
  assert.deepEqual(page.fetched, []);
});

test("a visitor's word waits for the button", async () => {
  const page = await open(`<form id="join">${FIELD()}</form>`);
  assert.equal(page.$("word").value, DRAWN);
  assert.deepEqual(page.fetched, []);
});

test("a word that didn't arrive isn't shown as given", async () => {
  const page = await open(OWN(), { answer: { type: "basic", status: 409 } });
  assert.equal(page.$("word").value, "");
});

test("after the match the browser compares what it remembers", async () => {
  const localStorage = storage();
  await open(OWN("frogs"), { localStorage });
  const told = async (word) => (await open(TOLD(word), { localStorage })).$("told");
  assert.deepEqual([(await told("frogs")).textContent, (await told("frogs")).hidden], ["right", false]);
  assert.deepEqual([(await told("toads")).textContent, (await told("")).textContent], ["wrong", "wrong"]);
});

test("a browser that remembers nothing says nothing", async () => {
  assert.equal((await open(TOLD("frogs"))).$("told").hidden, true);
  const closed = { getItem: () => assert.fail("closed"), setItem: () => assert.fail("closed") };
  assert.equal((await open(TOLD("frogs"), { localStorage: closed })).$("told").hidden, true);
});
