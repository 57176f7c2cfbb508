"""Whole tables of Lunar Laser Frogs, drawn from all that a seat can believe in: the face-down cards and the plan.

What the others' throws reveal about their cards is ignored, so all cards are equally likely.
"""

from __future__ import annotations

from msgspec.structs import replace

from apps.games.frogs.cards import DICE
from apps.games.frogs.rules import list_held_cards
from apps.games.frogs.state import State, Thrown
from apps.kernel.chance import Chance
from apps.kernel.table import Seat


def imagine(state: State, _seat: Seat, luck: Chance) -> State:
    """Fill in at random what the seat doesn't know. No one else has answered the open window yet."""
    cards = {seat: iter(luck.shuffle(f"cards:{seat}", list_held_cards(state, seat))) for seat in state.setup.everyone()}
    pile = tuple([card if card.kind else Thrown(card.seat, card.window, next(cards[card.seat])) for card in state.pile])
    return replace(state, pile=pile, plan=state.plan or _imagine_plan(state, luck))


def seen(table: State, seat: Seat) -> State:
    """Return what a seat knows of a whole table."""
    pile = tuple([card if card.seat == seat else Thrown(card.seat, card.window, None) for card in table.pile])
    return replace(
        table,
        pile=pile,
        plan=table.plan if table.seat == seat else None,
        replies=tuple([each for each in table.replies if each.seat == seat]),
        dozed=tuple([each for each in table.dozed if each == seat]),
    )


def _imagine_plan(state: State, luck: Chance) -> tuple[int, int, int] | None:
    """Draw a plan that fits the rolls so far, or return None before the first roll."""
    if not state.window:
        return None
    fallen = [state.fell.count(throw) for throw in range(1, state.window + 1)]
    left = len(DICE) - sum(fallen)
    if state.window == 1:
        fallen.append(1 + luck.roll("plan", left - 1)[0])
    first, second, *_ = fallen
    return (first, second, len(DICE) - first - second)
