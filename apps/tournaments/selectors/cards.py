"""Printable cards for the tables of a round: the seats, and the address of the match as a QR code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

import qrcode
from django.conf import settings
from django.urls import reverse

from apps.matches.selectors.results import MatchProgress
from apps.tournaments.selectors.boards import list_board_players
from apps.tournaments.selectors.entrants import Faces
from apps.tournaments.selectors.pods import PodState, list_substitute_names
from apps.tournaments.selectors.snapshot import RoundState, TournamentSnapshot


@dataclass(frozen=True)
class Code:
    """A QR code (ISO/IEC 18004)."""

    size: int
    """The number of modules on a side."""
    d: str
    """The dark modules as an SVG path, each of side 1."""


@dataclass(frozen=True)
class Seat:
    """A seat at a table."""

    name: str
    """The name of the entrant or, on a team board, of the player with their team."""
    substitute: str = ""
    """The name of the player who sits there instead of them, if any."""


@dataclass(frozen=True)
class TableCard:
    """A card for a table or board."""

    number: int
    board: int | None
    """The number of the board, from 1, for teams. Each board has its own card."""
    seats: tuple[Seat, ...]
    address: str
    """The address of its match or, until that is dealt, of the round."""
    code: Code


def build_round_cards(snapshot: TournamentSnapshot, round_: RoundState, faces: Faces) -> tuple[TableCard, ...]:
    """Return a card for each table, or for each board when teams meet."""
    return tuple(card for table in round_.pods for card in _build_table_cards(snapshot, round_, table, faces))


def _build_table_cards(
    snapshot: TournamentSnapshot, round_: RoundState, table: PodState, faces: Faces
) -> Iterator[TableCard]:
    number = table.pod.index + 1
    if snapshot.plan.team and table.came:
        for place, (board, match) in enumerate(zip(table.numbers, table.came, strict=True)):
            address = _build_match_address(match)
            seats = tuple(Seat(f"{player.name} ({player.team})") for player in list_board_players(table, place, faces))
            yield TableCard(number, board + 1, seats, address, _draw_qr_code(address))
        return
    if table.came:
        address = _build_match_address(table.came[-1])
    else:
        here = reverse("tournaments:round", args=[snapshot.tournament.code, round_.round.number + 1])
        address = settings.SLOWFUSE_SITE + here
    instead = list_substitute_names(table, snapshot.entries)
    seats = tuple(Seat(face.name, instead.get(face.number, "")) for face in faces.each(table.seats))
    yield TableCard(number, None, seats, address, _draw_qr_code(address))


def _build_match_address(match: MatchProgress) -> str:
    return settings.SLOWFUSE_SITE + reverse("matches:page", args=[match.code])


@lru_cache(maxsize=1024)
def _draw_qr_code(address: str) -> Code:
    # Every mask is readable, and trying which looks best takes 90% of the time.
    drawn = qrcode.QRCode(border=0, error_correction=qrcode.constants.ERROR_CORRECT_M, mask_pattern=0)
    drawn.add_data(address)
    rows = drawn.get_matrix()
    return Code(
        len(rows),
        "".join(f"M{x} {y}h{wide}v1h-{wide}z" for y, row in enumerate(rows) for x, wide in _list_dark_runs(row)),
    )


def _list_dark_runs(row: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yield the start and length of each run of dark modules."""
    x = 0
    for dark, run in groupby(row):
        wide = len(list(run))
        if dark:
            yield x, wide
        x += wide
