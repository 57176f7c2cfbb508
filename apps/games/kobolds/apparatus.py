"""The seven gadgets, which decide whom an explosion affects directly (K4, K47)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from apps.games.kobolds.cards import CardId
from apps.games.kobolds.scoring import list_leaders
from apps.games.kobolds.state import Seats, State
from apps.kernel.table import Seat
from apps.kernel.words import gettext_noop as _


class Apparatus(Struct, frozen=True):
    """A gadget: its title, a short and a full text, and the seats it affects instead of the holder."""

    title: str
    brief: str
    text: str
    direct: Callable[[State], Seats]


def get_left_neighbour(state: State, seat: Seat) -> Seat:
    """Return the next seat clockwise, whichever way the bomb goes."""
    return state.setup.others(seat)[0]


def get_right_neighbour(state: State, seat: Seat) -> Seat:
    """Return the next seat counter-clockwise."""
    return state.setup.others(seat)[-1]


def _select_left_neighbour(state: State) -> Seats:
    return (get_left_neighbour(state, state.holder),)


def _select_right_neighbour(state: State) -> Seats:
    return (get_right_neighbour(state, state.holder),)


def _everybody_else(state: State) -> Seats:
    return state.setup.others(state.holder)


def _select_neighbours(state: State) -> Seats:
    return get_left_neighbour(state, state.holder), get_right_neighbour(state, state.holder)


def _holder_and_neighbours(state: State) -> Seats:
    return (state.holder, *_select_neighbours(state))


def _select_richest_seats(state: State) -> Seats:
    """Return the richest before this explosion's payout, or the holder if all have the same gold (edge 14)."""
    leading = list_leaders(state)
    return leading if len(leading) < state.setup.seats else (state.holder,)


def _select_armer(state: State) -> Seats:
    """Return the armer, or the holder while no one has the marker, as on the page before arming (edge 14)."""
    return (state.holder if state.armer is None else state.armer,)


APPARATUS: Final[Mapping[CardId, Apparatus]] = {
    "AP1": Apparatus(
        _("Dead Rat"),
        _("bomb hits to the left"),
        _("Hits the player on the holder’s left instead of the holder."),
        _select_left_neighbour,
    ),
    "AP2": Apparatus(
        _("Marbles"),
        _("bomb spares its holder"),
        _("Hits everyone except the holder."),
        _everybody_else,
    ),
    "AP3": Apparatus(
        _("Kicking Boot"),
        _("bomb hits to the right"),
        _("Hits the player on the holder’s right instead of the holder."),
        _select_right_neighbour,
    ),
    "AP4": Apparatus(
        _("Twin Barrels"),
        _("bomb hits both sides"),
        _("Hits both neighbours of the holder instead of the holder."),
        _select_neighbours,
    ),
    "AP5": Apparatus(
        _("Extra Powder Keg"),
        _("bomb hits three"),
        _("Hits the holder and both neighbours."),
        _holder_and_neighbours,
    ),
    "AP6": Apparatus(
        _("Gold Magnet"),
        _("bomb hits the richest"),
        _(
            "Hits the player or players with the most gold before the payout, instead of the holder. If "
            "everyone has the same amount, it hits only the holder."
        ),
        _select_richest_seats,
    ),
    "AP7": Apparatus(
        _("Return Spring"),
        _("bomb hits its armer"),
        _("Hits the player who armed the bomb instead of the holder. They can be the same player."),
        _select_armer,
    ),
}
