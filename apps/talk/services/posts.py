"""Saying something on a board, and taking away what should not stand there. Who may is checked by whoever has it."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from apps.common import text_rules
from apps.common.transactions import atomic_or_busy
from apps.talk.errors import NotYourTalk, TalkRefused
from apps.talk.models import Board, Post
from apps.talk.selectors import silences
from apps.talk.services.messages import spend


def say(*, board: int, author: int, text: str, now: datetime) -> int:
    """Say something to all who read a board, and return the post's id.

    :raises TextRefused: if the text cannot be taken
    :raises NotYourTalk: if the house closed their talk
    :raises TalkRefused: if they have just said the same
    :raises RateLimited: if they talk too much, on all boards and at tables together
    :raises Busy: if the board could not be had in time
    """
    words = text_rules.message(text)
    if silenced := silences.silenced(author, now=now):
        raise NotYourTalk(silenced)
    with atomic_or_busy():
        # One after the other: a double click says it once, and no post turns up before one that was read already.
        Board.objects.select_for_update(no_key=True).get(pk=board)
        before = Post.objects.filter(board=board).order_by("-pk").values_list("author", "text").first()
        if before == (author, words):
            raise TalkRefused(_("You’ve just said that."))
        spend(str(author))
        return Post.objects.create(board_id=board, author_id=author, text=words, at=now).pk


def remove(*, board: int | None, post: int, by: int, organises: bool, now: datetime) -> None:
    """Take a post away from everybody but moderators: who organises the place anybody's, whoever wrote it their own.

    :raises NotYourTalk: if `by` may not
    :raises TalkRefused: if it is not there (any more)
    """
    found = Post.objects.filter(board=board, pk=post, hidden_at=None)
    author = found.values_list("author").first()
    if author is None:
        raise TalkRefused(_("We can’t find that message. It may already have been removed."))
    if author != (by,) and not organises:
        raise NotYourTalk(_("Only organisers can remove other people’s messages."))
    found.update(hidden_at=now)
