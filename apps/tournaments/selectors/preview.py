"""What the picture beside a link to a tournament shows: what it is, and who is ahead or how many come."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from apps.common.previews import fitting
from apps.games import catalogue
from apps.tournaments.models import Entry, Tournament
from apps.tournaments.selectors.entrants import Faces
from apps.tournaments.selectors.snapshot import TournamentSnapshot
from apps.tournaments.selectors.standings import lines

LONGEST: Final = 34
"""Letters of a tournament's name."""
NAME: Final = 30
"""Letters of an entrant's."""


@dataclass(frozen=True)
class Preview:
    """A tournament in a picture."""

    game: str
    title: str
    """Of the game."""
    name: str
    status: str
    begins: datetime
    entrants: int
    top: tuple[tuple[int, str], ...]
    """Place and name of the first three; nobody before the first round."""


def preview(tournament: Tournament, snapshot: TournamentSnapshot) -> Preview:
    """As everybody may see it."""
    first = lines(snapshot, Faces(snapshot, reader=None, apart=frozenset()), snapshot.ranking[:3])
    return Preview(
        game=tournament.game,
        title=_(catalogue()[tournament.game].meta.title),
        name=fitting(tournament.name, LONGEST),
        status=tournament.get_status_display(),
        begins=tournament.started_at or tournament.starts_at,
        entrants=sum(entry.state == Entry.State.IN for entry in snapshot.entries.values()),
        top=tuple((line.place, fitting(line.who.name, NAME) or "…") for line in first),
    )
