"""Personal access tokens, with which programs act for a player. Only their fingerprints are stored."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from apps.accounts.errors import TokenRefused
from apps.accounts.models import AccessToken, Player

TOKEN_PREFIX: Final = "sf_"  # noqa: S105 -- it marks a leaked token as one of ours
"""The start of every token."""
MAX_TOKENS: Final = 20
"""The most tokens a player can have."""
_USE_PRECISION: Final = timedelta(minutes=1)
"""How precisely the last use is stored, so that reading doesn't always write."""


def create_access_token(
    *, player: Player, name: str, scopes: Collection[str], now: datetime
) -> tuple[AccessToken, str]:
    """Create a token and return its row and its text, which can't be read again later.

    :raises TokenRefused: if the player is a guest, has too many, or no or an unknown scope is chosen
    """
    if player.guest:
        raise TokenRefused(_("You need an account to create access tokens."))
    known = [scope for scope in AccessToken.Scope.values if scope in scopes]
    if not known or len(known) != len(set(scopes)):
        raise TokenRefused(_("Choose what the token is for."))
    if not name.strip() or len(name.strip()) > 40 or not name.isprintable():
        raise TokenRefused(_("Give the token a name of up to 40 characters."))
    text = TOKEN_PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        owner = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if owner.access_tokens.count() >= MAX_TOKENS:
            raise TokenRefused(_("You can have up to %(most)d tokens. Revoke one first.") % {"most": MAX_TOKENS})
        row = AccessToken.objects.create(
            player=owner, name=name.strip(), digest=_compute_digest(text), scopes=" ".join(known), created_at=now
        )
    return row, text


def revoke_access_token(*, player: Player, token: int) -> bool:
    """Delete one of the player's tokens, and return whether it was still there."""
    return bool(AccessToken.objects.filter(player=player, pk=token).delete()[0])


def find_access_token(text: str, *, now: datetime) -> AccessToken | None:
    """Return the token with this text and its player, and note that it was used; None if there's no such token.

    The player's account must be active.
    """
    if not text.startswith(TOKEN_PREFIX) or not text.isascii():
        return None
    found = AccessToken.objects.select_related("player").filter(digest=_compute_digest(text)).first()
    if found is None or not found.player.is_active:
        return None
    if found.last_used_at is None or found.last_used_at <= now - _USE_PRECISION:
        outdated = Q(last_used_at=None) | Q(last_used_at__lte=now - _USE_PRECISION)
        AccessToken.objects.filter(outdated, pk=found.pk).update(last_used_at=now)
    return found


def find_valid_tokens(tokens: Collection[int]) -> frozenset[int]:
    """Return which of these tokens, by key, are still valid, without noting a use."""
    if not tokens:
        return frozenset()
    return frozenset(AccessToken.objects.filter(pk__in=tokens, player__is_active=True).values_list("pk", flat=True))


def _compute_digest(text: str) -> str:
    """Return the fingerprint of a token. A token has 256 random bits, so it needs no slow hash."""
    return hashlib.sha256(text.encode()).hexdigest()
