"""Tests of replay and analysis on one page: the chances, what each move was worth, and how to request them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from apps.games import load_games
from apps.kernel.analysis import Judged, Rated
from apps.kernel.table import Seat
from apps.matches.engine.insight import Insight, Point
from apps.matches.models import Analysis, Match, Move
from tests.factories.finished_matches import NOW, recorded_match
from tests.factories.matches import new_match

pytestmark = [pytest.mark.django_db, pytest.mark.once]
Browser = Callable[..., Client]
STEP = {"HX-Request": "true", "HX-Boosted": "true", "HX-Target": "seen"}
PART = {"HX-Request": "true", "HX-Target": "replay-analysis"}


@pytest.fixture
def match(ada: Any, ben: Any) -> Match:
    return recorded_match("fuse", [ada, ben])


def decisions(match: Match) -> list[Move]:
    """Return the players' moves in order."""
    return list(Move.objects.filter(match=match, seat__gte=0).exclude(action="").order_by("number"))


def analysed(match: Match, *, reached: int | None = None, missed: int | None = None) -> Analysis:
    """Store an analysis with falling chances, in which another answer was worth more in move `missed`."""
    others = (0.4,) * (match.seats.count() - 2)
    course = tuple(Point(n, (1 - n / match.moves, n / match.moves, *others)) for n in range(reached or match.moves))
    found = Insight((), course)
    if missed is not None:
        move = Move.objects.get(match=match, number=missed, seat__isnull=False)
        assert move.seat is not None
        answers = tuple(Rated(msgspec.Raw(move.action.encode()), worth, 0.01) for worth in (0.7, 0.5))
        found = Insight((Judged(missed, Seat(move.seat), "turn", (0.0, 0.0, *others), 0.01, answers, 1),), course)
    return Analysis.objects.create(
        match=match, asked_at=NOW, reached=reached or match.moves, over=reached is None,
        found=msgspec.json.encode(found).decode(),
    )  # fmt: skip


def test_the_replay_shows_everyones_chances_and_what_the_shown_move_was_worth(match: Match, at: Browser) -> None:
    move = decisions(match)[3].number
    analysed(match, missed=move)
    for headers in ({}, STEP):
        html = at().get(f"/m/{match.code}/record/?at={move}&as=referee", headers=headers).content.decode()
        panel = html.partition('id="this-move"')[2].partition("</section>")[0]
        assert "Mistake" in panel
        assert "−20" in panel
        assert panel.count("<rect") == 2
        before = at().get(f"/m/{match.code}/record/?at={move - 1}&as=referee", headers=headers).content.decode()
        assert "No verdict on this move." in before
    page = at().get(f"/m/{match.code}/record/?at={move}").content.decode()
    assert re.search(rf'<a id="m{move}"[^>]*aria-current="true".*?<title>Mistake −20</title>', page, re.DOTALL)
    assert page.count('id="replay-analysis"') == 1
    assert re.search(r'id="chances".*?<svg class="now" x="[\d.]+%"', page, re.DOTALL)
    assert "Luck and skill" in page
    assert page.count('id="chances"') == 1
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_what_an_observer_was_not_told_is_not_judged_for_them(player: Any, at: Browser) -> None:
    match = recorded_match("bombe", [player(name) for name in ("ada", "ben", "cleo")], seed=2)
    sealed = next(move for move in decisions(match) if move.key.startswith("bid") and not move.audience & 1)
    assert sealed.seat is not None
    analysed(match, missed=sealed.number)
    for observer, seen in (("referee", 1), (str(sealed.seat), 1), ("public", 0), (str((sealed.seat + 1) % 3), 0)):
        html = at().get(f"/m/{match.code}/record/?move={sealed.number}&as={observer}").content.decode()
        assert html.count('class="values"') == seen, observer
        assert html.count("<title>Mistake −20") == seen, observer
        assert html.count("Better: ") == 2 * seen, observer
        before = at().get(f"/m/{match.code}/record/?move={sealed.number - 1}&as={observer}").content.decode()
        assert ('<a class="button" id="next-stop"' in before) == bool(seen), observer


def test_a_mistake_says_in_the_list_and_beside_the_table_what_was_better(match: Match, at: Browser) -> None:
    rules = load_games()["fuse"]
    given = decisions(match)[3]
    said = {move.action: rules.calls(rules.answer.decode(move.action)) for move in decisions(match)}
    other = next(move.action for move in decisions(match) if said[move.action] != said[given.action])
    answers = tuple(Rated(msgspec.Raw(other.encode()), worth, 0.01) for worth in (0.7, 0.75))
    answers = (*answers, Rated(msgspec.Raw(given.action.encode()), 0.5, 0.01))
    found = analysed(match, missed=given.number)
    insight = msgspec.json.decode(found.found, type=Insight)
    judged = msgspec.structs.replace(insight.judged[0], answers=answers, given=2)
    found.found = msgspec.json.encode(Insight((judged,), insight.course)).decode()
    found.save()
    html = at().get(f"/m/{match.code}/record/?at={given.number}&as=referee").content.decode()
    row = re.search(rf'<a id="m{given.number}".*?<em>Better: (.*?) <b>\+20</b></em>\s*</a>', html, re.DOTALL)
    panel = html.partition('id="this-move"')[2].partition("</section>")[0]
    best = re.search(r'<ul class="values">\s*<li class="other">\s*<span>Better: (.*?) <b>\+20</b></span>', panel)
    assert row
    assert best, "the answer that is called better stands first"
    assert row[1] == best[1]
    assert panel.count("Better: ") == 1
    assert html.count("<em>Better: ") == 1, "other moves have none"


def test_from_any_move_ways_lead_to_the_nearest_marked_ones(match: Match, at: Browser) -> None:
    one, *_, two = (move.number for move in decisions(match)[2:12])
    found = analysed(match, missed=one)
    insight = msgspec.json.decode(found.found, type=Insight)
    later = msgspec.structs.replace(insight.judged[0], move=two, seat=Seat(decisions(match)[11].seat or 0))
    still = tuple(Point(point.move, (0.5, 0.5)) for point in insight.course)
    found.found = msgspec.json.encode(Insight((*insight.judged, later), still)).decode()
    found.save()
    for shown, before, after in ((one - 1, None, one), (one, None, two), (one + 1, one, two), (two + 1, two, None)):
        for headers in ({}, STEP):
            html = at().get(f"/m/{match.code}/record/?at={shown}&as=referee", headers=headers).content.decode()
            for name, there in (("prev-stop", before), ("next-stop", after)):
                link = re.search(rf'<a class="button" id="{name}" href="\?at=(\d+)&as=referee"', html)
                assert (int(link[1]) if link else None) == there, (shown, name)
                assert html.count(f'id="{name}"') == 1
    Analysis.objects.update(over=False)
    html = at().get(f"/m/{match.code}/record/?at={one + 1}&as=referee").content.decode()
    assert 'id="next-stop"' not in html, "what isn't known yet can't be skipped to"


def test_who_sat_there_starts_it_on_the_replay_and_watches_it_come(match: Match, ada: Any, at: Browser) -> None:
    path, client = f"/m/{match.code}/analysis/?as=0", at(ada)
    page = client.get(f"/m/{match.code}/record/").content.decode()
    assert re.search(rf'hx-post="/m/{match.code}/analysis/\?as=referee" hx-target="#replay-analysis"', page)
    part = client.post(path, headers=PART).content.decode()
    assert "<html" not in part
    assert "every 2s" in part
    Analysis.objects.all().delete()
    analysed(match, reached=10)
    part = client.get(path, headers=PART).content.decode()
    assert "every 2s" in part
    assert 'id="chances"' in part, "what is known so far is shown"
    assert "Luck and skill" not in part
    assert 'hx-target="#seen"' not in part
    Analysis.objects.update(over=True)
    part = client.get(path, headers=PART).content.decode()
    assert "every 2s" not in part
    assert "Luck and skill" in part
    assert 'data-analysed="yes"' in part
    assert '<div hx-get="" hx-trigger="load" hx-target="#seen"' in part, "the shown move is drawn anew"


def test_whoever_did_not_sit_there_is_offered_nothing_but_what_was_found(match: Match, cleo: Any, at: Browser) -> None:
    for reader in (cleo, None):
        page = at(reader).get(f"/m/{match.code}/record/").content.decode()
        assert '<section id="replay-analysis" hidden></section>' in page
        assert "<progress" not in page
        assert 'id="look"' not in page
    analysed(match)
    assert 'id="replay-analysis" aria-label' in at().get(f"/m/{match.code}/record/").content.decode()


def test_a_step_brings_an_analysis_to_a_spectator_whose_page_had_none(match: Match, at: Browser) -> None:
    path, client = f"/m/{match.code}/record/?at=5&as=referee", at()
    page = client.get(path).content.decode()
    assert "analysis.css" in page, "so that what comes later looks like it"
    assert 'id="verdict-missed"' in page
    assert '<div class="analysis" id="replay-luck">' in page
    without, has = {**STEP, "X-Analysed": ""}, {**STEP, "X-Analysed": "no"}
    assert "replay-analysis" not in client.get(path, headers=without).content.decode()
    found = analysed(match, reached=10)
    step = client.get(path, headers=without).content.decode()
    assert '<section class="beside-analysis" id="replay-analysis" hx-swap-oob="true"' in step
    assert "every 2s" in step, "from here on the page asks for itself"
    assert "replay-analysis" not in client.get(path, headers=has).content.decode()
    Analysis.objects.filter(pk=found.pk).update(over=True)
    step = client.get(path, headers=without).content.decode()
    assert 'data-analysed="yes"' in step
    assert 'id="replay-luck" hx-swap-oob="true"' in step
    assert "Luck and skill" in step


def test_a_running_match_shows_nothing_of_it_and_counts_no_hidden_moves(ada: Any, ben: Any, at: Browser) -> None:
    table = new_match(ada, ben)
    for _ in range(4):
        table.lay()
    analysed(Match.objects.get(code=table.code))
    for headers in ({}, STEP):
        html = at(ada).get(f"/m/{table.code}/record/?at=2", headers=headers).content.decode()
        assert "replay-analysis" not in html
        assert "data-across" not in html
        assert "Better: " not in html
        assert "next-stop" not in html
        assert 'class="course"' not in html or "<polyline" not in html
        usual, asked = (at(ada).get(f"/m/{table.code}/record/?at=2{more}", headers=headers) for more in ("", "&move=0"))
        assert asked.headers.get("HX-Push-Url") is None
        assert f"move 2 of {table.look(ada).heard and 4}" in asked.content.decode()
        assert usual.status_code == 200


def test_an_analysis_costs_a_replay_one_statement(match: Match, at: Browser) -> None:
    client = at()

    def asked(headers: dict[str, str]) -> int:
        act = partial(client.get, f"/m/{match.code}/record/?at=5&as=referee", headers=headers)
        act()  # The first call stores the course of the match.
        with CaptureQueriesContext(connection) as context:
            act()
        return len(context)

    without = [asked(headers) for headers in ({}, STEP)]
    analysed(match)
    assert [asked(headers) for headers in ({}, STEP)] == without
    assert sum("matches_analysis" in each["sql"] for each in _statements(client, match)) == 1


def _statements(client: Client, match: Match) -> list[dict[str, str]]:
    cache.clear()
    with CaptureQueriesContext(connection) as context:
        client.get(f"/m/{match.code}/record/?at=5", headers=STEP)
    return context.captured_queries


def test_steps_are_kept_once_the_analysis_is_done_and_apart_from_those_before(match: Match, at: Browser) -> None:
    step = partial(at().get, f"/m/{match.code}/record/?at=5", headers=STEP)
    assert "X-Analysed" in step()["Vary"]
    found = analysed(match, reached=10)
    assert "no-store" in step()["Cache-Control"]
    Analysis.objects.filter(pk=found.pk).update(over=True)
    assert "max-age=300" in step()["Cache-Control"]


def test_a_place_in_the_chart_leads_to_the_last_move_that_the_observer_heard_of(player: Any, at: Browser) -> None:
    match = recorded_match("bombe", [player(name) for name in ("ada", "ben", "cleo")], seed=2)
    shown = []
    for move in (0, 20, match.moves - 1, match.moves + 50):
        step = at().get(f"/m/{match.code}/record/?move={move}&as=public", headers=STEP)
        address = re.fullmatch(rf"/m/{match.code}/record/\?at=(\d+)&as=public", step["HX-Push-Url"])
        assert address
        shown.append(int(address[1]))
    assert shown[0] == 0 < shown[1] < 20 < shown[2] == shown[3]


def judged(match: Match, moves: list[Move], given: int) -> Analysis:
    """Return an analysis in which all of these moves were the best, but the last was answer `given` of three."""
    decisions = []
    for move in sorted(moves, key=lambda move: move.number):
        assert move.seat is not None
        answers = tuple(Rated(msgspec.Raw(move.action.encode()), worth, 0.001) for worth in (0.7, 0.65, 0.5))
        chosen = given if move is moves[-1] else 0
        decisions.append(Judged(move.number, Seat(move.seat), "bid", (0.0,) * 3, 0.01, answers, chosen))
    course = tuple(Point(n, (1 / 3, 1 / 3, 1 / 3)) for n in range(match.moves))
    found = msgspec.json.encode(Insight(tuple(decisions), course)).decode()
    return Analysis.objects.create(match=match, asked_at=NOW, reached=match.moves, over=True, found=found)


def test_each_turn_says_how_good_its_moves_were_and_each_player_how_good_theirs(player: Any, at: Browser) -> None:
    match = recorded_match("bombe", [player(name) for name in ("ada", "ben", "cleo")], seed=2)
    bids = [move for move in decisions(match) if move.key.startswith("bid:1.")][:3]
    assert len(bids) == 3
    alone = next(move for move in decisions(match) if move.key.startswith("bid:3."))
    judged(match, [alone, *bids], given=2)
    path = f"/m/{match.code}/record/?at=1&as="
    page = at().get(f"{path}referee").content.decode()
    assert re.findall(r"<title>([^<]+)</title>.*?</svg>(\d+)", heading(page, 1)) == [
        ("Best move", "2"),
        ("Mistake", "1"),
    ]
    assert "<title>" not in heading(page, 3), "its only decision says it itself"
    table = page.partition('id="shares-title"')[2].partition("</section>")[0]
    for seat in {move.seat for move in [alone, *bids]}:
        own = [move for move in [alone, *bids] if move.seat == seat]
        good = sum(move is not bids[-1] for move in own)
        row = table.partition(f'<img class="face ring s{seat}"')[2].partition("</tr>")[0]
        assert f"<td>{round(100 * good / len(own))}%</td>" in row
        assert ("−20" in row) == (bids[-1] in own), "as its mark says"
    assert "<title>" not in heading(at().get(f"{path}public").content.decode(), 1), "bids were sealed"


def heading(page: str, number: int) -> str:
    return page.partition('<section id="moves"')[2].partition(f"<b>Auction {number}")[2].partition("</b>")[0]


def test_a_turning_point_is_marked_in_the_chart_and_explained_at_its_move(match: Match, at: Browser) -> None:
    even, others = 1 / match.seats.count(), (0.0,) * (match.seats.count() - 2)
    course = tuple(Point(n, (even, even, *others) if n < 9 else (0.9, 0.1, *others)) for n in range(match.moves))
    found = msgspec.json.encode(Insight((), course)).decode()
    Analysis.objects.create(match=match, asked_at=NOW, reached=match.moves, over=True, found=found)
    page = at().get(f"/m/{match.code}/record/?at=9").content.decode()
    words = "Move 9: ada’s prospects rose from 50 to 90."
    mark = page.partition('<svg class="turning lane0"')[2].partition("</svg>")[0]
    assert 'data-move="9"' in mark
    assert words in mark
    panel = page.partition('id="this-move"')[2].partition("</section>")[0]
    assert "Turning point" in panel
    assert words in panel
    step = at().get(f"/m/{match.code}/record/?at=8", headers=STEP).content.decode()
    assert "Turning point" not in step.partition('id="this-move"')[2].partition("</section>")[0]


def test_the_values_of_a_decision_are_sorted_and_say_which_was_played(match: Match, at: Browser) -> None:
    move = decisions(match)[3].number
    analysed(match, missed=move)
    page = at().get(f"/m/{match.code}/record/?at={move}").content.decode()
    values = page.partition('<ul class="values">')[2].partition("</ul>")[0]
    assert re.findall(r'<li class="(\w+)">', values) == ["other", "given"]
    assert re.findall(r"<b>(\d+)", values) == ["70", "50"]


def test_each_player_s_marks_stand_below_the_chart_and_not_in_the_folded_result(match: Match, at: Browser) -> None:
    analysed(match, missed=decisions(match)[3].number)
    page = at().get(f"/m/{match.code}/record/?at=1").content.decode()
    course, ending = page.index('<div class="course">'), page.index('id="ending"')
    assert course < page.index('id="shares-title"') < ending
    assert page.count('id="shares-title"') == 1
    key = page.partition('class="verdict-key"')[2].partition("</ul>")[0]
    for word in (
        "The only good move",
        "Best move",
        "Too close to call",
        "Inaccuracy",
        "Mistake",
        "good luck",
        "bad luck",
    ):
        assert f" {word}</li>" in key


def test_whoever_played_steps_through_their_own_mistakes_and_after_the_last_begins_anew(
    match: Match, ada: Any, ben: Any, at: Browser
) -> None:
    own, others = ([move for move in decisions(match) if move.seat == seat] for seat in (0, 1))
    wrong = sorted([own[1], own[3], others[2]], key=lambda move: move.number)
    judged_ = tuple(
        Judged(
            move.number, Seat(move.seat or 0), "turn", (0.0, 0.0), 0.01,
            tuple(Rated(msgspec.Raw(move.action.encode()), worth, 0.01) for worth in (0.7, 0.5)), 1,
        )
        for move in wrong
    )  # fmt: skip
    course = tuple(Point(n, (0.5, 0.5)) for n in range(match.moves))
    found = msgspec.json.encode(Insight(judged_, course)).decode()
    Analysis.objects.create(match=match, asked_at=NOW, reached=match.moves, over=True, found=found)
    client, first, last = at(ada), own[1].number, own[3].number

    def next_mistake(now: int, headers: dict[str, str]) -> list[str]:
        html = client.get(f"/m/{match.code}/record/?at={now}&as=referee", headers=headers).content.decode()
        return re.findall(r'id="next-mistake" href="/m/\w+/record/\?at=(\d+)&amp;as=referee"', html)

    for headers in ({}, {**STEP, "X-Analysed": "yes"}):
        for now, then in ((0, first), (first, last), (last, first), (match.moves - 1, first)):
            assert next_mistake(now, headers) == [str(then)], now
    step = client.get(f"/m/{match.code}/record/?at=0", headers={**STEP, "X-Analysed": "yes"}).content.decode()
    assert 'id="own-mistakes" hx-swap-oob="true"' in step
    assert 'id="own-mistakes"' not in at().get(f"/m/{match.code}/record/?at=0").content.decode()


def test_a_single_mistake_leads_nowhere_from_itself(match: Match, ada: Any, at: Browser) -> None:
    only = next(move.number for move in decisions(match) if move.seat == 0)
    analysed(match, missed=only)
    page = at(ada).get(f"/m/{match.code}/record/?at={only}").content.decode()
    assert '<span class="button" aria-disabled="true" id="next-mistake">' in page
