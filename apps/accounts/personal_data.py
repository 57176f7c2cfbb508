"""A player's own data for export, without passwords, secrets of passkeys and codes, or session keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import F

from apps.accounts.models import AccessToken, Player, Tie


def export_account(*, player: int) -> Iterable[Mapping[str, object]]:
    """Return name, settings and dates, and when someone last tried many passwords."""
    return Player.objects.filter(pk=player).values(
        "username",
        "email",
        "guest",
        "bot",
        "language",
        "time_zone",
        "preferences",
        "face",
        "date_joined",
        "last_login",
        wrong_passwords_since=F("guessing__since"),
        wrong_passwords_until=F("guessing__last_at"),
    )


def export_mail_addresses(*, player: int) -> Iterable[Mapping[str, object]]:
    """Return the e-mail addresses."""
    return EmailAddress.objects.filter(user=player).values("email", "verified", "primary")


def export_ties(*, player: int) -> Iterator[dict[str, object]]:
    """Yield the player's friends and those they have blocked, but never the players who have blocked them."""
    for tie in Tie.objects.filter(owner=player).select_related("other").order_by("since"):
        yield {"name": tie.other.username, "kind": tie.kind, "since": tie.since}


def export_authenticators(*, player: int) -> Iterator[dict[str, object]]:
    """Yield the player's passkeys and codes without their secrets."""
    for key in Authenticator.objects.filter(user=player).order_by("created_at"):
        name = str(key.wrap()) if key.type == Authenticator.Type.WEBAUTHN else ""
        yield {"kind": key.type, "name": name, "created_at": key.created_at, "last_used_at": key.last_used_at}


def export_sessions(*, player: int) -> Iterable[Mapping[str, object]]:
    """Return the sessions in which the player is logged in."""
    return UserSession.objects.filter(user=player).values("created_at", "last_seen_at", "ip", "user_agent")


def export_access_tokens(*, player: int) -> Iterable[Mapping[str, object]]:
    """Return the player's access tokens without the secrets."""
    return AccessToken.objects.filter(player=player).values("name", "scopes", "created_at", "last_used_at")
