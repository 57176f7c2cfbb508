"""Guests, who play first and choose a name later."""

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

MAX_GUESTS_PER_HOUR: Final = 30
"""Maximum guests per network and hour, enough for a school class but not for a flood."""

MAX_NAME_TRIES: Final = 8

_AWAITED_ZONE_KEY: Final = "homeless"
"""The session key of a player without a time zone."""


def create_guest(*, time_zone: str = "UTC", language: str = "") -> Player:
    """Create a guest with a friendly name."""
    for _try in range(MAX_NAME_TRIES):
        try:
            with transaction.atomic():
                return Player.objects.create_user(friendly_name(), guest=True, time_zone=time_zone, language=language)
        except IntegrityError:
            continue
    raise RuntimeError(f"No free name for a guest after {MAX_NAME_TRIES} tries.")


def upgrade_guest(*, player: Player, username: str, password: str, email: str = "") -> None:
    """Turn a guest's account into a full one, with the same seats and a name and password of their own.

    :raises NameTaken: if someone else was faster
    :raises NoGuestAccount: if it isn't, or is no longer, a guest account
    """
    try:
        with transaction.atomic():
            kept = Player.objects.filter(pk=player.pk, guest=True).update(
                guest=False,
                username=username,
                skeleton=confusables.compute_skeleton(username),
                email=email,
                password=make_password(password),
            )
    except IntegrityError as error:
        raise NameTaken from error
    if not kept:
        raise NoGuestAccount
    player.refresh_from_db()


def get_or_create_player(request: HttpRequest) -> Player:
    """Return the player who is logged in, or a new guest who isn't logged in yet (see `log_in`).

    :raises RateLimited: if this network brought too many
    """
    if request.user.is_authenticated:
        return request.user
    rate_limits.enforce_rate_limit(
        what="guest",
        who=rate_limits.get_client_address(request),
        most=MAX_GUESTS_PER_HOUR,
        seconds=3600,
        sentence=_("There have been too many guests from your network in the last hour. Sign up, or try again later."),
    )
    return create_guest(
        time_zone=time_zones.get_browser_zone(request.COOKIES), language=languages.get_browser_language(request.COOKIES)
    )


def log_in(request: HttpRequest, player: Player) -> None:
    """Log the guest in, once what they came for has worked."""
    if not request.user.is_authenticated:
        login(request, player, backend=settings.AUTHENTICATION_BACKENDS[0])
        if not time_zones.has_browser_zone(request.COOKIES):
            await_zone(request)


def await_zone(request: HttpRequest) -> None:
    """Have the player take their browser's time zone once it's known."""
    request.session[_AWAITED_ZONE_KEY] = True


def set_awaited_zone(request: HttpRequest, player: Player) -> None:
    """Set a waiting player's time zone once their browser reports it.

    Their first click can be faster than the script that reports it. If the player is locked, the next page does it.
    """
    if not (time_zones.has_browser_zone(request.COOKIES) and request.session.get(_AWAITED_ZONE_KEY)):
        return
    zone = time_zones.get_browser_zone(request.COOKIES)
    with suppress(Busy), transaction.atomic():
        availability.prepare_time_zone_change(player=player.pk, zone=zone, now=clocks.now())
        Player.objects.filter(pk=player.pk).update(time_zone=zone)
        player.time_zone = zone
        forget_awaited_zone(request)


def forget_awaited_zone(request: HttpRequest) -> None:
    """Stop waiting for the browser's time zone, because the player's is known."""
    request.session.pop(_AWAITED_ZONE_KEY, None)
