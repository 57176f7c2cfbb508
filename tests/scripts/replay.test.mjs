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

const BUTTON = (face) => `<button name="face" value="${face}" aria-pressed="false"><svg aria-label="${face}"></svg><span class="count"></span></button>`;
const REACTIONS = `<section id="reactions"><form><input name="at" value="0">${BUTTON("face-wow")}${BUTTON("face-sad")}</form>
  <ol hidden=""><li data-move="4"><span data-face="face-wow" data-number="2" data-own=""><svg></svg></span></li></ol></section>`;
const replay = (at, as = "referee") =>
  `<div id="seen"><input id="at" value="${at}"><input id="as" value="${as}"></div>
   <div id="moves"><a id="m3"></a><a id="m4"></a></div>${REACTIONS}`;

test("the faces say what was given to the shown move, and the list what to every move", () => {
  const page = new Page(replay(4)).run("site", "replay");
  const form = page.document.querySelector("#reactions form");
  form.elements = { at: form.querySelector("[name=at]") };
  for (let n = 0; n < 2; n += 1) page.fire("htmx:afterSwap", { detail: {} });
  assert.equal(form.elements.at.value, 4);
  const said = () => form.querySelectorAll("button").map((each) => [each.querySelector(".count").textContent, each.getAttribute("aria-pressed")]);
  assert.deepEqual(said(), [["2", "true"], ["", "false"]]);
  assert.equal(page.$("m4").querySelectorAll(".given").length, 1, "once, however often the page changes");
  assert.equal(page.$("m3").querySelectorAll(".given").length, 0);
  page.$("at").value = "3";
  page.fire("htmx:afterSwap", { detail: {} });
  assert.deepEqual(said(), [["", "false"], ["", "false"]]);
});

test("readers who look as someone else count other moves, and see no faces", () => {
  const page = new Page(replay(4, "1")).run("site", "replay");
  const form = page.document.querySelector("#reactions form");
  form.elements = { at: form.querySelector("[name=at]") };
  page.fire("htmx:afterSwap", { detail: {} });
  assert.equal(page.$("reactions").hidden, true);
  assert.equal(page.$("m4").querySelectorAll(".given").length, 0);
});
