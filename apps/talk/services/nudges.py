"""A friendly push, once a day: whoever is asked is reminded, and nobody learns who had answered already.

Whom one may nudge is read from what the nudger knows. Whom it reaches is read from the questions that are truly open;
that number leaves this module through the outbox only.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.matches.selectors import match_view, unanswered
from apps.notices.models import Kind
from apps.notices.services import outbox
from apps.notices.wording import Words
from apps.talk.errors import NotYourTalk, TalkRefused
from apps.talk.models import Nudge
from apps.talk.selectors.room import Room, enter
from apps.talk.services import mutes

PAUSE: Final = timedelta(days=1)
NUDGED: Final = gettext_noop("%(by)s is waiting for you in %(game)s")


@dataclass(frozen=True)
class Awaited:
    """Somebody who is asked, as far as everybody at the table can see."""

    player: int
    name: str


def awaited(room: Room) -> tuple[Awaited, ...]:
    """The other people who are asked, as far as this player knows; nobody for who only watches."""
    if room.seat is None or not room.playing:
        return ()
    chairs = [seated.chair for seated in room.loaded.seats]
    view = match_view.look(code=room.code, player=room.me, loaded=room.loaded)
    return tuple(
        Awaited(player, person.name)
        for person in view.people
        if person.awaited and not (person.me or person.bot or person.autopilot)
        if (player := chairs[person.seat].player_id) is not None
    )


def again_at(room: Room) -> datetime | None:
    """When this person may nudge again; None: now."""
    again = room.nudged_at + PAUSE if room.nudged_at else None
    return again if again and again > room.now else None


def nudge(*, code: str, player: int | None, now: datetime) -> None:
    """Remind everybody who is asked and has not answered; what happens, and what is said of it, is the same for all.

    :raises Match.DoesNotExist: if there is no such match
    :raises NotYourTalk: if they do not sit there
    :raises TalkRefused: if nobody is asked, as far as they know, or they did it within a day
    """
    with transaction.atomic():
        list(Player.objects.select_for_update(no_key=True).filter(pk=player or 0).values_list("pk"))  # A double click.
        room = enter(code=code, player=player, now=now)
        if room.seat is None or player is None:
            raise NotYourTalk(_("Only players at the table can nudge."))
        if again_at(room):
            raise TalkRefused(_("You’ve already nudged them in the last 24 hours. Give them time."))
        asked_now = awaited(room)
        if not asked_now:
            raise TalkRefused(_("No one else has to move right now."))
        Nudge.objects.update_or_create(match_id=room.match, player_id=player, defaults={"at": now})
        _deliver(room, player, frozenset(person.player for person in asked_now))


def _deliver(room: Room, player: int, asked_now: frozenset[int]) -> None:
    reached = (asked_now & unanswered.unanswered(code=room.code)) - relations.apart(player) - mutes.muters(player)
    by = room.loaded.seats[room.seat or 0].name
    words = Words(
        title=NUDGED,
        path=reverse("matches:page", args=[room.code]),
        game=room.loaded.match.game,
        names={"by": by},
        players={by: player},
    )
    for other in sorted(reached):
        outbox.post(
            player=other,
            kind=Kind.NUDGE,
            key=f"nudge:{room.code}:{room.now.date().isoformat()}",  # However many push, it is told once a day.
            words=words,
            code=room.code,
            now=room.now,
        )
