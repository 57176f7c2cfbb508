"""Tests that the last remaining player can claim the win or play on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext_noop

from apps.kernel.events import Announced
from apps.kernel.table import REFEREE, Seat
from apps.kernel.verify import verify_record
from apps.matches.engine import proposals as engine
from apps.matches.errors import MatchRefused, NotSeated
from apps.matches.models import Chair, Match
from apps.matches.selectors import analysis, digests, match_export, match_view, results
from apps.matches.services import organiser, proposals, seats
from apps.people.services import account_deletion
from apps.ratings import rating_changes
from tests.factories.matches import HOUR, MatchDriver, new_match

pytestmark = pytest.mark.django_db
Browser = Callable[[Any], Client]
OFFER = gettext_noop("Claim the win")


def claim(table: MatchDriver, seat: int, by: Any = None) -> bool:
    """Return whether the win was claimed."""
    return proposals.agree_to_proposal(
        code=table.code, seat=Seat(seat), what="claim", now=table.now, by=None if by is None else by.pk
    )


def quit_match(table: MatchDriver, *quitters: int) -> None:
    for seat in quitters:
        seats.resign_seat(code=table.code, seat=Seat(seat), now=table.now)


def finished(table: MatchDriver) -> results.Finished:
    return next(results.load_finished_matches(table.match.game))


@pytest.mark.parametrize("size", [2, 3])
def test_the_last_player_claims_the_win(ada: Any, ben: Any, cleo: Any, size: int) -> None:
    table = new_match(*(ada, ben, cleo)[:size])
    table.lay()
    quit_match(table, *range(1, size))
    assert claim(table, 0, ada)
    match = table.match
    assert (match.status, match.wake_at, match.proposals) == (Match.Status.OVER, None, [])
    outcome = match.outcome or {}
    assert (outcome["places"], outcome["why"]) == ([1, *[2] * (size - 1)], "claimed")
    assert table.facts()[-1] == Announced(what="claimed", seat=Seat(0))
    assert [chair.won for chair in Chair.objects.order_by("index")] == [True, *[False] * (size - 1)]


def test_while_two_are_left_nobody_can_claim_it(ada: Any, ben: Any, cleo: Any) -> None:
    table = new_match(ada, ben, cleo)
    assert not table.look(ada).claimable
    quit_match(table, 1)
    assert not table.look(ada).claimable
    with pytest.raises(MatchRefused):
        claim(table, 0)
    assert table.match.status == Match.Status.PLAYING


def test_nobody_claims_it_for_somebody_else(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben)
    quit_match(table, 1)
    for seat in (0, 1):
        with pytest.raises((NotSeated, MatchRefused)):
            claim(table, seat, ben)
    with pytest.raises(MatchRefused):
        claim(table, 1)
    assert table.match.status == Match.Status.PLAYING


def test_who_is_away_has_time_to_come_back(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, now=timezone.now())
    table.match.seats.filter(index=1).update(autopilot=True, absent_at=table.now)
    assert not table.look(ada).claimable
    with pytest.raises(MatchRefused):
        claim(table, 0)
    before = table.now - engine.compute_patience(table.match.pace)
    for vacant in (False, True):
        table.match.seats.filter(index=1).update(absent_at=before, vacant=vacant)
        assert table.look(ada).claimable
    assert claim(table, 0)


def test_who_is_away_cannot_claim_it(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben)
    quit_match(table, 1)
    table.match.seats.filter(index=0).update(autopilot=True, absent_at=table.now - HOUR)
    assert not table.look(ada).claimable
    with pytest.raises(MatchRefused):
        claim(table, 0)


def test_against_bots_alone_there_is_no_win_to_claim(ada: Any) -> None:
    table = new_match(ada, bots=2)
    assert not table.look(ada).claimable
    with pytest.raises(MatchRefused):
        claim(table, 0)


@pytest.mark.parametrize("occasion", ["", "A cup"])
def test_bots_that_entered_a_tournament_are_played_to_the_end(ada: Any, ben: Any, occasion: str) -> None:
    table = new_match(ada, ben, bots=1)
    Match.objects.update(occasion=occasion)
    quit_match(table, 1)
    assert table.look(ada).claimable is not bool(occasion)


def test_a_player_who_deleted_their_account_has_left(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben)
    account_deletion.delete_account(player=ben, now=table.now)
    assert table.look(ada).claimable


def test_a_paused_match_is_not_claimed(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben)
    quit_match(table, 1)
    organiser.pause_match(code=table.code, now=table.now)
    assert not table.look(ada).claimable
    with pytest.raises(MatchRefused):
        claim(table, 0)


def test_it_is_rated_as_if_the_others_had_resigned(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben)
    Match.objects.update(rated=True)
    quit_match(table, 1)
    claim(table, 0)
    assert rating_changes.list_rated_places(finished(table)) == [(ada.pk, 1), (ben.pk, 2)]


def test_an_open_proposal_goes_with_the_match(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben)
    proposals.agree_to_proposal(code=table.code, seat=Seat(0), what="pause", about=3, now=table.now)
    quit_match(table, 1)
    claim(table, 0)
    assert table.match.proposals == []


def test_its_record_says_why_it_ended(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben)
    table.lay()
    quit_match(table, 1)
    claim(table, 0)
    record = match_export.build_match_record(match_view.load_match(table.code), observer=REFEREE)
    verdict = verify_record(table.game, record)
    assert verdict.right, verdict.wrong


def test_what_was_not_played_says_nothing_of_how_close_it_was(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben)
    table.lay()
    quit_match(table, 1)
    claim(table, 0)
    assert digests.build_digest_and_feats(table.code).digest.margin is None
    assert finished(table).claimed
    assert not analysis.can_analyse(table.match)


def test_the_page_offers_it_and_takes_it(ada: Any, ben: Any, at: Browser) -> None:
    table = new_match(ada, ben)
    assert OFFER not in at(ada).get(f"/m/{table.code}/").content.decode()
    quit_match(table, 1)
    assert OFFER in at(ada).get(f"/m/{table.code}/").content.decode()
    assert OFFER not in at(ben).get(f"/m/{table.code}/").content.decode()
    assert at(ben).post(f"/m/{table.code}/agree/", {"what": "claim"}).status_code == 403
    page = at(ada).post(f"/m/{table.code}/agree/", {"what": "claim"}, follow=True)
    assert page.redirect_chain[-1][0] == f"/m/{table.code}/"
    assert table.match.status == Match.Status.OVER
    assert "claimed the win" in page.content.decode()
