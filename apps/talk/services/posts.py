"""Writing and removing posts on a board. The club or tournament checks permissions."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from apps.common import text_rules
from apps.common.transactions import atomic_or_busy
from apps.talk.errors import NotYourTalk, TalkRefused
from apps.talk.models import Board, Post
from apps.talk.selectors import chat_bans
from apps.talk.services.messages import enforce_message_limit


def add_post(*, board: int, author: int, text: str, now: datetime) -> int:
    """Write a post for all readers of a board, and return its ID.

    :raises TextRefused: if the text can't be accepted
    :raises NotYourTalk: if they are banned from chat
    :raises TalkRefused: if they have just said the same
    :raises RateLimited: if they send too many messages, on all boards and at tables together
    :raises Busy: if the board couldn't be locked in time
    """
    words = text_rules.clean_message(text)
    if banned := chat_bans.find_chat_ban(author, now=now):
        raise NotYourTalk(banned)
    with atomic_or_busy():
        # One at a time, so that a double click posts only once and no post appears before one already read.
        Board.objects.select_for_update(no_key=True).get(pk=board)
        before = Post.objects.filter(board=board).order_by("-pk").values_list("author", "text").first()
        if before == (author, words):
            raise TalkRefused(_("You’ve just said that."))
        enforce_message_limit(str(author))
        return Post.objects.create(board_id=board, author_id=author, text=words, at=now).pk


def remove_post(*, board: int | None, post: int, by: int, organises: bool, now: datetime) -> None:
    """Hide a post from everyone except moderators. Organisers can remove any post, authors their own.

    :raises NotYourTalk: if `by` isn't allowed to
    :raises TalkRefused: if it isn't, or is no longer, there
    """
    found = Post.objects.filter(board=board, pk=post, hidden_at=None)
    author = found.values_list("author").first()
    if author is None:
        raise TalkRefused(_("We can’t find that message. It may already have been removed."))
    if author != (by,) and not organises:
        raise NotYourTalk(_("Only organisers can remove other people’s messages."))
    found.update(hidden_at=now)
