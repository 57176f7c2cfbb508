"""Cards for the tables of a round, as organisers print them: who sits where, and the address of what they play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

import qrcode
from django.conf import settings
from django.urls import reverse

from apps.tournaments.selectors.entrants import Face, Faces
from apps.tournaments.selectors.pods import PodState
from apps.tournaments.selectors.snapshot import RoundState, TournamentSnapshot


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


@lru_cache(maxsize=1024)
def _code(address: str) -> Code:
    # Any mask can be read; to try which looks best takes nine tenths of the time.
    drawn = qrcode.QRCode(border=0, error_correction=qrcode.constants.ERROR_CORRECT_M, mask_pattern=0)
    drawn.add_data(address)
    rows = drawn.get_matrix()
    return Code(
        len(rows), "".join(f"M{x} {y}h{wide}v1h-{wide}z" for y, row in enumerate(rows) for x, wide in _runs(row))
    )


def _runs(row: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Where dark modules begin, and how many they are."""
    x = 0
    for dark, run in groupby(row):
        wide = len(list(run))
        if dark:
            yield x, wide
        x += wide
