"""What somebody wrote, to take along."""

from __future__ import annotations

from typing import Any

from django.db.models import F

from apps.talk.models import Message, Note


def of(player: int) -> dict[str, list[dict[str, Any]]]:
    """The messages and notes of one person, oldest first, with times as ISO 8601 in UTC; nobody else's words."""
    said = Message.objects.filter(author=player).annotate(code=F("match__code")).order_by("pk")
    notes = Note.objects.filter(player=player).annotate(code=F("match__code")).order_by("written_at", "pk")
    return {
        "messages": [
            {
                "match": message.code,
                "at": message.at.isoformat(),
                "text": message.text,
                "phrase": message.phrase,
                "removed": message.hidden_at is not None,
            }
            for message in said.iterator()
        ],
        "notes": [
            {"match": note.code, "written_at": note.written_at.isoformat(), "text": note.text}
            for note in notes.iterator()
        ],
    }
