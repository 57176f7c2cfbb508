"""Web push: a message encrypted for a browser (RFC 8291) and signed with the server's key (RFC 8292)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import parseaddr
from functools import cache
from typing import Any, Final
from urllib.parse import urlsplit

import http_ece
import msgspec
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from py_vapid import Vapid02

from apps.notices import wording
from apps.notices.models import OF_QUESTIONS, Delivery, PushSubscription
from apps.notices.net import safe_http
from apps.notices.net.safe_http import Failed, Lost
from apps.notices.wording import NoticeLine

KEPT: Final = timedelta(days=7)
"""How long a push service keeps a message without a deadline for a browser that is off."""
LONGEST: Final = timedelta(days=28)
"""The longest time that push services accept."""
ABOUT: Final = 20
"""Maximum subjects that one message lists, so that there is room for its text."""
GONE: Final = (404, 410)
"""Answers of a push service that no longer knows the subscription (RFC 8030)."""
PASSING: Final = (408, 425, 429)
"""Refusals that only mean *not now*."""
STATUS: Final = "HTTP %d"
ANSWERED: Final = gettext_noop("The push service refused our message with HTTP status %(status)s.")
ENDED: Final = gettext_noop("The browser no longer receives notifications.")
ROOM: Final = 3000
"""Maximum bytes of a message, because push services accept only 4,096 encrypted ones."""
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


@dataclass(frozen=True)
class Ring:
    """A message to one browser, before encryption."""

    endpoint: str
    p256dh: str
    auth: str
    payload: bytes
    topic: str
    ttl: int
    urgent: bool


@cache
def key() -> Vapid02:
    """Return the server's key, derived from its secret and the same in all processes."""
    number = int.from_bytes(hashlib.sha512(b"slowfuse push:" + settings.PUSH_SECRET.encode()).digest(), "big")
    private = ec.derive_private_key(1 + number % (_ORDER - 1), ec.SECP256R1())
    return Vapid02(private, {"no-strict": True})  # Otherwise it refuses a site with a port as contact.


def public_key() -> str:
    """Return the key in the form that a browser needs to subscribe."""
    point = key().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def usable(*, endpoint: str, p256dh: str, auth: str) -> bool:
    """Check whether these are a URL we can send to and the keys of a browser."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _raw(p256dh))
        return (
            len(_raw(auth)) == 16
            and len(endpoint) <= 1000
            and safe_http.sound(endpoint)
            and not safe_http.inward(endpoint)
        )
    except (ValueError, binascii.Error, UnsupportedAlgorithm):
        return False


def fingerprint(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()


def write(delivery: Delivery, browser: PushSubscription, lines: Sequence[NoticeLine], *, now: datetime) -> Ring:
    """Return the message of a delivery.

    Its tag and topic name what it is about, so a last call replaces the turn before it, on the screen as well as at the
    push service.
    """
    shown, rest = lines[:5], lines[5:]
    texts = [shown[0].text] if len(lines) == 1 else [each.title for each in shown] + (["…"] if rest else [])
    about = sorted({each.about for each in lines})
    tag = _mark(browser.player_id, *about)
    payload: dict[str, Any] = {
        "title": wording.headline(lines)[:120],
        "body": "\n".join(texts)[: ROOM // 4],
        "url": lines[0].url if len(lines) == 1 else settings.SLOWFUSE_SITE + wording.mine(),
        "tag": tag,
        "about": [_mark(browser.player_id, each)[:12] for each in about] if len(about) <= ABOUT else [],
        "message": delivery.ticket,
    }
    urgent = any(each.kind in OF_QUESTIONS for each in lines)
    encoded = msgspec.json.encode(payload)
    return Ring(browser.endpoint, browser.p256dh, browser.auth, encoded, tag, ttl(lines, now=now), urgent)


def ttl(lines: Sequence[NoticeLine], *, now: datetime) -> int:
    """Return for how many seconds the message is worth keeping: until the last deadline it is about."""
    until = [each.due_at if each.kind in OF_QUESTIONS and each.due_at else now + KEPT for each in lines]
    return int(min(max(max(until) - now, timedelta()), LONGEST).total_seconds())


def _mark(player: int, *subjects: str) -> str:
    """Return a name for these subjects that reveals nothing to a push service.

    It has up to 32 URL-safe characters (RFC 8030).
    """
    named = "\n".join((str(player), *subjects)).encode()
    digest = hmac.new(b"slowfuse topic:" + settings.PUSH_SECRET.encode(), named, hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:24]).decode()


def send(ring: Ring) -> None:
    """Encrypt, sign and send a message.

    :raises Lost: if the push service will never accept a message for this subscription
    :raises Failed: if it wasn't accepted this time
    """
    status, retry_after = safe_http.post(ring.endpoint, body=encrypted(ring), headers=_headers(ring))
    if status in GONE:
        raise Lost(ENDED)
    if 400 <= status < 500 and status not in PASSING:
        raise Lost(STATUS % status)
    if not 200 <= status < 300:
        raise Failed(STATUS % status, retry_after=retry_after)


def in_words(trouble: str) -> str:
    """Return a browser's error in the reader's language."""
    if status := re.fullmatch(r"HTTP (\d+)", trouble):
        return _(ANSWERED) % {"status": status[1]}
    return wording.translate_stored(trouble) if trouble else ""


def encrypted(ring: Ring) -> bytes:
    """Return the message encrypted for its browser alone."""
    once = ec.generate_private_key(ec.SECP256R1())
    body: bytes = http_ece.encrypt(
        ring.payload, private_key=once, dh=_raw(ring.p256dh), auth_secret=_raw(ring.auth), version="aes128gcm"
    )
    return body


def _headers(ring: Ring) -> Mapping[str, str]:
    parts = urlsplit(ring.endpoint)
    signed = key().sign({"aud": f"{parts.scheme}://{parts.netloc}", "sub": _contact()})
    return {
        **signed,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(ring.ttl),
        "Topic": ring.topic,
        "Urgency": "high" if ring.urgent else "normal",
    }


def _contact() -> str:
    """Return the operators' contact. Apple refuses an address that only exists on the server itself."""
    if settings.SLOWFUSE_SITE.startswith("https://"):
        return str(settings.SLOWFUSE_SITE)
    return "mailto:" + (parseaddr(settings.DEFAULT_FROM_EMAIL)[1] or "noreply@localhost")


def _raw(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
