"""A friendly reminder, once a day, for players who are asked. No one learns who had already answered.

Who can be nudged follows from what the nudging player knows. Who is reached follows from the truly open questions. That
number leaves this module only through the outbox.
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
from apps.talk.selectors.room import Room, load_room
from apps.talk.services import mutes

NUDGE_PAUSE: Final = timedelta(days=1)
NUDGED: Final = gettext_noop("%(by)s is waiting for you in %(game)s")


@dataclass(frozen=True)
class Awaited:
    """A player who is asked, as far as everyone at the table can see."""

    player: int
    name: str


def list_awaited_players(room: Room, view: match_view.MatchView | None = None) -> tuple[Awaited, ...]:
    """Return the other players who are asked, as far as this player knows, and none for spectators.

    :param view: the match as this player sees it, if it has just been loaded
    """
    if room.seat is None or not room.playing:
        return ()
    chairs = [seated.chair for seated in room.loaded.seats]
    view = view or match_view.load_match_view(code=room.code, player=room.me, loaded=room.loaded)
    return tuple(
        Awaited(player, person.name)
        for person in view.people
        if person.awaited and not (person.me or person.bot or person.autopilot)
        if (player := chairs[person.seat].player_id) is not None
    )


def again_at(room: Room) -> datetime | None:
    """Return when this player can nudge again, or None for now."""
    again = room.nudged_at + NUDGE_PAUSE if room.nudged_at else None
    return again if again and again > room.now else None


def nudge_players(*, code: str, player: int | None, now: datetime) -> None:
    """Remind everyone who is asked and hasn't answered. The visible effect is the same in any case.

    :raises Match.DoesNotExist: if the match doesn't exist
    :raises NotYourTalk: if they don't sit there
    :raises TalkRefused: if no one is asked, as far as they know, or they already nudged within a day
    """
    with transaction.atomic():
        list(Player.objects.select_for_update(no_key=True).filter(pk=player or 0).values_list("pk"))  # A double click.
        room = load_room(code=code, player=player, now=now)
        if room.seat is None or player is None:
            raise NotYourTalk(_("Only players at the table can nudge."))
        if again_at(room):
            raise TalkRefused(_("You’ve already nudged them in the last 24 hours. Give them time."))
        asked_now = list_awaited_players(room)
        if not asked_now:
            raise TalkRefused(_("No one else has to move right now."))
        Nudge.objects.update_or_create(match_id=room.match, player_id=player, defaults={"at": now})
        _notify_nudged_players(room, player, frozenset(person.player for person in asked_now))


def _notify_nudged_players(room: Room, player: int, asked_now: frozenset[int]) -> None:
    reached = (
        (asked_now & unanswered.find_unanswered_players(code=room.code))
        - relations.find_players_apart(player)
        - mutes.find_muters(player)
    )
    by = room.loaded.seats[room.seat or 0].name
    words = Words(
        title=NUDGED,
        path=reverse("matches:page", args=[room.code]),
        game=room.loaded.match.game,
        names={"by": by},
        players={by: player},
    )
    for other in sorted(reached):
        outbox.post_notice(
            player=other,
            kind=Kind.NUDGE,
            key=f"nudge:{room.code}:{room.now.date().isoformat()}",  # One reminder a day, however many players nudge.
            words=words,
            code=room.code,
            now=room.now,
        )
