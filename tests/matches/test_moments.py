"""Tests of the key moments of a match in its replay, and of their descriptions."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext
from hypothesis import given
from hypothesis import strategies as st

from apps.games import load_games
from apps.games.fuse.state import Died, Exploded, Scored
from apps.kernel.table import REFEREE, Seat
from apps.matches.engine import leads, moments
from apps.matches.engine.moments import Moment
from apps.matches.models import Match
from apps.matches.selectors import match_view, replay, summary
from tests.factories.finished_matches import recorded_match
from tests.factories.matches import new_match

Browser = Callable[..., Client]
BOMB = Exploded(seat=Seat(0), cards=2, points=20)
SMOKE = Died(cards=1, points=5)


def test_a_move_is_a_moment_by_its_most_telling_fact() -> None:
    found = moments.list_telling_moves([[SMOKE], [], [SMOKE, BOMB], ["anything"]], [Scored, Exploded, Died])
    assert list(found) == [(0, "died"), (2, "exploded")]


def test_a_game_that_names_no_moments_has_only_those_of_the_lead() -> None:
    assert list(moments.list_telling_moves([[BOMB]], {})) == []
    assert moments.merge_moments([], {4: 1}) == (Moment(4, "", 1),)


def test_a_bomb_that_takes_the_lead_is_one_moment() -> None:
    assert moments.merge_moments([(7, "exploded"), (2, "died")], {7: 1, 5: 0}) == (
        Moment(2, "died", None),
        Moment(5, "", 0),
        Moment(7, "exploded", 1),
    )


@given(st.sets(st.integers(0, 9)), st.integers(0, 9))
def test_the_nearest_moments_lie_on_either_side_of_a_move(worth: set[int], at: int) -> None:
    before, after = moments.select_neighbouring_moves(range(10), at, worth)
    assert before == max((n for n in worth if n < at), default=None)
    assert after == min((n for n in worth if n > at), default=None)


def test_whoever_is_the_first_to_lead_takes_the_lead_from_nobody() -> None:
    assert leads.list_takeovers([(0, 2, 2, 2, 5), (0, 0, 2, 3, 3)]) == ((3, 1), (4, 0))
    assert leads.list_takeovers([(0, 1), (0, 0)]) == ()


@pytest.mark.parametrize("slug", load_games())
def test_every_moment_of_a_game_has_a_picture(slug: str) -> None:
    game = load_games()[slug]
    assert game.moments
    assert game.moments.keys() <= game.telling.keys()
    assert set(game.clears) <= game.moments.keys()


@pytest.fixture
def over(ada: Any, ben: Any) -> Match:
    """Return a finished match of 85 moves with four changes of the lead, the last one at the scoring."""
    return recorded_match("fuse", [ada, ben], seed=3)


def shown(client: Client, code: str, observer: str) -> dict[int, str]:
    """Return the moments that the list of moves marks, from all its pages."""
    path = f"/m/{code}/record/?as={observer}&at="
    return listed("".join(client.get(f"{path}{at}").content.decode() for at in (0, 30, 60, 84)))


def listed(html: str) -> dict[int, str]:
    """Return the moments that one page marks."""
    links = re.findall(r'<a id="m(\d+)"(.*?)</a>', html, flags=re.DOTALL)
    return {int(n): found[1] for n, link in links if (found := re.search(r"<small>.*</svg> (.*?)</small>", link))}


@pytest.mark.django_db
def test_from_moment_to_moment_one_comes_through_a_record(over: Match, at: Browser) -> None:
    client, path, met = at(), f"/m/{over.code}/record/", []
    html = client.get(f"{path}?at=0").content.decode()
    while link := re.search(r'id="next-moment" href="(\?at=(\d+)&as=referee)"', html):
        met.append(int(link[2]))
        html = client.get(path + link[1].replace("&amp;", "&")).content.decode()
        assert (earlier := re.search(r'id="prev-moment" (?:href="\?at=(\d+)|aria-disabled)|id="prev-moment">', html))
        assert len(met) == 1 or earlier[1] == str(met[-2])
    loaded = match_view.load_match(over.code)
    course = summary.load_summary_course(loaded)
    assert course is not None
    heard = replay.load_heard_moves(loaded, REFEREE)
    kinds = match_view.get_match_rules(loaded.match)[0].moments
    facts = {n for n, move in enumerate(heard) if any(type(fact.event) in kinds for fact in move.facts)}
    changes = {move for move, _seat in leads.list_takeovers(course.scores)}
    assert met == sorted(facts | changes)
    assert len(met) > 2


@pytest.mark.django_db
def test_list_chart_and_buttons_say_what_a_moment_is(over: Match, at: Browser) -> None:
    html = at().get(f"/m/{over.code}/record/?at=0").content.decode()
    marks = shown(at(), over.code, "referee")
    assert marks[8] == "a bomb"
    leads = gettext("%(name)s takes the lead") % {"name": "(ada|ben)"}
    assert re.fullmatch(f"{gettext('scoring')}, {leads}", marks[max(marks)])
    chart = re.findall(r'<a class="lane\d" href="\?at=(\d+)&amp;as=referee" tabindex="-1" aria-label="\d+ (.*?)"', html)
    assert {int(n): what for n, what in chart} == marks
    first = min(marks)
    button = html.partition('id="next-moment"')[2].partition("</a>")[0].partition(">")[2]
    said = " ".join(re.sub(r"<[^>]+>", " ", button).split())
    assert said == f"{gettext('Next key moment')} {first} {marks[first]}"


@pytest.mark.django_db
def test_a_running_match_has_the_moments_its_reader_was_told_and_no_lead(ada: Any, ben: Any, at: Browser) -> None:
    """Check that a running match shows no lead, because no one sees its true scores."""
    table = new_match(ada, ben, now=timezone.now())
    for _ in range(30):
        table.lay()
    loaded = match_view.load_match(table.code, player=ada.pk)
    assert summary.load_summary_course(loaded) is None
    html = at(ada).get(f"/m/{table.code}/record/?at=0").content.decode()
    assert "takes the lead" not in html
    kinds = match_view.get_match_rules(loaded.match)[0].moments
    heard = replay.load_heard_moves(loaded, Seat(0))
    assert set(listed(html)) == {n for n, move in enumerate(heard) if any(type(f.event) in kinds for f in move.facts)}


@pytest.mark.django_db
@pytest.mark.parametrize("observer", ["referee", "public", "0", "1"])
def test_whoever_one_looks_as_finds_who_took_the_lead(over: Match, at: Browser, observer: str) -> None:
    course = summary.load_summary_course(match_view.load_match(over.code))
    assert course is not None
    said = [what for what in shown(at(), over.code, observer).values() if "takes the lead" in what]
    names = [("ada", "ben")[seat] for _number, seat in course.takeovers]
    assert [name for name, what in zip(names, said, strict=True) if what.endswith(f"{name} takes the lead")] == names
    assert len(names) == 4


@pytest.mark.django_db
@pytest.mark.parametrize("slug", load_games())
def test_a_replay_draws_what_a_moment_clears_as_it_was_when_it_happened(
    slug: str, ada: Any, ben: Any, cleo: Any, at: Browser
) -> None:
    match = recorded_match(slug, [ada, ben, cleo], seed=3)
    game, loaded = load_games()[slug], match_view.load_match(match.code)
    heard = replay.load_heard_moves(loaded, REFEREE)
    kinds = [[type(fact.event) for fact in move.facts] for move in heard]
    cleared = [n for n, events in enumerate(kinds) if set(events) & set(game.clears)]
    assert cleared
    for n in (cleared[0], cleared[-1], cleared[0] - 1):
        found = replay.build_replay(loaded, observer=REFEREE, at=n)
        html = at().get(f"/m/{match.code}/record/?at={n}").content.decode()
        assert (found.scene is not None) == (n in cleared) == ("cleared-by" in html)
        if found.scene is None:
            continue
        assert found.scene.sight.board != found.sight.board
        assert found.scene.sight.outcome is None
        assert f'<use href="#tells-{found.scene.picture}" /></svg> {found.scene.what}' in html


@pytest.mark.django_db
def test_a_fuse_is_as_long_as_it_was_when_its_bomb_exploded(over: Match, at: Browser) -> None:
    loaded = match_view.load_match(over.code)
    heard = replay.load_heard_moves(loaded, REFEREE)
    for n, fact in ((n, fact.event) for n, move in enumerate(heard) for fact in move.facts):
        if isinstance(fact, Exploded | Died):
            found = replay.build_replay(loaded, observer=REFEREE, at=n)
            assert found.scene is not None
            board, after = found.scene.sight.board, found.sight.board
            beside = len(board.beside) if isinstance(fact, Exploded) else 0
            assert len(board.fuse) + beside == fact.cards > len(after.fuse)
