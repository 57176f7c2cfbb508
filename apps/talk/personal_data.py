"""A player's own chat data for export, oldest first, with times as ISO 8601 in UTC and no one else's words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import F

from apps.talk.models import (
    Board,
    ChatBan,
    Message,
    Mute,
    Nudge,
    Post,
    PostReport,
    Reaction,
    Reading,
    Report,
    list_place_relations,
)


def export_messages(*, player: int) -> Iterator[dict[str, object]]:
    """Yield the player's messages at tables and comments on replays."""
    written = Message.objects.filter(author=player).annotate(code=F("match__code")).order_by("pk")
    for message in written.iterator():
        yield {
            "match": message.code,
            "at": message.at.isoformat(),
            "text": message.text,
            "phrase": message.phrase,
            "removed": message.hidden_at is not None,
            "move": message.move,
        }


def export_mutes(*, player: int) -> Iterator[dict[str, object]]:
    """Yield the players they muted."""
    for mute in Mute.objects.filter(owner=player).select_related("other").order_by("pk"):
        yield {"name": mute.other.username, "since": mute.since.isoformat()}


def export_reports(*, player: int) -> Iterator[dict[str, object]]:
    """Yield their reports."""
    for report in Report.objects.filter(reporter=player).select_related("message__match").order_by("pk"):
        code = report.message.match.code
        yield {"match": code, "at": report.at.isoformat(), "reason": report.reason, "words": report.words}


def export_nudges(*, player: int) -> Iterator[dict[str, object]]:
    """Yield when they last nudged the others in a match."""
    for nudge in Nudge.objects.filter(player=player).annotate(code=F("match__code")).order_by("at", "pk").iterator():
        yield {"match": nudge.code, "at": nudge.at.isoformat()}


def export_readings(*, player: int) -> Iterator[dict[str, object]]:
    """Yield how far they have read each chat, as the ID of the last message they saw."""
    for reading in Reading.objects.filter(player=player).annotate(code=F("match__code")).order_by("pk").iterator():
        yield {"match": reading.code, "upto": reading.upto}


def export_reactions(*, player: int) -> Iterator[dict[str, object]]:
    """Yield the faces they gave to moves of replays."""
    for each in Reaction.objects.filter(player=player).annotate(code=F("match__code")).order_by("pk").iterator():
        yield {"match": each.code, "move": each.move, "face": each.face, "at": each.at.isoformat()}


def export_chat_bans(*, player: int) -> Iterator[dict[str, object]]:
    """Yield their chat bans, without who banned them or whose report it was."""
    for ban in ChatBan.objects.filter(player=player).order_by("since", "pk"):
        yield {"since": ban.since.isoformat(), "until": ban.until.isoformat()}


def export_posts(*, player: int) -> Iterator[dict[str, object]]:
    """Yield their posts on boards of clubs and tournaments."""
    written = Post.objects.filter(author=player).select_related(
        *(f"board__{place}" for place in list_place_relations())
    )
    for post in written.order_by("pk").iterator():
        yield {
            "address": _get_board_path(post.board),
            "at": post.at.isoformat(),
            "text": post.text,
            "removed": post.hidden_at is not None,
        }


def export_post_reports(*, player: int) -> Iterator[dict[str, object]]:
    """Yield their reports of posts."""
    written = PostReport.objects.filter(reporter=player).select_related(
        *(f"post__board__{at}" for at in list_place_relations())
    )
    for report in written.order_by("pk").iterator():
        address, at = _get_board_path(report.post.board), report.at.isoformat()
        yield {"address": address, "at": at, "reason": report.reason, "words": report.words}


def _get_board_path(board: Board) -> str:
    place: Any = board.place
    return place.get_absolute_url() if place is not None else ""
