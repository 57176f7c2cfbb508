"""The entrants of a tournament as one reader sees them in its results."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache

from django.urls import reverse

from apps.common import faces
from apps.tournaments.models import Entry
from apps.tournaments.selectors import audit
from apps.tournaments.selectors.snapshot import TournamentSnapshot


@dataclass(frozen=True)
class Face:
    """An entrant."""

    number: int
    name: str
    face: str
    """The value that the face is drawn from."""
    path: str
    """The path of the page with their results."""
    profile: bool
    """Whether the name links to a profile; not for bots, deleted accounts and players kept apart from the reader."""
    out: bool
    present: bool
    """Whether they have checked in. False for bots, and in tournaments without check-in."""
    me: bool
    bot: bool
    program: bool
    """Whether it's a bot with an account."""


class Faces:
    """All entrants of a tournament, by number."""

    def __init__(self, snapshot: TournamentSnapshot, *, reader: int | None, apart: Collection[int]) -> None:
        self._snapshot, self._reader, self._apart = snapshot, reader, apart
        self._opens_at = snapshot.tournament.check_in_opens_at
        self._root = reverse("tournaments:page", args=[snapshot.tournament.code])
        self.of = cache(self._of)

    def reads(self, player: int | None) -> bool:
        """Check whether this player is the reader."""
        return player is not None and player == self._reader

    def find_own_number(self) -> int | None:
        """Return the number of the reader's entrant, if they are one."""
        entry = self._snapshot.of(self._reader)
        return entry.number if entry is not None and self.of(entry.number).me else None

    def each(self, numbers: Iterable[int]) -> tuple[Face, ...]:
        return tuple(self.of(number) for number in numbers)

    def _of(self, number: int) -> Face:
        entry = self._snapshot.entries[number]
        player, name = entry.player_id, audit.format_entrant_name(entry)
        return Face(
            number=number,
            name=name,
            face=faces.get_avatar_seed(
                name, getattr(entry, "chosen", None), bot=self._snapshot.tournament.opponents if entry.bot else ""
            ),
            path=f"{self._root}of/{number}/",
            profile=player is not None and player not in self._apart and not entry.team,
            out=entry.state == Entry.State.OUT,
            present=self._opens_at is not None and not entry.bot and entry.present(self._opens_at),
            bot=entry.bot,
            program=bool(getattr(entry, "program", False)),
            me=self._reader is not None and self._reader in self._snapshot.people(number),
        )
