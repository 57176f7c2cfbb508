"""Secret missions: what some tricks pay players who still hold them at an explosion (K46, K53, edge 20)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from apps.games.kobolds.apparatus import get_left_neighbour, get_right_neighbour
from apps.games.kobolds.cards import MECHANISM, count_cards
from apps.games.kobolds.scoring import list_leaders
from apps.games.kobolds.state import Exploded, State
from apps.kernel.table import Seat
from apps.kernel.words import gettext_noop as _


class Mission(Struct, frozen=True):
    """A mission: its text, its gold, and whether it is fulfilled.

    `holds` gets the table at the moment of the explosion, before anything is paid or discarded.
    """

    text: str
    gold: int
    holds: Callable[[State, Exploded, Seat], bool]


def _bomb_in_hand(_: State, exploded: Exploded, seat: Seat) -> bool:
    return exploded.holder == seat


def _left_dies(state: State, exploded: Exploded, seat: Seat) -> bool:
    return get_left_neighbour(state, seat) in exploded.killed


def _right_dies(state: State, exploded: Exploded, seat: Seat) -> bool:
    return get_right_neighbour(state, seat) in exploded.killed


def _armer_survives(state: State, exploded: Exploded, seat: Seat) -> bool:
    return state.armer == seat and _is_survivor(state, exploded, seat)


def _is_sole_survivor(state: State, exploded: Exploded, seat: Seat) -> bool:
    return _is_survivor(state, exploded, seat) and len(exploded.killed) == state.setup.seats - 1


def _one_other_dies(state: State, exploded: Exploded, seat: Seat) -> bool:
    return _is_survivor(state, exploded, seat) and len(exploded.killed) == 1


def _leader_dies(state: State, exploded: Exploded, seat: Seat) -> bool:
    return any(other != seat for other in list_leaders(state) if other in exploded.killed)


def _neighbours_survive(state: State, exploded: Exploded, seat: Seat) -> bool:
    return not {seat, get_left_neighbour(state, seat), get_right_neighbour(state, seat)} & set(exploded.killed)


def _survives_empty(state: State, exploded: Exploded, seat: Seat) -> bool:
    return _is_survivor(state, exploded, seat) and not count_cards(state.hands[seat], MECHANISM)


def _half_die(state: State, exploded: Exploded, _: Seat) -> bool:
    return 2 * len(exploded.killed) >= state.setup.seats


def _dies_laden(state: State, exploded: Exploded, seat: Seat) -> bool:
    return seat in exploded.killed and count_cards(state.hands[seat], MECHANISM) > 0


def _two_die(_: State, exploded: Exploded, __: Seat) -> bool:
    return len(exploded.killed) == 2


def _is_killed(_: State, exploded: Exploded, seat: Seat) -> bool:
    return seat in exploded.killed


def _is_survivor(_: State, exploded: Exploded, seat: Seat) -> bool:
    return seat not in exploded.killed


def _plain_bomb(state: State, exploded: Exploded, seat: Seat) -> bool:
    return _is_survivor(state, exploded, seat) and exploded.apparatus is None


MISSIONS: Final[Mapping[str, Mission]] = {
    "HOLD": Mission(_("You hold the bomb when it goes off, dead or alive."), 1, _bomb_in_hand),
    "LEFT": Mission(_("The player on your left is killed."), 1, _left_dies),
    "RIGHT": Mission(_("The player on your right is killed."), 1, _right_dies),
    "ARMSURV": Mission(_("You armed the bomb and survive."), 1, _armer_survives),
    "SOLE": Mission(_("You are the only survivor."), 1, _is_sole_survivor),
    "ONE": Mission(_("Exactly one player is killed, and it isn’t you."), 1, _one_other_dies),
    "LEADER": Mission(
        _("Another player who had the most gold before the explosion is killed. A tie still counts."),
        1,
        _leader_dies,
    ),
    "NEIGH": Mission(_("You and both your neighbours survive."), 1, _neighbours_survive),
    "NOMECH": Mission(_("You survive with no mechanism in your hand."), 1, _survives_empty),
    "HALF": Mission(_("At least half of all players are killed. You can be one of them."), 2, _half_die),
    "DEADMECH": Mission(_("You are killed with at least one mechanism in your hand."), 1, _dies_laden),
    "TWO": Mission(_("Exactly two players are killed. You can be one of them."), 2, _two_die),
    "DEAD": Mission(_("You are killed."), 1, _is_killed),
    "NOAPP": Mission(_("You survive with no gadget in the bomb."), 2, _plain_bomb),
}
