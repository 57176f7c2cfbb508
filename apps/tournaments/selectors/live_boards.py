"""The tables of the current round, drawn small, as seen by someone who doesn't sit there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final

from django.urls import reverse

from apps.matches.selectors import match_view
from apps.matches.selectors.match_view import LoadedMatch, MatchView
from apps.tournaments.selectors.snapshot import TournamentSnapshot

MAX_LIVE_BOARDS: Final = 6
"""The number of tables drawn. The page of the round lists all."""


@dataclass(frozen=True)
class Playing:
    """The matches of a round that are being played, before anyone looks at them."""

    seats: tuple[tuple[int, int, int], ...]
    """Yield the key of each match in play, with the numbers of its table and board."""
    loaded: Mapping[int, LoadedMatch]
    mark: str
    """A string that changes whenever there is something new to see at any of them."""


@dataclass(frozen=True)
class LiveBoard:
    """A match in play, as everyone can see it."""

    table: int
    board: int
    """The number of the board when teams meet; otherwise 0."""
    path: str
    sight: MatchView


def load_live_matches(snapshot: TournamentSnapshot, *, reader: int | None) -> Playing:
    """Return the first few matches in play of the latest round, without the reader's own, which have a button.

    This takes one statement, and only matches with new facts are folded.
    """
    seats = tuple(islice(_list_live_matches(snapshot, reader), MAX_LIVE_BOARDS))
    loaded = match_view.load_watched([match for match, _table, _board in seats])
    heard = match_view.heard_all(loaded)
    marks = (f"{loaded[pk].match.code}{told}{loaded[pk].match.status}" for pk, told in sorted(heard.items()))
    return Playing(seats, loaded, "-".join(marks))


def live_boards(playing: Playing) -> tuple[LiveBoard, ...]:
    """Return what is on the tables of these matches, without those that can't be read."""
    views = match_view.watch_all(playing.loaded)
    return tuple(
        LiveBoard(table, board, reverse("matches:page", args=[views[match].code]), views[match])
        for match, table, board in playing.seats
        if match in views
    )


def _list_live_matches(snapshot: TournamentSnapshot, reader: int | None) -> Iterator[tuple[int, int, int]]:
    """Yield the key of each match in play, with the numbers of its table and board."""
    if not snapshot.published or not snapshot.tournament.live:
        return
    for table in snapshot.published[-1].pods:
        dealt = [each.match_id for each in table.pod.matches.all() if each.match_id is not None]
        for match, came, number, lineup in zip(dealt, table.came, table.numbers, table.lineups, strict=True):
            if table.result is None and came.over_at is None and (reader is None or reader not in came.players):
                yield match, table.pod.index + 1, 0 if lineup is None else number + 1
