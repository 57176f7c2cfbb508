"""Where a bomb may be laid (D15, D-A7), and where it falls when nobody says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from apps.games.bombe.cards import COLOURS, FACES
from apps.games.bombe.scoring import scores, stack
from apps.games.bombe.state import Lay, State, Stray
from apps.kernel.known import known
from apps.kernel.table import Seat

_LAY: Final = {(seat, colour): Lay(Seat(seat), colour) for seat in range(6) for colour in COLOURS}
_STRAY: Final = Stray()


def places(state: State) -> tuple[Lay, ...]:
    """Every colour of every seat that holds a card of it, the bomber's own included."""
    return tuple([lay for seat in state.setup.everyone() for lay in _held(state, seat)])


def strays(state: State) -> tuple[Lay, ...]:
    """Where silence may drop the bomb: on the last card worth most of the leading opponent; all equals are given.

    If no opponent holds a card, on the bomber's own last card that is worth less. Empty if nobody holds one.
    """
    others = [seat for seat in state.setup.everyone() if seat != state.bomber and _held(state, seat)]
    if not others:
        return _worth_its(min, state, known(state.bomber))
    totals = scores(state)
    lead = max(totals[seat] for seat in others)
    return tuple(lay for seat in others if totals[seat] == lead for lay in _worth_its(max, state, seat))


def silent(state: State) -> Lay | Stray:
    """What silence does with the bomb; a stray if chance has a say."""
    found = strays(state)
    return found[0] if len(found) == 1 else _STRAY


def _held(state: State, seat: Seat) -> tuple[Lay, ...]:
    """Every colour of which a seat holds a card."""
    return tuple([_LAY[seat, colour] for colour in COLOURS if stack(state, seat, colour)])


def _worth_its(which: Callable[..., int], state: State, seat: Seat) -> tuple[Lay, ...]:
    """Where a bomb takes the seat's last card worth most or least; both colours where they are equal."""
    points = {lay: FACES[stack(state, seat, lay.colour)[-1]].points for lay in _held(state, seat)}
    return tuple(lay for lay, worth in points.items() if worth == which(points.values()))
