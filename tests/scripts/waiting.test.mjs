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
