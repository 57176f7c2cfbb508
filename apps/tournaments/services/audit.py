"""Entries in a tournament's event log, which records actions of organisers and the server."""

from __future__ import annotations

from datetime import datetime

from apps.tournaments.models import AuditEntry, Tournament
from apps.tournaments.selectors.audit import EVENT_SENTENCES


def add_audit_entry(
    tournament: Tournament, what: str, *, now: datetime, by: int | None = None, **words: str | int
) -> None:
    """Add an entry within the caller's transaction."""
    if what not in EVENT_SENTENCES:
        raise ValueError(what)
    AuditEntry.objects.create(tournament=tournament, at=now, by_id=by, what=what, words=words)
