"""A table can agree to end its match: no one wins, nothing is rated, and everyone reads why."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import gettext_noop

from apps.common import clocks
from apps.kernel.events import Announced
from apps.kernel.game import AGREED
from apps.kernel.table import REFEREE, Seat
from apps.kernel.verify import verify_record
from apps.matches.engine.proposals import decode_proposals
from apps.matches.errors import MatchRefused
from apps.matches.models import Chair, Match
from apps.matches.selectors import analysis, match_export, match_view, pending, player_matches, results
from apps.matches.services import proposals, seats
from apps.notices import wording
from apps.ratings import rating_changes
from tests.factories.matches import HOUR, MatchDriver, new_match

pytestmark = pytest.mark.django_db
Browser = Callable[[Any], Client]
TOLD = gettext_noop("Everyone agreed to end the match. No one wins, and it isn’t rated.")


@pytest.fixture
def table(ada: Any, ben: Any) -> MatchDriver:
    table = new_match(ada, ben, bots=1, now=timezone.now())
    Match.objects.update(rated=True)
    table.lay()
    return table


def agree(table: MatchDriver, *seats: int) -> bool:
    """Return whether the last of them ended it."""
    done = False
    for seat in seats:
        done = proposals.agree_to_proposal(code=table.code, seat=Seat(seat), what="end", now=table.now)
    return done


def test_a_match_ends_once_all_players_agree_and_bots_always_do(table: MatchDriver) -> None:
    assert not agree(table, 0)
    assert table.match.status == Match.Status.PLAYING
    assert [(one.what, one.wait_for) for one in table.look(observer=Seat(0)).proposals] == [("end", ("ben",))]
    assert agree(table, 1)
    match = table.match
    assert (match.status, match.wake_at, match.proposals) == (Match.Status.OVER, None, [])
    assert match.outcome == {"places": [], "scores": [], "why": AGREED.why}
    assert table.facts()[-1] == Announced(what="agreed_end")
    assert not any(chair.won for chair in Chair.objects.all())


def test_nothing_of_it_is_rated_or_analysed(table: MatchDriver) -> None:
    agree(table, 0, 1)
    (finished,) = results.load_finished_matches(table.match.game)
    assert not rating_changes.list_rated_places(finished)
    assert not analysis.can_analyse(table.match)


def test_players_who_are_away_are_asked_even_if_the_table_looks_for_a_substitute(table: MatchDriver) -> None:
    Chair.objects.filter(index=1).update(autopilot=True, absent_at=table.now, vacant=True)
    assert not agree(table, 0), "no one loses a match that others play for them"


def test_players_who_quit_have_no_say_but_the_only_one_left_claims_the_win(ada: Any, ben: Any, cleo: Any) -> None:
    table = new_match(ada, ben, cleo, now=timezone.now())
    seats.resign_seat(code=table.code, seat=Seat(1), now=table.now)
    assert not agree(table, 0)
    assert agree(table, 2)
    alone = new_match(ada, ben, now=timezone.now())
    seats.resign_seat(code=alone.code, seat=Seat(1), now=alone.now)
    with pytest.raises(MatchRefused):
        agree(alone, 0)


def test_consent_of_yesterday_is_gone_everywhere_and_asked_for_again(
    table: MatchDriver, ben: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    agree(table, 0)
    assert table.look(observer=Seat(1)).proposals
    assert pending.find_open_proposals()
    assert any(own.proposed for own in player_matches.load_own_page(player=ben.pk).rows)
    later = table.now + timedelta(days=2)
    monkeypatch.setattr(clocks, "now", lambda: later)
    assert table.look(observer=Seat(1)).proposals == ()
    assert pending.find_open_proposals() == []
    assert not any(own.proposed for own in player_matches.load_own_page(player=ben.pk).rows)
    with pytest.raises(MatchRefused, match="no longer open"):
        proposals.agree_to_proposal(code=table.code, seat=Seat(1), what="end", now=later, made=True)
    assert not proposals.agree_to_proposal(code=table.code, seat=Seat(1), what="end", now=later)
    assert [one.assents for one in decode_proposals(table.match.proposals)] == [(1,)]
    assert proposals.agree_to_proposal(code=table.code, seat=Seat(0), what="end", now=later, made=True)


def test_one_no_is_enough_to_play_on(table: MatchDriver) -> None:
    agree(table, 0)
    proposals.decline_proposal(code=table.code, seat=Seat(1), what="end", now=table.now)
    assert table.match.proposals == []
    assert not agree(table, 1), "the others must agree again"


def test_a_match_of_a_tournament_is_played_to_its_end(table: MatchDriver, at: Browser, ada: Any) -> None:
    Match.objects.update(occasion="A cup")
    with pytest.raises(MatchRefused):
        agree(table, 0)
    assert 'value="end"' not in at(ada).get(f"/m/{table.code}/agree/").content.decode()


def test_its_record_can_be_verified(table: MatchDriver) -> None:
    agree(table, 0, 1)
    verdict = verify_record(
        table.game, match_export.build_match_record(match_view.load_match(table.code), observer=REFEREE)
    )
    assert verdict.right, verdict.wrong


def test_the_pages_offer_it_and_say_how_it_ended(table: MatchDriver, at: Browser, ada: Any, ben: Any) -> None:
    path = f"/m/{table.code}/"
    assert f'href="{path}agree/"' in at(ada).get(path).content.decode()
    page = at(ada).get(f"{path}agree/").content.decode()
    assert '<details class="leave" id="end">' in page, "it takes two taps"
    at(ada).post(f"{path}agree/", {"what": "end"})
    assert "End the match without a winner" in at(ben).get(path).content.decode()
    answer = at(ben).post(f"{path}agree/", {"what": "end", "say": "yes", "back": "table"}, follow=True)
    assert answer.redirect_chain[-1][0] == path
    for reader in (ada, ben, None):
        result = at(reader).get(path).content.decode()
        assert "Ended by agreement" in result
        assert TOLD in result
    for page in (f"record/?at={table.match.moves - 1}", "story/"):
        assert TOLD in at(None).get(f"{path}{page}").content.decode()


def test_notices_name_the_proposal_and_the_end(table: MatchDriver) -> None:
    agree(table, 0)
    (asked,) = pending.find_open_proposals(codes=[table.code])
    assert wording.build_notice_line(wording.word_proposal(asked)).title == "ada proposes ending Fuse without a winner"
    agree(table, 1)
    for seated in pending.find_ended_match_players(since=table.now - HOUR):
        assert wording.word_end(seated).text == wording.NO_WINNER
