"""What guards an account beside its password."""

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


def doors(*, player: int) -> frozenset[str]:
    """The kinds of keys a player has: `webauthn`, `totp`, `recovery_codes`."""
    return frozenset(Authenticator.objects.filter(user=player).values_list("type", flat=True))


def door_title(kind: str) -> str:
    """What a kind of key is called."""
    match kind:
        case "webauthn":
            return _("Passkeys")
        case "totp":
            return _("Authenticator app")
        case "recovery_codes":
            return _("Recovery codes")
    return kind


def unlock(*, player: Player) -> None:
    """Take every key but the password away, for somebody who has lost theirs; they are told by mail.

    A mail that cannot be sent stops nobody from coming home.

    :raises UnlockRefused: if there is no such key, or no password that would open the account without it
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
