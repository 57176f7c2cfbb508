"""Tests that deadlines pass on time, however late anyone looks."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from apps.games.fuse.state import Died, Lay, Pass, Replied, Strike
from apps.kernel.table import HOUSE, PUBLIC, Seat
from apps.matches.errors import Gone
from apps.matches.models import Match, Question
from apps.matches.services import play
from tests.database import everything
from tests.factories.matches import HOUR, PACE, SECOND, MatchDriver, in_window, new_match

pytestmark = pytest.mark.django_db
MICROSECOND = timedelta(microseconds=1)


def test_the_default_is_played_at_the_instant_and_not_before(table: MatchDriver) -> None:
    ask = table.ask
    table.settle(after=HOUR - MICROSECOND)
    assert len(table.moves()) == 1
    table.settle(after=MICROSECOND)
    move = table.moves()[-1]
    assert (move.cause, move.seat, move.key) == ("clock", ask.seat, ask.key)
    assert table.look(observer=PUBLIC).story[0].cause == "clock"


def test_the_default_is_what_was_said_before(table: MatchDriver) -> None:
    promised = table.ask.default
    table.settle(after=HOUR)
    assert table.know().fuse == (promised.card,)


def test_an_answer_in_the_last_moment_counts(table: MatchDriver) -> None:
    table.now += HOUR - MICROSECOND
    table.lay()
    assert table.moves()[-1].cause == "seat"


def test_a_late_answer_is_gone_though_no_worker_ran_and_the_default_is_kept(table: MatchDriver) -> None:
    ask, legal = table.ask, table.legal(table.ask.seat)
    late = next(action for action in legal if action != ask.default)
    table.now += HOUR
    with pytest.raises(Gone):
        table.answer(late)
    assert table.causes() == ["deal", "clock"]
    assert table.know().fuse == (ask.default.card,)
    assert Question.objects.get().seat == 1 - ask.seat


def test_the_next_answer_finds_what_lapsed_before_it_settled(table: MatchDriver) -> None:
    first, second = table.ask.seat, 1 - table.ask.seat
    table.now += HOUR + SECOND
    state = table.know()
    key = f"turn:{state.turn + 1}"
    card = next(a for a in state.hands[second] if a < 100)
    play.answer_question(code=table.code, seat=Seat(second), key=key, action=Lay(card), now=table.now)
    assert [(move.cause, move.seat) for move in table.moves()[1:]] == [("clock", first), ("seat", second)]


def test_a_question_opened_by_a_default_starts_at_the_settling(table: MatchDriver) -> None:
    table.settle(after=100 * HOUR)
    assert len(table.moves()) == 2
    assert Question.objects.get().due_at == table.match.wake_at == table.now + HOUR


def test_settling_twice_at_one_instant_changes_nothing(table: MatchDriver) -> None:
    table.settle(after=HOUR)
    before = everything()
    table.settle()
    assert everything() == before


def test_settling_before_anything_is_due_changes_nothing(table: MatchDriver) -> None:
    before = everything()
    table.settle(after=SECOND)
    play.settle_due(now=table.now)
    assert everything() == before


def test_a_silent_match_ends(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, short_fuse=True)
    for _ in range(100):
        if table.match.status == Match.Status.OVER:
            break
        table.settle(after=HOUR)
    assert table.outcome["why"] in ("bombs", "timebomb")


# -- sealed windows ------------------------------------------------------------------------


def test_everybody_has_the_same_time_to_reply(ada: Any, ben: Any, cleo: Any) -> None:
    table = in_window(ada, ben, cleo)
    assert set(Question.objects.values_list("due_at", flat=True)) == {table.now + timedelta(seconds=PACE["matchman"])}


def test_silence_in_a_window_is_a_pass_and_no_missed_turn(ada: Any, ben: Any, cleo: Any) -> None:
    table = in_window(ada, ben, cleo)
    asked = [ask.seat for ask in table.asks()]
    table.settle(after=timedelta(seconds=PACE["matchman"]))
    assert {(move.cause, move.seat) for move in table.moves()[-2:]} == {("clock", seat) for seat in asked}
    assert isinstance(table.facts()[-1], Died)
    assert {table.chair(seat).missed for seat in range(3)} == {0}


def test_who_replied_is_not_asked_again_by_the_clock(ada: Any, ben: Any, cleo: Any) -> None:
    table = in_window(ada, ben, cleo)
    early, late = (ask.seat for ask in table.asks())
    table.answer(Pass(), seat=early)
    table.settle(after=timedelta(seconds=PACE["matchman"]))
    assert [move.seat for move in table.moves() if move.cause == "clock"] == [late]


def test_a_fixed_window_stays_open_until_its_time_is_over(ada: Any, ben: Any, cleo: Any) -> None:
    table = in_window(ada, ben, cleo, fixed_windows=True)
    ends = table.now + timedelta(seconds=PACE["matchman"])
    for seat in (ask.seat for ask in table.asks() if ask.seat != HOUSE):
        table.answer(Pass(), seat=seat)
    assert table.ask.about == "matchman"
    assert table.match.wake_at == ends
    table.settle(after=timedelta(seconds=PACE["matchman"]))
    assert table.ask.about == "turn"
    assert (table.moves()[-1].seat, table.moves()[-1].cause) == (HOUSE, "clock")


def test_in_a_fixed_window_a_changed_reply_is_the_one_that_counts(ada: Any, ben: Any, cleo: Any) -> None:
    table = holding_matchman(ada, ben, cleo, fixed_windows=True)
    holder = next(ask.seat for ask in table.asks() if Strike() in table.legal(ask.seat))
    table.answer(Pass(), seat=holder)
    table.answer(Strike(), seat=holder)
    table.settle(after=timedelta(seconds=PACE["matchman"]))
    assert [fact.strike for fact in table.facts() if isinstance(fact, Replied)] == [False, True]
    assert "Relit" in {type(fact).__name__ for fact in table.facts()}


def holding_matchman(*players: Any, **options: Any) -> MatchDriver:
    """Return a match with an open window in which an asked player holds the Matchman."""
    for seed in range(1, 200):
        table = new_match(*players, seed=seed, specials=True, short_fuse=True, **options)
        for _ in range(60):
            state = table.know()
            if state.cut_by is None and state.fuse and any(card > 111 for card in state.hands[state.seat]):
                holder = next((seat for seat, hand in enumerate(state.hands) if 131 in hand), None)
                if holder is not None and holder != state.seat:
                    table.cut()
                    if table.ask.about == "matchman":
                        return table
            table.step()
            if table.match.status == Match.Status.OVER:
                break
    raise AssertionError("nobody ever holds the Matchman")


def test_a_window_of_bots_closes_by_itself(ada: Any) -> None:
    table = in_window_with_bots(ada)
    table.settle(after=SECOND)
    assert table.ask.about == "turn"
    assert {move.cause for move in table.moves()[-2:]} == {"bot"}


def in_window_with_bots(player: Any, **options: Any) -> MatchDriver:
    """Return a match in which the person cut the fuse and two bots are asked."""
    for seed in range(1, 100):
        table = new_match(player, bots=2, seed=seed, specials=True, **options)
        for _ in range(4):
            if table.ask.seat == 0 and table.know().fuse:
                table.cut()
                break
            if table.ask.seat == 0:
                table.lay()
            else:
                table.settle(after=SECOND)
        if table.ask.about == "matchman" and table.know().cut_by == 0:
            return table
    raise AssertionError("no seed leads to a window")


def test_bots_reply_in_a_fixed_window_too(ada: Any) -> None:
    table = in_window_with_bots(ada, fixed_windows=True)
    table.settle(after=SECOND)
    assert table.ask.about == "matchman"
    assert [(move.cause, move.seat) for move in table.moves()[-2:]] == [("bot", 1), ("bot", 2)]
    before = everything()
    table.settle(after=10 * SECOND)
    assert everything() == before, "a bot replies once"
    table.settle(after=timedelta(seconds=PACE["matchman"]))
    assert table.ask.about == "turn"
