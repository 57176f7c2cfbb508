"""Tests that a seat of Lunar Laser Frogs imagines all hidden cards and all plans equally often."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from apps.games.frogs import GAME
from apps.games.frogs.cards import KINDS
from apps.games.frogs.state import State, Thrown
from apps.kernel.chance import Chance
from apps.kernel.table import Seat

ME, OTHER, ACTIVE = map(Seat, range(3))
TABLE: State = replace(GAME.blank(GAME.setup(3)), turn=1, seat=ACTIVE, window=1, fell=(1, 0, 0, 0, 0, 0))


def imagined(state: State, times: int = 2000) -> list[State]:
    return [GAME.imagine(state, ME, Chance(bytes(32), number)) for number in range(times)]


def test_two_cards_of_one_seat_are_any_two() -> None:
    """Check all twenty ordered pairs. Only one fair sample in a thousand exceeds 43.8."""
    state = replace(TABLE, pile=(Thrown(OTHER, 0, None), Thrown(ME, 0, "grey"), Thrown(OTHER, 1, None)))
    found = Counter((table.pile[0].kind, table.pile[2].kind) for table in imagined(state))
    assert len(found) == len(KINDS) * (len(KINDS) - 1)
    assert all(one != other for one, other in found)
    assert sum((times - 100) ** 2 / 100 for times in found.values()) < 43.8


def test_a_plan_goes_on_from_the_dice_that_fell() -> None:
    plans = Counter(table.plan for table in imagined(TABLE))
    assert set(plans) == {(1, 1, 4), (1, 2, 3), (1, 3, 2), (1, 4, 1)}
    assert all(400 < times < 600 for times in plans.values())
    assert {table.plan for table in imagined(replace(TABLE, window=2, fell=(1, 2, 2, 0, 0, 0)), 9)} == {(1, 2, 3)}
    assert {table.plan for table in imagined(replace(TABLE, window=0, fell=(0,) * 6), 9)} == {None}
