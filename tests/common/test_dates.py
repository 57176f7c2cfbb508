"""Tests of dates in words: no two times read the same, and times that clocks skip are refused."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ValidationError
from django.template import Context, Template
from django.utils import timezone, translation

from apps.common import clocks, dates
from apps.matches.templatetags.until import until
from apps.notices import wording
from apps.tournaments.forms.tournament import build_moment_field

TWICE = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
"""Half past two in Berlin, an hour before it's half past two again."""
HOUR = timedelta(hours=1)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_two_half_past_twos_of_a_night_read_differently_everywhere(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "now", lambda: TWICE - 2 * HOUR)  # Of a time that has passed, only that is said.
    page = Template("{{ at|date:'D H:i' }}; {{ at|date:'DATETIME_FORMAT' }}")
    with timezone.override(ZoneInfo("Europe/Berlin")), translation.override(language):
        for write in (until, lambda at: page.render(Context({"at": at}))):
            first, second = write(TWICE), write(TWICE + HOUR)
            assert "CEST" in first
            assert "CET" in second
            assert "CE" not in write(TWICE + 2 * HOUR) + write(TWICE - HOUR), "only where it's needed"
        said = [wording.format_moment(TWICE + hours * HOUR).split()[-1] for hours in (-1, 0, 1, 2)]
        assert said == ["CEST", "CEST", "CET", "CET"], "what leaves the site always names its zone"


def test_a_day_alone_needs_no_zone() -> None:
    with timezone.override(ZoneInfo("Europe/Berlin")):
        assert dates.format_time(TWICE, "j M Y") == "25 Oct 2026"
        assert (
            Template("{{ day|date:'j M Y' }}{{ none|date:'H:i' }}").render(Context({"day": TWICE.date()}))
            == "25 Oct 2026"
        )


def test_a_time_that_clocks_skip_is_refused_in_plain_words() -> None:
    with timezone.override(ZoneInfo("Europe/Berlin")), pytest.raises(ValidationError) as refused:
        build_moment_field().clean("2026-03-29T02:30")
    assert refused.value.messages == ["Clocks go forward that night and skip this time. Choose another."]


def test_of_a_time_that_comes_twice_the_first_is_meant_and_leaving_it_changes_nothing() -> None:
    field = build_moment_field()
    with timezone.override(ZoneInfo("Europe/Berlin")):
        assert field.clean("2026-10-25T02:30") == TWICE
        assert not field.has_changed(TWICE, "2026-10-25T02:30")


def test_the_field_names_the_zone_it_is_read_in() -> None:
    field = build_moment_field(help_text="Players can join until then.")
    for zone in ("Europe/Berlin", "Asia/Tokyo"):
        with timezone.override(ZoneInfo(zone)):
            assert str(field.help_text) == f"Players can join until then. In the time zone {zone}."
            assert str(build_moment_field().help_text) == f"In the time zone {zone}."
