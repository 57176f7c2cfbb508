"""Tests that older browsers and other engines can read the style sheets."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from django.conf import settings

SHEETS = [*Path(settings.ROOT).glob("static/**/*.css"), *Path(settings.ROOT, "apps").glob("**/static/**/*.css")]
OLDER = "@supports not (color: light-dark(red, red)) {"


def light(value: str) -> str:
    """Return a value with the first of the two colours of every `light-dark()`."""
    colour = r"[^(),]+(?:\([^()]*\))?"
    return re.sub(rf"light-dark\(({colour}), {colour}\)", r"\1", value)


@pytest.mark.parametrize("sheet", sorted(SHEETS), ids=lambda sheet: sheet.stem)
def test_browsers_without_light_dark_get_the_light_colours(sheet: Path) -> None:
    """Check the fallbacks.

    A property is declared twice, because the older value stays if the newer one can't be read. A variable takes any
    value, so the older one has a block of its own. A value with a variable in it can't be declared twice, either.
    """
    newer, _, older = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL).partition(OLDER)
    declared = [part.strip() for part in re.split(r"[{};]", newer + older)]
    named = {part for part in declared if part.startswith("--") and "light-dark(" in part}
    assert set(re.findall(r"--[\w-]+: [^;]+(?=;)", re.split(r"\n {0,2}\}\n", older)[0])) == {*map(light, named)}
    twice = [each for each in pairwise(declared) if re.search(r"^\w.*light-dark\(", each[1])]
    assert [part for before, part in twice if before != light(part) or "var(" in part] == []


def test_no_tip_flips_and_no_popover_fits_itself() -> None:
    """Check that tips and popovers avoid two bugs.

    WebKit freezes for good while it looks for another place for a tip, and lets a popover fill the screen.
    """
    assert len(SHEETS) > 15
    assert [sheet for sheet in SHEETS if re.search(r"position-try|flip-(block|inline)", sheet.read_text())] == []
    (popover,) = re.findall(r"\.card-sheet \{[^}]+\}", (settings.ROOT / "static" / "site.css").read_text())[:1]
    assert "height: auto" in popover


def test_no_selector_that_a_browser_may_not_know_takes_others_along() -> None:
    """Check that popover selectors stand alone. A browser without popovers drops the whole list of selectors."""
    for sheet in SHEETS:
        guarded = r"@supports selector\(:popover-open\)[^{]*\{[^{}]+\{"
        lists = re.findall(r"[^{};]*,[^{};]*\{", re.sub(guarded, "", sheet.read_text()))
        assert [each for each in lists if re.search(r"(?<!selector\():popover-open", each)] == [], sheet


def measure_lightness(colour: str) -> float:
    """Return how light a colour looks, from 0 to 100 (CIE L*)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return float(116 * (0.2126 * red + 0.7152 * green + 0.0722 * blue) ** (1 / 3) - 16)


def test_the_first_three_places_differ_in_lightness_in_both_looks() -> None:
    sheet = Path(settings.ROOT, "apps", "ratings", "static", "ratings", "ratings.css").read_text()
    pairs = [re.findall(rf"p{place} > rect.*light-dark\((#\w+), (#\w+)\)", sheet)[0] for place in (1, 2, 3)]
    for look in zip(*pairs, strict=True):
        first, second, third = map(measure_lightness, look)
        assert first - second >= 10, look
        assert second - third >= 10, look
