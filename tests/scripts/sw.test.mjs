// templates/notices/sw.js: notifications, the page without a network, and what goes when a session ends.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

const HOME = "https://fuse.test";
const WORDS = { version: "1", offline: "/offline/", own: "/mine/", keep: "/me/notices/browser/", key: "K", parts: "/static/a.css /static/a.js" };
const SOURCE = readFileSync(new URL("../../templates/notices/sw.js", import.meta.url), "utf8").replace(
  /\{\{ (\w+)[^}]*\}\}/g,
  (_, name) => WORDS[name] ?? name,
);

// A worker with notifications, windows and a network that a test can take away.
const start = ({ windows = [], online = true } = {}) => {
  const heard = {};
  const shown = [];
  const opened = [];
  const deleted = [];
  const self = {
    location: new URL(`${HOME}/sw.js`),
    addEventListener: (name, listener) => (heard[name] = listener),
    registration: {
      pushManager: { getSubscription: async () => null },
      getNotifications: async () => shown.filter((each) => each.open),
      showNotification: async (title, said) => {
        const same = shown.find((each) => each.open && said.tag && each.tag === said.tag);
        if (same) same.open = false;
        const one = { title, ...said, open: true, close: () => (one.open = false) };
        shown.push(one);
      },
    },
    clients: { matchAll: async () => windows, openWindow: (url) => opened.push(url) },
  };
  const caches = {
    delete: async (name) => deleted.push(name),
    match: async (asked) => `kept ${asked.url ?? asked}`,
  };
  const fetch = async (request) => {
    if (!online) throw new TypeError("no network");
    return `fetched ${request.url}`;
  };
  vm.runInNewContext(SOURCE, { self, caches, fetch, URL, URLSearchParams, Response: { error: () => "error" }, btoa });
  const fire = async (name, event = {}) => {
    const waits = [];
    let answer;
    heard[name]({ waitUntil: (each) => waits.push(each), respondWith: (each) => (answer = each), ...event });
    await Promise.all(waits);
    return answer;
  };
  const ask = (path, more = {}) =>
    fire("fetch", { request: { url: HOME + path, method: "GET", mode: "navigate", headers: new Headers(), ...more } });
  const push = (said) => fire("push", { data: { json: () => said } });
  return { fire, ask, push, shown, opened, deleted, open: () => shown.filter((each) => each.open).map((each) => each.title) };
};

test("a last call takes the place of its turn and rings again, the same message doesn't", async () => {
  const worker = start();
  await worker.push({ title: "Your turn", tag: "q7", message: "1", url: "/m/7/" });
  await worker.push({ title: "Last call", tag: "q7", message: "2", url: "/m/7/" });
  assert.deepEqual(worker.open(), ["Last call"]);
  assert.equal(worker.shown.at(-1).renotify, true);
  await worker.push({ title: "Last call", tag: "q7", message: "2", url: "/m/7/" });
  assert.equal(worker.shown.at(-1).renotify, false);
});

test("a message about several matches closes those about each", async () => {
  const worker = start();
  await worker.push({ title: "One", tag: "1", about: ["q1"] });
  await worker.push({ title: "Other", tag: "9", about: ["q9"] });
  await worker.push({ title: "Both", tag: "all", about: ["q1", "q2"] });
  assert.deepEqual(worker.open(), ["Other", "Both"]);
});

test("opening a match closes what was said about it, at any of its addresses", async () => {
  const worker = start();
  await worker.push({ title: "Seven", tag: "7", url: "/m/7/" });
  await worker.push({ title: "Eight", tag: "8", url: "/m/8/" });
  assert.equal(await worker.ask("/m/7/record/"), `fetched ${HOME}/m/7/record/`);
  assert.deepEqual(worker.open(), ["Eight"]);
});

test("without a network there is the page that says so, and the parts it needs", async () => {
  const worker = start({ online: false });
  assert.equal(await worker.ask("/m/7/"), "kept /offline/");
  assert.equal(await worker.ask("/static/a.js", { mode: "no-cors" }), `kept ${HOME}/static/a.js`);
  assert.equal(await worker.ask("/static/b.js", { mode: "no-cors" }), undefined);
  assert.equal(await worker.ask("/m/7/answer/", { method: "POST" }), undefined);
});

test("logging out forgets the matches and closes all notifications", async () => {
  const worker = start();
  await worker.push({ title: "Your turn", tag: "q7", url: "/m/7/" });
  await worker.ask("/accounts/logout/", { method: "POST" });
  assert.deepEqual(worker.open(), []);
  assert.ok(worker.deleted.includes("seen"));
});

for (const [name, url, expected] of [
  ["its page", "/m/7/", `${HOME}/m/7/`],
  ["no page of another site", "https://evil.example/m/7/", `${HOME}/mine/`],
])
  test(`a tap opens ${name}`, async () => {
    const worker = start();
    await worker.fire("notificationclick", { notification: { close() {}, data: { url } } });
    assert.deepEqual(worker.opened, [expected]);
  });

test("a tap goes to the page that is already open", async () => {
  const there = { url: `${HOME}/m/7/`, focus: () => (there.focused = true) };
  const worker = start({ windows: [there] });
  await worker.fire("notificationclick", { notification: { close() {}, data: { url: "/m/7/" } } });
  assert.ok(there.focused);
  assert.deepEqual(worker.opened, []);
});
