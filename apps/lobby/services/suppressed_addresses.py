"""Addresses at which nobody wants invitations: a fingerprint is all that is kept, and all that stands in the link.

It is about mail to strangers. Whoever has an account says on their own page how they wish to be told.
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


def link(email: str) -> str:
    """The page on which whoever reads what is sent to an address says that they want no more invitations."""
    token = signing.Signer(salt=_SALT).sign(_fingerprint(email, settings.PUSH_SECRET))
    return settings.SLOWFUSE_SITE + reverse("lobby:no_more", args=[token])


def read(token: str) -> str | None:
    """The fingerprint in a link; none if nobody here wrote it."""
    try:
        return signing.Signer(salt=_SALT).unsign(token)
    except signing.BadSignature:
        return None


def refuse(fingerprint: str, *, now: datetime) -> None:
    """From now on no invitation is mailed there; saying so twice is no error."""
    Unwanted.objects.bulk_create([Unwanted(fingerprint=fingerprint, since=now)], ignore_conflicts=True)


def refused(email: str) -> bool:
    """Whether somebody said so. The secret that stays makes the fingerprints; the key that changes once did."""
    keys = [settings.PUSH_SECRET, settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return Unwanted.objects.filter(fingerprint__in=[_fingerprint(email, key) for key in keys]).exists()


def _fingerprint(email: str, key: str | bytes) -> str:
    return salted_hmac(_SALT, email.strip().lower(), secret=key, algorithm="sha256").hexdigest()
