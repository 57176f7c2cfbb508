"""Tests of deadlines on pages, in the reader's time zone and language."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.template import Context, Template
from django.utils import timezone, translation

from apps.common import clocks
from apps.matches.templatetags.until import until

AT = datetime(2026, 12, 1, 22, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def earlier(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be an hour before the deadline."""
    monkeypatch.setattr(clocks, "now", lambda: AT - timedelta(hours=1))


@pytest.mark.parametrize(
    ("language", "zone", "seen"),
    [
        ("en", "UTC", "until Tue 22:30"),
        ("de", "Europe/Berlin", "bis Di 23:30"),
        ("fr", "Asia/Tokyo", "avant mer 07:30"),
    ],
)
def test_it_is_told_as_the_readers_own_clock_shows_it(language: str, zone: str, seen: str) -> None:
    with translation.override(language), timezone.override(ZoneInfo(zone)):
        page = Template("{% load until %}{% until at %}").render(Context({"at": AT}))
    assert f">{seen}</time>" in page
    assert 'datetime="2026-12-01T22:30:00+00:00"' in page
    assert "{time}" in page, "what a browser counts down with"


@pytest.mark.parametrize(("language", "seen"), [("en", "until Tue 1 Dec, 22:30"), ("de", "bis Di, 1. Dez, 22:30")])
def test_far_away_it_says_the_day(language: str, seen: str) -> None:
    with translation.override(language):
        page = Template("{% load until %}{% until at dated=True %}").render(Context({"at": AT}))
    assert f">{seen}</time>" in page


@pytest.mark.parametrize("late", [timedelta(), timedelta(days=3)])
def test_a_deadline_that_has_passed_leaves_no_time_but_says_so(
    monkeypatch: pytest.MonkeyPatch, late: timedelta
) -> None:
    monkeypatch.setattr(clocks, "now", lambda: AT + late)
    assert until(AT).endswith(">time is up</time>")
    monkeypatch.setattr(clocks, "now", lambda: AT - timedelta(seconds=1))
    assert ">until Tue 22:30</time>" in until(AT)
    assert 'data-over="time is up"' in until(AT), "what a browser says once it is"


def test_no_translator_touches_what_the_script_writes() -> None:
    """Check that times aren't translated.

    Otherwise, the script's time and the browser's translation would alternate.
    """
    assert re.match(r'<time [^>]*translate="no"', until(AT))
    for template in [*Path("templates").rglob("*.html"), *Path("apps").rglob("*.html")]:
        for tag in re.findall(r"<time\b[^>]*>", template.read_text()):
            assert 'translate="no"' in tag, (template, tag)
