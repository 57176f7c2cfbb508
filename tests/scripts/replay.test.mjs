// static/replay.js: what a step is asked with, so that a browser keeps it for the page that asked.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Page } from "./page.mjs";

const STEP = '<div id="seen" data-kept=""><a id="prev" href="?at=4"></a><a id="next" href="?at=6"></a></div>';

test("the moves beside the shown one are fetched as htmx asks for them, for the reader of the page", async () => {
  const page = new Page(STEP, { data: { reader: "ada" } }).run("site", "replay");
  await page.pass(300);
  assert.deepEqual(page.fetched.map(({ url }) => url), ["?at=6", "?at=4"]);
  const detail = { target: page.$("seen"), headers: { "HX-Request": "true", "HX-Target": "seen" } };
  page.fire("htmx:configRequest", { detail });
  const { "X-Visible": _, ...decides } = detail.headers;
  for (const { headers } of page.fetched) assert.deepEqual({ ...headers }, decides);
  assert.equal(decides["X-Reader"], "ada");
});

test("a page without a reader names none", async () => {
  const page = new Page(STEP).run("site", "replay");
  await page.pass(300);
  assert.equal(page.fetched.length, 2);
  for (const { headers } of page.fetched) assert.equal("X-Reader" in headers, false);
});
