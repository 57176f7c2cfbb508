"""The reasons for a call: whether the magpie likes what glitters."""

from __future__ import annotations

from apps.kernel.game import Reason
from apps.kernel.table import Seat
from tests.specimen.magpies.state import FACES, Call, State


def because(state: State, seat: Seat, _action: Call) -> Reason:
    """Return what is true for any call."""
    face = FACES[state.glitters or 0]
    liked = face.colour == state.tastes[seat]
    return Reason("liked" if liked else "plain", {"points": face.points * (2 if liked else 1)})
