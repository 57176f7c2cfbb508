"""Tests of the rules of a game, for everyone to read and with the settings of a match's table."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from apps.games import load_games
from apps.matches.models import Match
from apps.matches.selectors import options
from tests.factories.matches import sealed_match

pytestmark = [pytest.mark.django_db, pytest.mark.once]

Browser = Callable[..., Client]

each_game = pytest.mark.parametrize("slug", load_games())

AGREED: list[tuple[str, dict[str, Any], list[str], list[str]]] = [
    ("kobolds", {"gold": 5}, ["The first player with 5 gold after"], ["The first player with 10 gold"]),
    ("kobolds", {"patience": 8}, ["round this table 8 times"], ["(2, 4 or 8)"]),
    (
        "kobolds",
        {"closed_hands": True},
        ["Your hand: 4 cards at the start, and no limit after that. The others see only how many cards you have."],
        ["The others see what kinds of cards you have, but not which ones."],
    ),
    (
        "fuse",
        {"short_fuse": True},
        ["The time bomb is among the last 16 cards.", "× 18", "× 7"],
        ["The time bomb is among the last 31 cards.", "× 36"],
    ),
    ("fuse", {"deals": 3}, ["This match has 3 deals"], []),
    ("fuse", {"penalty": True}, ["At this table it also costs you a defuse card."], []),
    ("bombe", {"bid_cap": 60}, ["A whole number from 1 to 60"], ["from 1 to 999"]),
    (
        "bombe",
        {"bid_cap": 30, "tie_numbers": True},
        [
            "Here the tiebreak bid can be from 1 to 30",
            "At this table, tiebreak bids decide ties for first place before anyone bids again.",
        ],
        [],
    ),
    ("frogs", {"laps": 1}, ["when everyone has had the dice once."], ["three times each with 3 players"]),
    (
        "frogs",
        {"laps": 2, "tiebreak": "lap"},
        ["had the dice 2 times.", "If there’s a tie for first place, you play one full extra lap"],
        ["you all play extra turns, one at a time"],
    ),
    ("frogs", {"order": "left"}, ["Within a window, seat order decides."], ["Within a window, chance decides."]),
]


def text(client: Client, path: str) -> str:
    """Return the readable text of a page in one line."""
    response = client.get(path)
    assert response.status_code == 200, path
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


@pytest.mark.parametrize(("slug", "options", "said", "unsaid"), AGREED, ids=str)
def test_the_rules_opened_from_a_match_are_those_of_its_table(
    at: Browser, ada: Any, slug: str, options: dict[str, Any], said: list[str], unsaid: list[str]
) -> None:
    code = sealed_match(slug, ada, bots=2, now=timezone.now(), **options).code
    assert f'href="/m/{code}/rules/"' in at(ada).get(f"/m/{code}/").content.decode()
    here, usual = text(at(ada), f"/m/{code}/rules/"), text(at(), f"/games/{slug}/")
    for words in said:
        assert words in here
        assert words not in usual
    for words in unsaid:
        assert words not in here
        assert words in usual


@each_game
def test_they_list_everything_the_table_has_agreed_on_and_lead_back(at: Browser, ada: Any, slug: str) -> None:
    code = sealed_match(slug, ada, bots=2, now=timezone.now()).code
    page = at().get(f"/m/{code}/rules/").content.decode()
    for field in options.build_option_fields(load_games()[slug].options):
        assert f'href="#{field.name}"' in page
        assert f'id="{field.name}"' in page
    assert f'href="/m/{code}/"' in page
    assert "At this table" not in text(at(), f"/games/{slug}/")


def test_a_match_by_an_older_edition_is_told_its_own_rules(at: Browser, ada: Any) -> None:
    code = sealed_match("kobolds", ada, bots=2, now=timezone.now()).code
    newer = text(at(), f"/m/{code}/rules/")
    match = Match.objects.get(code=code)
    Match.objects.filter(code=code).update(setup=re.sub(r'"edition":\d+', '"edition":1', match.setup))
    older = text(at(), f"/m/{code}/rules/")
    assert "only the first trick clockwise from the holder is played" in older
    order = "In later windows, the order starts to the left of the last player to play a trick"
    assert order in newer
    assert not {"only the first trick clockwise from the holder is played"} & {newer}
    assert order in text(at(), "/games/kobolds/")


@each_game
def test_every_question_finds_its_part_of_them(at: Browser, slug: str) -> None:
    page = at().get(f"/games/{slug}/").content.decode()
    for about in next(iter(load_games()[slug].meta.paces.values())):
        assert f'id="ask-{about}"' in page


def test_the_match_page_opens_them_at_what_is_asked(at: Browser, ada: Any) -> None:
    code = sealed_match("frogs", ada, bots=2, now=timezone.now()).code
    assert re.search(rf'href="/m/{code}/rules/#ask-(throw|dice)"', at(ada).get(f"/m/{code}/").content.decode())
    assert f'href="/m/{code}/rules/" data-rules' in at().get(f"/m/{code}/").content.decode()


def test_they_mark_what_is_on_and_what_is_off_at_the_table(at: Browser, ada: Any) -> None:
    code = sealed_match("frogs", ada, bots=2, now=timezone.now(), fines=True, laps=2).code
    here = text(at(ada), f"/m/{code}/rules/")
    assert "Fines ✓ on at this table" in here
    assert "Always wait for the deadline off at this table" in here
    assert "Laps at this table: 2" in here
    assert "at this table" not in text(at(), "/games/frogs/")


@each_game
def test_they_say_that_the_house_s_bot_plays_for_whoever_is_missing(at: Browser, slug: str) -> None:
    """Check the rules of all games. A seat on autopilot is played as well as a bot can."""
    assert re.search(r"misses three (required )?turns in a row, a bot plays for them", text(at(), f"/games/{slug}/"))


@each_game
@pytest.mark.parametrize("of", ["everybody", "a match"])
def test_no_id_stands_twice_on_them(at: Browser, ada: Any, slug: str, of: str) -> None:
    path = (
        f"/games/{slug}/"
        if of == "everybody"
        else f"/m/{sealed_match(slug, ada, bots=2, now=timezone.now()).code}/rules/"
    )
    page = at(ada).get(path).content.decode()
    ids = Counter(re.findall(r'\sid="([^"]*)"', page))
    assert [each for each, times in ids.items() if times > 1] == []
    for reference in re.findall(r'(?:href="#|aria-labelledby=")([^"]+)"', page):
        assert set(reference.split()) <= set(ids), reference


def test_the_rules_of_a_match_that_does_not_exist_are_not_found(at: Browser) -> None:
    assert at().get("/m/nowhere/rules/").status_code == 404
