"""The talk of a club: who of it may say something on its board, and take away what should not stand there."""

from __future__ import annotations

from datetime import datetime

from apps.accounts.models import Player
from apps.clubs.models import Club, Role
from apps.clubs.services.session import held_by
from apps.talk.models import Board
from apps.talk.services import posts


def say(*, code: str, player: Player, text: str, now: datetime) -> int:
    """Say something to all of a club, and return the post's id.

    :raises NotMember: if they are not in it
    :raises ClubRefused: if the club is closed
    :raises TalkRefused, TextRefused, RateLimited: as on every board
    """
    with held_by(code, player) as (club, _mine):
        return posts.say(board=_board(club), author=player.pk, text=text, now=now)


def remove(*, code: str, by: Player, message: int, now: datetime) -> None:
    """Take a post away from everybody but moderators: an organiser anybody's, whoever wrote it their own.

    :raises NotMember: if they are not in it
    :raises ClubRefused: if the club is closed
    :raises TalkRefused: if `by` may not, or it is not there (any more)
    """
    with held_by(code, by) as (club, mine):
        organises = mine.role >= Role.ORGANISER
        posts.remove(board=club.board_id, post=message, by=by.pk, organises=organises, now=now)


def _board(club: Club) -> int:
    """Made with the first word. The club is in hand."""
    if club.board is None:
        club.board = Board.objects.create()
        club.save(update_fields=["board"])
    return club.board.pk
