"""What is wrong with an open page: for axe, for its width, and for somebody who has nothing but a keyboard."""

from __future__ import annotations

from typing import Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

EXTRA: Final = 6
"""Presses of Tab that a field of several parts takes, at most, beyond the first."""

_WATCH: Final = """() => {
    const scope = document.querySelector("main");
    const kinds = "a[href], button, input, select, textarea, summary, [tabindex]";
    const groups = new Set();
    const stops = within => [...within.querySelectorAll(kinds)].filter(each => {
        if (each.tabIndex < 0 || each.matches(":disabled") || each.closest("[inert]")) return false;
        if (each.matches("summary:not(details > summary:first-of-type)")) return false;
        return each.checkVisibility({ visibilityProperty: true });
    }).filter(each => {
        if (each.type !== "radio" || !each.name) return true;
        const group = [...document.getElementsByName(each.name)].filter(other => other.form === each.form);
        return each === (group.find(other => other.checked) || group[0]);
    });
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
    const wanted = stops(scope), before = new Map(wanted.map(each => [each, shown(each)])), met = [], dark = [];
    document.addEventListener("focusin", ({ target }) => {
        if (met.at(-1) === target) return;
        met.push(target);
        if (before.has(target) && before.get(target) === shown(target)) dark.push(target);
    }, { signal: still.signal });
    window.walked = () => {
        still.abort();
        const round = met.slice(1).indexOf(met[0]);
        const once = round < 0 ? met : met.slice(0, round + 1);
        const inside = once.filter(each => before.has(each));
        const missed = wanted.filter(each => !inside.includes(each)).map(each => `Tab never reaches ${named(each)}`);
        const out = missed.length ? -1 : inside.findIndex((each, n) => each !== wanted[n]);
        const trapped = scope.contains(once.at(-1)) && round < 0;
        return [
            ...missed,
            ...(out < 0 ? [] : [`Tab does not go by the order of the page at ${named(inside[out])}`]),
            ...(trapped ? [`Tab does not leave ${named(once.at(-1))}`] : []),
            ...new Set(dark.map(each => `one does not see the focus on ${named(each)}`)),
        ];
    };
    const parts = document.querySelectorAll("input:is([type=date], [type=time], [type=datetime-local])");
    return [stops(document).length, parts.length];
}"""


def flaws(page: Page) -> list[str]:
    """What axe finds, whether the page is wider than its window, and what one misses who goes through it with Tab."""
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    said = [*([f"{wide} px too wide"] if wide > 0 else []), *unreached(page)]
    return [*violations(page), *(f"{page.url}: {each}" for each in said)]


def violations(page: Page) -> list[str]:
    """What axe finds."""
    found = Axe().run(page).response["violations"]
    return [f"{page.url}: {v['id']}: {v['help']}: {[node['target'] for node in v['nodes']][:4]}" for v in found]


def unreached(page: Page) -> list[str]:
    """Where Tab, pressed from the top to the bottom, does not lead through the main part of the page.

    It must stop at everything that can be operated, in the order of the page, go on from there, and be seen.
    """
    controls, parts = page.evaluate(_WATCH)
    for _ in range(controls + EXTRA * parts + 1):
        page.keyboard.press("Tab")
    found: list[str] = page.evaluate("() => window.walked()")
    return found


def unfold(page: Page) -> None:
    """Open whatever of the main part is folded away."""
    page.evaluate("() => document.querySelectorAll('main details').forEach(each => { each.open = true; })")
