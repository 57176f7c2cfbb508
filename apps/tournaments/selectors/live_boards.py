"""The tables of the current round, drawn small as everyone sees them: the reader's own first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import Final, NamedTuple

import msgspec
from django.urls import reverse

from apps.matches.selectors import match_view
from apps.matches.selectors.match_view import LoadedMatch, MatchView
from apps.tournaments.selectors.pods import PodState
from apps.tournaments.selectors.snapshot import TournamentSnapshot

MAX_LIVE_BOARDS: Final = 6
"""The number of tables drawn besides the reader's own. The page of the round lists all."""


class LiveMatch(NamedTuple):
    """A match in play."""

    key: int
    table: int
    board: int
    """The number of the board when teams meet; otherwise 0."""
    own: int | None
    """The reader's seat, if they sit there."""


@dataclass(frozen=True)
class Playing:
    """The matches of a round that are being played, before anyone looks at them."""

    matches: tuple[LiveMatch, ...]
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
    mine: bool = False
    wake_at: datetime | None = None
    """When the earliest question expires, with its player's time bank."""

    @property
    def due_at(self) -> datetime | None:
        """Return the deadline. Only the reader's own includes a time bank, as on all their other pages."""
        return self.wake_at if self.waits_for_me else self.sight.due_at

    @property
    def waits_for_me(self) -> bool:
        """Check whether everyone knows that the table is waiting for the reader alone.

        Who has given a sealed answer, only they know.
        """
        awaited = [person for person in self.sight.people if person.awaited]
        return len(awaited) == 1 and awaited[0].me


def load_live_matches(snapshot: TournamentSnapshot, *, reader: int | None, others: int = MAX_LIVE_BOARDS) -> Playing:
    """Return the reader's own matches in play and the first few others of the latest round.

    This takes one statement, and only matches with new facts are folded.
    """
    every = tuple(_list_live_matches(snapshot, reader))
    own = (match for match in every if match.own is not None)
    shown = (*own, *islice((match for match in every if match.own is None), others))
    loaded = match_view.load_watched([match.key for match in shown])
    heard = match_view.heard_all(loaded)
    marks = (f"{loaded[pk].match.code}{told}{loaded[pk].match.status}" for pk, told in sorted(heard.items()))
    return Playing(shown, loaded, "-".join(marks))


def live_boards(playing: Playing) -> tuple[LiveBoard, ...]:
    """Return what is on the tables of these matches, without those that can't be read."""
    views = match_view.watch_all(playing.loaded)
    return tuple(
        _build_live_board(match, views[match.key], playing.loaded[match.key].match.wake_at)
        for match in playing.matches
        if match.key in views
    )


def _build_live_board(match: LiveMatch, view: MatchView, wake_at: datetime | None) -> LiveBoard:
    people = tuple(
        msgspec.structs.replace(person, me=True) if person.seat == match.own else person for person in view.people
    )
    path = reverse("matches:page", args=[view.code])
    return LiveBoard(match.table, match.board, path, replace(view, people=people), match.own is not None, wake_at)


def _list_live_matches(snapshot: TournamentSnapshot, reader: int | None) -> Iterator[LiveMatch]:
    """Yield each match in play of the latest round."""
    if not snapshot.published or not snapshot.tournament.live:
        return
    for table in snapshot.published[-1].pods:
        if table.result is None:
            yield from _list_table_matches(table, reader)


def _list_table_matches(table: PodState, reader: int | None) -> Iterator[LiveMatch]:
    """Yield each match in play of a table."""
    dealt = [each.match_id for each in table.pod.matches.all() if each.match_id is not None]
    for match, came, number, lineup in zip(dealt, table.came, table.numbers, table.lineups, strict=True):
        if came.over_at is None:
            own = came.players.index(reader) if reader is not None and reader in came.players else None
            yield LiveMatch(match, table.pod.index + 1, 0 if lineup is None else number + 1, own)
