"""Where mail for somebody goes, and the addresses of the pages that mails lead to."""

from __future__ import annotations

from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.urls import reverse

from apps.accounts.models import Player

_SALT: Final = "notices.off"


def mail(player: Player) -> str:
    """The address its owner has confirmed, the one used first if there are several; none: no mail.

    In the embedded house, whose mails never leave it, the address that was given will do.
    """
    confirmed = EmailAddress.objects.filter(user=player, verified=True).order_by("-primary", "pk")
    found = confirmed.values_list("email", flat=True).first()
    return found or ("" if settings.HOSTED else player.email)


def off(player: int) -> str:
    """The page on which somebody stops all mail, without logging in."""
    return settings.SLOWFUSE_SITE + reverse("notices:off", args=[signing.Signer(salt=_SALT).sign_object(player)])


def whose(token: str) -> int | None:
    """Whose mail the address stops; none if nobody here wrote it."""
    try:
        player = signing.Signer(salt=_SALT).unsign_object(token)
    except (signing.BadSignature, ValueError):
        return None
    return player if isinstance(player, int) else None
