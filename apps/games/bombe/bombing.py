"""The places where a bomb can be laid (D15, D-A7), and where it falls if its player is silent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from apps.games.bombe.cards import COLOURS, FACES
from apps.games.bombe.scoring import get_stack, scores
from apps.games.bombe.state import Lay, State, Stray
from apps.kernel.known import require_known
from apps.kernel.table import Seat

_LAYS_BY_PLACE: Final = {(seat, colour): Lay(Seat(seat), colour) for seat in range(6) for colour in COLOURS}
_STRAY: Final = Stray()


def list_bomb_places(state: State) -> tuple[Lay, ...]:
    """Return every colour of every seat that has cards of it, including the bomber's own."""
    return tuple([lay for seat in state.setup.everyone() for lay in _list_seat_places(state, seat)])


def list_stray_places(state: State) -> tuple[Lay, ...]:
    """Return where silence can drop the bomb: the leading opponent's best last card. On a tie, all are returned.

    If no opponent has cards, it's the bomber's own worse last card. It's empty if no one has cards.
    """
    others = [seat for seat in state.setup.everyone() if seat != state.bomber and _list_seat_places(state, seat)]
    if not others:
        return _worth_its(min, state, require_known(state.bomber))
    totals = scores(state)
    lead = max(totals[seat] for seat in others)
    return tuple(lay for seat in others if totals[seat] == lead for lay in _worth_its(max, state, seat))


def get_silent_action(state: State) -> Lay | Stray:
    """Return what silence does with the bomb: a stray if chance must decide."""
    found = list_stray_places(state)
    return found[0] if len(found) == 1 else _STRAY


def _list_seat_places(state: State, seat: Seat) -> tuple[Lay, ...]:
    """Return every colour of which a seat has cards."""
    return tuple([_LAYS_BY_PLACE[seat, colour] for colour in COLOURS if get_stack(state, seat, colour)])


def _worth_its(which: Callable[..., int], state: State, seat: Seat) -> tuple[Lay, ...]:
    """Return where a bomb destroys the seat's best or worst last card, or both colours on a tie."""
    points = {lay: FACES[get_stack(state, seat, lay.colour)[-1]].points for lay in _list_seat_places(state, seat)}
    return tuple(lay for lay, worth in points.items() if worth == which(points.values()))
