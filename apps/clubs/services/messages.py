"""The chat of a club, with members' permissions to write and remove posts on its board."""

from __future__ import annotations

from datetime import datetime

from apps.accounts.models import Player
from apps.clubs.models import Club, Role
from apps.clubs.services.session import lock_club_for
from apps.talk.models import Board
from apps.talk.services import posts


def add_post(*, code: str, player: Player, text: str, now: datetime) -> int:
    """Write to all members of a club, and return the post's ID.

    :raises NotMember: if they aren't in it
    :raises ClubRefused: if the club is closed
    :raises TalkRefused, TextRefused, RateLimited: as on every board
    """
    with lock_club_for(code, player) as (club, _mine):
        return posts.add_post(board=_get_or_create_board(club), author=player.pk, text=text, now=now)


def remove_post(*, code: str, by: Player, message: int, now: datetime) -> None:
    """Hide a post from everyone except moderators. Organisers can remove any post, authors their own.

    :raises NotMember: if they aren't in it
    :raises ClubRefused: if the club is closed
    :raises TalkRefused: if `by` isn't allowed to, or it isn't, or is no longer, there
    """
    with lock_club_for(code, by) as (club, mine):
        organises = mine.role >= Role.ORGANISER
        posts.remove_post(board=club.board_id, post=message, by=by.pk, organises=organises, now=now)


def _get_or_create_board(club: Club) -> int:
    """Return the club's board, created with the first message. The club is locked."""
    if club.board is None:
        club.board = Board.objects.create()
        club.save(update_fields=["board"])
    return club.board.pk
