"""The only way to send messages at a match, and to comment on its moves afterwards."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from apps.common import rate_limits, text_rules
from apps.talk import phrases
from apps.talk.errors import NotYourTalk, TalkRefused
from apps.talk.models import Message, Talk
from apps.talk.selectors.room import Room, load_room
from apps.talk.services.live_updates import notify_chat_pages

MAX_MESSAGES_PER_MINUTE = 6
MAX_MESSAGES_PER_HOUR = 60
MAX_COMMENTS = 200
"""Maximum comments on one replay, because they share a page."""


def send_message(*, code: str, player: int | None, text: str = "", phrase: str = "", now: datetime) -> int:
    """Send a text, or a phrase by its key, and return the message's ID.

    :raises Match.DoesNotExist: if the match doesn't exist
    :raises NotYourTalk: if they don't sit there or can't chat
    :raises TextRefused: if the text can't be accepted
    :raises TalkRefused: if the phrase doesn't exist, or they have just said the same
    :raises RateLimited: if they send too many messages
    """
    words = "" if phrase else text_rules.clean_message(text)
    if phrase and not phrases.is_known_phrase(phrase):
        raise TalkRefused(_("We don’t know that phrase. Please choose one from the list."))
    with transaction.atomic():
        room = load_room(code=code, player=player, now=now)
        if room.why_silent:
            raise NotYourTalk(room.why_silent)
        _one_at_a_time(room)
        message = _save_message(room, player, words, phrase)
        notify_chat_pages(room, author=player)
        return message


def comment_on_move(*, code: str, player: int | None, move: int, text: str, now: datetime) -> int:
    """Comment on a move of the replay, as counted with full knowledge, and return the message's ID.

    :raises Match.DoesNotExist: if the match doesn't exist
    :raises NotYourTalk: if it isn't over, or they never sat there or can't chat
    :raises TextRefused: if the text can't be accepted
    :raises TalkRefused: if the move doesn't exist, the replay has enough comments, or they have just said the same
    :raises RateLimited: if they send too many messages
    """
    words = text_rules.clean_message(text)
    with transaction.atomic():
        room = load_room(code=code, player=player, now=now)
        if room.why_no_comment:
            raise NotYourTalk(room.why_no_comment)
        if not 0 <= move < room.loaded.match.moves:
            raise TalkRefused(_("We can’t find that move in this match."))
        _one_at_a_time(room)
        if Message.objects.filter(match=room.match, move__isnull=False).count() >= MAX_COMMENTS:
            raise TalkRefused(_("This replay already has the maximum number of comments."))
        return _save_message(room, player, words, "", move=move)


def _one_at_a_time(room: Room) -> None:
    """Lock the chat, so that a double click sends only once and no message appears before one already read.

    Without the lock, two at once could also both be the last one allowed.
    """
    Talk.objects.select_for_update(no_key=True).get_or_create(match_id=room.match)


def _save_message(room: Room, player: int | None, words: str, phrase: str, *, move: int | None = None) -> int:
    before = Message.objects.filter(match=room.match).order_by("-pk").first()
    said = (player, words, phrase, move)
    if before is not None and (before.author_id, before.text, before.phrase, before.move) == said:
        raise TalkRefused(_("You’ve just said that."))
    enforce_message_limit(str(player))
    return Message.objects.create(
        match_id=room.match, author_id=player, text=words, phrase=phrase, move=move, at=room.now
    ).pk


def enforce_message_limit(who: str) -> None:
    """Count a player's message, in any chat.

    :raises RateLimited: if they send too many messages
    """
    rate_limits.enforce_rate_limit(
        what="talk-minute",
        who=who,
        most=MAX_MESSAGES_PER_MINUTE,
        seconds=60,
        sentence=_("You’ve sent a lot of messages in the last minute. Please wait and try again."),
    )
    rate_limits.enforce_rate_limit(
        what="talk-hour",
        who=who,
        most=MAX_MESSAGES_PER_HOUR,
        seconds=3600,
        sentence=_("You’ve sent a lot of messages in the last hour. Please try again later."),
    )
