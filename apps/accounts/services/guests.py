"""Guests: people play first and choose a name later."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from apps.accounts import confusables, time_zones
from apps.accounts.errors import NameTaken, NoGuestAccount
from apps.accounts.guest_names import friendly_name
from apps.accounts.models import Player
from apps.accounts.services import languages
from apps.common import clocks, rate_limits
from apps.common.errors import Busy
from apps.matches.services import availability

PER_HOUR: Final = 30
"""Guests one address may bring: a school class, but not a flood."""

TRIES: Final = 8

_HOMELESS: Final = "homeless"
"""In the session of a player who has no time zone yet."""


def arrive(*, time_zone: str = "UTC", language: str = "") -> Player:
    """A new guest with a friendly name of their own."""
    for _try in range(TRIES):
        try:
            with transaction.atomic():
                return Player.objects.create_user(friendly_name(), guest=True, time_zone=time_zone, language=language)
        except IntegrityError:
            continue
    raise RuntimeError(f"No free name for a guest after {TRIES} tries.")


def keep(*, player: Player, username: str, password: str, email: str = "") -> None:
    """Make a guest's account a full one: same person, same chairs, now with a name and a password of their own.

    :raises NameTaken: if somebody was quicker
    :raises NoGuestAccount: if it is no guest's account (any more)
    """
    try:
        with transaction.atomic():
            kept = Player.objects.filter(pk=player.pk, guest=True).update(
                guest=False,
                username=username,
                skeleton=confusables.skeleton(username),
                email=email,
                password=make_password(password),
            )
    except IntegrityError as error:
        raise NameTaken from error
    if not kept:
        raise NoGuestAccount
    player.refresh_from_db()


def identify(request: HttpRequest) -> Player:
    """Whoever is logged in, or else a new guest, who is not logged in yet: see `log_in`.

    :raises RateLimited: if this address brought too many
    """
    if request.user.is_authenticated:
        return request.user
    rate_limits.spend(
        what="guest",
        who=rate_limits.address(request),
        most=PER_HOUR,
        seconds=3600,
        sentence=_("There have been too many guests from your network in the last hour. Sign up, or try again later."),
    )
    return arrive(time_zone=time_zones.of_browser(request.COOKIES), language=languages.of_browser(request.COOKIES))


def log_in(request: HttpRequest, player: Player) -> None:
    """Remember the guest, after what they came for has worked."""
    if not request.user.is_authenticated:
        login(request, player, backend=settings.AUTHENTICATION_BACKENDS[0])
        if not time_zones.said(request.COOKIES):
            await_zone(request)


def await_zone(request: HttpRequest) -> None:
    """Take the time zone of this player's browser as soon as it says so."""
    request.session[_HOMELESS] = True


def come_home(request: HttpRequest, player: Player) -> None:
    """Whoever came before their browser had said where it is lives there as soon as it says so.

    The first click may be quicker than the script that tells it. If the player is locked, the next page will do.
    """
    if not (time_zones.said(request.COOKIES) and request.session.get(_HOMELESS)):
        return
    zone = time_zones.of_browser(request.COOKIES)
    with suppress(Busy), transaction.atomic():
        availability.move(player=player.pk, zone=zone, now=clocks.now())
        Player.objects.filter(pk=player.pk).update(time_zone=zone)
        player.time_zone = zone
        at_home(request)


def at_home(request: HttpRequest) -> None:
    """Where the player lives is known: no browser need say it any more."""
    request.session.pop(_HOMELESS, None)
