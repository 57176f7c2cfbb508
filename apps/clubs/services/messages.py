"""Saying something in the talk of a club, and taking away what should not stand there."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from apps.accounts.models import Player
from apps.clubs.errors import ClubRefused, NotAllowed
from apps.clubs.models import Message, Role
from apps.clubs.services.session import held_by
from apps.common import text_rules
from apps.talk.selectors import silences
from apps.talk.services.messages import spend


def say(*, code: str, player: Player, text: str, now: datetime) -> int:
    """Say something to all of a club, and return the message's id.

    :raises NotMember: if they are not in it
    :raises NotAllowed: if they may not talk
    :raises TextRefused: if the text cannot be taken
    :raises ClubRefused: if the club is closed, or they have just said the same
    :raises RateLimited: if they talk too much, here and at tables together
    """
    words = text_rules.message(text)
    with held_by(code, player) as (club, _mine):
        if silenced := silences.silenced(player.pk, now=now):
            raise NotAllowed(silenced)
        before = Message.objects.filter(club=club).order_by("-pk").values_list("author", "text").first()
        if before == (player.pk, words):  # A double click.
            raise ClubRefused(_("You have just said that."))
        spend(str(player.pk))
        return Message.objects.create(club=club, author=player, text=words, at=now).pk


def remove(*, code: str, by: Player, message: int, now: datetime) -> None:
    """Take a message away from everybody but moderators: an organiser anybody's, whoever wrote it their own.

    :raises NotAllowed: if `by` may not
    :raises ClubRefused: if it is not there (any more)
    """
    with held_by(code, by) as (club, mine):
        found = Message.objects.filter(club=club, pk=message, hidden_at=None).first()
        if found is None:
            raise ClubRefused(_("There is no such message, or it was removed already."))
        if found.author_id != by.pk and mine.role < Role.ORGANISER:
            raise NotAllowed(_("Only organisers of the club remove what others said."))
        found.hidden_at = now
        found.save(update_fields=["hidden_at"])
