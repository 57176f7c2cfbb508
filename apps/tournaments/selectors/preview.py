"""Contents of the preview picture of a tournament: what it is, and its leaders or number of entrants."""

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
"""Maximum length of a tournament's name."""
NAME: Final = 30
"""Maximum length of an entrant's name."""


@dataclass(frozen=True)
class Preview:
    """A tournament in a picture."""

    game: str
    title: str
    """The title of the game."""
    name: str
    status: str
    begins: datetime
    entrants: int
    top: tuple[tuple[int, str], ...]
    """Place and name of the first three; empty before the first round."""


def preview(tournament: Tournament, snapshot: TournamentSnapshot) -> Preview:
    """Return the preview as everyone can see it."""
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
