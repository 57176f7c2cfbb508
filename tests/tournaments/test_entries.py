"""Tests of registering, waiting, moving up, coming late, leaving and coming back."""

from __future__ import annotations

import re
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils.translation import gettext

from apps.accounts.errors import AccountNeeded
from apps.accounts.models import Player
from apps.matches.models import Chair, Reliability
from apps.people.services import account_deletion
from apps.ratings.models import Rating
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.formats.stages import Groups
from apps.tournaments.models import Entry, Tournament
from apps.tournaments.services import entries, lifecycle, notify, rounds
from tests.factories.tournaments import (
    GROUPS,
    KNOCKOUT,
    NOON,
    begun,
    bots,
    decide_all,
    log,
    look,
    people,
    seen,
    told,
    tournament,
)

pytestmark = pytest.mark.django_db
IN, OUT, WAITING = Entry.State.IN, Entry.State.OUT, Entry.State.WAITING
EVE = NOON - timedelta(days=1)
STRICT = Groups(groups=2, rounds=6, most=4, least=4)
"""A format for eight players only. With nine, someone would have two byes."""


def states(of: Tournament) -> list[str]:
    return list(of.entries.order_by("number").values_list("state", flat=True))


def rated(one: Player, least: float) -> None:
    Rating.objects.create(player=one, game="fuse", mu=least + 3, sigma=1.0, least=least, matches=20, updated_at=EVE)


def test_who_comes_when_it_is_full_waits_and_moves_up_when_somebody_leaves(player: Any) -> None:
    cup = tournament(most=3)
    first, *_others, last, very_last = people(cup, player, 5)
    assert states(cup) == [IN, IN, IN, WAITING, WAITING]
    entries.leave_tournament(code=cup.code, player=first, now=EVE)
    assert states(cup) == [OUT, IN, IN, IN, WAITING]
    assert told(last) == [notify.WAITING, notify.MOVED_UP]
    assert told(very_last) == [notify.WAITING]


def test_who_waits_twice_is_told_twice_that_a_place_became_free(player: Any) -> None:
    cup = tournament(most=3)
    first, second, _third, last = people(cup, player, 4)
    entries.leave_tournament(code=cup.code, player=first, now=EVE)
    entries.leave_tournament(code=cup.code, player=last, now=EVE)
    entries.register_player(code=cup.code, player=first, now=EVE + timedelta(hours=1))
    entries.register_player(code=cup.code, player=last, now=EVE + timedelta(hours=2))
    entries.leave_tournament(code=cup.code, player=second, now=EVE + timedelta(hours=3))
    assert told(last, notify.MOVED_UP) == [notify.MOVED_UP] * 2


def test_who_leaves_the_waiting_list_makes_nobody_move_up(player: Any) -> None:
    cup = tournament(most=3)
    *_in, waits, other = people(cup, player, 5)
    entries.leave_tournament(code=cup.code, player=waits, now=EVE)
    assert states(cup) == [IN, IN, IN, OUT, WAITING]
    assert told(other) == [notify.WAITING]


def test_registering_twice_is_refused(player: Any) -> None:
    cup = tournament()
    [one] = people(cup, player, 1)
    with pytest.raises(TournamentRefused):
        entries.register_player(code=cup.code, player=one, now=EVE)
    assert states(cup) == [IN]


def test_guests_are_told_to_get_an_account(ada: Player) -> None:
    ada.guest = True
    ada.save()
    with pytest.raises(AccountNeeded):
        entries.register_player(code=tournament().code, player=ada, now=EVE)


@pytest.mark.parametrize("status", ["draft", "announced", "closed", "over", "cancelled"])
def test_registration_is_only_while_it_is_open(ada: Player, status: str) -> None:
    cup = tournament()
    Tournament.objects.update(status=status)
    with pytest.raises(TournamentRefused):
        entries.register_player(code=cup.code, player=ada, now=EVE)


def test_only_who_is_invited_may_come_where_it_is_so(ada: Player, ben: Player) -> None:
    cup = tournament(invited_only=True)
    entries.invite_players(code=cup.code, players=[ada], now=EVE)
    entries.invite_players(code=cup.code, players=[ada], now=EVE)
    assert told(ada) == [notify.INVITED]
    entries.register_player(code=cup.code, player=ada, now=EVE)
    with pytest.raises(TournamentRefused, match="invitation"):
        entries.register_player(code=cup.code, player=ben, now=EVE)
    entries.add_entrant(code=cup.code, player=ben, by=None, now=EVE)
    assert states(cup) == [IN, IN]


def test_wishes_for_a_rating_are_kept(ada: Player, ben: Player, cleo: Player) -> None:
    cup = tournament(least_rating=1000, most_rating=1500)
    for who, mu in ((ada, 25.0), (ben, 100.0)):
        rated(who, mu - 3)
    entries.register_player(code=cup.code, player=ada, now=EVE)
    for who, said in (
        (ben, gettext("Only players rated %(points)d or lower can enter.") % {"points": 1500}),
        (cleo, gettext("Only players rated %(points)d or higher can enter.") % {"points": 1000}),
    ):
        with pytest.raises(TournamentRefused, match=re.escape(said)):
            entries.register_player(code=cup.code, player=who, now=EVE)
    assert states(cup) == [IN]


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"least_rating": 1000}, gettext("Only players rated %(points)d or higher can enter.") % {"points": 1000}),
        ({"most_rating": 3000}, gettext("Only players rated %(points)d or lower can enter.") % {"points": 3000}),
    ],
)
def test_a_wish_for_a_rating_may_have_one_end_only(ada: Player, ben: Player, wish: dict[str, Any], said: str) -> None:
    cup = tournament(**wish)
    for who, least in ((ada, 22.0), (ben, 97.0 if "most_rating" in wish else 1.0)):
        rated(who, least)
    entries.register_player(code=cup.code, player=ada, now=EVE)
    with pytest.raises(TournamentRefused, match=re.escape(said)):
        entries.register_player(code=cup.code, player=ben, now=EVE)
    assert states(cup) == [IN]


def test_a_wish_for_people_who_answer_is_kept_and_of_whom_nobody_can_say_may_come(
    ada: Player, ben: Player, cleo: Player
) -> None:
    cup = tournament(least_share=0.9)
    for who, share in ((ada, 0.9), (ben, 0.89)):
        Reliability.objects.create(player=who, answered=90, missed=10, share=share, counted_at=EVE)
    for who in (ada, cleo):
        entries.register_player(code=cup.code, player=who, now=EVE)
    said = gettext("Your share of turns played on time is too low for this tournament.")
    with pytest.raises(TournamentRefused, match=re.escape(said)):
        entries.register_player(code=cup.code, player=ben, now=EVE)
    assert states(cup) == [IN, IN]


# --- Players who left -----------------------------------------------------------------------------------------------


def test_whose_account_goes_before_the_start_makes_room_for_who_waits(player: Any) -> None:
    cup = tournament(most=3)
    first, *_others, last = people(cup, player, 4)
    account_deletion.delete_account(player=first, now=EVE)
    assert states(cup) == [OUT, IN, IN, IN]
    assert told(last) == [notify.WAITING, notify.MOVED_UP]


def test_an_account_that_was_deleted_behind_the_house_s_back_does_not_begin(player: Any) -> None:
    cup = tournament()
    people(cup, player, 4)[0].delete()
    look(cup)
    book = seen(cup)
    assert cup.status == Tournament.Status.RUNNING
    assert book.published[0].field
    assert 1 not in book.published[0].field


def test_whose_account_goes_in_the_middle_plays_no_more_and_keeps_the_points(player: Any) -> None:
    cup, who = begun(player=player)
    decide_all(cup, best=[1])
    account_deletion.delete_account(player=who[0], now=NOON)
    book = look(cup)
    assert next(line.points for line in book.standing if line.entrant == 1) == 1
    assert 1 not in book.published[1].field
    assert book.entries[1].state == OUT


def test_whose_account_goes_while_they_play_is_played_for_by_the_bot(player: Any) -> None:
    cup, who = begun(player=player)
    account_deletion.delete_account(player=who[0], now=NOON)
    decide_all(cup, best=[1])
    result = next(table.result for table in look(cup).published[0].pods if 1 in table.seats)
    assert result is not None
    assert 1 in result.autopilot


# --- Late entries ----------------------------------------------------------------------------------------------------


def test_newcomers_come_late_only_if_that_was_agreed(player: Any, ada: Player) -> None:
    """Check late entries between the start and the first round, too."""
    cup, _who = begun(player=player, by_itself=False)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    with pytest.raises(TournamentRefused):
        entries.register_player(code=cup.code, player=ada, now=NOON)


def test_who_comes_late_plays_from_the_next_round_on(player: Any, ada: Player, ben: Player) -> None:
    cup, _who = begun(player=player, plan={"late": 1})
    entries.register_player(code=cup.code, player=ada, now=NOON)
    decide_all(cup)
    book = look(cup)
    assert 9 not in book.published[0].field
    assert 9 in book.published[1].field
    with pytest.raises(TournamentRefused):
        entries.register_player(code=cup.code, player=ben, now=NOON)


@pytest.mark.parametrize("stage", [GROUPS, KNOCKOUT])
def test_nobody_joins_groups_or_a_knockout_that_have_begun(stage: Any, player: Any, ada: Player) -> None:
    cup, _who = begun(stage, player=player, plan={"late": 3})
    with pytest.raises(TournamentRefused):
        entries.register_player(code=cup.code, player=ada, now=NOON)
    with pytest.raises(TournamentRefused):
        entries.add_entrant(code=cup.code, player=ada, by=None, now=NOON)


def test_who_was_left_over_may_come_late_like_anybody(player: Any) -> None:
    cup = tournament(most=4, plan={"late": 1})
    who = people(cup, player, 5)
    look(cup)
    assert states(cup)[-1] == WAITING
    entries.leave_tournament(code=cup.code, player=who[0], now=NOON)
    entries.register_player(code=cup.code, player=who[-1], now=NOON)
    assert states(cup) == [OUT, IN, IN, IN, IN]


def test_who_was_left_over_is_as_strong_as_their_rating_when_they_come_late(player: Any) -> None:
    cup = tournament(most=4, plan={"late": 1, "seeding": "rating"})
    who = people(cup, player, 5)
    rated(who[-1], 22.0)
    look(cup)
    entries.leave_tournament(code=cup.code, player=who[0], now=NOON)
    entries.register_player(code=cup.code, player=who[-1], now=NOON)
    assert seen(cup).entries[5].strength == 22.0


def test_who_left_before_the_start_is_as_strong_as_their_rating_when_they_come_late(player: Any) -> None:
    cup = tournament(most=4, plan={"late": 1, "seeding": "rating"})
    who = people(cup, player, 5)
    rated(who[0], 22.0)
    entries.leave_tournament(code=cup.code, player=who[0], now=EVE)
    look(cup)
    entries.leave_tournament(code=cup.code, player=who[1], now=NOON)
    entries.register_player(code=cup.code, player=who[0], now=NOON)
    assert seen(cup).entries[1].strength == 22.0


def test_who_was_left_over_and_moves_up_after_the_start_is_seeded_by_their_rating(player: Any) -> None:
    cup = tournament(most=4, by_itself=False, plan={"seeding": "rating"})
    who = people(cup, player, 5)
    for one, points in zip(who, (9.0, 8.0, 7.0, 6.0, 10.0), strict=True):
        rated(one, points)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    entries.leave_tournament(code=cup.code, player=who[0], now=NOON)
    assert seen(cup).order == (5, 2, 3, 4)


def test_who_was_left_over_takes_the_place_of_who_leaves_before_the_first_round(player: Any) -> None:
    cup = tournament(STRICT, by_itself=False)
    who = people(cup, player, 9)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    assert states(cup)[-1] == WAITING
    entries.leave_tournament(code=cup.code, player=who[0], now=NOON)
    assert states(cup) == [OUT, *[IN] * 8]
    assert seen(cup).proposed


def test_one_more_who_would_make_the_field_indivisible_is_refused(player: Any, ada: Player) -> None:
    cup = tournament(STRICT, by_itself=False)
    people(cup, player, 8)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    with pytest.raises(TournamentRefused, match="divided"):
        entries.add_entrant(code=cup.code, player=ada, by=None, now=NOON)
    assert seen(cup).proposed
    assert len(states(cup)) == 8


def test_nobody_comes_late_to_a_tournament_that_is_full(player: Any, ada: Player) -> None:
    cup, _who = begun(player=player, most=8, plan={"late": 1})
    for come in (entries.register_player, partial(entries.add_entrant, by=None)):
        with pytest.raises(TournamentRefused, match="full"):
            come(code=cup.code, player=ada, now=NOON)
    assert states(cup) == [IN] * 8


@pytest.mark.parametrize("late", [False, True])
def test_organisers_bring_no_guests(player: Any, ada: Player, late: bool) -> None:
    ada.guest = True
    ada.save()
    cup = begun(player=player)[0] if late else tournament()
    before = states(cup)
    with pytest.raises(TournamentRefused, match="account"):
        entries.add_entrant(code=cup.code, player=ada, by=None, now=NOON)
    assert states(cup) == before


def test_nobody_is_brought_or_invited_to_what_is_over(player: Any, ada: Player) -> None:
    cup, _who = begun(player=player)
    lifecycle.cancel_tournament(code=cup.code, reason="", by=None, now=NOON)
    for come in (partial(entries.add_entrant, player=ada, by=None), partial(entries.invite_players, players=[ada])):
        with pytest.raises(TournamentRefused, match="over"):
            come(code=cup.code, now=NOON)
    assert states(cup) == [IN] * 8
    assert not cup.guests.exists()


def test_nobody_takes_the_place_of_who_does_not_play(player: Any, ada: Player) -> None:
    cup = tournament(most=8)
    people(cup, player, 9)
    for number in (1, 99):
        with pytest.raises(TournamentRefused, match=re.escape(gettext("This player isn’t taking part."))):
            entries.replace_entrant(code=cup.code, number=number, player=ada, by=None, now=NOON)
    look(cup)
    with pytest.raises(TournamentRefused, match=re.escape(gettext("This player isn’t taking part."))):
        entries.replace_entrant(code=cup.code, number=9, player=ada, by=None, now=NOON)
    assert states(cup) == [*[IN] * 8, WAITING]


# --- Leaving and coming back -----------------------------------------------------------------------------------------


def test_who_withdraws_and_comes_back_in_the_same_round_sits_again_and_is_not_dropped(player: Any) -> None:
    cup, who = begun(player=player)
    entries.leave_tournament(code=cup.code, player=who[0], now=NOON)
    assert not Chair.objects.filter(player=who[0]).exists()
    entries.come_back(code=cup.code, player=who[0], now=NOON)
    assert Chair.objects.get(player=who[0]).match.over_at is None
    decide_all(cup)
    book = look(cup)
    assert 1 in book.published[1].field
    assert "dropped" not in log(cup)


def test_who_is_out_and_registers_late_is_back(player: Any) -> None:
    cup, who = begun(player=player, plan={"late": 2})
    entries.leave_tournament(code=cup.code, player=who[0], now=NOON)
    entries.register_player(code=cup.code, player=who[0], now=NOON)
    assert states(cup) == [IN] * 8


def test_leaving_the_waiting_list_does_not_pair_anew_what_was_paired_by_hand(player: Any) -> None:
    cup = tournament(by_itself=False, most=8)
    who = people(cup, player, 9)
    lifecycle.start_tournament(code=cup.code, by=None, now=NOON)
    pods = seen(cup).proposed.proposal.pods  # type: ignore[union-attr]
    rounds.swap_in_proposed_round(
        code=cup.code, one=pods[0].seats[0], other=pods[1].seats[0], by=None, now=NOON + timedelta(hours=1)
    )
    by_hand = seen(cup).proposed
    entries.leave_tournament(code=cup.code, player=who[-1], now=NOON)
    assert seen(cup).proposed == by_hand


def test_removing_before_the_start_is_logged_with_its_reason_and_told(player: Any, ada: Player) -> None:
    cup = tournament(by=ada)
    [one] = people(cup, player, 1)
    entries.remove_entrant(code=cup.code, number=1, reason="Plays twice.", by=ada.pk, now=EVE)
    act = cup.acts.get(what="removed")
    assert (act.by_id, act.words["reason"]) == (ada.pk, "Plays twice.")
    assert told(one) == [notify.REGISTERED, notify.TAKEN_OUT]


def test_what_the_house_does_is_not_said_to_be_the_entrant_s_own_doing(player: Any) -> None:
    cup, _who = begun(player=player)
    entries.remove_entrant(code=cup.code, number=1, reason="", by=None, now=NOON)
    assert cup.acts.get(what="removed").by_id is None


def test_bots_may_be_taken_out(player: Any) -> None:
    cup = tournament()
    people(cup, player, 3)
    bots(cup, 1)
    entries.remove_entrant(code=cup.code, number=4, reason="", by=None, now=EVE)
    assert states(cup) == [IN, IN, IN, OUT]


def test_bots_that_tests_add_at_once_are_as_if_each_had_been_added() -> None:
    rows = []
    for add in (bots, lambda cup, _one: entries.add_entrant(code=cup.code, player=None, by=None, now=EVE)):
        cup = tournament(most=3)
        add(cup, 1)
        rows.append(list(cup.entries.values("number", "player", "bot", "state", "at", "strength", "missed")))
    assert rows[0] == rows[1]
    assert list(cup.acts.values_list("what", flat=True)) == ["added"], "of those that were added one by one"
    bots(cup, 3)
    assert states(cup) == [IN, IN, IN, WAITING]
