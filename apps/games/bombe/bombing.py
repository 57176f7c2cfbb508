"""Where a bomb may be laid (D15, D-A7), and where it falls when nobody says so."""

from __future__ import annotations

from typing import Final

from apps.games.bombe.cards import COLOURS, FACES
from apps.games.bombe.scoring import scores, stack
from apps.games.bombe.state import Lay, State, Stray
from apps.kernel.table import Seat

_LAY: Final = {(seat, colour): Lay(Seat(seat), colour) for seat in range(6) for colour in COLOURS}
_STRAY: Final = Stray()


def places(state: State) -> tuple[Lay, ...]:
    """Every colour of every seat that holds a card of it, the bomber's own included."""
    return tuple(
        _LAY[seat, colour] for seat in state.setup.everyone() for colour in COLOURS if stack(state, seat, colour)
    )


def strays(state: State) -> tuple[Lay, ...]:
    """Where silence may drop the bomb: on the last card worth most of the leading opponent; all equals are given.

    If no opponent holds a card, on the bomber's own last card that is worth less. Empty if nobody holds one.
    """
    possible = places(state)
    if others := [lay for lay in possible if lay.seat != state.bomber]:
        totals = scores(state)
        lead = max(totals[lay.seat] for lay in others)
        theirs = [lay for lay in others if totals[lay.seat] == lead]
        best = {seat: max(_last(state, lay) for lay in theirs if lay.seat == seat) for seat in {x.seat for x in theirs}}
        return tuple(lay for lay in theirs if _last(state, lay) == best[lay.seat])
    least = min((_last(state, lay) for lay in possible), default=0)
    return tuple(lay for lay in possible if _last(state, lay) == least)


def silent(state: State) -> Lay | Stray:
    """What silence does with the bomb; a stray if chance has a say."""
    found = strays(state)
    return found[0] if len(found) == 1 else _STRAY


def _last(state: State, lay: Lay) -> int:
    """Points of the card the bomb would take (D16)."""
    return FACES[stack(state, lay.seat, lay.colour)[-1]].points
