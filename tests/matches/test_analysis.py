"""Tests of the analysis of finished matches: permissions, progress in steps, and what the page shows."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import OperationalError
from django.test import Client
from django.utils.translation import gettext

from apps.games import load_games
from apps.kernel.analysis import Judged
from apps.matches import tasks
from apps.matches.models import AnalysedSeat, Analysis, Fact, Match
from apps.matches.selectors import analysis as selectors
from apps.matches.selectors import match_view
from apps.matches.services import analysis
from apps.matches.store import first_look
from apps.matches.views import analysis as views
from tests.factories.finished_matches import NOW, finished_match, recorded_match
from tests.factories.matches import new_match

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quick_witted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Analyse real decisions, but not for long."""
    monkeypatch.setitem(load_games(), "fuse", replace(load_games()["fuse"], playouts=4))


def client_of(player: Any) -> Client:
    client = Client()
    client.force_login(player)
    return client


def path(match: Match) -> str:
    return f"/m/{match.code}/analysis/"


def decisions_by(player: str) -> str:
    """Return the heading above a player's decisions."""
    return gettext("Decisions by %(name)s") % {"name": player}


def looked_into(match: Match) -> Analysis:
    while analysis.continue_analysis(enough=lambda: False):
        pass
    return Analysis.objects.get(match=match)


def test_who_sat_there_asks_once_and_finds_it_done(ada: Any, ben: Any) -> None:
    match = recorded_match("fuse", [ada, ben])
    client = client_of(ada)
    assert 'id="look"' in client.get(path(match)).content.decode()
    for _ in range(2):
        assert client.post(path(match)).status_code == 302
    assert Analysis.objects.count() == 1
    page = client.get(path(match)).content.decode()
    assert 'value="0"' in page
    assert "every 2s" in page
    assert looked_into(match).over
    page = client.get(path(match)).content.decode()
    assert "Luck and skill" in page
    assert gettext("Your decisions") in page
    assert "every 2s" not in page


def test_who_asks_later_reads_how_many_come_first_and_that_theirs_has_begun(ada: Any, ben: Any) -> None:
    first, second = (recorded_match("fuse", [ada, ben]) for _ in range(2))
    for late, match in enumerate((first, second)):
        analysis.request_analysis(code=match.code, player=ada.pk, now=NOW + timedelta(seconds=late))
    assert 'id="line"' not in client_of(ada).get(path(first)).content.decode()
    assert 'id="line"' in client_of(ada).get(path(second)).content.decode()
    for match in (first, second):
        assert analysis.continue_analysis(enough=lambda: True, fresh=True)
        assert Analysis.objects.get(match=match).reached == 1
    assert not analysis.continue_analysis(enough=lambda: True, fresh=True)
    assert looked_into(first).over
    assert 'id="line"' not in client_of(ada).get(path(second)).content.decode()


def test_whoever_reads_the_record_reads_what_was_found_but_does_not_ask(ada: Any, ben: Any, cleo: Any) -> None:
    match = recorded_match("fuse", [ada, ben])
    other = client_of(cleo)
    assert 'id="look"' not in other.get(path(match)).content.decode()
    assert other.post(path(match)).status_code == 403
    assert Client().post(path(match)).status_code == 401
    assert not Analysis.objects.exists()
    client_of(ben).post(path(match))
    looked_into(match)
    assert decisions_by("ada") in Client().get(path(match)).content.decode()
    assert decisions_by("ben") in Client().get(path(match) + "?seat=1").content.decode()
    assert gettext("Your decisions") in client_of(ben).get(path(match) + "?seat=77x").content.decode()


def test_a_match_that_runs_or_ended_without_a_result_is_not_looked_into(ada: Any, ben: Any) -> None:
    running = new_match(ada, ben)
    for match in (Match.objects.get(code=running.code), finished_match([ada, ben])):
        assert client_of(ada).get(path(match)).status_code == 404
        assert client_of(ada).post(path(match)).status_code == 404
        assert not Analysis.objects.exists()


@pytest.mark.slow
def test_it_goes_on_where_it_was_left_and_finds_the_same(ada: Any, ben: Any) -> None:
    once, steps = (recorded_match("fuse", [ada, ben]) for _ in range(2))
    found = []
    for match, enough in ((once, False), (steps, True)):
        Match.objects.filter(pk=match.pk).update(code="sameseed")
        analysis.request_analysis(code="sameseed", player=ada.pk, now=NOW)
        while analysis.continue_analysis(enough=lambda enough=enough: enough):  # type: ignore[misc]
            reached = Analysis.objects.get(match=match).reached
            assert reached == match.moves or enough
        found.append(Analysis.objects.get(match=match).found)
        Match.objects.filter(pk=match.pk).update(code=match.code)
    assert found[0] == found[1]


def test_of_two_workers_at_the_same_moves_one_counts(ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    match = recorded_match("fuse", [ada, ben])
    analysis.request_analysis(code=match.code, player=ada.pk, now=NOW)
    read, second = selectors.load_analysis_log, iter([True])

    def log(of: Match) -> Any:
        if next(second, False):
            analysis.continue_analysis(enough=lambda: True)
        return read(of)

    monkeypatch.setattr(selectors, "load_analysis_log", log)
    analysis.continue_analysis(enough=lambda: True)
    assert Analysis.objects.get(match=match).reached == 1


def test_a_record_that_cannot_be_read_is_not_tried_again(ada: Any, ben: Any) -> None:
    match, other = (recorded_match("fuse", [ada, ben]) for _ in range(2))
    Fact.objects.filter(match=match, n=3).update(event='{"type":"unheard"}')
    for each in (match, other):
        analysis.request_analysis(code=each.code, player=ada.pk, now=NOW)
    assert looked_into(match).over
    assert Analysis.objects.get(match=other).found, "the next one's turn came"
    assert gettext("This match can’t be analysed.") in client_of(ada).get(path(match)).content.decode()


def test_the_task_looks_into_matches_until_they_are_analysed(ada: Any, ben: Any) -> None:
    match = recorded_match("fuse", [ada, ben])
    analysis.request_analysis(code=match.code, player=ada.pk, now=NOW)
    while not Analysis.objects.get(match=match).over:
        tasks.analyse.run()
    assert not first_look.may_need_analysis()


def test_a_database_that_is_away_for_a_moment_makes_no_match_unreadable(
    ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = recorded_match("fuse", [ada, ben])
    analysis.request_analysis(code=match.code, player=ada.pk, now=NOW)
    with monkeypatch.context() as gone:
        gone.setattr(selectors, "load_analysis_log", Mock(side_effect=OperationalError("gone")))
        with pytest.raises(OperationalError):
            analysis.continue_analysis(enough=lambda: True)
    analysis.continue_analysis(enough=lambda: True)
    assert Analysis.objects.values_list("reached", "over").get(match=match) == (1, False)


@pytest.mark.slow
@pytest.mark.parametrize("over", [False, True])
def test_what_another_release_wrote_otherwise_is_looked_into_anew(ada: Any, ben: Any, over: bool) -> None:
    match, other = (recorded_match("fuse", [ada, ben]) for _ in range(2))
    for each in (match, other):
        analysis.request_analysis(code=each.code, player=ada.pk, now=NOW)
    Analysis.objects.filter(match=match).update(found='{"judged":7}', reached=5, over=over)
    client = client_of(ada)
    page = client.get(path(match)).content.decode()
    assert 'id="look"' in page
    assert client.post(path(match)).status_code == 302
    assert looked_into(match).over
    assert Analysis.objects.get(match=other).over
    assert gettext("Your decisions") in client.get(path(match)).content.decode()


def test_an_analysis_of_another_release_that_nobody_reads_blocks_nobody(ada: Any, ben: Any) -> None:
    match = recorded_match("fuse", [ada, ben])
    analysis.request_analysis(code=match.code, player=ada.pk, now=NOW)
    Analysis.objects.update(found='{"judged":7}', reached=5)
    assert selectors.decode_insight(looked_into(match)).judged


def test_nobody_has_matches_looked_into_without_end(ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "MAX_ANALYSES_PER_DAY", 2)
    match = recorded_match("fuse", [ada, ben])
    answers = [client_of(ada).post(path(match)) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert gettext("You’ve reached today’s analysis limit. Try again tomorrow.") in answers[-1].content.decode()


def test_what_each_player_lost_is_the_sum_of_their_marks(ada: Any, ben: Any, cleo: Any) -> None:
    match = recorded_match("fuse", [ada, ben, cleo], seed=3)
    analysis.request_analysis(code=match.code, player=ada.pk, now=NOW)
    loaded, done = match_view.load_match(match.code, player=ada.pk), looked_into(match)
    found = selectors.build_overview(loaded, done, range(match.moves))
    assert found is not None
    for share in found.shares:
        look = selectors.build_seat_decisions(loaded, done, share.seat)
        assert look is not None
        assert share.lost == sum(each.lost for each in look.decisions)
        assert share.marks.total == len(look.decisions)


def test_the_totals_of_each_seat_are_kept_with_an_analysis_and_made_up_at_night(ada: Any, ben: Any, cleo: Any) -> None:
    match = recorded_match("fuse", [ada, ben, cleo], seed=3)
    analysis.request_analysis(code=match.code, player=ada.pk, now=NOW)
    loaded, done = match_view.load_match(match.code, player=ada.pk), looked_into(match)
    found = selectors.build_overview(loaded, done, range(match.moves))
    assert found is not None
    expected = [(each.seat, each.marks.total, each.marks.sound, each.luck) for each in found.shares]
    totals = AnalysedSeat.objects.order_by("seat").values_list("seat", "decisions", "sound", "luck")
    assert list(totals) == expected
    AnalysedSeat.objects.all().delete()
    tasks.digest_missing()
    assert list(totals) == expected
    tasks.digest_missing()
    assert list(totals) == expected
    AnalysedSeat.objects.all().delete()
    Analysis.objects.update(found='{"judged": 1}')
    tasks.digest_missing()
    assert not Analysis.objects.exists(), "no one can read it, and players can request it again"


def test_what_house_players_answer_is_not_looked_into_and_what_sparks_do_is_not_told(ada: Any) -> None:
    match = recorded_match("fuse", [ada, None])
    match.seats.filter(index=1).update(bot=True)
    match.log.filter(seat=1).update(cause="bot")
    for level, of in (("cinder", {0}), ("spark", {0, 1})):
        Match.objects.filter(pk=match.pk).update(opponents=level)
        Analysis.objects.all().delete()
        analysis.request_analysis(code=match.code, player=ada.pk, now=NOW)
        found = selectors.decode_insight(looked_into(match))
        assert {each.seat for each in found.judged} == of
        assert {each.seat for each in found.judged if each.answers} == {0}
        assert all(isinstance(each, Judged) for each in found.judged)


def test_the_whole_course_is_sketched_at_once_and_forgotten_when_it_is_known(ada: Any, ben: Any) -> None:
    match = recorded_match("fuse", [ada, ben])
    analysis.request_analysis(code=match.code, player=ada.pk, now=NOW)
    assert analysis.continue_analysis(enough=lambda: True)
    found = selectors.decode_insight(Analysis.objects.get(match=match))
    assert found.sketch[-1].move == match.moves - 1
    page = client_of(ada).get(path(match)).content.decode()
    assert 'class="rough"' in page
    assert page.count("<polyline") == 2
    assert analysis.continue_analysis(enough=lambda: True)
    assert selectors.decode_insight(Analysis.objects.get(match=match)).sketch == found.sketch, "once is enough"
    assert not selectors.decode_insight(looked_into(match)).sketch
    assert 'class="rough"' not in client_of(ada).get(path(match)).content.decode()
