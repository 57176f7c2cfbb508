"""Reactions to the moves of a replay. Only this module writes them."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from apps.talk import phrases
from apps.talk.errors import NotYourTalk, TalkRefused
from apps.talk.models import Reaction
from apps.talk.selectors.room import load_room
from apps.talk.services import messages


def toggle_reaction(*, code: str, player: int | None, move: int, face: str, now: datetime) -> None:
    """Give a move a face, instead of the one that the player gave it before. The same one again takes it back.

    :raises Match.DoesNotExist: if no match has this code
    :raises NotYourTalk: if the match isn't over, or the player never sat there or is banned from chat
    :raises TalkRefused: if the match has no such move, or the face is unknown
    :raises RateLimited: if the player reacts or talks too much
    """
    if face not in phrases.FACES:
        raise TalkRefused(_("We don’t know that reaction. Please choose one of the faces."))
    room = load_room(code=code, player=player, now=now)
    if player is None or room.why_no_comment:
        raise NotYourTalk(room.why_no_comment)
    if not 0 <= move < room.loaded.match.moves:
        raise TalkRefused(_("We can’t find that move in this match."))
    with transaction.atomic():
        taken_back, _rows = Reaction.objects.filter(match=room.match, player=player, move=move, face=face).delete()
        if not taken_back:
            messages.enforce_message_limit(str(player))
            Reaction.objects.update_or_create(
                match_id=room.match, player_id=player, move=move, defaults={"face": face, "at": now}
            )
