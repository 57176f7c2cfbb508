"""Tests that a table acts when all its people agree, and that no one is overruled."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from apps.games.fuse import GAME
from apps.kernel.events import Announced
from apps.kernel.table import PUBLIC, Seat
from apps.matches.engine import deadlines
from apps.matches.errors import MatchRefused
from apps.matches.models import Match, Move, Question
from apps.matches.services import organiser, proposals, seats
from tests.factories.matches import HOUR, MatchDriver, new_match

pytestmark = pytest.mark.django_db
Browser = Callable[[Any], Client]
DAY = timedelta(days=1)
DAILY = {"turn": 24 * 3600, "matchman": 4 * 3600}


@pytest.fixture
def table(ada: Any, ben: Any, cleo: Any) -> MatchDriver:
    return new_match(ada, ben, cleo, pace=DAILY)


def agree(table: MatchDriver, *seats: int, what: Any = "pause", about: int = 0) -> bool:
    """Agree for these seats, and return whether the last of them made it happen."""
    done = False
    for seat in seats:
        done = proposals.agree_to_proposal(code=table.code, seat=Seat(seat), what=what, about=about, now=table.now)
    return done


def test_a_match_is_paused_when_all_agree_and_not_before(table: MatchDriver) -> None:
    assert not agree(table, 0, 1, about=3)
    assert table.match.status == Match.Status.PLAYING
    assert agree(table, 2, about=3)
    match = table.match
    assert (match.status, match.resumes_at, match.wake_at) == (Match.Status.PAUSED, table.now + 3 * DAY, None)
    assert match.proposals == []


def test_agreeing_twice_counts_once(table: MatchDriver) -> None:
    assert not agree(table, 0, 0, 0, 1, about=3)
    assert table.match.status == Match.Status.PLAYING


def test_another_length_is_another_proposal(table: MatchDriver) -> None:
    agree(table, 0, 1, about=3)
    assert not agree(table, 2, about=4)
    assert [(one.about, one.wait_for) for one in table.look(observer=Seat(0)).proposals] == [
        (3, ("cleo",)), (4, ("ada", "ben")),
    ]  # fmt: skip


def test_one_no_takes_a_proposal_off_the_table(table: MatchDriver) -> None:
    agree(table, 0, 1, about=3)
    proposals.decline_proposal(code=table.code, seat=Seat(2), what="pause", about=3, now=table.now)
    assert table.match.proposals == []
    proposals.decline_proposal(code=table.code, seat=Seat(2), what="pause", about=3, now=table.now)
    assert not agree(table, 2, about=3), "the others must agree again"


def test_who_is_on_autopilot_is_not_asked(table: MatchDriver) -> None:
    table.match.seats.filter(index=2).update(autopilot=True, absent_at=table.now)
    assert agree(table, 0, 1, about=1)


def test_an_agreed_pause_ends_by_itself_and_gives_the_time_back(table: MatchDriver) -> None:
    before = Question.objects.get().due_at
    agree(table, 0, 1, 2, about=2)
    assert organiser.resume_due(now=table.now + 2 * DAY - HOUR) == 0
    assert organiser.resume_due(now=table.now + 2 * DAY) == 1
    assert table.match.status == Match.Status.PLAYING
    assert Question.objects.get().due_at == before + 2 * DAY
    assert organiser.resume_due(now=table.now + 3 * DAY) == 0


def test_all_may_agree_to_go_on_earlier(table: MatchDriver) -> None:
    agree(table, 0, 1, 2, about=9)
    assert agree(table, 2, 0, 1, what="resume")
    assert (table.match.status, table.match.resumes_at) == (Match.Status.PLAYING, None)


def test_nobody_but_the_organiser_ends_an_organisers_pause(table: MatchDriver) -> None:
    organiser.pause_match(code=table.code, now=table.now)
    with pytest.raises(MatchRefused):
        agree(table, 0, what="resume")


@pytest.mark.parametrize("days", [0, -1, 15])
def test_a_pause_has_bounds(table: MatchDriver, days: int) -> None:
    with pytest.raises(MatchRefused):
        agree(table, 0, about=days)
    assert table.match.proposals == []


def test_a_table_may_go_live_and_back(table: MatchDriver) -> None:
    assert agree(table, 0, 1, 2, what="live")
    live = deadlines.list_preset_paces(GAME.meta)["live"]
    assert table.match.pace == live
    question = Question.objects.get()
    assert question.due_at == table.now + timedelta(seconds=live["turn"])
    assert table.chair(0).time_bank == live[deadlines.TIME_BANK]
    assert agree(table, 0, 1, 2, what="daily")
    assert Question.objects.get().due_at == table.now + DAY
    with pytest.raises(MatchRefused):
        agree(table, 0, what="daily")


# -- substitutes -------------------------------------------------------------------------------


def absent(table: MatchDriver, seat: int, since: timedelta) -> None:
    table.match.seats.filter(index=seat).update(autopilot=True, absent_at=table.now - since)


def test_somebody_may_be_looked_for_when_a_seat_was_long_enough_on_autopilot(table: MatchDriver, dora: Any) -> None:
    absent(table, 1, DAY)
    assert agree(table, 0, 2, what="substitute", about=1)
    seats.take_over(code=table.code, seat=Seat(1), player=dora.pk, now=table.now)
    chair = table.chair(1)
    assert (chair.player, chair.autopilot, chair.vacant) == (dora, False, False)


def test_nobody_is_replaced_who_has_just_gone(table: MatchDriver) -> None:
    absent(table, 1, DAY - HOUR)
    with pytest.raises(MatchRefused):
        agree(table, 0, what="substitute", about=1)
    with pytest.raises(MatchRefused):
        agree(table, 0, what="substitute", about=2)
    with pytest.raises(MatchRefused):
        agree(table, 0, what="substitute", about=7)


def test_everybody_at_the_table_reads_from_when_somebody_may_be_looked_for(
    at: Browser, ada: Any, ben: Any, cleo: Any, dora: Any
) -> None:
    table = new_match(ada, ben, cleo, pace=DAILY, now=timezone.now())
    absent(table, 1, HOUR)
    assert [person.missing_at for person in table.look(ada).people] == [None, table.now - HOUR + DAY, None]
    address = f"/m/{table.code}/"
    when = {"name": "ben", "time": date_format(table.now - HOUR + DAY, "D j M, H:i")}
    others = gettext("If %(name)s isn’t back by %(time)s, the table can look for a substitute.") % when
    own = gettext("If you’re not back by %(time)s, the table can look for a substitute for you.") % when
    assert others in at(ada).get(address).content.decode()
    assert own in at(ben).get(address).content.decode()
    assert "substitute" not in at(dora).get(address).content.decode(), "who watches has no say in it"
    page = at(ada).get(f"{address}agree/").content.decode()
    said = (
        "If someone has quit, or a bot has played in their place for %(patience)s, the table can look for a substitute."
    )
    assert gettext(said) % {"patience": "1 day"} in page
    assert f'<p class="missing">{others}' in page
    assert 'value="substitute"' not in page
    absent(table, 1, DAY)
    page = at(ada).get(f"{address}agree/").content.decode()
    [button] = re.findall(r'<button[^>]* value="substitute">(.*?)</button>', page, re.DOTALL)
    assert button.strip() == gettext("Propose a substitute for %(name)s") % {"name": "ben"}
    assert 'class="missing"' not in page
    agree(table, 0, 2, what="substitute", about=1)
    assert table.look(ada).missing == ()


def test_a_proposal_says_whose_seat_somebody_is_wanted_for(
    table: MatchDriver, at: Browser, ada: Any, cleo: Any
) -> None:
    absent(table, 1, DAY)
    agree(table, 0, what="substitute", about=1)
    assert [(one.seat, one.whose) for one in table.look(cleo).proposals] == [(1, "ben")]
    for path in ("", "agree/"):
        page = at(cleo).get(f"/m/{table.code}/{path}").content.decode()
        assert gettext("A substitute for %(name)s") % {"name": "ben"} in page


def test_who_comes_back_has_their_seat_again(table: MatchDriver, dora: Any) -> None:
    absent(table, 1, DAY)
    agree(table, 0, 2, what="substitute", about=1)
    seats.reclaim_seat(code=table.code, seat=Seat(1), now=table.now)
    with pytest.raises(MatchRefused):
        seats.take_over(code=table.code, seat=Seat(1), player=dora.pk, now=table.now)


def test_a_seat_somebody_left_may_be_given_away_at_once_but_not_to_them(
    table: MatchDriver, ben: Any, dora: Any
) -> None:
    seats.resign_seat(code=table.code, seat=Seat(1), now=table.now)
    assert agree(table, 0, 2, what="substitute", about=1)
    with pytest.raises(MatchRefused):
        seats.take_over(code=table.code, seat=Seat(1), player=ben.pk, now=table.now)
    seats.take_over(code=table.code, seat=Seat(1), player=dora.pk, now=table.now)
    with pytest.raises(MatchRefused):
        seats.take_over(code=table.code, seat=Seat(1), player=dora.pk, now=table.now)


def test_nobody_takes_a_seat_that_is_not_offered(table: MatchDriver, dora: Any) -> None:
    with pytest.raises(MatchRefused):
        seats.take_over(code=table.code, seat=Seat(1), player=dora.pk, now=table.now)


# -- the page ----------------------------------------------------------------------------------


def test_the_page_proposes_agrees_and_declines(table: MatchDriver, at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    address = f"/m/{table.code}/agree/"
    assert at(ada).post(address, {"what": "pause", "about": "2"}).status_code == 302
    assert 'class="notice proposal"' in at(ben).get(f"/m/{table.code}/").content.decode()
    assert gettext("%(name)s proposes:") % {"name": "ada"} in at(ben).get(f"/m/{table.code}/").content.decode()
    assert "A pause of 2 days" in at(ben).get(address).content.decode()
    at(ben).post(address, {"what": "pause", "about": "2", "say": "no"})
    assert table.match.proposals == []
    for player in (ada, ben, cleo):
        at(player).post(address, {"what": "pause", "about": "1"})
    assert table.match.status == Match.Status.PAUSED
    resumes_at = table.match.resumes_at
    assert resumes_at
    said = gettext("The match resumes automatically on %(time)s.") % {"time": date_format(resumes_at, "D j M, H:i")}
    assert said in at(ada).get(address).content.decode()


def test_the_page_says_what_became_of_an_answer(table: MatchDriver, at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    def says(player: Any, say: str = "yes") -> str:
        words = {"what": "pause", "about": "1", "say": say}
        return at(player).post(f"/m/{table.code}/agree/", words, follow=True).content.decode()

    assert gettext("You’ve agreed. It takes effect once everyone agrees.") in says(ada)
    assert "The proposal is off the table." in says(ben, "no")
    says(ada)
    assert "Everyone has agreed, so it’s done." not in says(ben)
    assert "Everyone has agreed, so it’s done." in says(cleo)


def test_who_proposed_is_told_who_declined(table: MatchDriver, at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    page = f"/m/{table.code}/"
    at(ada).post(f"{page}agree/", {"what": "pause", "about": "1"})
    at(ben).post(f"{page}agree/", {"what": "pause", "about": "1", "say": "no", "back": "table"})
    said = gettext("%(name)s declined the proposal.") % {"name": "ben"}
    assert said in at(ada).get(page).content.decode()
    assert said in at(cleo).get(page).content.decode()
    assert gettext("You declined the proposal.") in at(ben).get(page).content.decode()


def test_who_takes_a_proposal_back_declines_nothing(table: MatchDriver, at: Browser, ada: Any) -> None:
    for say in ("yes", "no", "no"):
        at(ada).post(f"/m/{table.code}/agree/", {"what": "pause", "about": "1", "say": say})
    assert table.match.proposals == []
    assert not [fact for fact in table.facts() if isinstance(fact, Announced)]


def test_an_old_page_agrees_to_nothing_that_is_no_longer_proposed(
    table: MatchDriver, at: Browser, ada: Any, ben: Any
) -> None:
    address, words = f"/m/{table.code}/agree/", {"what": "pause", "about": "1", "back": "table"}
    at(ada).post(address, {"what": "pause", "about": "1"})
    at(ada).post(address, {**words, "say": "no"})
    response = at(ben).post(address, {**words, "say": "yes"})
    assert response.status_code == 409
    assert "This proposal is no longer open." in response.content.decode()
    assert table.match.proposals == []


@pytest.mark.parametrize(("words", "status"), [
    ({}, 400), ({"what": "explode"}, 400), ({"what": "pause", "about": "soon"}, 400),
    ({"what": "pause", "about": "99"}, 409), ({"what": "resume"}, 409), ({"what": "substitute", "about": "2"}, 409),
    ({"what": "pause", "about": "1e0"}, 400), ({"what": "pause", "about": "2.0"}, 400),
])  # fmt: skip
def test_what_cannot_be_agreed_on_gets_a_sentence_and_changes_nothing(
    at: Browser, ada: Any, ben: Any, cleo: Any, words: dict[str, str], status: int
) -> None:
    table = new_match(ada, ben, cleo, pace=DAILY, now=timezone.now())
    response = at(ada).post(f"/m/{table.code}/agree/", words)
    assert response.status_code == status
    assert 'role="alert"' in response.content.decode()
    assert (table.match.proposals, Move.objects.count()) == ([], 1)


def test_who_only_watches_is_neither_asked_nor_told(table: MatchDriver, at: Browser, dora: Any) -> None:
    agree(table, 0, about=1)
    assert table.look(observer=PUBLIC).proposals == ()
    assert 'class="notice proposal"' not in at(dora).get(f"/m/{table.code}/").content.decode()
    assert at(dora).post(f"/m/{table.code}/agree/", {"what": "pause", "about": "1"}).status_code == 403


def test_my_matches_say_where_i_am_asked_to_agree(table: MatchDriver, at: Browser, ada: Any, ben: Any) -> None:
    agree(table, 0, about=1)
    link = f'<a href="/m/{table.code}/agree/">{gettext("Answer a proposal")}</a>'
    assert link in at(ben).get("/mine/").content.decode()
    assert f"/m/{table.code}/agree/" not in at(ada).get("/mine/").content.decode()
    agree(table, 1, about=1)
    assert f"/m/{table.code}/agree/" not in at(ben).get("/mine/").content.decode()
