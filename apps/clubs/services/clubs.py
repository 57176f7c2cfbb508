"""Creating, changing and closing clubs."""

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
from apps.clubs.services.session import lock_club, lock_club_for
from apps.common import codes, text_rules
from apps.common.transactions import atomic_or_busy
from apps.lobby.services import tables
from apps.matches.selectors import experience
from apps.talk.selectors import chat_bans
from apps.tournaments.services import circles

MIN_FINISHED_MATCHES: Final = 3
"""Number of finished matches needed to create a club."""
MAX_CREATED_PER_DAY: Final = 3
"""Maximum clubs a player can create within a day, including those closed again."""
MAX_OWNED_CLUBS: Final = 3
"""Maximum clubs a player can own."""


def describe_founding_objection(player: Player, *, now: datetime) -> str:
    """Return why this player can't create a club now, empty if they can."""
    try:
        _check_can_found(player, now=now)
    except (ClubRefused, AccountNeeded) as refusal:
        return str(refusal)
    return ""


def create_club(*, player: Player, name: str, about: str, open_: bool, now: datetime) -> Club:
    """Create a club with this player as its owner.

    :raises AccountNeeded: if they have no account
    :raises ClubRefused: if they have too many, are banned from chat, or have played too little
    :raises ClubNameRefused, TextRefused: if the name or description can't be accepted
    :raises Busy: if they are doing something else at the same moment
    """
    about = text_rules.clean_note(about)
    with _name_free():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)  # Two at once would both count as the third.
        _check_can_found(player, now=now)
        name = names.parse_club_name(name)
        club = Club.objects.create(
            name=name,
            skeleton=confusables.compute_skeleton(name),
            about=about,
            open=open_,
            founder=player,
            created_at=now,
        )
        Membership.objects.create(club=club, player=player, role=Role.OWNER, since=now)
        return club


def update_club(*, code: str, by: Player, name: str, about: str, open_: bool, now: datetime) -> None:
    """Change a club's name, description and who can join.

    :raises ClubRefused: if they don't own it or are banned from chat, or it's closed
    :raises ClubNameRefused, TextRefused: as for a new one
    """
    about = text_rules.clean_note(about)
    with _name_free(), lock_club_for(code, by, Role.OWNER) as (club, _mine):
        if banned := chat_bans.find_chat_ban(by.pk, now=now):
            raise ClubRefused(banned)
        club.name = names.parse_club_name(name, club=club)
        club.skeleton, club.about, club.open = confusables.compute_skeleton(club.name), about, open_
        club.save(update_fields=["name", "skeleton", "about", "open"])


def renew_link(*, code: str, by: Player) -> None:
    """Replace the invitation link. The old one no longer works.

    :raises ClubRefused: if they aren't an organiser, or it's closed
    """
    with lock_club_for(code, by, Role.ORGANISER) as (club, _mine):
        club.token = codes.new_token()
        club.save(update_fields=["token"])


def close_club(*, code: str, by: Player, now: datetime) -> None:
    """Close the club for good. No one can join or write, and its name is free again.

    Its matches and tournaments that have started continue.

    :raises ClubRefused: if they don't own it, or it's already closed
    """
    with lock_club_for(code, by, Role.OWNER) as (club, _mine):
        _close_locked_club(club, now)


def close_by_house(*, code: str, now: datetime) -> None:
    """Close the club as a moderator.

    :raises ClubRefused: if it's already closed
    """
    with lock_club(code) as club:
        _close_locked_club(club, now)


def _close_locked_club(club: Club, now: datetime) -> None:
    club.closed_at = now
    club.save(update_fields=["closed_at"])
    tables.close_circle(circle=club.code)
    circles.close_circle(circle=club.code, now=now)


@contextmanager
def _name_free() -> Iterator[None]:
    """Run a transaction that claims a club name. If two people claim it at once, one gets ClubNameRefused."""
    try:
        with atomic_or_busy():
            yield
    except IntegrityError as error:
        raise ClubNameRefused(names.describe_taken_name()) from error


def _check_can_found(player: Player, *, now: datetime) -> None:
    if player.guest:
        raise AccountNeeded(_("You need an account to join or create clubs. Choose a name and a password first."))
    if banned := chat_bans.find_chat_ban(player.pk, now=now):
        raise ClubRefused(banned)
    if experience.count_finished_matches(player.pk, most=MIN_FINISHED_MATCHES) < MIN_FINISHED_MATCHES:
        sentence = _("Finish %(count)d matches first, so you know what you’re inviting people to.")
        raise ClubRefused(sentence % {"count": MIN_FINISHED_MATCHES})
    if Club.objects.filter(founder=player, created_at__gt=now - timedelta(days=1)).count() >= MAX_CREATED_PER_DAY:
        raise ClubRefused(
            _("You’ve created %(count)d clubs in one day. Please wait until tomorrow.") % {"count": MAX_CREATED_PER_DAY}
        )
    if count_owned_clubs(player) >= MAX_OWNED_CLUBS:
        sentence = _("You own %(count)d clubs. Hand one over or close one first.")
        raise ClubRefused(sentence % {"count": MAX_OWNED_CLUBS})


def count_owned_clubs(player: Player) -> int:
    """Return how many open clubs the player owns."""
    return Membership.objects.filter(player=player, role=Role.OWNER, club__closed_at=None).count()
