"""What somebody wrote, to take along: oldest first, times as ISO 8601 in UTC, nobody else's words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import F

from apps.talk.models import Message, Mute, Note, Report


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


def mutes(*, player: int) -> Iterator[dict[str, Any]]:
    """Whom they muted."""
    for mute in Mute.objects.filter(owner=player).select_related("other").order_by("pk"):
        yield {"name": mute.other.username, "since": mute.since.isoformat()}


def reports(*, player: int) -> Iterator[dict[str, Any]]:
    """What they reported."""
    for report in Report.objects.filter(reporter=player).select_related("message__match").order_by("pk"):
        code = report.message.match.code
        yield {"match": code, "at": report.at.isoformat(), "reason": report.reason, "words": report.words}
