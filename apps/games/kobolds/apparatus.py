"""The seven apparatuses: whom an explosion affects directly (K4, K47)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from apps.games.kobolds.cards import CardId
from apps.games.kobolds.state import Seats, State
from apps.kernel.table import Seat
from apps.kernel.words import gettext_noop


class Apparatus(Struct, frozen=True):
    """What it is called, what it says, whom it affects instead of the holder."""

    title: str
    text: str
    direct: Callable[[State], Seats]


def left(state: State, seat: Seat) -> Seat:
    """The next seat clockwise, whichever way the bomb goes."""
    return state.setup.others(seat)[0]


def right(state: State, seat: Seat) -> Seat:
    """The next seat counter-clockwise."""
    return state.setup.others(seat)[-1]


def _left(state: State) -> Seats:
    return (left(state, state.holder),)


def _right(state: State) -> Seats:
    return (right(state, state.holder),)


def _everybody_else(state: State) -> Seats:
    return state.setup.others(state.holder)


def _neighbours(state: State) -> Seats:
    return left(state, state.holder), right(state, state.holder)


def _holder_and_neighbours(state: State) -> Seats:
    return (state.holder, *_neighbours(state))


def _richest(state: State) -> Seats:
    """With the gold before this explosion's; the holder if all have the same (edge 14)."""
    most = max(state.gold)
    if min(state.gold) == most:
        return (state.holder,)
    return tuple(seat for seat in state.setup.everyone() if state.gold[seat] == most)


def _armer(state: State) -> Seats:
    """The holder while nobody has the marker, as on the page before the bomb is armed (edge 14)."""
    return (state.holder if state.armer is None else state.armer,)


APPARATUS: Final[Mapping[CardId, Apparatus]] = {
    "AP1": Apparatus(
        gettext_noop("Dead Rat"), gettext_noop("Affects the player on the holder's left instead of the holder."), _left
    ),
    "AP2": Apparatus(gettext_noop("Marbles"), gettext_noop("Affects everybody except the holder."), _everybody_else),
    "AP3": Apparatus(
        gettext_noop("Kicking Boot"),
        gettext_noop("Affects the player on the holder's right instead of the holder."),
        _right,
    ),
    "AP4": Apparatus(
        gettext_noop("Twin Barrels"), gettext_noop("Affects both neighbours of the holder instead."), _neighbours
    ),
    "AP5": Apparatus(
        gettext_noop("Extra Powder Keg"),
        gettext_noop("Affects the holder and both neighbours."),
        _holder_and_neighbours,
    ),
    "AP6": Apparatus(
        gettext_noop("Gold Magnet"),
        gettext_noop(
            "Affects everybody who has the most gold before the explosion is paid, instead of the holder. If all have"
            " the same, it affects the holder only."
        ),
        _richest,
    ),
    "AP7": Apparatus(
        gettext_noop("Return Spring"),
        gettext_noop("Affects whoever armed the bomb instead of the holder; that may be the same player."),
        _armer,
    ),
}
