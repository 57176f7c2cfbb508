"""What guards an account beside its password."""

from __future__ import annotations

from allauth.mfa.models import Authenticator


def doors(*, player: int) -> frozenset[str]:
    """The kinds of keys a player has: `webauthn`, `totp`, `recovery_codes`."""
    return frozenset(Authenticator.objects.filter(user=player).values_list("type", flat=True))
