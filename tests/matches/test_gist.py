"""Tests of the story of a finished match in a few sentences: their choice, their order, and who is called “you”."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from apps.games import load_games
from apps.games.fuse.cards import CardId
from apps.games.fuse.state import Exploded, Laid, Saw, Scored
from apps.kernel.events import Public
from apps.kernel.game import CLAIMED
from apps.kernel.table import Seat
from apps.matches.engine import gist, leads
from apps.matches.engine.gist import Decision, Statement
from apps.matches.models import Match
from apps.matches.selectors import gist as gists
from apps.matches.selectors import match_view, score_history, summary
from tests.factories.finished_matches import recorded_match

Browser = Callable[..., Client]
BOMB = Exploded(seat=Seat(0), cards=2, points=20)
THEIRS = Exploded(seat=Seat(1), cards=1, points=5)
CARD = Laid(seat=Seat(0), card=CardId(1))
SECRET = Saw(to=(Seat(0),), seat=Seat(0), card=CardId(1))


def kinds(*args: Any) -> list[str]:
    return [each.kind for each in gist.build_gist(*args)]


# -- the decisive moment -----------------------------------------------------------------


def test_the_turning_point_decides_it_if_there_is_something_to_see() -> None:
    scores = [(0, 5, 5, 25), (0, 9, 20, 20)]
    moves: list[list[Any]] = [[], [THEIRS], [THEIRS], [CARD, BOMB, SECRET]]
    assert gist.find_decisive_fact(scores, (1, 2), moves, [Exploded]) == Decision(3, 1)


def test_else_whatever_brought_the_winner_most() -> None:
    scores = [(0, 20, 19, 21), (0, 0, 20, 20)]
    moves: list[list[Any]] = [[], [BOMB], [THEIRS], [CARD]]
    assert gist.find_decisive_fact(scores, (1, 2), moves, [Exploded]) == Decision(1, 0)


def test_a_secret_decides_nothing_and_the_winners_own_fact_comes_first() -> None:
    scores = [(0, 20), (0, 5)]
    assert gist.find_decisive_fact(scores, (1, 2), [[], [SECRET]], [Saw]) is None
    assert gist.find_decisive_fact(scores, (1, 2), [[], [THEIRS, BOMB]], [Exploded]) == Decision(1, 1)
    assert gist.find_decisive_fact(scores, (1, 1), [[], [BOMB]], [Exploded]) is None, "nobody won alone"


# -- sentences ---------------------------------------------------------------------------


def test_who_led_all_along_needs_no_turning_point() -> None:
    scores = [(1, 5, 9), (0, 2, 3)]
    assert gist.build_gist(scores, (1, 2), "ended", 2) == (
        Statement("throughout", 0),
        Statement("decided", 0, 4, move=2),
        Statement("won", 0, 6, 9, 1),
    )


def test_who_led_longest_and_lost_is_named_first() -> None:
    scores = [(0, 0, 0, 0, 0, 9), (0, 3, 3, 3, 3, 3)]
    assert gist.build_gist(scores, (1, 2), "ended", None) == (
        Statement("mostly", 1),
        Statement("last", 0, move=5),
        Statement("won", 0, 6, 9, 1),
    )


def test_a_lead_that_changed_often_is_counted() -> None:
    scores = [(1, 1, 3, 3, 5, 5, 9), (0, 2, 2, 4, 4, 6, 6)]
    assert kinds(scores, (1, 2), "ended", None) == ["often", "last", "won"]


def test_who_was_the_first_to_lead_is_named_only_if_they_led_alone() -> None:
    assert kinds([(0, 0, 1, 9), (0, 2, 2, 2), (0, 0, 0, 0)], (1, 2, 3), "ended", None) == ["early", "last", "won"]
    shared = [(0, 0, 9, 9, 9), (0, 2, 2, 2, 2), (0, 2, 2, 4, 4)]
    assert kinds(shared, (1, 3, 2), "ended", None) == ["ahead", "won"]


def test_points_are_told_only_of_the_biggest_gain() -> None:
    scores = [(0, 6, 6, 9, 12), (0, 7, 10, 10, 10)]
    told = {move: gist.build_gist(scores, (1, 2), "ended", move) for move in (1, 4)}
    assert [each.number for said in told.values() for each in said if each.kind == "decided"] == [0, 0]
    assert Statement("decided", 0, 8, move=2) in gist.build_gist([(0, 1, 9), (0, 3, 3)], (1, 2), "ended", 2)


def test_what_happened_first_is_told_first() -> None:
    scores = [(0, 9, 9, 12, 12), (0, 2, 11, 11, 11)]
    assert leads.turning_point(scores, 0) == 3
    assert kinds(scores, (1, 2), "ended", 1) == ["decided", "ahead", "won"]
    assert kinds(scores, (1, 2), "ended", 3) == ["decided", "ahead", "won"]
    assert kinds(scores, (1, 2), "ended", 4) == ["ahead", "decided", "won"]


def test_how_it_ended_is_said_in_each_case() -> None:
    level = [(0, 5), (0, 5)]
    assert gist.build_gist(level, (1, 1), "ended", None)[-1] == Statement("shared", number=2, score=5)
    assert gist.build_gist(level, (1, 2), "ended", None)[-1] == Statement("tiebreak", 0, score=5)
    assert gist.build_gist([(0, 5), (0, 7)], (1, 2), CLAIMED, None)[-1] == Statement("claimed", 0)
    assert gist.build_gist([(0, 5), (0, 3), (0, 3)], (1, 2, 2), "ended", None)[-1] == Statement("won", 0, 2, 5, None)
    assert gist.build_gist([(0, 1, 5), (0, 2, 7)], (1, 2), "golf", None) == (Statement("mostly", 1),), (
        "fewest points win"
    )
    assert gist.build_gist(level, (), "ended", None) == ()


# -- on the pages ------------------------------------------------------------------------


@pytest.fixture
def over(ada: Any, ben: Any, cleo: Any) -> Match:
    """Return a finished match that Ben won."""
    return recorded_match("fuse", [ada, ben, cleo], seed=3)


def text(page: str, start: str = '<p class="gist">') -> str:
    found = page[page.index(start) :]
    return html.unescape(" ".join(re.sub(r"<[^>]+>", " ", found[: found.index("</p>")]).split()))


def test_the_result_tells_the_story_and_says_you(over: Match, ada: Any, ben: Any, at: Browser) -> None:
    to_ben, to_ada = (text(at(player).get(f"/m/{over.code}/").content.decode()) for player in (ben, ada))
    assert to_ben == (
        "The lead changed hands 9 times. A bomb brought you 70 points. You were ahead from move 71 on. "
        "You won with 124, 10 ahead of ada."
    )
    assert to_ada == (
        "The lead changed hands 9 times. A bomb brought ben 70 points. ben was ahead from move 71 on. "
        "ben won with 124, 10 ahead of you."
    )


def test_whoever_shares_the_link_shares_the_story(over: Match, at: Browser) -> None:
    story = text(at().get(f"/m/{over.code}/").content.decode())
    for path in (f"/m/{over.code}/", f"/m/{over.code}/record/"):
        page = html.unescape(at().get(path).content.decode())
        assert f'<meta property="og:description" content="{story}">' in page
        assert f'content="{story}">' in page[page.index('name="description"') :][:400]


def test_the_replay_and_the_page_to_read_tell_it_too(over: Match, at: Browser) -> None:
    story = text(at().get(f"/m/{over.code}/").content.decode())
    assert text(at().get(f"/m/{over.code}/record/").content.decode()) == story
    step = {"HX-Request": "true", "HX-Target": "seen"}
    assert 'class="gist"' not in at().get(f"/m/{over.code}/record/?at=0", headers=step).content.decode()
    assert text(at().get(f"/m/{over.code}/story/").content.decode()) == story


@pytest.mark.parametrize("slug", load_games())
@pytest.mark.parametrize("seed", [1, 3])
def test_each_game_has_two_to_four_sentences_and_a_moment_that_is_drawn(
    slug: str, seed: int, ada: Any, ben: Any, cleo: Any, at: Browser
) -> None:
    match = recorded_match(slug, [ada, ben, cleo], seed=seed)
    page = at().get(f"/m/{match.code}/").content.decode()
    story = text(page)
    assert 2 <= len(re.findall(r"[.!](?= |$)", story)) <= 4, story
    assert "%" not in story
    moved = re.search(r'id="decider"\s+href="[^"]+\?at=(\d+)"\s+data-scene="(\w+)"', page)
    assert moved, story
    assert at().get(f"/m/{match.code}/record/?at={moved[1]}").status_code == 200
    still = page[page.index('<div class="still"') : page.index('<ol id="decider-lines"')]
    assert "<svg" in still or "<p data-n" in still
    lines = page[page.index('<ol id="decider-lines"') :]
    assert f'<template data-moment="{moved[2]}"' in lines[: lines.index("</ol>")]


@pytest.mark.parametrize("slug", load_games())
def test_what_decides_a_match_is_public_and_has_a_picture(slug: str) -> None:
    game = load_games()[slug]
    assert game.decisive.keys() <= game.telling.keys()
    for kind, (said, to_winner) in game.decisive.items():
        assert issubclass(kind, Public)
        assert "%(name)s" not in to_winner
        assert ("%(points)d" in said) == ("%(points)d" in to_winner)


def test_a_game_that_names_no_decisive_facts_has_a_story_without_them(over: Match) -> None:
    loaded = match_view.load_match(over.code)
    went, game = score_history.load_score_course(loaded), load_games()["fuse"]
    plain = type(game)(**{**{name: getattr(game, name) for name in game.__dataclass_fields__}, "decisive": {}})
    places = over.outcome["places"] if over.outcome else ()
    kept = gists.select_deciding_moment(plain, went.scores, places, went.events)
    assert kept is not None, "its moments decide"
    said = gists.build_gist_lines(plain, went.scores, places, "bombs", kept, ["ada", "ben", "cleo"], None)
    assert [line.text for line in said] == [
        "The lead changed hands 9 times.",
        "ben was ahead from move 71 on.",
        "ben won with 124, 10 ahead of ada.",
    ]


@pytest.mark.parametrize("path", ["", "record/"])
def test_how_often_the_lead_changed_is_said_once(path: str, over: Match, at: Browser) -> None:
    page = at().get(f"/m/{over.code}/{path}").content.decode().partition("</head>")[2]
    seen = re.sub(r'<ul class="highlights" hidden>.*?</ul>|<li id="led" hidden>.*?</li>', "", page, flags=re.DOTALL)
    assert 'id="led"' in page, "the band's description"
    assert re.sub(r"<[^>]+>", "", seen).count("The lead changed hands 9 times.") == 1


def test_the_facts_that_are_kept_were_told_to_everyone(over: Match) -> None:
    found = summary.load_summary_course(match_view.load_match(over.code))
    assert found is not None
    assert found.decided is not None
    facts = [load_games()["fuse"].fact.decode(fact) for fact in found.decided.facts]
    assert isinstance(facts[-1], Exploded | Scored)
    assert all(isinstance(fact, Public) for fact in facts)


def test_nothing_is_told_of_a_running_match_or_one_without_a_result(over: Match, at: Browser) -> None:
    outcome = {"places": [], "scores": [], "why": "ended"}
    Match.objects.filter(pk=over.pk).update(outcome=outcome)
    page = at().get(f"/m/{over.code}/").content.decode()
    assert 'class="gist"' not in page
    assert "og:description" not in page
