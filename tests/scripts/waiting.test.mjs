// static/waiting.js: how many wait, in tab, icon and app, and when that is asked again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Page } from "./page.mjs";

const bar = (waiting, invited) => `<a><span id="waiting"><span class="waits" data-waiting="${waiting}" data-invited="${invited}"></span></span></a>`;

test("a page that is looked at asks once a minute, one in the background doesn't", async () => {
  const page = new Page(bar(0, 0)).run("waiting");
  await page.pass(59_000);
  assert.deepEqual(page.asked, []);
  await page.pass(2_000);
  assert.deepEqual(page.asked, ["refresh #waiting"]);
  page.look("hidden");
  await page.pass(300_000);
  assert.equal(page.asked.length, 1);
  page.look("visible");
  assert.equal(page.asked.length, 2);
});

test("an invitation that came meanwhile is counted in the tab's title", async () => {
  const page = new Page(bar(1, 0)).run("waiting");
  page.fire("DOMContentLoaded");
  assert.equal(page.document.title, "(1) Table 7");
  page.$("waiting").firstElementChild.setAttribute("data-invited", "1");
  page.fire("htmx:afterSettle", { target: page.$("waiting") });
  assert.equal(page.document.title, "(2) Table 7");
});

const STREAM = { icon: "/waiting.svg", stream: "/live/notices/" };
const opened = (html) => {
  const page = new Page(html);
  Object.assign(page.document.currentScript.dataset, STREAM);
  return page.run("site", "waiting");
};

test("a new notice makes the page ask for the bar's numbers, once however many there are", async () => {
  const page = opened(bar(0, 0));
  await page.pass(2_900);
  assert.equal(page.streams.length, 0, "a page that is only passed through opens no stream");
  await page.pass(200);
  assert.deepEqual(page.streams.map(({ url }) => url), ["/live/notices/"]);
  for (let n = 0; n < 3; n += 1) page.streams[0].dispatchEvent(new Event("notice"));
  await page.pass(1_100);
  assert.deepEqual(page.asked, ["refresh #waiting"]);
});

test("a page in the background gives its stream back, and asks when it is looked at again", async () => {
  const page = opened(bar(0, 0));
  await page.pass(3_100);
  page.look("hidden");
  assert.equal(page.streams[0].readyState, 2);
  page.look("visible");
  assert.equal(page.streams.length, 2);
  assert.deepEqual(page.asked, ["refresh #waiting"]);
});

test("a page with a stream of its own opens no second one, and hears of notices in the first", async () => {
  const page = opened(`<div sse-connect="/live/7/">${bar(0, 0)}</div>`);
  await page.pass(5_000);
  assert.equal(page.streams.length, 0);
  page.window.htmx.createEventSource("/live/7/");
  page.streams[0].dispatchEvent(new Event("notice"));
  await page.pass(1_100);
  assert.deepEqual(page.asked, ["refresh #waiting"]);
});

test("a stream that is refused comes again, later each time, and soon again once it was open", async () => {
  const page = opened(bar(0, 0));
  const refuse = () => {
    const source = page.streams.at(-1);
    source.readyState = 2;
    source.onerror({});
  };
  await page.pass(3_100);
  refuse();
  await page.pass(900);
  assert.equal(page.streams.length, 1);
  await page.pass(2_200);
  assert.equal(page.streams.length, 2);
  refuse();
  await page.pass(1_900);
  assert.equal(page.streams.length, 2);
  await page.pass(4_200);
  assert.equal(page.streams.length, 3);
  for (let n = 0; n < 10; n += 1) {
    refuse();
    await page.pass(90_000);
  }
  assert.equal(page.streams.length, 13, "patience has an end");
  page.streams.at(-1).onopen({});
  refuse();
  await page.pass(3_100);
  assert.equal(page.streams.length, 14);
});

test("a stream that broke off is left to the browser, which opens it again", async () => {
  const page = opened(bar(0, 0));
  await page.pass(3_100);
  page.streams[0].onerror({});
  await page.pass(120_000);
  assert.equal(page.streams.length, 1);
});
