"""Tests that the bot of Lunar Laser Frogs plays sensibly."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.games.frogs import GAME
from apps.games.frogs.cards import KINDS, Kind
from apps.games.frogs.odds import compute_mean_worths, count_dice
from apps.games.frogs.state import Action, Copy, Dice, Throw, Wait
from apps.kernel.chance import Chance
from apps.kernel.playout import Choose, play_out_match, play_silently
from apps.kernel.table import Seat
from tests.games.frogs.table import ADA, BEN, CLEO, DORA, B, Table

WHIMS = [Chance(bytes(32), move) for move in range(40)]


def chosen(table: Table, seat: Seat, whim: Chance = WHIMS[0]) -> Action:
    return GAME.bot(table.memory(seat), seat, whim)


def on_whims(*pile: Any, seats: int = 4, seat: Seat = BEN, **more: Any) -> list[Action]:
    table = Table(seats, *pile, plan=(2, 2, 2), **more)
    return [chosen(table, seat, whim) for whim in WHIMS]


def test_with_all_dice_down_and_nobody_else_to_throw_it_throws_the_best_card() -> None:
    lying: tuple[tuple[Seat, Kind], ...] = ((CLEO, "grey"), (DORA, "grey"))
    cards = on_whims(*lying, dice="b b b b p y", fell=(1, 1, 2, 2, 3, 3), window=3)
    assert set(cards) == {Throw("blue")}


def test_where_all_would_crowd_for_the_best_card_it_sometimes_throws_the_second_best() -> None:
    cards = on_whims(dice="b b b p - y", fell=(1, 1, 2, 2, 3, 3), window=3)
    assert {Throw("blue"), Throw("blank")} <= set(cards)


def test_it_fears_that_the_best_card_lies_there_already() -> None:
    """Check that it throws blue less often if the pile's cards were thrown with four blue dice on the table."""
    pile: tuple[tuple[Seat, Kind], ...] = ((CLEO, "blue"), (DORA, "blue"))
    blind = on_whims(*pile, dice="b b b b p y", fell=(1, 1, 1, 1, 2, 3), window=3)
    seeing = on_whims(*pile, dice="b b b b p y", fell=(1, 1, 1, 1, 2, 3), window=3, thrown_in=1)
    assert seeing.count(Throw("blue")) < blind.count(Throw("blue"))


def test_it_waits_when_nobody_else_can_be_faster() -> None:
    assert set(on_whims((CLEO, "blue"), (DORA, "pink"), dice="b p", window=1)) == {Wait()}


def test_it_throws_in_every_window_as_its_whim_will() -> None:
    """Check that its timing is unpredictable. Otherwise rivals could be faster, or wait until everyone has thrown."""
    assert {Throw("blue"), Throw("pink"), Throw("yellow"), Wait()} <= set(on_whims(seats=5))
    for dice, fell, window in (("p p", (1, 1), 1), ("b b p -", (1, 1, 2, 2), 2)):
        actions = on_whims(dice=dice, fell=fell, window=window)
        assert 0 < actions.count(Wait()) < len(actions)


def test_it_does_not_wait_for_everybody_to_see_the_best_card() -> None:
    """Check a position with five dice on the table.

    Blue is worth at least four, and three others can throw it in the last window.
    """
    assert Throw("blue") in on_whims(dice="b b b b pb", fell=(1, 1, 1, 2, 2), window=2, seats=5)


def test_at_a_table_of_three_it_throws_two_cards_in_the_end_grey_last() -> None:
    for action in on_whims(dice=B, fell=(1, 1, 2, 2, 3, 3), window=3, seats=3):
        assert isinstance(action, Throw)
        assert action.then is not None
        assert action.card != "grey"


def test_it_copies_who_probably_threw_the_better_card() -> None:
    """Check that it copies Cleo. She threw with four blue dice on the table, and Ben took what was left."""
    table = Table.thrown(4, "b b b b p y", (CLEO, "blue"), (BEN, "pink"), (DORA, "blue"))
    assert chosen(table, ADA) == Copy(CLEO)


def test_it_keeps_to_its_plan() -> None:
    table = Table(4)
    plan = chosen(table, ADA)
    assert isinstance(plan, Dice)
    table.answers(ADA, plan)
    assert chosen(table, ADA) == plan


def test_bots_do_not_all_choose_the_same() -> None:
    table = Table(8, dice="b p y - - pb", fell=(1, 1, 2, 2, 3, 3), window=3, plan=(2, 2, 2))
    assert len({chosen(table, Seat(seat), WHIMS[seat]) for seat in range(1, 8)}) > 1


def _bot(state: Any, ask: Any, luck: Chance) -> Any:
    return GAME.bot(state, ask.seat, luck)


# -- players who always do the same -----------------------------------------------------------


def _blind(kind: Kind) -> Choose:
    return _throws(lambda *_: Throw(kind))


def _late(card: Callable[[Any, Any, Chance], Action]) -> Choose:
    """Return a player that waits for the last dice."""
    return _throws(lambda state, ask, luck: Wait() if state.window < 3 else card(state, ask, luck))


def _throws(answer: Callable[[Any, Any, Chance], Action]) -> Choose:
    """Return a player that leaves dice and copies to the bot."""
    return lambda state, ask, luck: answer(state, ask, luck) if ask.about == "throw" else _bot(state, ask, luck)


def _best(state: Any, ask: Any, luck: Chance) -> Action:
    """Return the card that would be worth most if no one else threw it."""
    worth = compute_mean_worths(count_dice(state.faces), 6 - state.fell.count(0))
    return Throw(KINDS[worth.index(max(worth))])


def _early(state: Any, ask: Any, luck: Chance) -> Action:
    return _best(state, ask, luck) if state.window else Wait()


SAME: dict[str, Choose] = {
    "blue blindly": _blind("blue"),
    "blank blindly": _blind("blank"),
    "the best after the first roll": _throws(_early),
    "late, as the bot": _late(_bot),
    "late, grey": _late(lambda *_: Throw("grey")),
    "nothing": play_silently(GAME),
}


@pytest.mark.slow
@pytest.mark.parametrize("habit", SAME)
@pytest.mark.parametrize(("seats", "matches"), [(4, 80), (8, 40)])
def test_nobody_beats_it_by_always_doing_the_same(habit: str, seats: int, matches: int) -> None:
    """Check that such a player's wins aren't far above the fair share, which would show a weakness of the bot."""
    assert _won_by(SAME[habit], _bot, seats, matches) <= 1.6 * matches / seats


def _won_by(one: Choose, others: Choose, seats: int, matches: int) -> int:
    """Return how many matches one player wins, sitting in each seat in turn."""
    won = 0
    for number in range(matches):
        seat = number % seats

        def choose(state: Any, ask: Any, luck: Chance, seat: int = seat) -> Any:
            return (one if ask.seat == seat else others)(state, ask, luck)

        match = play_out_match(GAME, GAME.setup(seats), number.to_bytes(32, "big"), choose)
        won += match.outcome.places[seat] == 1
    return won
