"""Addresses that refuse invitations, stored and linked only by fingerprint.

This is about mail to strangers. Players with an account have their own notification settings.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils.crypto import salted_hmac

from apps.lobby.models import Unwanted

_SALT: Final = "lobby.unwanted"


def build_refusal_link(email: str) -> str:
    """Return the URL of the page where the reader of an address can refuse invitations."""
    token = signing.Signer(salt=_SALT).sign(_compute_fingerprint(email, settings.PUSH_SECRET))
    return settings.SLOWFUSE_SITE + reverse("lobby:no_more", args=[token])


def parse_refusal_token(token: str) -> str | None:
    """Return the fingerprint in a link, or None if we didn't make it."""
    try:
        return signing.Signer(salt=_SALT).unsign(token)
    except signing.BadSignature:
        return None


def suppress_address(fingerprint: str, *, now: datetime) -> None:
    """Stop mailing invitations to this address. Repeating it is fine."""
    Unwanted.objects.bulk_create([Unwanted(fingerprint=fingerprint, since=now)], ignore_conflicts=True)


def is_suppressed(email: str) -> bool:
    """Check whether the address refuses invitations.

    Fingerprints use the permanent secret. Older ones used the key that can change.
    """
    keys = [settings.PUSH_SECRET, settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return Unwanted.objects.filter(fingerprint__in=[_compute_fingerprint(email, key) for key in keys]).exists()


def _compute_fingerprint(email: str, key: str | bytes) -> str:
    return salted_hmac(_SALT, email.strip().lower(), secret=key, algorithm="sha256").hexdigest()
