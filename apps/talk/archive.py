"""What somebody wrote, to take along: oldest first, times as ISO 8601 in UTC, nobody else's words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import F

from apps.talk.models import Message, Note


def messages(*, player: int) -> Iterator[dict[str, Any]]:
    """What they said at tables."""
    said = Message.objects.filter(author=player).annotate(code=F("match__code")).order_by("pk")
    for message in said.iterator():
        yield {
            "match": message.code,
            "at": message.at.isoformat(),
            "text": message.text,
            "phrase": message.phrase,
            "removed": message.hidden_at is not None,
        }


def notes(*, player: int) -> Iterator[dict[str, Any]]:
    """What they noted for themselves."""
    kept = Note.objects.filter(player=player).annotate(code=F("match__code")).order_by("written_at", "pk")
    for note in kept.iterator():
        yield {"match": note.code, "written_at": note.written_at.isoformat(), "text": note.text}
