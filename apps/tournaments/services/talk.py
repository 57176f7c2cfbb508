"""The chat of a tournament: the rights to post on its board and to remove posts."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from apps.common.transactions import atomic_or_busy
from apps.talk.errors import NotYourTalk
from apps.talk.models import Board
from apps.talk.services import posts
from apps.tournaments.models import Tournament
from apps.tournaments.selectors.talk import build_chat_voice
from apps.tournaments.services.session import lock_tournament


def add_post(*, code: str, user: Any, text: str, now: datetime) -> int:
    """Post to everyone who follows a tournament, and return the post's id.

    No one is notified. Announcements are for that.

    :raises Tournament.DoesNotExist: if there is none
    :raises NotYourTalk: if they aren't part of this chat, or it is closed
    :raises TalkRefused, TextRefused, RateLimited, Busy: as on every board
    """
    with atomic_or_busy():
        tournament = Tournament.objects.get(code=code)
        if why := build_chat_voice(tournament, user, now=now).why_silent:
            raise NotYourTalk(why)
        return posts.add_post(
            board=tournament.board_id or _get_or_create_board(code), author=user.pk, text=text, now=now
        )


def remove_post(*, code: str, user: Any, post: int, now: datetime) -> None:
    """Hide a post from everyone but moderators. Organisers can remove any post, authors their own.

    :raises Tournament.DoesNotExist: if there is none
    :raises TalkRefused: if they can't remove it, or it is gone
    """
    tournament = Tournament.objects.get(code=code)
    organises = build_chat_voice(tournament, user, now=now).organises
    posts.remove_post(board=tournament.board_id, post=post, by=user.pk, organises=organises, now=now)


def delete_tournament(tournament: Tournament) -> None:
    """Delete a tournament together with its board."""
    board = tournament.board
    tournament.delete()
    if board is not None:
        board.delete()


def _get_or_create_board(code: str) -> int:
    """Return the tournament's board, creating it with the first post.

    Only that locks the tournament, so that rounds never wait for chat.
    """
    with lock_tournament(code) as tournament:
        if tournament.board is None:
            tournament.board = Board.objects.create()
            tournament.save(update_fields=["board"])
        return tournament.board.pk
