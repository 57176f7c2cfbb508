"""The last explosion, step by step (K47–K53)."""

from __future__ import annotations

from msgspec import Struct

from apps.games.kobolds.faces import Face, Lying, build_face, build_lying_trick, face_or_none
from apps.games.kobolds.missions import MISSIONS
from apps.games.kobolds.state import Exploded, Paid, Seats, State
from apps.games.kobolds.tricks import get_mission_key
from apps.kernel.table import Seat


class Pay(Struct, frozen=True):
    """A seat's payout, part by part."""

    seat: Seat
    killed: bool
    survival: int
    hazard: int
    rescue: int
    missions: int
    total: int


class Cashed(Struct, frozen=True):
    """A mission that was fulfilled and shown."""

    seat: Seat
    face: Face
    text: str
    gold: int


class Blast(Struct, frozen=True):
    """An explosion: the players it hit and why, and what it paid."""

    number: int
    fresh: bool
    """True if the first holder of the next bomb hasn’t reached the tinkering phase yet."""
    holder: Seat
    bomb: Face
    apparatus: Face | None
    direct: Seats
    added: tuple[Lying, ...]
    protected: tuple[Lying, ...]
    killed: Seats
    pay: tuple[Pay, ...]
    missions: tuple[Cashed, ...]


def build_explosion_recap(state: State) -> Blast | None:
    """Return the recap, or None before the first explosion."""
    last = state.last
    if last is None:
        return None
    return Blast(
        number=state.blasts,
        fresh=state.turn <= state.blast_turn + 1 and state.phase not in ("tinker", "trick2"),
        holder=last.holder,
        bomb=build_face(last.bomb),
        apparatus=face_or_none(last.apparatus),
        direct=last.direct,
        added=tuple(map(build_lying_trick, last.added)),
        protected=tuple(map(build_lying_trick, last.protected)),
        killed=last.killed,
        pay=_build_payout_rows(last, state.pay) if state.pay is not None else (),
        missions=build_cashed_missions(state.pay) if state.pay is not None else (),
    )


def build_cashed_missions(paid: Paid) -> tuple[Cashed, ...]:
    """Return the missions that were shown, with their texts."""
    return tuple(
        Cashed(each.seat, build_face(each.card), MISSIONS[get_mission_key(each.card)].text, each.gold)
        for each in paid.missions
    )


def _build_payout_rows(last: Exploded, paid: Paid) -> tuple[Pay, ...]:
    rows = []
    for at, parts in enumerate(zip(paid.survival, paid.hazard, paid.rescue, strict=True)):
        seat = Seat(at)
        missions = sum(each.gold for each in paid.missions if each.seat == seat)
        rows.append(Pay(seat, seat in last.killed, *parts, missions, sum(parts) + missions))
    return tuple(rows)
