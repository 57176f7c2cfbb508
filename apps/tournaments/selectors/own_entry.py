"""A player's own entry in a tournament."""

from __future__ import annotations

from apps.tournaments.models import Entry, Tournament
from apps.tournaments.selectors.teams import entries_of


def find_own_entry(tournament: Tournament, *, player: int) -> Entry | None:
    """Return the entry of a player or of their team, or None if they never entered."""
    return Entry.objects.filter(entries_of(player), tournament=tournament).first()
