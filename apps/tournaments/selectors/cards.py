"""Cards for the tables of a round, as organisers print them: who sits where, and the address of what they play."""

from __future__ import annotations

from dataclasses import dataclass

import qrcode
from django.conf import settings
from django.urls import reverse

from apps.tournaments.selectors.entrants import Face, Faces
from apps.tournaments.selectors.snapshot import PodState, RoundState, TournamentSnapshot


@dataclass(frozen=True)
class Code:
    """A square that cameras read (ISO/IEC 18004)."""

    size: int
    """Modules a side."""
    d: str
    """The dark ones as an SVG path, each of side 1."""


@dataclass(frozen=True)
class TableCard:
    """A table."""

    number: int
    seats: tuple[Face, ...]
    """In seat order."""
    address: str
    """Of its match; of the round until it is dealt."""
    code: Code


def cards(snapshot: TournamentSnapshot, round_: RoundState, faces: Faces) -> tuple[TableCard, ...]:
    """One a table."""
    return tuple(_card(snapshot, round_, table, faces) for table in round_.pods)


def _card(snapshot: TournamentSnapshot, round_: RoundState, table: PodState, faces: Faces) -> TableCard:
    if table.came:
        path = reverse("matches:page", args=[table.came[-1].code])
    else:
        path = reverse("tournaments:round", args=[snapshot.tournament.code, round_.round.number + 1])
    address = settings.SLOWFUSE_SITE + path
    return TableCard(table.pod.index + 1, faces.each(table.seats), address, _code(address))


def _code(address: str) -> Code:
    drawn = qrcode.QRCode(border=0, error_correction=qrcode.constants.ERROR_CORRECT_M)
    drawn.add_data(address)
    rows = drawn.get_matrix()
    dark = [f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, module in enumerate(row) if module]
    return Code(len(rows), "".join(dark))
