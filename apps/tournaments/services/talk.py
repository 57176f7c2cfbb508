"""The talk of a tournament: who of it may say something on its board, and take away what should not stand there."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from apps.common.transactions import atomic_or_busy
from apps.talk.errors import NotYourTalk
from apps.talk.models import Board
from apps.talk.services import posts
from apps.tournaments.models import Tournament
from apps.tournaments.selectors.talk import voice
from apps.tournaments.services.session import held


def say(*, code: str, user: Any, text: str, now: datetime) -> int:
    """Say something to all who follow a tournament, and return the post's id. Nobody is told: for that there are
    announcements.

    :raises Tournament.DoesNotExist: if there is none
    :raises NotYourTalk: if it is not theirs (any more), or the house closed their talk
    :raises TalkRefused, TextRefused, RateLimited, Busy: as on every board
    """
    with atomic_or_busy():
        tournament = Tournament.objects.get(code=code)
        if why := voice(tournament, user, now=now).why_silent:
            raise NotYourTalk(why)
        return posts.say(board=tournament.board_id or _board(code), author=user.pk, text=text, now=now)


def remove(*, code: str, user: Any, post: int, now: datetime) -> None:
    """Take a post away from everybody but moderators: an organiser anybody's, whoever wrote it their own.

    :raises Tournament.DoesNotExist: if there is none
    :raises TalkRefused: if they may not, or it is not there (any more)
    """
    tournament = Tournament.objects.get(code=code)
    organises = voice(tournament, user, now=now).organises
    posts.remove(board=tournament.board_id, post=post, by=user.pk, organises=organises, now=now)


def delete(tournament: Tournament) -> None:
    """A tournament goes, with all that was said there."""
    board = tournament.board
    tournament.delete()
    if board is not None:
        board.delete()


def _board(code: str) -> int:
    """Made with the first word: only for that the tournament is taken in hand, as its rounds should wait for nobody who
    talks.
    """
    with held(code) as tournament:
        if tournament.board is None:
            tournament.board = Board.objects.create()
            tournament.save(update_fields=["board"])
        return tournament.board.pk
