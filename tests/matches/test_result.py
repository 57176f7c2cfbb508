"""Tests of the top of a finished match's page: the place, what decided it, and one thing to do next."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from apps.games import load_games
from apps.matches.models import Match
from apps.ratings.models import RatingStep
from apps.ratings.services import ledger
from tests.factories.finished_matches import recorded_match
from tests.factories.matches import new_match

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]

SEED = 3


def result(client: Client, match: Match) -> str:
    """Return the HTML of the result."""
    page = client.get(f"/m/{match.code}/").content.decode()
    return page[page.index('class="result"') : page.index('id="chart-title"')]


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def primary(html: str) -> list[str]:
    """Return what the primary buttons say."""
    return [words(each) for each in re.findall(r'class="button primary"[^>]*>(.*?)</(?:a|button)>', html, re.DOTALL)]


@pytest.mark.parametrize("game", load_games())
def test_a_player_sees_their_place_and_one_thing_to_do(game: str, ada: Any, ben: Any, cleo: Any, at: Browser) -> None:
    match = recorded_match(game, [ada, ben, cleo], seed=SEED)
    assert match.outcome is not None
    for player, place in zip((ada, ben, cleo), match.outcome["places"], strict=True):
        html = result(at(player), match)
        assert f"{['1st', '2nd', '3rd'][place - 1]} of 3" in words(html)
        assert player.username not in words(html)
        assert primary(html) == ["Rematch"]
        assert html.index("More") < html.index("Check the shuffle")


@pytest.mark.parametrize("game", load_games())
def test_a_spectator_sees_who_won(game: str, ada: Any, ben: Any, cleo: Any, at: Browser) -> None:
    match = recorded_match(game, [ada, ben, cleo], seed=SEED)
    assert match.outcome is not None
    html = result(at(), match)
    winners = re.search(r"<h2>(.*?)</h2>", html, re.DOTALL)
    assert winners
    names = [name for name, place in zip(("ada", "ben", "cleo"), match.outcome["places"], strict=True) if place == 1]
    assert words(winners[1]).split() == names
    assert "placed" not in html
    assert primary(html) == ["Play now"]


def test_what_decided_it_says_you_to_the_player_it_is_about(ada: Any, ben: Any, cleo: Any, at: Browser) -> None:
    match = recorded_match("fuse", [ada, ben, cleo], seed=SEED)
    assert "You were ahead from move" in words(result(at(ben), match))
    assert "ben was ahead from move" in words(result(at(ada), match))
    record = words(at(ben).get(f"/m/{match.code}/record/").content.decode())
    assert "You took the lead" in record
    assert "ben took the lead" in words(at().get(f"/m/{match.code}/record/").content.decode())


def test_the_next_match_that_waits_comes_before_a_rematch(ada: Any, ben: Any, cleo: Any, at: Browser) -> None:
    match = recorded_match("fuse", [ada, ben, cleo], seed=SEED)
    waiting = new_match(ada, ben, now=timezone.now())
    player = (ada, ben)[waiting.ask.seat]
    html = result(at(player), match)
    assert len(primary(html)) == 1
    assert f'href="/m/{waiting.code}/"' in html
    assert "Rematch" in words(html)
    assert primary(result(at(cleo), match)) == ["Rematch"]


def test_a_rating_is_shown_once_it_is_known(ada: Any, ben: Any, at: Browser) -> None:
    match = recorded_match("fuse", [ada, ben], seed=SEED)
    Match.objects.filter(pk=match.pk).update(rated=True, over_at=timezone.now() - timedelta(minutes=1))
    assert 'id="rated"' not in result(at(ada), match)
    assert re.search(rf'id="rating"\s+hx-get="/m/{match.code}/news/"\s+hx-trigger="every', result(at(ada), match))
    assert 'id="rating"' not in result(at(), match)
    assert ledger.record_results(now=timezone.now()) == 1
    assert re.search(r"Rating \d{4} [+−]\d+", words(result(at(ada), match)))
    assert 'id="rating"' not in result(at(ada), match)
    assert 'id="rated"' not in result(at(), match)


def rows(html: str) -> list[list[str]]:
    """Return what the cells of the table of places say, row by row."""
    body = html.partition("<tbody>")[2].partition("</tbody>")[0]
    return [
        [words(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)] for row in body.split("</tr>")[:-1]
    ]


@pytest.mark.parametrize("game", load_games())
def test_the_places_stand_in_order_and_say_where_the_points_came_from(
    game: str, ada: Any, ben: Any, cleo: Any, at: Browser
) -> None:
    match = recorded_match(game, [ada, ben, cleo], seed=SEED)
    assert match.outcome is not None
    html = result(at(), match)
    names, scores, places = ("ada", "ben", "cleo"), match.outcome["scores"], match.outcome["places"]
    table = rows(html)
    assert [int(row[0]) for row in table] == sorted(places)
    for place, name, *points in table:
        seat = names.index(name)
        numbers = [int(number.split()[0].replace("−", "-").replace("·", "0")) for number in points]
        assert (int(place), numbers[-1]) == (places[seat], scores[seat])
        assert game == "magpies" or sum(numbers[:-1]) == numbers[-1]
        assert game == "magpies" or len(numbers) > 2
    heads = re.findall(r'<th scope="col"', html)
    assert len(heads) == len(table[0]) - 1, "the column of places needs no name"
    assert not re.search(r">\s*-\d", html), "minus signs are no hyphens"


def test_everyone_s_rating_change_is_in_the_table_and_none_for_a_bot(
    ada: Any, ben: Any, cleo: Any, at: Browser
) -> None:
    match = recorded_match("fuse", [ada, ben, cleo], seed=SEED)
    assert all("change" not in row for row in result(at(ada), match).partition("<tbody>")[2].split("</tr>"))
    Match.objects.filter(pk=match.pk).update(rated=True, over_at=timezone.now() - timedelta(minutes=1))
    ledger.record_results(now=timezone.now())
    steps = {
        step.player.username: round(30 * step.mu) - round(30 * step.mu_before)
        for step in RatingStep.objects.select_related("player")
    }
    for reader in (at(ada), at()):
        for _place, name, *_points, change in rows(result(reader, match)):
            gain = steps["ada" if name == "You" else name]
            assert change == f"{gain:+d}".replace("-", "−")
    match.seats.filter(player=ben).update(player=None, bot=True)
    changes = {name: change for _place, name, *_points, change in rows(result(at(), match))}
    assert [name for name, change in changes.items() if not change] == [name for name in changes if name not in steps]
    assert len(set(changes) & set(steps)) == 2


def test_sharing_a_result_takes_one_tap_and_tells_its_story(ada: Any, ben: Any, at: Browser) -> None:
    match = recorded_match("fuse", [ada, ben], seed=SEED)
    html = result(at(ada), match)
    assert html.index('id="share"') < html.index('class="rest"')
    told = re.search(r'data-share-text="([^"]+)"', html)
    assert told
    assert told[1] in words(html)


@pytest.mark.parametrize("game", load_games())
def test_the_story_of_a_match_says_you_to_each_of_its_players(
    game: str, ada: Any, ben: Any, cleo: Any, at: Browser
) -> None:
    match = recorded_match(game, [ada, ben, cleo], seed=SEED)
    for player in (ada, ben, cleo):
        page = at(player).get(f"/m/{match.code}/story/").content.decode()
        story = words(page[page.index('<article class="told"') : page.index("</article>")])
        assert not re.search(rf"\b{player.username}\b", story)
        assert re.search(r"\b[Yy]ou\b", story)
    page = words(at().get(f"/m/{match.code}/story/").content.decode())
    assert all(re.search(rf"\b{name}\b", page) for name in ("ada", "ben", "cleo"))
