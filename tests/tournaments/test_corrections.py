"""Tests of corrected results, and of rounds changed by hand."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils.translation import gettext

from apps.tournaments.errors import TournamentRefused
from apps.tournaments.formats.stages import Knockout, Swiss
from apps.tournaments.models import Correction, Tournament
from apps.tournaments.services import corrections, entries, lifecycle, rounds
from tests.factories.tournaments import (
    CUT,
    GROUPS,
    NOON,
    begun,
    decide_all,
    log,
    look,
    people,
    running,
    seen,
    tournament,
)

pytestmark = pytest.mark.django_db
DUEL = Knockout(top=0, most=2, least=2, onward=1)
HOUR = timedelta(hours=1)


def right(of: Tournament, *places: int, index: int = 0, number: int = 0, **more: Any) -> None:
    said = {"reason": "Miscounted.", "by": None, "now": NOON, **more}
    corrections.correct_result(code=of.code, number=number, index=index, places=places, **said)


def test_a_correction_counts_and_stands_in_the_log(player: Any) -> None:
    cup, _who = begun(player=player, entrants=4)
    decide_all(cup, best=[1])
    look(cup)
    first = seen(cup).published[0].pods[0]
    right(cup, *(4 - place + 1 for place in first.result.places))  # type: ignore[union-attr]
    right(cup, 1, 1, 3, 4, reason="No: a tie.")
    book = seen(cup)
    table = book.published[0].pods[0]
    assert table.result is not None
    assert table.result.places == (1, 1, 3, 4)
    assert table.correction is not None
    assert table.correction.reason == "No: a tie."
    assert [act.words["reason"] for act in cup.acts.filter(what="corrected").order_by("pk")] == [
        "Miscounted.",
        "No: a tie.",
    ]


def test_a_table_that_still_plays_may_be_decided_and_the_round_ends(player: Any) -> None:
    cup, _who = begun(player=player, entrants=4)
    right(cup, 1, 2, 3, 4, missing=[seen(cup).published[0].pods[0].seats[3]])
    book = look(cup)
    assert len(book.published) == 2
    assert len(book.published[1].field) == 3


@pytest.mark.parametrize(
    ("places", "more"),
    [
        ((1, 2, 3), {}),
        ((1, 2, 2, 3), {}),
        ((2, 3, 4, 5), {}),
        ((1, 2, 3, 4), {"reason": "  "}),
        ((1, 2, 3, 4), {"missing": [77]}),
        ((1, 2, 3, 4), {"index": 5}),
        ((1, 2, 3, 4), {"number": 5}),
    ],
)
def test_what_is_no_result_is_refused(places: tuple[int, ...], more: dict[str, Any], player: Any) -> None:
    cup, _who = begun(player=player, entrants=4)
    with pytest.raises(TournamentRefused):
        right(cup, *places, **more)
    assert not Correction.objects.exists()


def test_the_last_table_may_be_corrected_after_the_end(player: Any) -> None:
    """Check a correction after the end, because the end comes with the result."""
    cup, _who = begun(DUEL, player=player, entrants=2, least=2)
    decide_all(cup, best=[1, 2])
    look(cup)
    assert cup.status == Tournament.Status.OVER
    assert [line.entrant for line in seen(cup).ranking] == [1, 2]
    right(cup, *(2 if one == 1 else 1 for one in seen(cup).published[0].pods[0].seats))
    assert [line.entrant for line in seen(cup).ranking] == [2, 1]


def test_a_cancelled_tournament_is_corrected_no_more(player: Any) -> None:
    cup, _who = begun(player=player, entrants=4)
    lifecycle.cancel_tournament(code=cup.code, reason="", by=None, now=NOON)
    with pytest.raises(TournamentRefused):
        right(cup, 1, 2, 3, 4)


def test_a_correction_pairs_the_next_round_anew_until_it_is_published(player: Any) -> None:
    cup, _who = begun(DUEL, player=player, entrants=4, break_hours=1)
    decide_all(cup, best=[1, 2])
    book = look(cup)
    assert book.proposed is not None
    table = book.published[0].pods[0]
    assert table.result is not None
    right(cup, *(3 - place for place in table.result.places))
    again = seen(cup).proposed
    assert again is not None
    assert set(again.field) ^ set(book.proposed.field) == set(table.seats)
    look(cup, now=NOON + HOUR)
    with pytest.raises(TournamentRefused):
        right(cup, 1, 2)


def test_groups_may_be_corrected_until_the_knockout_begins(player: Any) -> None:
    cup, _who = begun(GROUPS, CUT, player=player, break_hours=1)
    decide_all(cup)
    look(cup)
    right(cup, 4, 3, 2, 1)
    look(cup, now=NOON + HOUR)
    with pytest.raises(TournamentRefused):
        right(cup, 1, 2, 3, 4)


def test_earlier_rounds_for_points_may_be_corrected_while_later_ones_are_played(player: Any) -> None:
    cup, _who = begun(player=player, entrants=4)
    decide_all(cup, best=[1, 2, 3])
    look(cup)
    seats = seen(cup).published[0].pods[0].seats
    right(cup, *(1 if one == 4 else 2 for one in seats))
    assert seen(cup).standing[0].entrant == 4
    assert running(cup)


# --- Rounds by hand --------------------------------------------------------------------------------------------------


def proposed(player: Any, count: int = 8) -> Tournament:
    cup = tournament(by_itself=False)
    people(cup, player, count)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    return cup


def strangers(of: Tournament) -> tuple[int, int]:
    """Return two players from different tables of the proposed round."""
    pods = seen(of).proposed.proposal.pods  # type: ignore[union-attr]
    return pods[0].seats[0], pods[1].seats[0]


def test_a_round_is_published_as_it_was_seen_or_not_at_all(player: Any) -> None:
    """Check one organiser who looks, another who swaps, and the first one who then confirms."""
    cup = proposed(player)
    before = seen(cup).proposed
    assert before is not None
    one, other = strangers(cup)
    rounds.swap_in_proposed_round(code=cup.code, one=one, other=other, by=None, now=NOON + HOUR)
    with pytest.raises(TournamentRefused, match=re.escape(gettext("The round has changed. Check it again."))):
        rounds.publish_round(code=cup.code, number=0, by=None, now=NOON + HOUR, as_of=before.round.changed_at)
    after = seen(cup).proposed
    assert after is not None
    rounds.publish_round(code=cup.code, number=0, by=None, now=NOON + HOUR, as_of=after.round.changed_at)


def test_who_leaves_after_a_swap_has_the_round_paired_anew_and_everybody_reads_it(player: Any) -> None:
    cup = proposed(player)
    one, other = strangers(cup)
    rounds.swap_in_proposed_round(code=cup.code, one=one, other=other, by=None, now=NOON + HOUR)
    entries.remove_entrant(code=cup.code, number=other, reason="", by=None, now=NOON + HOUR)
    assert log(cup)[-3:] == ["swapped", "removed", "paired-anew"]
    turn = seen(cup).proposed
    assert turn is not None
    assert other not in turn.field


def test_a_table_that_does_not_exist_is_refused(player: Any) -> None:
    cup = proposed(player)
    one, other = strangers(cup)
    for table in (-1, 99):
        with pytest.raises(TournamentRefused):
            rounds.swap_in_proposed_round(code=cup.code, one=one, other=other, one_at=table, by=None, now=NOON)


def test_a_bye_of_a_knockout_is_not_given_away(player: Any) -> None:
    cup = tournament(DUEL, by_itself=False)
    people(cup, player, 3)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    turn = seen(cup).proposed
    assert turn is not None
    with pytest.raises(TournamentRefused):
        rounds.swap_in_proposed_round(
            code=cup.code, one=turn.proposal.byes[0], other=turn.proposal.pods[0].seats[0], by=None, now=NOON
        )


def test_publishing_fits_only_a_running_tournament_and_only_the_round_that_waits(player: Any) -> None:
    cup = proposed(player)
    with pytest.raises(TournamentRefused):
        rounds.publish_round(code=cup.code, number=1, by=None, now=NOON)
    lifecycle.pause_tournament(code=cup.code, by=None, now=NOON)
    with pytest.raises(TournamentRefused):
        rounds.publish_round(code=cup.code, number=0, by=None, now=NOON)
    lifecycle.resume_tournament(code=cup.code, by=None, now=NOON)
    rounds.publish_round(code=cup.code, number=0, by=None, now=NOON)
    with pytest.raises(TournamentRefused):
        rounds.publish_round(code=cup.code, number=0, by=None, now=NOON)


def test_too_many_rounds_for_so_few_byes_are_told_before_it_begins(player: Any) -> None:
    cup = tournament(Swiss(6, 2, 2))
    people(cup, player, 5)
    look(cup)
    assert len(seen(cup).published[0].field) == 4
