"""Tests of the replay page of a long match.

A step sends only what it changes, and no page sends all moves.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from apps.games import load_games
from apps.kernel.analysis import Judged, Rated
from apps.kernel.table import Seat
from apps.matches.engine.insight import Insight, Point
from apps.matches.models import Analysis, Match
from apps.matches.views import records
from tests.factories.finished_matches import recorded_match
from tests.factories.matches import new_match

pytestmark = [pytest.mark.django_db, pytest.mark.once]
Browser = Callable[..., Client]
STEP = {"HX-Request": "true", "HX-Boosted": "true", "HX-Target": "seen"}
KB = 1_000


@pytest.fixture
def long(player: Callable[[str], Any]) -> Match:
    """Return a match of six kobolds with long names and 897 moves."""
    match = recorded_match("kobolds", [player(f"kobold-with-a-name-{n}") for n in range(6)], seed=9)
    assert match.moves == 897
    return match


def seen(html: str) -> str:
    """Return what a page or a step shows of one move, without indentation and what a step leaves as it is."""
    story = html.index('id="story-box"')
    part = html[html.index('<div class="live" id="seen"') : html.index("</details>", story)]
    return " ".join(re.sub(r'<section[^>]*id="(?:reactions|moves)".*?</section>', "", part, flags=re.DOTALL).split())


@pytest.mark.parametrize("observer", ["referee", "public", "0"])
def test_a_step_of_a_long_record_sends_at_most_thirty_two_kilobytes(long: Match, at: Browser, observer: str) -> None:
    client, sizes = at(), {}

    def size(n: int, language: str) -> int:
        path = f"/m/{long.code}/record/?at={n}&as={observer}"
        step = client.get(path, headers={**STEP, "accept-language": language})
        assert step.status_code == 200
        return len(step.content)

    last = int(re.findall(r'max="(\d+)"', client.get(f"/m/{long.code}/record/?as={observer}").content.decode())[0])
    for n in (*range(0, last, 29), last):
        sizes[n] = size(n, "en")
    for n in sorted(sizes, key=lambda n: sizes[n])[-3:]:  # Other languages need longer words.
        assert max(size(n, language) for language, _name in settings.LANGUAGES) <= 32 * KB, n


@pytest.mark.parametrize("game", ["fuse", "bombe", "frogs", "kobolds"])
def test_a_step_and_the_list_send_as_little_of_an_analysed_match(game: str, player: Any, at: Browser) -> None:
    seats = range(load_games()[game].meta.seats[1])
    match = recorded_match(game, [player(f"kobold-with-a-name-{n}") for n in seats], seed=9)
    analyse(match)
    sizes = {}
    for language, _name in settings.LANGUAGES:
        for target in ("seen", "moves"):
            headers = {"HX-Request": "true", "HX-Target": target, "X-Analysed": "yes", "accept-language": language}
            for n in range(0, match.moves, match.moves // 12):
                part = at().get(f"/m/{match.code}/record/?at={n}&as=referee", headers=headers)
                assert 'class="is-missed' in part.content.decode() or target == "seen"
                sizes[language, target, n] = len(part.content)
    assert max(sizes.values()) <= 32 * KB, max(sizes, key=lambda each: sizes[each])


def analyse(match: Match) -> None:
    """Store an analysis that calls every move a mistake, with four answers, and every sixth one lucky."""
    equal = (1 / match.seats.count(),) * match.seats.count()
    judged = tuple(
        Judged(
            move.number, Seat(move.seat), "turn", (0.0,) * len(equal), 0.01,
            tuple(Rated(msgspec.Raw(move.action.encode()), worth, 0.01) for worth in (0.9, 0.8, 0.7, 0.5)), 3,
        )
        for move in match.log.exclude(action="").filter(seat__gte=0).order_by("number")
        if move.seat is not None
    )  # fmt: skip
    course = tuple(Point(n, (float(n % 12 > 5), *equal[1:])) for n in range(match.moves))
    found = msgspec.json.encode(Insight(judged, course)).decode()
    Analysis.objects.create(match=match, asked_at=timezone.now(), reached=match.moves, over=True, found=found)


def test_a_whole_page_of_a_long_record_sends_at_most_a_hundred_kilobytes(long: Match, at: Browser) -> None:
    for n in ("", "0", "264", "696"):
        page = at().get(f"/m/{long.code}/record/?as=referee" + (f"&at={n}" if n else ""))
        assert len(page.content) <= 100 * KB
        assert page.content.count(b"<li><a ") <= records.MOVES_A_PART


def test_a_step_shows_what_the_page_of_its_move_shows(long: Match, at: Browser) -> None:
    client = at()
    for n in (0, 29, 30, 500, 896):
        path = f"/m/{long.code}/record/?at={n}&as=referee"
        page, step = (client.get(path, headers=headers).content.decode() for headers in ({}, STEP))
        assert seen(step) == seen(page)
        for part in (r"<title>\s*([^<]*? · Slow Fuse)\s*</title>",):
            assert re.findall(part, step, flags=re.DOTALL) == re.findall(part, page, flags=re.DOTALL) != [], (n, part)
        assert "hx-swap-oob" not in step + page
        for kept in ("moves", "reactions"):
            assert f'<section id="{kept}" hx-preserve></section>' in step, "what the page has stays"
        assert f'<a id="m{n}" href="?at={n}&as=referee" aria-current="true">' in page
        assert "<polyline" not in step
        assert "<html" not in step


def test_from_part_to_part_every_move_is_listed_once(long: Match, at: Browser) -> None:
    client, listed = at(), []
    page = client.get(f"/m/{long.code}/record/?at=0").content.decode()
    parts = [0, *map(int, re.findall(r'data-first="(\d+)"', page))]
    for first in parts:
        html = client.get(f"/m/{long.code}/record/?at={first}&as=referee").content.decode()
        listed += [int(n) for n in re.findall(r'<a id="m(\d+)"', html)]
        assert re.findall(r'<li class="fold" id="moves-(\d+)"', html) == [str(part) for part in parts]
        assert f'<a id="m{first}" ' in html.partition(f'id="moves-{first}"')[2].partition('class="fold"')[0]
    assert listed == list(range(897))


@pytest.mark.parametrize("observer", ["referee", "0"])
def test_a_part_of_the_list_of_moves_comes_alone_when_it_is_unfolded(long: Match, at: Browser, observer: str) -> None:
    path = f"/m/{long.code}/record/?at=137&as={observer}"
    for target in ("moves", "moves-100"):
        part = at().get(path, headers={"HX-Request": "true", "HX-Target": target})
        html = part.content.decode()
        assert html.partition("<")[2].startswith(f'section id="moves" aria-label="All moves" data-as="{observer}"')
        assert html.strip().endswith("</section>")
        moves = [int(n) for n in re.findall(r'<a id="m(\d+)"', html)]
        assert 137 in moves
        assert len(moves) <= records.MOVES_A_PART
        assert len(part.content) <= 32 * KB
        assert part["Cache-Control"] == "private, max-age=300"


def test_folded_moves_are_called_by_their_turns_and_no_turn_is_torn(long: Match, at: Browser) -> None:
    page = at().get(f"/m/{long.code}/record/?at=0").content.decode()
    names = re.findall(r'hx-sync="this:drop">([^<]+)</a>', page)
    spans = [re.fullmatch(r"Turn (\d+)(?:–(\d+))?", name) for name in names]
    assert len(names) > 7
    assert all(spans)
    turns = [(int(span[1]), int(span[2] or span[1])) for span in spans if span]
    assert all(two[0] == one[1] + 1 for one, two in pairwise(turns))


def test_a_short_record_lists_all_moves_on_one_page(at: Browser, ada: Any, ben: Any) -> None:
    table = new_match(ada, ben)
    for _ in range(5):
        table.lay()
    html = at(ada).get(f"/m/{table.code}/record/?at=2").content.decode()
    assert re.findall(r'<a id="m(\d+)"', html) == ["0", "1", "2", "3", "4", "5"]
    assert "data-first" not in html


def test_who_comes_back_to_a_step_gets_the_whole_page(long: Match, at: Browser) -> None:
    """Check the request that htmx sends when the browser goes back."""
    back = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    for headers in (back, {**STEP, **back}, {"HX-Request": "true", "HX-Target": "content"}):
        assert "<html" in at().get(f"/m/{long.code}/record/?at=5", headers=headers).content.decode()


def test_whoever_looks_on_as_somebody_who_was_told_less_sees_the_last_of_that(long: Match, at: Browser) -> None:
    path = f"/m/{long.code}/record/"
    step = at().get(f"{path}?at=896&as=2", headers=STEP)
    last = int(re.findall(r'max="(\d+)"', step.content.decode())[0])
    assert 0 < last < 896
    assert step["HX-Push-Url"] == f"{path}?at={last}&as=2", "what the address says is there when it is loaded again"
    assert at().get(step["HX-Push-Url"]).status_code == 200
    assert at().get(f"{path}?at=896&as=2").status_code == 404


def test_a_step_that_is_refused_is_a_page_of_its_own(at: Browser, ada: Any, ben: Any) -> None:
    table = new_match(ada, ben)
    refused = at(ada).get(f"/m/{table.code}/record/?at=0&as=1", headers=STEP)
    assert refused.status_code == 403
    assert refused["HX-Retarget"] == "body"


@pytest.mark.parametrize("game", ["fuse", "bombe", "frogs", "kobolds"])
def test_a_reader_is_you_in_the_replay_of_their_own_match_whoever_they_look_as(
    game: str, player: Any, at: Browser
) -> None:
    ada, ben, cleo = (player(name) for name in ("adalind", "benedikt", "cleopatra"))
    match = recorded_match(game, [ada, ben, cleo], seed=3)
    for looks_as in ("referee", "public", "0", "1"):
        for move in (0, 9, 30):
            html = at(ada).get(f"/m/{match.code}/record/?at={move}&as={looks_as}").content.decode()
            own = html.partition("<main")[2].partition("</main>")[0]
            assert "adalind" not in re.sub(r'<img[^>]*>|href="[^"]*"', "", own), (looks_as, move)
            assert "benedikt" in own
            assert re.search(r'<option value="0"[^>]*>You</option>', own)
    html = at(cleo).get(f"/m/{match.code}/story/").content.decode().partition("<main")[2]
    assert "cleopatra" not in html.partition("</main>")[0]
    assert "adalind" in at().get(f"/m/{match.code}/record/?at=9").content.decode(), "who only watched reads all names"


def test_browsers_translate_no_name_in_a_list_of_those_to_look_as_or_in_a_told_story(
    at: Browser, ada: Any, ben: Any
) -> None:
    match = recorded_match("fuse", [ada, ben], seed=3)
    html = at(ada).get(f"/m/{match.code}/record/").content.decode()
    assert re.search(r'<option value="1" translate="no" >ben</option>', html)
    assert re.search(r'<option value="0" >You</option>', html)
    assert re.search(
        r'<li><span translate="no">ben</span> <b>', at(ada).get(f"/m/{match.code}/story/").content.decode()
    )


def test_a_browser_keeps_the_steps_of_a_finished_match_but_neither_its_page_nor_a_running_one(
    long: Match, at: Browser, ada: Any, ben: Any
) -> None:
    step = at().get(f"/m/{long.code}/record/?at=5&as=referee", headers=STEP)
    assert step["Cache-Control"] == "private, max-age=300"
    decides = {name.strip() for name in step["Vary"].split(",")}
    assert {"Cookie", "Accept-Language", "HX-Request", "HX-Target", "HX-History-Restore-Request"} <= decides
    assert "Server-Timing" not in step, "pages would count down by an old time"
    assert "X-Reader" in decides, "a page of another account asks again"
    running = new_match(ada, ben)
    back = {**STEP, "HX-History-Restore-Request": "true"}
    for code, headers in ((long.code, {}), (long.code, back), (running.code, {}), (running.code, STEP)):
        answer = at(ada).get(f"/m/{code}/record/?at=0", headers=headers)
        assert "no-store" in answer["Cache-Control"]
        assert "Server-Timing" in answer
