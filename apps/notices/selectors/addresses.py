"""Players' mail addresses, and URLs of the pages that mails link to."""

from __future__ import annotations

from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.urls import reverse

from apps.accounts.models import Player

_UNSUBSCRIBE_SALT: Final = "notices.off"


def find_mail_address(player: Player) -> str:
    """Return the address the player has confirmed, the primary one if there are several, or an empty text.

    In an embedded installation, whose mails never leave it, the unconfirmed address is enough.
    """
    confirmed = EmailAddress.objects.filter(user=player, verified=True).order_by("-primary", "pk")
    found = confirmed.values_list("email", flat=True).first()
    return found or ("" if settings.HOSTED else player.email)


def build_unsubscribe_url(player: int) -> str:
    """Return the URL of the page where the player can stop all mail without logging in."""
    return settings.SLOWFUSE_SITE + reverse(
        "notices:off", args=[signing.Signer(salt=_UNSUBSCRIBE_SALT).sign_object(player)]
    )


def parse_unsubscribe_token(token: str) -> int | None:
    """Return the player whose mail the URL stops, or None if we didn't make it."""
    try:
        player = signing.Signer(salt=_UNSUBSCRIBE_SALT).unsign_object(token)
    except (signing.BadSignature, ValueError):
        return None
    return player if isinstance(player, int) else None
