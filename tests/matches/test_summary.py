"""Tests of the match summary at the end of a match and in its replay, read from the log only once."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.matches.engine import leads
from apps.matches.models import Fact
from apps.matches.selectors import match_view, score_history, summary
from tests.factories.finished_matches import played_once, recorded_match
from tests.factories.matches import MatchDriver, new_match

Browser = Callable[..., Client]


@pytest.fixture
def over(ada: Any, ben: Any) -> MatchDriver:
    """Return a finished match."""
    return played_once(_finished, ada, ben)


def _finished(*players: Any) -> MatchDriver:
    return new_match(*players, short_fuse=True, now=timezone.now()).finish()


def of(table: MatchDriver) -> summary.Summary:
    told = summary.at_end(table.code, ["ada", "ben"])
    assert told is not None
    return told


def test_a_running_match_has_no_summary(ada: Any, ben: Any, at: Browser) -> None:
    table = new_match(ada, ben, now=timezone.now())
    table.lay()
    assert summary.at_end(table.code, ["ada", "ben"]) is None
    assert "chart-title" not in at(ada).get(f"/m/{table.code}/").content.decode()


def test_the_log_of_a_finished_match_is_read_once(over: MatchDriver) -> None:
    first = of(over)
    with CaptureQueriesContext(connection) as asked:
        assert of(over) == first
    assert len(asked) == 0


def test_nothing_with_a_name_is_kept(over: MatchDriver) -> None:
    of(over)
    assert summary.at_end(over.code, ["Zoé", "Gus"]) != of(over)
    text = cache.get(f"match-course:{over.code}")
    assert b"ada" not in text
    assert b"ben" not in text


def test_what_an_older_release_kept_is_computed_anew(over: MatchDriver) -> None:
    told = of(over)
    cache.set(f"match-course:{over.code}", b'{"lines": []}')
    assert of(over) == told


@pytest.mark.parametrize(
    ("written", "by_newer"),
    [
        (rb'"facts":\[\{"type":"[a-z-]+"', b'"facts":[{"type":"not-known-yet"'),
        (rb'"game":"fuse"', b'"game":"not-known-yet"'),
    ],
)
def test_what_a_newer_release_kept_is_computed_anew_after_going_back(
    over: MatchDriver, at: Browser, written: bytes, by_newer: bytes
) -> None:
    told = of(over)
    text, found = re.subn(written, by_newer, cache.get(f"match-course:{over.code}"))
    assert found == 1
    for path in ("", "record/", "story/"):
        cache.set(f"match-course:{over.code}", text)
        assert at().get(f"/m/{over.code}/{path}").status_code == 200, path
    assert of(over) == told


def test_it_says_what_the_scores_say_after_each_move(over: MatchDriver) -> None:
    told, curves = of(over), score_history.build_score_curves(match_view.load_match(over.code))
    scores = [curve.scores for curve in curves]
    assert told.changes == leads.count_lead_changes(scores)
    assert (told.band[0].x, told.band[-1].end) == (0, 100)
    assert all(one.end == other.x for one, other in pairwise(told.band))
    assert [line.final for line in told.chart.lines] == over.outcome["scores"]
    assert told.biggest is not None
    seat = ["ada", "ben"].index(told.biggest.name)
    assert scores[seat][told.biggest.move] - scores[seat][told.biggest.move - 1] == told.biggest.points


def test_the_end_and_the_record_tell_the_same_and_lead_to_the_moves(over: MatchDriver, at: Browser) -> None:
    told = of(over)
    assert told.biggest is not None
    link = f'href="/m/{over.code}/record/?at={told.biggest.move}"'
    for path in (f"/m/{over.code}/", f"/m/{over.code}/record/"):
        html = at().get(path).content.decode()
        assert html.count('id="chart-title"') == 1
        assert link in html
    assert ('id="turning-point"' in html) == (told.turning is not None)
    assert (
        "chart-title"
        not in at().get(f"{link[6:-1]}", headers={"HX-Request": "true", "HX-Target": "seen"}).content.decode()
    )
    assert at().get(link[6:-1]).status_code == 200


def test_a_log_that_cannot_be_read_leaves_the_result_standing(over: MatchDriver, at: Browser) -> None:
    html = at().get(f"/m/{over.code}/").content.decode()
    assert "chart-title" in html
    cache.clear()
    Fact.objects.filter(match__code=over.code, n=1).update(event='{"type": "unheard-of"}')
    html = at().get(f"/m/{over.code}/").content.decode()
    assert 'class="result"' in html
    assert "chart-title" not in html
    assert 'class="count places"' in html, "the table counts, though"


RING = r'<img class="face ring s(\d)" src="/face/(\w+)\.svg"[^>]*>\s*'
NAME = r'(?:<span translate="no">)?(\w+)(?:</span>)?\s*'
LEGEND = re.compile(r'<svg class="s(\d)" viewBox="0 0 32 8".{0,200}?' + RING + NAME + "<b>", re.DOTALL)
RESULT = re.compile(RING + '<span class="name">' + NAME + r"</span></span></th>")
PLATE = re.compile(RING + r'<span class="name"[^>]*>(\w+)</span>')


@pytest.mark.parametrize("game", ["fuse", "frogs", "kobolds", "bombe"])
def test_plates_chart_and_result_give_everybody_one_colour_and_one_face(
    game: str, ada: Any, ben: Any, cleo: Any, at: Browser
) -> None:
    ada.face = "0123456789ab"
    ada.save()
    match = recorded_match(game, [ada, ben, cleo], seed=3)
    page = at(ada).get(f"/m/{match.code}/").content.decode()
    plates = {(seat, face, name) for seat, face, name in PLATE.findall(page)}
    assert {name for _seat, _face, name in plates} == {"You", "ben", "cleo"}
    assert ("0", "0123456789ab", "You") in plates
    assert {(ring, face, name) for _line, ring, face, name in LEGEND.findall(page)} == plates
    assert all(line == ring for line, ring, _face, _name in LEGEND.findall(page))
    assert set(RESULT.findall(page)) == plates
    assert set(re.findall(r'<polyline class="s(\d)"', page)) == {"0", "1", "2"}
