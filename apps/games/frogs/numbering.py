"""Numbers for the answers of Lunar Laser Frogs.

In this order: throw a card, throw two of them (with three players), wait, doze, split the dice, and copy a player,
counted from the active player's left.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from typing import Final

from apps.games.frogs import rules
from apps.games.frogs.cards import DICE, KINDS, Options, cards_each
from apps.games.frogs.state import Action, Copy, Dice, Doze, State, Throw, Wait
from apps.kernel.numbering import Numbering, count_from, find_from, write_mask
from apps.kernel.table import Seat, Setup

_ROLL_SIZES: Final = range(1, len(DICE) - 1)


@lru_cache(64)
def number_actions(setup: Setup[Options]) -> Numbering[State, Action]:
    """Return the numbers of all answers."""
    seats = setup.seats
    fixed: tuple[Action, ...] = (
        *(Throw(*chosen) for size in range(1, cards_each(seats) + 1) for chosen in permutations(KINDS, size)),
        Wait(),
        Doze(),
        *(Dice(one, two, len(DICE) - one - two) for one in _ROLL_SIZES for two in _ROLL_SIZES if one + two < len(DICE)),
    )
    first_copy = len(fixed)
    count = first_copy + seats - 1
    number_of = {action: number for number, action in enumerate(fixed)}

    def encode(_state: State, seat: Seat, action: Action) -> int:
        if isinstance(action, Copy):
            return first_copy + count_from(seat, action.seat, seats) - 1
        return number_of[action]

    def decode(_state: State, seat: Seat, number: int) -> Action:
        return fixed[number] if number < first_copy else Copy(find_from(seat, number - first_copy + 1, seats))

    @lru_cache(4096)
    def mask_actions(seat: Seat, legal: tuple[Action, ...]) -> bytes:
        return write_mask(
            count,
            [
                first_copy + count_from(seat, action.seat, seats) - 1 if isinstance(action, Copy) else number_of[action]
                for action in legal
            ],
        )

    def mask(state: State, seat: Seat) -> bytes:
        return mask_actions(seat, rules.legal(state, seat))

    return Numbering(
        count=count, mask=mask, encode=encode, decode=decode, names=lambda number: _describe_number(fixed, number)
    )


def _describe_number(fixed: tuple[Action, ...], number: int) -> str:
    if number >= len(fixed):
        return f"copy the player {number - len(fixed) + 1} to the left"
    match fixed[number]:
        case Throw(card, then):
            return f"throw {card}" + (f", then {then}" if then else "")
        case Dice(first, second, third):
            return f"roll {first}, {second} and {third} dice"
    return "wait" if isinstance(fixed[number], Wait) else "doze"
