"""Flaws of an open page: for axe, in its width and its words, and for people with only a keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

PHONE: Final[Any] = {"width": 360, "height": 740}
DESK: Final[Any] = {"width": 1280, "height": 900}
COLOURS: Final[dict[int, Any]] = {360: "dark", 1280: "light"}

EXTRA: Final = 6
"""The maximum number of extra Tab presses for a field with several parts."""
BEYOND: Final = 3
"""Tab presses after all known stops, as Chromium also stops at elements that scroll by a hair, which is no trap."""

_WATCH: Final = """() => {
    const scope = document.querySelector("main");
    const kinds = "a[href], button, input, select, textarea, summary, [tabindex]";
    const stops = within => [...within.querySelectorAll(kinds)].filter(each => {
        if (each.tabIndex < 0 || each.matches(":disabled") || each.closest("[inert]")) return false;
        if (each.matches("summary:not(details > summary:first-of-type)")) return false;
        return each.checkVisibility({ visibilityProperty: true });
    }).filter(each => {
        if (each.type !== "radio" || !each.name) return true;
        const group = [...document.getElementsByName(each.name)].filter(other => other.form === each.form);
        return each === (group.find(other => other.checked) || group[0]);
    });
    const wanted = stops(scope), known = window.walkedThrough || [];
    if (wanted.length && wanted.length === known.length && wanted.every((each, n) => each === known[n])) return null;
    window.walkedThrough = wanted;
    const ring = each => {
        const style = getComputedStyle(each);
        const line = style.outlineStyle === "none" || parseFloat(style.outlineWidth) === 0;
        return (line ? "" : style.outlineStyle + style.outlineWidth + style.outlineColor) + style.boxShadow;
    };
    const shown = each => [each, each.parentElement, ...(each.labels || [])].map(ring).join();
    const named = each => each.outerHTML.replace(/\\s+/g, " ").slice(0, 110);
    // What the table sends meanwhile may wait.
    const still = new AbortController();
    for (const about of ["htmx:beforeRequest", "htmx:beforeSwap"])
        document.addEventListener(about, event => event.preventDefault(), { capture: true, signal: still.signal });
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute("tabindex");
    // One step before the main part: what comes before is the same on every page.
    stops(document).findLast(each => scope.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_PRECEDING)?.focus();
    const before = new Map(wanted.map(each => [each, shown(each)])), met = [], dark = [];
    document.addEventListener("focusin", ({ target }) => {
        if (met.at(-1) === target) return;
        met.push(target);
        if (before.has(target) && before.get(target) === shown(target)) dark.push(target);
    }, { signal: still.signal });
    window.walked = () => {
        still.abort();
        const round = met.slice(1).indexOf(met[0]);
        const once = round < 0 ? met : met.slice(0, round + 1);
        const inside = once.filter(each => before.has(each)), usual = wanted.filter(each => each.tabIndex === 0);
        const missed = usual.filter(each => !inside.includes(each)).map(each => `Tab never reaches ${named(each)}`);
        const early = wanted.find(each => each.tabIndex > 0);
        const out = early || (missed.length ? null : inside.find((each, n) => each !== usual[n]));
        const trapped = scope.contains(once.at(-1)) && round < 0;
        return [
            ...missed,
            ...(out ? [`Tab does not go by the order of the page at ${named(out)}`] : []),
            ...(trapped ? [`Tab does not leave ${named(once.at(-1))}`] : []),
            ...new Set(dark.map(each => `one does not see the focus on ${named(each)}`)),
        ];
    };
    const parts = document.querySelectorAll("main input:is([type=date], [type=time], [type=datetime-local])");
    return [wanted.length, parts.length];
}"""

HIDDEN: Final = """returning => {
    scrollTo(0, 0);  // A card that was chosen may have scrolled into view, and the page with it.
    const box = within => document.querySelector(within)?.getBoundingClientRect();
    const bar = box(".live-bar"), question = box("#question"), found = [];
    if (box(".result")) return box(".result").top < innerHeight / 2 ? [] : ["the result"];
    const parts = [".people", ".fuse li:last-child", "#the-bomb", ".offer", ".hand", "#silence",
        ...(returning ? ["section.since"] : [".table-top > *", ".bidders"])];
    for (const part of parts) {
        const seen = box(part);
        if (!seen?.height) continue;
        const below = document.querySelector(part).closest("#question") ? innerHeight : question.top;
        if (seen.top < bar.bottom - 1 || seen.bottom > below + 1)
            found.push(`${part} from ${seen.top} to ${seen.bottom}, seen are ${bar.bottom} to ${below}`);
    }
    if (question.bottom > innerHeight + 1 || question.top < bar.bottom) found.push(`the question at ${question.top}`);
    return found.map(each => `${document.querySelector("#question h2")?.innerText}: ${each}`);
}"""
"""Returns what of a match's table, hand and answer can't be seen without scrolling.

If the player is returning to a recap, less important parts of the table can be below the hand.
"""

_ENTWINED: Final = """() => {
    const lines = [], found = new Set(), walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    // What floats above the page, or is clipped away for screen readers alone, lies over nothing.
    const apart = style => ["fixed", "sticky"].includes(style.position) || style.clipPath !== "none"
        || style.clip !== "auto" || style.visibility === "hidden" || style.opacity === "0"
        || (style.position === "absolute" && style.backgroundColor !== "rgba(0, 0, 0, 0)");
    for (let text; (text = walk.nextNode());) {
        if (!text.data.trim() || text.parentElement.closest("svg, select, noscript")) continue;
        if (!text.parentElement.checkVisibility()) continue;
        const above = [];
        for (let each = text.parentElement; each; each = each.parentElement) above.push([each, getComputedStyle(each)]);
        if (above.some(([, style]) => apart(style))) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const line of range.getClientRects()) {
            const air = line.height * 0.22;  // above and below the letters
            let [left, top, right, bottom] = [line.left, line.top + air, line.right, line.bottom - air];
            for (const [each, style] of above) {
                if (style.overflowX === "visible" && style.overflowY === "visible") continue;
                const window = each.getBoundingClientRect();
                [left, top] = [Math.max(left, window.left), Math.max(top, window.top)];
                [right, bottom] = [Math.min(right, window.right), Math.min(bottom, window.bottom)];
            }
            if (right > left && bottom > top) lines.push({ text, left, top, right, bottom });
        }
    }
    lines.forEach((one, n) => {
        for (const other of lines.slice(n + 1)) {
            if (one.text === other.text) continue;
            const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
            const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
            if (across <= 1.5 || down <= 1.5) continue;
            found.add([one, other].map(({ text }) => text.data.trim().slice(0, 40)).join(" | "));
        }
    });
    return [...found].map(each => `words lie over each other: ${each}`);
}"""

# Django's admin fades between colours, with less contrast in between than at either end.
# An endless animation, such as a flame, isn't awaited.
SETTLED: Final = """() => Promise.allSettled(document.getAnimations()
    .filter(each => each.effect.getComputedTiming().endTime !== Infinity)
    .map(each => each.finished)).then(() => null)"""

_AXE: Final = """within => axe.run(within, { resultTypes: ["violations"] }).then(found =>
    ({ passed: found.passes.length, wrong: found.violations }))"""


def flaws(page: Page) -> list[str]:
    """Return what axe finds, whether the page is too wide or has overlapping words, and what Tab misses.

    A page reached by a click could otherwise be read before its style sheets have loaded.
    """
    page.wait_for_load_state()
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    said = [*([f"{wide} px too wide"] if wide > 0 else []), *entwined(page), *unreached(page)]
    return [*violations(page), *(f"{page.url}: {each}" for each in said)]


def in_both_looks(page: Page, look: Callable[[Page], list[str]] = flaws) -> list[str]:
    """Return what such a look finds on a phone in dark mode and on a desktop in light mode.

    Only style sheets depend on widths and colours, so the page needn't be loaded again.
    """
    found = []
    for shape in (DESK, PHONE) if page.viewport_size == DESK else (PHONE, DESK):
        if page.viewport_size != shape:
            page.set_viewport_size(shape)
            page.emulate_media(color_scheme=COLOURS[shape["width"]])
            page.evaluate(SETTLED)
        found += [f"{shape['width']} wide: {each}" for each in look(page)]
    return found


def violations(page: Page, within: str = "html") -> list[str]:
    """Return what axe finds."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(_AXE, within)
    assert found["passed"], f"{page.url}: axe did not look at anything"
    return [
        f"{page.url}: {v['id']}: {v['help']}: {[node['target'] for node in v['nodes']][:4]}" for v in found["wrong"]
    ]


def entwined(page: Page) -> list[str]:
    """Return words that overlap other words, with nothing between them."""
    found: list[str] = page.evaluate(_ENTWINED)
    return found


def unreached(page: Page) -> list[str]:
    """Return where Tab doesn't lead through the main part of the page from top to bottom.

    It must stop at every control, in the order of the page, continue from there, and be visible. A part that was walked
    through before isn't checked again.
    """
    asked = page.evaluate(_WATCH)
    if asked is None:
        return []
    controls, parts = asked
    for _ in range(controls + EXTRA * parts + BEYOND):
        page.keyboard.down("Tab")
    page.keyboard.up("Tab")
    found: list[str] = page.evaluate("() => window.walked()")
    return found


def unfold(page: Page) -> None:
    """Open all folded parts of the main part."""
    page.evaluate("() => document.querySelectorAll('main details').forEach(each => { each.open = true; })")
