"""A ladder as its page shows it: the order, possible challenges, tables in play and finished ones."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.core.paginator import Page, Paginator
from django.db.models import Prefetch
from django.utils.translation import gettext as _

from apps.accounts.models import Player
from apps.common import faces
from apps.tournaments.models import Ladder, LadderSeat, LadderTable
from apps.tournaments.selectors import ladders

PLAYERS_PER_PAGE: Final = 100
MAX_TABLES: Final = 20
"""The maximum number of finished tables shown."""


@dataclass(frozen=True)
class LadderRow:
    """A player's row on the ladder."""

    key: int
    """The key of their account, for challenges."""
    place: int
    name: str
    face: str
    """The value that the face is drawn from."""
    profile: bool
    """Whether the name links to a profile; not for players kept apart from the reader."""
    tables: int
    """The number of tables they are playing at."""
    open: bool
    """Whether the reader can challenge them now."""
    me: bool
    program: bool
    """Whether it's a bot with an account."""


@dataclass(frozen=True)
class LadderSeatLine:
    """A player at a table, as it ended."""

    name: str
    before: int | None
    after: int | None
    me: bool

    @property
    def climbed(self) -> int:
        """Return the places gained; below zero for lost ones."""
        return (self.before or 0) - (self.after or 0)


@dataclass(frozen=True)
class LadderTableLine:
    """A table."""

    code: str
    at: datetime
    """The time when it ended or, if it is in play, was dealt."""
    seats: tuple[LadderSeatLine, ...]
    """The players, the best finish first."""


@dataclass(frozen=True)
class LadderPage:
    """The whole page."""

    rows: tuple[LadderRow, ...]
    page: Page[int]
    place: int | None
    """The reader's place."""
    at_tables: int
    """The number of the ladder's tables that the reader plays at."""
    least: int
    """The minimum number of players to challenge."""
    most: int
    """The maximum number of players to challenge, of those who are free."""
    open: tuple[LadderRow, ...]
    """The players whom the reader can challenge now, the nearest first."""
    playing: tuple[LadderTableLine, ...]
    ended: tuple[LadderTableLine, ...]
    """Finished tables, the latest first."""

    @property
    def enough(self) -> bool:
        """Check whether the reader can challenge as many players as a table needs."""
        return len(self.open) >= self.least


def build_ladder_page(
    ladder: Ladder, *, reader: int | None, apart: Collection[int], number: str | None, now: datetime
) -> LadderPage:
    """Return the page as of `now`. `apart` are the players kept apart from the reader."""
    order = ladders.load_ladder_order(ladder)
    at_tables = ladders.tables_of(ladder)
    place = order.index(reader) + 1 if reader in order else None
    may = ladder.active and reader is not None and place is not None and at_tables[reader] < ladder.at_once
    open_to = ladders.open_to(ladder, reader, order, at_tables, now=now) if may and reader is not None else ()
    shown = Paginator(order, PLAYERS_PER_PAGE).get_page(number)
    people = Player.objects.in_bulk({*shown, *open_to})
    first = shown.start_index()

    def row(player: int, standing: int) -> LadderRow:
        person = people[player]
        return LadderRow(
            key=player,
            place=standing,
            name=person.username,
            face=faces.get_avatar_seed(person.username, person.face),
            profile=player not in apart,
            tables=at_tables[player],
            open=player in open_to,
            me=player == reader,
            program=person.bot,
        )

    seats = ladders.list_table_sizes(ladder)
    return LadderPage(
        rows=tuple(row(player, standing) for standing, player in enumerate(shown, start=first) if player in people),
        page=shown,
        place=place,
        at_tables=at_tables[reader] if reader is not None else 0,
        least=seats[0] - 1,
        most=max(seats[0] - 1, min(seats[-1] - 1, len(open_to))),
        open=tuple(row(player, order.index(player) + 1) for player in open_to if player in people),
        playing=_build_table_lines(ladder, reader, over=False),
        ended=_build_table_lines(ladder, reader, over=True),
    )


def _build_table_lines(ladder: Ladder, reader: int | None, *, over: bool) -> tuple[LadderTableLine, ...]:
    seats = Prefetch("seats", LadderSeat.objects.select_related("player").order_by("finish", "index"))
    found = LadderTable.objects.filter(ladder=ladder, counted_at__isnull=not over)
    if not ladder.circle:  # No match of a club is listed, but its ladder is for members only.
        found = found.filter(match__listed=True)
    latest = found.select_related("match").prefetch_related(seats).order_by("-counted_at", "-pk")[:MAX_TABLES]
    return tuple(
        LadderTableLine(
            code=table.match.code,
            at=(table.match.over_at or table.at) if over else table.at,
            seats=_build_seat_lines(list(table.seats.all()), reader),
        )
        for table in latest
    )


def _build_seat_lines(seats: Sequence[LadderSeat], reader: int | None) -> tuple[LadderSeatLine, ...]:
    return tuple(
        LadderSeatLine(
            name=seat.player.username if seat.player is not None else _("someone who left"),
            before=seat.before,
            after=seat.after,
            me=reader is not None and seat.player_id == reader,
        )
        for seat in seats
    )
