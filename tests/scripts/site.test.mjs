// static/site.js: time by the server's clock, the stream of news, and news that neither disturbs nor turns back time.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Page } from "./page.mjs";

const table = (heard, inside = "") => `<div id="live" data-heard="${heard}" data-foot="1">${inside}</div>`;
const around = (live) =>
  `<p id="trouble" data-away="No connection." hidden></p><p id="say"></p><p id="news-waits" hidden><button id="news-show">Show</button></p>
   <div id="news" data-by-itself></div>${live}`;
const FORM = '<form id="answer" action="/m/7/answer/"><input id="bid" type="text" name="bid" value="3"></form>';

const open = (html, { data = {}, ...more } = {}) => {
  const page = new Page(around(html), { data: { zone: "Europe/Berlin", reader: "ada", ...data }, ...more }).run("site");
  page.fire("DOMContentLoaded");
  return page;
};
// An answer arrives for the table, asked for by the element of this id; says whether it was put on the page.
const arrives = (page, html, { by = "news", isError = false, said = null } = {}) => {
  const xhr = { getResponseHeader: (name) => (name === "X-Reader-Changed" ? said : null) };
  const requestConfig = { elt: page.$(by) };
  const detail = { target: page.$("live"), shouldSwap: !isError, isError, serverResponse: html, requestConfig, xhr };
  page.fire("htmx:beforeSwap", { detail });
  if (detail.shouldSwap) {
    const came = new page.window.DOMParser().parseFromString(html).getElementById("live");
    page.$("live").replaceWith(came);
    page.fire("htmx:afterSwap", { detail });
  }
  page.fire("htmx:afterRequest", { detail });
  return detail.shouldSwap;
};
const tells = (page, header) => {
  const xhr = { getResponseHeader: (name) => (name === "Server-Timing" ? header : null) };
  page.fire("htmx:beforeOnLoad", { detail: { xhr, target: page.document.body } });
};

// -- Time ------------------------------------------------------------------------------------------

const countdown = (at, text = "{left}") => `<time id="until" data-countdown="${text}" datetime="${at}">then</time>`;

for (const [seconds, left] of [
  [0, "0 s"],
  [59, "59 s"],
  [65, "1 min"],
  [299, "4 min"],
  [300, "5 min"],
  [3599, "59 min"],
  [3600, "1h"],
  [172_799, "47h"],
  [172_800, "2d"],
]) {
  test(`with ${seconds} seconds left a countdown says ${left}`, () => {
    const page = open(countdown(new Date(Date.parse("2026-11-28T12:00:00Z") + seconds * 1000).toISOString()));
    assert.equal(page.$("until").textContent.replace(/\s/g, " "), left);
    assert.equal(page.$("until").classList.contains("soon"), seconds < 300);
  });
}

test("French keeps a space before its hours", () => {
  const page = open(countdown("2026-11-28T14:00:00Z"), { lang: "fr" });
  assert.match(page.$("until").textContent, /^2\sh$/);
});

test("a countdown goes by the server's clock, which every answer brings along", async () => {
  const page = open(countdown("2026-11-28T12:00:50Z"));
  await page.pass(2000);
  assert.match(page.$("until").textContent, /^48\ss$/);
  tells(page, `db;dur=3, now;dur=${page.now + 30_000}`);
  await page.pass(1000);
  assert.match(page.$("until").textContent, /^17\ss$/);
  tells(page, null);
  await page.pass(1000);
  assert.match(page.$("until").textContent, /^16\ss$/);
});

for (const [type, left] of [
  ["navigate", "9 min"],
  ["back_forward", "10 min"],
]) {
  test(`the clock that came with the page counts at ${type}: ${left}`, () => {
    const serverTiming = [{ name: "now", duration: Date.parse("2026-11-28T12:01:00Z") }];
    const performance = { getEntriesByType: () => [{ type, serverTiming, responseStart: 0 }], now: () => 0 };
    const page = open(countdown("2026-11-28T12:10:00Z"), { more: { performance } });
    assert.equal(page.$("until").textContent.replace(/\s/g, " "), left);
  });
}

test("a sentence says the time of day and what is left of it", () => {
  const page = open(countdown("2026-11-28T12:10:00Z", "until {time}, {left}"));
  assert.match(page.$("until").textContent, /^until Sat,? 13:10, 10\smin$/);
});

test("in the hour that comes twice, the zone's abbreviation says which is meant", () => {
  const page = open("", { lang: "de" });
  page.now = Date.parse("2026-10-24T12:00:00Z");
  const { clock } = page.window.slowfuse;
  assert.match(clock(new Date("2026-10-25T00:30:00Z")), /02:30 MESZ$/);
  assert.match(clock(new Date("2026-10-25T01:30:00Z")), /02:30 MEZ$/);
  assert.match(clock(new Date("2026-10-24T23:30:00Z")), /01:30$/);
  assert.match(clock(new Date("2026-10-25T02:30:00Z")), /03:30$/);
});

test("a day that is more than six away has a date, a near one its weekday", () => {
  const page = open('<time id="near" data-clock datetime="2026-11-30T12:00:00Z"></time><time id="far" data-clock datetime="2026-12-24T12:00:00Z"></time>');
  assert.match(page.$("near").textContent, /^Mon,? 13:00$/);
  assert.match(page.$("far").textContent, /^Dec 24,? 13:00$/);
});

test("when the table's time is over, it is looked at once", async () => {
  const page = open(table(1, countdown("2026-11-28T12:00:05Z")));
  await page.pass(6000);
  assert.deepEqual(page.asked, []);
  await page.pass(30_000);
  assert.deepEqual(page.asked, ["refresh #news"]);
});

// -- News ------------------------------------------------------------------------------------------

test("news takes the place of an older table, and never of a newer one", () => {
  const page = open(table(5));
  assert.ok(!arrives(page, table(4)));
  assert.equal(page.$("live").dataset.heard, "5");
  assert.ok(arrives(page, table(5)));
  assert.ok(arrives(page, table(12)));
  assert.equal(page.$("live").dataset.heard, "12");
});

test("the age of a table is that of the table, whatever is written elsewhere on the page", () => {
  const page = open(table(5));
  assert.ok(!arrives(page, `<main><p>data-heard="9"</p><p title='data-heard="9"'></p>${table(4)}</main>`));
  assert.ok(arrives(page, `<p title='data-heard="4"'></p>${table(6)}`));
});

test("a page of its own is no table: its sentence is said, and the table stays", () => {
  const page = open(table(5));
  assert.ok(!arrives(page, '<main><p role="alert"> Too many at once. </p><code>data-heard=</code></main>'));
  assert.equal(page.$("trouble").textContent, "Too many at once.");
  assert.ok(!page.$("trouble").hidden);
  assert.ok(arrives(page, table(6)));
  assert.ok(page.$("trouble").hidden);
});

test("a page without a sentence counts as no connection", () => {
  const page = open(table(5));
  assert.ok(!arrives(page, "<h1>502</h1>"));
  assert.equal(page.$("trouble").textContent, "No connection.");
});

test("news waits until an answer has come, and is asked for again after it", () => {
  const page = open(table(5, FORM));
  page.$("answer").classList.add("htmx-request");
  assert.ok(!arrives(page, table(6)));
  assert.deepEqual(page.asked, []);
  assert.ok(!arrives(page, "", { by: "answer", isError: true }));
  assert.deepEqual(page.asked, ["refresh #news"]);
});

test("news takes no words out of a hand until it is asked for", () => {
  const page = open(table(5, FORM));
  page.$("bid").value = "4";
  assert.ok(!arrives(page, table(6)));
  assert.ok(!page.$("news-waits").hidden);
  page.$("news-show").click();
  assert.deepEqual(page.asked, ["refresh #news"]);
  assert.ok(arrives(page, table(6)));
  assert.ok(page.$("news-waits").hidden);
});

test("an answer's own table comes over what is typed", () => {
  const page = open(table(5, FORM));
  page.$("bid").value = "4";
  assert.ok(arrives(page, table(6), { by: "answer" }));
});

test("looking in vain is no trouble, answering in vain is", () => {
  const page = open(table(5, FORM));
  arrives(page, "", { isError: true });
  assert.ok(page.$("trouble").hidden);
  arrives(page, "", { by: "answer", isError: true });
  assert.equal(page.$("trouble").textContent, "No connection.");
});

test("of the facts that come, the new ones are passed on, the oldest first", () => {
  const page = open(table(5));
  const told = [];
  page.listen("slowfuse:facts", ({ detail }) => told.push(...detail.lines.map((line) => line.dataset.fact)));
  const facts = (...all) => all.map((fact) => `<li data-fact="${fact}"></li>`).join("");
  arrives(page, table(8, facts("8 won", "7 lost", "5 lit")));
  assert.deepEqual(told, ["7 lost", "8 won"]);
  assert.equal(page.$("live").dataset.just, "won lost");
});

test("a question of yours is said once and stands in the title", () => {
  const page = open(table(5));
  assert.equal(page.document.title, "Table 7");
  const yours = '<p id="yours" data-say="Lay a card"></p>';
  arrives(page, table(6, yours));
  assert.deepEqual([page.document.title, page.$("say").textContent], ["● Lay a card · Table 7", "Lay a card"]);
  page.$("say").textContent = "";
  arrives(page, table(7, yours));
  assert.equal(page.$("say").textContent, "");
  arrives(page, table(8));
  assert.equal(page.document.title, "Table 7");
});

test("a reader who has been logged out since keeps the table, under a sentence", () => {
  const page = open(table(5));
  let waits = true;
  page.listen("slowfuse:reader-changed", () => (waits = false));
  assert.ok(!arrives(page, "<b>Log in again.</b>", { said: "yes" }));
  assert.ok(!waits, "tab, icon and app are told that nothing waits for them any more");
  assert.equal(page.$("reader-changed").textContent, "Log in again.");
  assert.ok(page.$("trouble").hidden);
});

const NEW = `<form action="/tournaments/new/" method="post">
  <input type="text" name="name" value="My cup" id="name"><textarea name="about" id="about"></textarea>
  <input type="number" name="most" value="8" id="most"><input type="checkbox" name="sure" value="yes" id="sure">
  <input type="radio" name="pattern" value="evening" id="evening"><input type="radio" name="pattern" value="month" id="month">
  <input type="password" name="password" id="secret"><input type="hidden" name="game" value="fuse" id="game"></form>`;
const FIELDS = ["name", "about", "most", "sure", "evening", "month", "secret", "game"];
const typing = () => {
  const kept = new Map();
  const sessionStorage = {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => kept.set(name, value),
    removeItem: (name) => kept.delete(name),
  };
  const location = { pathname: "/tournaments/new/", search: "?game=fuse", href: "https://fuse.example/tournaments/new/?game=fuse" };
  const load = () => {
    const loaded = new Page(NEW, { more: { URL, location, sessionStorage } });
    for (const id of FIELDS) Object.assign(loaded.$(id), { checked: id === "evening", defaultChecked: id === "evening" });
    loaded.run("site").fire("DOMContentLoaded");
    return loaded;
  };
  const page = load();
  const typed = { name: "Winter cup", about: "Bring cake.", most: "12", secret: "horse" };
  for (const [id, words] of Object.entries(typed)) page.$(id).value = words;
  Object.assign(page.$("sure"), { checked: true });
  Object.assign(page.$("evening"), { checked: false });
  Object.assign(page.$("month"), { checked: true });
  const says = (shown) => ["name", "about", "most"].map((id) => `${id}=${shown.$(id).value}`);
  const boxes = (shown) => ["sure", "month"].filter((id) => shown.$(id).checked);
  return { page, kept, load, says, boxes };
};
const redirects = (page, to) =>
  page.fire("htmx:beforeOnLoad", {
    detail: { xhr: { getResponseHeader: (name) => (name === "HX-Redirect" ? to : null) }, target: page.document.body },
  });

test("what was typed is back after a login that a part of the page was sent to", () => {
  const { page, kept, load, says, boxes } = typing();
  redirects(page, "/accounts/login/?next=/tournaments/new/%3Fgame%3Dfuse");
  const again = load();
  assert.deepEqual(says(again), ["name=Winter cup", "about=Bring cake.", "most=12"]);
  assert.deepEqual(boxes(again), ["sure", "month"]);
  assert.equal(again.$("secret").value, "", "nobody keeps passwords");
  assert.equal(kept.size, 0);
});

test("what was typed is back after a link that keeps it", () => {
  const { page, load, says } = typing();
  const link = page.document.createElement("a");
  link.setAttribute("data-keeps-words", "");
  link.click();
  assert.deepEqual(says(load()), ["name=Winter cup", "about=Bring cake.", "most=12"]);
});

test("what was sent and led elsewhere isn't kept", () => {
  const { page, kept } = typing();
  redirects(page, "/tournaments/abc/");
  redirects(page, "/accounts/login/?next=/mine/");
  redirects(page, null);
  assert.equal(kept.size, 0);
});

test("only a page that is looked at says so", () => {
  const page = open(table(5));
  const headers = () => page.fire("htmx:configRequest", { detail: { headers: {} } }).detail.headers;
  assert.deepEqual(headers(), { "X-Reader": "ada", "X-Visible": "yes" });
  page.look("hidden");
  assert.deepEqual(headers(), { "X-Reader": "ada" });
});

test("a form that no script sends says for whom its page was made, once", () => {
  const FORMS = `<form id="join" method="post"></form><form id="search" method="get"></form><form id="chat" method="post" hx-post="/x/"></form>`;
  const told = (shown, id, more = {}) => {
    shown.fire("submit", { target: shown.$(id), ...more });
    shown.fire("submit", { target: shown.$(id), ...more });
    return shown.$(id).querySelectorAll("[name=reader]").map((field) => field.value);
  };
  const page = open(table(5, '<form id="bid" method="post"></form>') + FORMS);
  assert.deepEqual(told(page, "join", { defaultPrevented: true }), []);
  assert.deepEqual(told(page, "join"), ["ada"]);
  for (const id of ["search", "chat", "bid"]) assert.deepEqual(told(page, id), []);
  assert.deepEqual(told(open(FORMS, { data: { reader: "" } }), "join"), []);
});

// -- The stream ------------------------------------------------------------------------------------

const follow = () => {
  const page = open(table(5));
  const told = [];
  const stream = page.window.htmx.createEventSource("/m/7/live/");
  for (const type of ["news", "talk"]) stream.addEventListener(type, (event) => told.push(event.type));
  const says = (type) => page.streams.at(-1).dispatchEvent(new Event(type));
  return { page, stream, says, told, open: () => page.streams.filter(({ readyState }) => readyState !== 2).length };
};

test("a hidden page gives its connection back, and takes another when it is seen", () => {
  const { page, stream, says, told, open: connections } = follow();
  assert.equal(page.streams[0].url, "/m/7/live/");
  says("talk");
  assert.deepEqual([told.splice(0), connections()], [["talk"], 1]);
  page.look("hidden");
  assert.equal(connections(), 0);
  assert.equal(stream.readyState, 0); // Not closed: htmx would open another one.
  page.look("visible");
  assert.deepEqual([page.streams.length, connections()], [2, 1]);
  assert.deepEqual([told.splice(0), page.asked], [["talk"], ["refresh #news"]]); // What came meanwhile is asked for, once.
  says("news");
  says("talk");
  assert.deepEqual(told, ["news", "talk"]);
});

test("a page that is seen all the time keeps its one connection", () => {
  const { page, told } = follow();
  page.look("visible");
  assert.deepEqual([page.streams.length, told], [1, []]);
});

test("whoever stops listening hears nothing of a later connection either", () => {
  const { page, stream, says, told } = follow();
  const heard = () => told.push("heard");
  stream.addEventListener("late", heard);
  stream.removeEventListener("late", heard);
  says("late");
  page.look("hidden");
  page.look("visible");
  says("late");
  assert.deepEqual(told, ["talk"]);
});

test("a stream that was closed stays closed", () => {
  const { page, stream, open: connections } = follow();
  stream.close();
  page.look("hidden");
  page.look("visible");
  assert.deepEqual([page.streams.length, connections()], [1, 0]);
});

test("a stream that was refused is left to htmx, which makes another one", () => {
  const { page, stream } = follow();
  let failed = 0;
  stream.onerror = () => (failed += 1);
  page.streams[0].onerror({});
  page.look("hidden");
  page.look("visible");
  assert.deepEqual([failed, page.streams.length], [1, 2]); // A break: the browser itself tries again.
  page.streams[1].close();
  page.streams[1].onerror({});
  page.look("hidden");
  page.look("visible");
  assert.deepEqual([failed, page.streams.length], [2, 2]);
});

// -- Spectators -------------------------------------------------------------------------------------

test("the number of spectators comes with the stream, and none is no number", () => {
  const page = open(`<p id="watching" hidden=""><b></b> watching</p>${table(3)}`);
  page.window.htmx.createEventSource("/live/7/");
  const tell = (data) => page.streams[0].dispatchEvent(Object.assign(new Event("watching"), { data }));
  tell("3");
  assert.equal(page.$("watching").hidden, false);
  assert.match(page.$("watching").textContent, /3/);
  tell("0");
  assert.equal(page.$("watching").hidden, true);
});
