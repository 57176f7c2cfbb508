"""Contents of the preview picture of a tournament: what it is, and its leaders or number of entrants."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from apps.common.previews import fit_text
from apps.games import load_games
from apps.tournaments.models import Entry, Tournament
from apps.tournaments.selectors.entrants import Faces
from apps.tournaments.selectors.snapshot import TournamentSnapshot
from apps.tournaments.selectors.standings import build_standings_lines

MAX_TOURNAMENT_NAME_LENGTH: Final = 34
"""Maximum length of a tournament's name."""
MAX_ENTRANT_NAME_LENGTH: Final = 30
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


def build_tournament_preview(tournament: Tournament, snapshot: TournamentSnapshot) -> Preview:
    """Return the preview as everyone can see it."""
    first = build_standings_lines(snapshot, Faces(snapshot, reader=None, apart=frozenset()), snapshot.ranking[:3])
    return Preview(
        game=tournament.game,
        title=_(load_games()[tournament.game].meta.title),
        name=fit_text(tournament.name, MAX_TOURNAMENT_NAME_LENGTH),
        status=tournament.get_status_display(),
        begins=tournament.started_at or tournament.starts_at,
        entrants=sum(entry.state == Entry.State.IN for entry in snapshot.entries.values()),
        top=tuple((line.place, fit_text(line.who.name, MAX_ENTRANT_NAME_LENGTH) or "…") for line in first),
    )
