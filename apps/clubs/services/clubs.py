"""How clubs come to be, change, and close."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError
from django.utils.translation import gettext as _

from apps.accounts import confusables
from apps.accounts.errors import AccountNeeded
from apps.accounts.models import Player
from apps.clubs.errors import ClubNameRefused, ClubRefused
from apps.clubs.models import Club, Membership, Role
from apps.clubs.services import names
from apps.clubs.services.session import held, held_by
from apps.common import codes, text_rules
from apps.common.transactions import atomic_or_busy
from apps.lobby.services import tables
from apps.matches.selectors import experience
from apps.talk.selectors import silences
from apps.tournaments.services import circles

PLAYED: Final = 3
"""Matches one must have played to the end."""
A_DAY: Final = 3
"""Clubs somebody may found within a day, those that are closed again included."""
OWNED: Final = 3
"""Clubs somebody may own."""


def objection(player: Player, *, now: datetime) -> str:
    """Why this person may not found a club now, in a sentence; empty if they may."""
    try:
        _check(player, now=now)
    except (ClubRefused, AccountNeeded) as refusal:
        return str(refusal)
    return ""


def found(*, player: Player, name: str, about: str, open_: bool, now: datetime) -> Club:
    """Found a club, as its owner.

    :raises AccountNeeded: if they have no account
    :raises ClubRefused: if they have too many, may not talk, or have not played here before
    :raises ClubNameRefused, TextRefused: if it cannot be called that, or the description cannot be shown
    :raises Busy: if they do something else at the same moment
    """
    about = text_rules.note(about)
    with _name_free():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)  # Two at once would both be the third.
        _check(player, now=now)
        name = names.chosen(name)
        club = Club.objects.create(
            name=name,
            skeleton=confusables.skeleton(name),
            about=about,
            open=open_,
            founder=player,
            created_at=now,
        )
        Membership.objects.create(club=club, player=player, role=Role.OWNER, since=now)
        return club


def change(*, code: str, by: Player, name: str, about: str, open_: bool, now: datetime) -> None:
    """Call it something else, describe it anew, or open it to everybody.

    :raises ClubRefused: if they do not own it, may not talk, or it is closed
    :raises ClubNameRefused, TextRefused: as for a new one
    """
    about = text_rules.note(about)
    with _name_free(), held_by(code, by, Role.OWNER) as (club, _mine):
        if silenced := silences.silenced(by.pk, now=now):
            raise ClubRefused(silenced)
        club.name = names.chosen(name, club=club)
        club.skeleton, club.about, club.open = confusables.skeleton(club.name), about, open_
        club.save(update_fields=["name", "skeleton", "about", "open"])


def renew_link(*, code: str, by: Player) -> None:
    """Make another invitation link: the one before leads in nobody any more.

    :raises ClubRefused: if they do not organise it, or it is closed
    """
    with held_by(code, by, Role.ORGANISER) as (club, _mine):
        club.token = codes.new_token()
        club.save(update_fields=["token"])


def close(*, code: str, by: Player, now: datetime) -> None:
    """Close it for good: nobody comes in, nothing is said, and its name is free again. Matches and tournaments of its
    people that have begun go on.

    :raises ClubRefused: if they do not own it, or it is closed already
    """
    with held_by(code, by, Role.OWNER) as (club, _mine):
        _close(club, now)


def close_by_house(*, code: str, now: datetime) -> None:
    """The same, by a moderator.

    :raises ClubRefused: if it is closed already
    """
    with held(code) as club:
        _close(club, now)


def _close(club: Club, now: datetime) -> None:
    club.closed_at = now
    club.save(update_fields=["closed_at"])
    tables.close_circle(circle=club.code)
    circles.close_circle(circle=club.code, now=now)


@contextmanager
def _name_free() -> Iterator[None]:
    """A transaction in which a name is taken; of two who take the same at once, one hears that it is."""
    try:
        with atomic_or_busy():
            yield
    except IntegrityError as error:
        raise ClubNameRefused(names.taken()) from error


def _check(player: Player, *, now: datetime) -> None:
    if player.guest:
        raise AccountNeeded(_("You need an account to join or create clubs. Choose a name and a password first."))
    if silenced := silences.silenced(player.pk, now=now):
        raise ClubRefused(silenced)
    if experience.finished(player.pk, most=PLAYED) < PLAYED:
        sentence = _("Finish %(count)d matches first, so you know what you’re inviting people to.")
        raise ClubRefused(sentence % {"count": PLAYED})
    if Club.objects.filter(founder=player, created_at__gt=now - timedelta(days=1)).count() >= A_DAY:
        raise ClubRefused(
            _("You’ve created %(count)d clubs in one day. Please wait until tomorrow.") % {"count": A_DAY}
        )
    if owned(player) >= OWNED:
        sentence = _("You own %(count)d clubs. Hand one over or close one first.")
        raise ClubRefused(sentence % {"count": OWNED})


def owned(player: Player) -> int:
    """How many clubs somebody owns that are not closed."""
    return Membership.objects.filter(player=player, role=Role.OWNER, club__closed_at=None).count()
