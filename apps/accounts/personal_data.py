"""What of an account belongs to its player, for them to take along: no password, no secret of a key, no session key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import F

from apps.accounts.models import Player, Tie


def account(*, player: int) -> Iterable[Mapping[str, Any]]:
    """Name, settings, dates; and when somebody last tried many passwords."""
    return Player.objects.filter(pk=player).values(
        "username",
        "email",
        "guest",
        "language",
        "time_zone",
        "preferences",
        "face",
        "date_joined",
        "last_login",
        wrong_passwords_since=F("guessing__since"),
        wrong_passwords_until=F("guessing__last_at"),
    )


def addresses(*, player: int) -> Iterable[Mapping[str, Any]]:
    """E-mail addresses."""
    return EmailAddress.objects.filter(user=player).values("email", "verified", "primary")


def ties(*, player: int) -> Iterator[dict[str, Any]]:
    """Whom the player calls a friend or has blocked; never who has blocked them."""
    for tie in Tie.objects.filter(owner=player).select_related("other").order_by("since"):
        yield {"name": tie.other.username, "kind": tie.kind, "since": tie.since}


def keys(*, player: int) -> Iterator[dict[str, Any]]:
    """What guards the account beside the password, without what opens it."""
    for key in Authenticator.objects.filter(user=player).order_by("created_at"):
        name = str(key.wrap()) if key.type == Authenticator.Type.WEBAUTHN else ""
        yield {"kind": key.type, "name": name, "created_at": key.created_at, "last_used_at": key.last_used_at}


def sessions(*, player: int) -> Iterable[Mapping[str, Any]]:
    """Where the player is logged in."""
    return UserSession.objects.filter(user=player).values("created_at", "last_seen_at", "ip", "user_agent")
