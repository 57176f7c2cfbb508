"""Tests of leagues in the admin: creating one from a template with a few questions, and changing its settings."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext

from apps.games import load_games
from apps.tournaments.formats.plan import Plan
from apps.tournaments.formats.stages import describe_stages_flaw
from apps.tournaments.models import League
from apps.tournaments.presets import LEAGUES
from apps.tournaments.services import scheduler
from tests.factories.leagues import league, members, playing
from tests.factories.people import browser, superuser
from tests.factories.tournaments import NOON
from tests.tournaments.admin_pages import text

ADD = "/admin/tournaments/league/add/"
TERMS = {
    "name": "Fuse League", "about": "", "active": "on", "rounds": 2, "round_hours": 24, "least": 6, "most": 11,
    "moves": 2, "pause_days": 7, "opponents": "cinder",
}  # fmt: skip


def march() -> str:
    """Return a time next March as a browser sends it."""
    return f"{timezone.now().year + 1}-03-05T20:00"


@pytest.fixture
def office(db: None) -> Client:
    return browser(superuser())


@pytest.mark.parametrize("name", LEAGUES)
def test_divisions_of_every_size_that_a_pattern_names_can_be_played(name: str) -> None:
    pattern = LEAGUES[name]
    least, most, moves = (pattern.terms[each] for each in ("least", "most", "moves"))
    assert [
        count for count in range(least, most + 1) if describe_stages_flaw(pattern.plan(range(2, 7)).stages, count)
    ] == []
    assert most >= 2 * least - 1
    assert 2 * moves < least


def test_a_name_a_game_a_pattern_and_a_day_make_a_league(office: Client) -> None:
    assert f"{LEAGUES['table'].title}: {LEAGUES['table'].text}" in text(office.get(ADD))
    for slug in load_games():
        made = office.post(ADD, {"name": slug, "about": "", "game": slug, "pattern": "table",
                                 "starts_at": march()}, follow=True)  # fmt: skip
        assert made.status_code == 200
        row = League.objects.get(name=slug)
        assert (row.game, row.least, row.most, row.moves, row.round_hours) == (slug, 6, 12, 2, 7 * 24)
        plan = msgspec.convert(row.plan, Plan)
        assert plan.stages[0].most in load_games()[slug].meta.seats
    assert "Fuse" in text(office.get("/admin/tournaments/league/"))


def test_a_pattern_that_is_not_for_the_game_is_refused_in_a_sentence(office: Client) -> None:
    typed = {"name": "Duels", "about": "", "game": "bombe", "pattern": "duel", "starts_at": march()}
    sentence = gettext("This game doesn’t support the table sizes of this format.")
    assert sentence in text(office.post(ADD, typed))
    assert not League.objects.exists()


def test_what_is_agreed_anew_counts_from_the_next_season_on(office: Client, player: Any) -> None:
    tuesday = league()
    members(tuesday, player, 12)
    scheduler.advance_tournaments(now=NOON)
    address = f"/admin/tournaments/league/{tuesday.pk}/change/"
    page = text(office.get(address))
    assert f"/admin/tournaments/tournament/{playing(tuesday)[0].pk}/desk/" in page
    assert office.post(address, {**TERMS, "rounds": 4, "moves": 1}).status_code == 302
    tuesday.refresh_from_db()
    assert (msgspec.convert(tuesday.plan, Plan).stages[0].rounds, tuesday.moves) == (4, 1)  # type: ignore[union-attr]
    assert msgspec.convert(playing(tuesday)[0].plan, Plan).stages[0].rounds == 2  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"most": 10}, gettext("Must be at least %(number)d so that any number of members can be split into divisions.")
         % {"number": 11}),
        ({"moves": 3}, gettext("Must be no more than %(number)d so that someone stays in the smallest division.")
         % {"number": 2}),
        ({"least": 3, "most": 11, "moves": 1, "rounds": 12},
         gettext("Divisions of these sizes can’t be split into tables: %(sizes)s.") % {"sizes": "5"}),
    ],
)  # fmt: skip
def test_what_does_not_go_together_is_refused_in_a_sentence(
    office: Client, typed: dict[str, Any], sentence: str
) -> None:
    tuesday = league()
    answer = office.post(f"/admin/tournaments/league/{tuesday.pk}/change/", {**TERMS, **typed})
    assert sentence in text(answer)
    before = League.objects.get()
    assert (before.least, before.most, before.moves) == (6, 11, 2)


def test_a_division_has_a_desk_and_is_no_series(office: Client, player: Any) -> None:
    tuesday = league()
    members(tuesday, player, 6)
    scheduler.advance_tournaments(now=NOON)
    page = text(office.get(f"/admin/tournaments/tournament/{playing(tuesday)[0].pk}/desk/"))
    assert "/desk/pause/" in page
    assert "/desk/series/" not in page


def test_a_league_that_is_deleted_leaves_its_tournaments(office: Client, player: Any) -> None:
    tuesday = league()
    members(tuesday, player, 6)
    scheduler.advance_tournaments(now=NOON)
    [division] = playing(tuesday)
    page = office.post(f"/admin/tournaments/league/{tuesday.pk}/delete/", {"post": "yes"}, follow=True)
    assert page.status_code == 200
    assert not League.objects.exists()
    division.refresh_from_db()
    assert division.status == "running"
