"""Passkeys and codes, which protect an account besides its password."""

from __future__ import annotations

from contextlib import suppress

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from apps.accounts.errors import MailUnsent, UnlockRefused
from apps.accounts.models import Player


def find_authenticator_kinds(*, player: int) -> frozenset[str]:
    """Return the kinds a player has: `webauthn`, `totp`, `recovery_codes`."""
    return frozenset(Authenticator.objects.filter(user=player).values_list("type", flat=True))


def door_title(kind: str) -> str:
    """Return the title of a kind."""
    match kind:
        case "webauthn":
            return _("Passkeys")
        case "totp":
            return _("Authenticator app")
        case "recovery_codes":
            return _("Recovery codes")
    return kind


def remove_authenticators(*, player: Player) -> None:
    """Remove a player's passkeys and codes because they have lost theirs, and tell them by mail.

    A mail that can't be sent doesn't stop it.

    :raises UnlockRefused: if there are none, or no password to log in without them
    """
    if not player.has_usable_password():
        raise UnlockRefused(
            _(
                "This account has no password. Without its passkeys and codes, no one could log in. Set a "
                "password first."
            )
        )
    taken, _kinds = Authenticator.objects.filter(user=player).delete()
    if not taken:
        raise UnlockRefused(_("This account has no passkeys or codes, only a password. Nothing was removed."))
    for address in EmailAddress.objects.filter(user=player, verified=True):
        with suppress(MailUnsent), translation.override(player.language or settings.LANGUAGE_CODE):
            get_adapter().send_mail("account/email/unlocked", address.email, {"user": player})
