// static/hold.js: three seconds to take an answer back, and it leaves exactly once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answered, Page } from "./page.mjs";

const TABLE = `
  <p id="trouble" data-away="No connection." hidden></p>
  <template id="hold-undo"><div><svg><text>3</text></svg><b class="hold-what"></b><button data-hold="back">Undo</button></div></template>
  <template id="hold-confirm"><div><b class="hold-what"></b><button data-hold="send">Confirm</button><button data-hold="back">Cancel</button></div></template>
  <div hx-headers='{"X-CSRFToken": "token"}'>
    <div id="live">
      <section id="question">
        <form id="form" action="/m/7/answer/" data-final="2026-11-29T12:00:00Z">
          <input name="of" value="4">
          <button id="red" name="card" value="red">Lay  the red card</button>
          <button id="blue" name="card" value="blue">Lay the blue card</button>
        </form>
        <p id="next-match" data-by-itself></p>
      </section>
    </div>
  </div>`;

const sit = (confirm = "undo", more = {}) => {
  const page = new Page(TABLE, { data: { confirm }, more });
  const said = [];
  page.window.slowfuse = { reader: "ada", present: () => page.now, readerChanged: (html) => said.push(html) };
  page.run("hold");
  return Object.assign(page, { said });
};
// htmx asks before it sends; a form that nobody holds it sends itself.
const tap = (page, id = "red") =>
  page.fire("htmx:confirm", { detail: { elt: page.$("form"), triggeringEvent: { submitter: page.$(id) } } });
const held = (page) => page.document.querySelector("#question [data-held]")?.id;
const press = (page, what) => page.document.querySelector(`#question [data-hold="${what}"]`).click();
const bar = (page) => page.document.querySelector("#question > div");
const ANSWER = { verb: "POST", url: "/m/7/answer/", values: { of: "4", card: "red" } };

test("what was tapped goes by itself after three seconds, once", async () => {
  const page = sit();
  assert.ok(tap(page).defaultPrevented);
  assert.equal(bar(page).querySelector(".hold-what").textContent, "Lay the red card");
  await page.pass(2999);
  assert.deepEqual(page.asked, []);
  assert.equal(bar(page).querySelector("text").textContent, "1");
  await page.pass(60_000);
  assert.deepEqual(page.asked, [ANSWER]);
  assert.equal(bar(page), null);
});

test("what is taken back within three seconds is never sent, and can be answered again", async () => {
  const page = sit();
  tap(page);
  assert.equal(held(page), "red");
  await page.pass(2900);
  press(page, "back");
  await page.pass(60_000);
  assert.deepEqual(page.asked, []);
  assert.equal(bar(page), null);
  assert.equal(held(page), undefined);
  assert.equal(page.document.activeElement, page.$("red"));
  tap(page);
  await page.pass(3000);
  assert.deepEqual(page.asked, [ANSWER]);
});

test("the second of two quick taps takes nothing back, and holds nothing more", async () => {
  const page = sit();
  tap(page);
  await page.pass(399);
  press(page, "back");
  assert.equal(held(page), "red");
  assert.ok(tap(page).defaultPrevented);
  assert.equal(page.document.querySelectorAll("#question > div").length, 1);
  await page.pass(3000);
  assert.deepEqual(page.asked, [ANSWER]);
});

test("Escape takes back, Enter sends at once", async () => {
  const page = sit();
  tap(page);
  assert.ok(page.fire("keydown", { key: "Escape" }).defaultPrevented);
  await page.pass(5000);
  assert.deepEqual(page.asked, []);
  tap(page);
  await page.pass(500);
  page.fire("keydown", { key: "Enter", target: bar(page) });
  await page.pass(0);
  assert.deepEqual(page.asked, [ANSWER]);
});

test("leaving the page sends what is held, once, as its reader and with a token", async () => {
  const page = sit();
  page.answer = () => ({ type: "opaqueredirect", headers: { get: () => null } });
  tap(page);
  await page.pass(1000);
  page.look("hidden");
  page.fire("pagehide");
  await page.pass(60_000);
  assert.equal(page.fetched.length, 1);
  const [{ url, method, body, headers, keepalive }] = page.fetched;
  assert.deepEqual([url, method, String(body), keepalive], ["/m/7/answer/", "POST", "of=4&card=red", true]);
  assert.deepEqual({ ...headers }, { "X-CSRFToken": "token", "X-Reader": "ada" });
  assert.deepEqual(page.asked, ["refresh #news"]);
  assert.ok(page.$("trouble").hidden);
});

test("a visitor's answer leaves without a reader, and isn't taken for one of somebody logged out", async () => {
  const page = sit();
  page.window.slowfuse.reader = undefined;
  page.answer = () => ({ type: "opaqueredirect", headers: { get: () => null } });
  tap(page);
  await page.pass(1000);
  page.fire("pagehide");
  await page.pass(60_000);
  assert.deepEqual({ ...page.fetched[0].headers }, { "X-CSRFToken": "token" });
});

test("what was taken back does not leave with the page", async () => {
  const page = sit();
  tap(page);
  await page.pass(500);
  press(page, "back");
  page.fire("pagehide");
  await page.pass(5000);
  assert.deepEqual([page.fetched, page.asked], [[], []]);
});

test("why an answer was refused stands above the table on return", async () => {
  const page = sit();
  page.answer = answered('<main><p role="alert" hidden>Old.</p><p role="alert"> Too late: the round is over. </p></main>');
  tap(page);
  page.look("hidden");
  await page.pass();
  assert.equal(page.$("trouble").textContent, "Too late: the round is over.");
  assert.ok(!page.$("trouble").hidden);
  assert.equal(bar(page), null);
});

test("an answer that finds no connection says so, and can be given again", async () => {
  const page = sit();
  page.answer = () => {
    throw new TypeError("offline");
  };
  tap(page);
  page.look("hidden");
  await page.pass();
  assert.equal(page.$("trouble").textContent, "No connection.");
  tap(page);
  await page.pass(3000);
  assert.deepEqual(page.asked, ["refresh #news", ANSWER]);
});

test("a reader who has been logged out since hears that instead", async () => {
  const page = sit();
  page.answer = answered("Log in again.", { "X-Reader-Changed": "yes" });
  tap(page);
  page.fire("pagehide");
  await page.pass();
  assert.deepEqual(page.said, ["Log in again."]);
  assert.ok(page.$("trouble").hidden);
});

test("an answer htmx could not send is given back", async () => {
  const page = sit();
  page.window.htmx.ajax = async () => {
    throw new Error("offline");
  };
  tap(page);
  await page.pass(3000);
  assert.equal(bar(page), null);
  assert.equal(held(page), undefined);
});

test("a second tap lets the form go as it is by then, once", async () => {
  const page = sit();
  tap(page);
  await page.pass(500);
  assert.ok(!tap(page).defaultPrevented);
  assert.equal(bar(page), null);
  await page.pass(60_000);
  assert.deepEqual(page.asked, []);
});

test("a tap on another answer holds that one instead", async () => {
  const page = sit();
  tap(page);
  await page.pass(500);
  assert.ok(tap(page, "blue").defaultPrevented);
  assert.equal(held(page), "blue");
  await page.pass(3000);
  assert.deepEqual(page.asked, [{ ...ANSWER, values: { of: "4", card: "blue" } }]);
});

test("close to the deadline another answer goes at once, and none is lost", async () => {
  const page = sit("confirm");
  tap(page);
  await page.pass(500);
  page.$("form").dataset.final = new Date(page.now + 5000).toISOString();
  assert.ok(!tap(page, "blue").defaultPrevented);
  assert.equal(bar(page), null);
});

test("what the page fetches by itself is never held back", async () => {
  const page = sit();
  tap(page);
  assert.ok(!page.fire("htmx:confirm", { detail: { elt: page.$("next-match") } }).defaultPrevented);
});

test("a page that comes back from the history while its answer was on the way is loaded again", async () => {
  const page = sit();
  page.answer = () => new Promise(() => {});
  tap(page);
  page.fire("pagehide");
  page.fire("pageshow", { persisted: true });
  assert.deepEqual(page.asked, ["reload"]);
});

test("a question whether one is sure waits for its answer and never leaves with the page", async () => {
  const page = sit("confirm");
  tap(page);
  await page.pass(60_000);
  page.look("hidden");
  page.fire("pagehide");
  await page.pass();
  assert.deepEqual([page.fetched, page.asked], [[], []]);
  press(page, "send");
  await page.pass();
  assert.deepEqual(page.asked, [ANSWER]);
});

test("news waits for what is held, and is asked for when that is taken back", async () => {
  const page = sit();
  tap(page);
  const detail = { target: page.$("live"), shouldSwap: true };
  page.fire("htmx:beforeSwap", { detail });
  assert.ok(!detail.shouldSwap);
  await page.pass(500);
  press(page, "back");
  assert.deepEqual(page.asked, ["refresh #news"]);
});

test("news takes a mere question away", () => {
  const page = sit("confirm");
  tap(page);
  const detail = { target: page.$("live"), shouldSwap: true };
  page.fire("htmx:beforeSwap", { detail });
  assert.ok(detail.shouldSwap);
  assert.equal(bar(page), null);
});

test("close to its deadline nothing is held, nor where nobody wants it", () => {
  const page = sit();
  page.now = Date.parse("2026-11-29T11:59:51Z");
  assert.ok(!tap(page).defaultPrevented);
  assert.ok(!tap(sit("off")).defaultPrevented);
});

test("without a wish, fingers get three seconds and a mouse none", () => {
  const coarse = (matches) => ({ matchMedia: (query) => ({ matches: matches && query === "(pointer: coarse)" }) });
  assert.ok(tap(sit("", coarse(true))).defaultPrevented);
  assert.ok(!tap(sit("", coarse(false))).defaultPrevented);
});
