"""Style sheets that older browsers and other engines can read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

SHEETS = [
    settings.ROOT / "static" / "site.css",
    *sorted(Path(settings.ROOT, "apps", "games").glob("*/static/*/*.css")),
]
OLDER = "@supports not (color: light-dark(red, red)) {"


def light(value: str) -> str:
    """The first of the two colours of every `light-dark()` in a value."""
    colour = r"[^(),]+(?:\([^()]*\))?"
    return re.sub(rf"light-dark\(({colour}), {colour}\)", r"\1", value)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_browsers_without_light_dark_get_the_light_colours(sheet: Path) -> None:
    whole = sheet.read_text()
    named = re.findall(r"(--[\w-]+): ([^;]*light-dark\([^;]*);", whole)
    plain = dict(re.findall(r"(--[\w-]+): ([^;]+);", whole.partition(OLDER)[2].partition("\n  }\n")[0]))
    assert plain == {name: light(value) for name, value in named}


def test_no_tip_flips_and_no_popover_fits_itself() -> None:
    """WebKit freezes for good while it looks for another place for a tip, and lets a popover fill the screen."""
    sheets = [*Path(settings.ROOT).glob("static/**/*.css"), *Path(settings.ROOT, "apps").glob("**/static/**/*.css")]
    assert len(sheets) > 15
    assert [sheet for sheet in sheets if re.search(r"position-try|flip-(block|inline)", sheet.read_text())] == []
    (popover,) = re.findall(r"\.card-sheet \{[^}]+\}", (settings.ROOT / "static" / "site.css").read_text())[:1]
    assert "height: auto" in popover
