// static/share.js: a link is shared as the device does it, else copied, else it stays a link.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Page } from "./page.mjs";

const LINK = '<a id="share" href="/m/7/" data-share="" data-share-title="Fuse" data-shared="Link copied">Share</a>';
const open = (navigator, html = LINK) => {
  const location = { href: "https://example.org/m/7/?a=1" };
  const page = new Page(html, { more: { navigator, location, URL } }).run("share");
  const press = async () => {
    const event = page.fire("click", { target: page.$("share") });
    await page.pass(10);
    return event;
  };
  return { page, press };
};

test("a device that can share is asked to", async () => {
  const shared = [];
  const { press } = open({ share: async (what) => void shared.push({ ...what }) });
  assert.equal((await press()).defaultPrevented, true);
  assert.deepEqual(shared, [{ title: "Fuse", url: "https://example.org/m/7/" }]);
});

test("elsewhere the link is copied, after the words that come with it", async () => {
  const copied = [];
  const clipboard = { writeText: async (words) => void copied.push(words) };
  const { page, press } = open({ clipboard }, LINK.replace("data-share=", 'data-share-text="I solved it." data-share='));
  await press();
  assert.deepEqual(copied, ["I solved it. https://example.org/m/7/"]);
  assert.equal(page.$("share").textContent, "Link copied");
});

test("a browser that can do neither follows the link", async () => {
  const { press } = open({});
  assert.equal((await press()).defaultPrevented, false);
});
