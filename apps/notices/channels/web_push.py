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
from typing import Final
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
from apps.notices.models import QUESTION_KINDS, Delivery, PushSubscription
from apps.notices.net import safe_http
from apps.notices.net.safe_http import Failed, Lost
from apps.notices.wording import NoticeLine

DEFAULT_TTL: Final = timedelta(days=7)
"""How long a push service keeps a message without a deadline for a browser that is off."""
MAX_TTL: Final = timedelta(days=28)
"""The longest time that push services accept."""
MAX_LISTED_SUBJECTS: Final = 20
"""Maximum subjects that one message lists, so that there is room for its text."""
GONE_STATUSES: Final = (404, 410)
"""Answers of a push service that no longer knows the subscription (RFC 8030)."""
TEMPORARY_STATUSES: Final = (408, 425, 429)
"""Refusals that only mean *not now*."""
STATUS_FORMAT: Final = "HTTP %d"
REFUSED_WITH_STATUS: Final = gettext_noop("The push service refused our message with HTTP status %(status)s.")
SUBSCRIPTION_ENDED: Final = gettext_noop("The browser no longer receives notifications.")
MAX_PAYLOAD_BYTES: Final = 3000
"""Maximum bytes of a message, because push services accept only 4,096 encrypted ones."""
_CURVE_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


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
def derive_server_key() -> Vapid02:
    """Return the server's key, derived from its secret and the same in all processes."""
    number = int.from_bytes(hashlib.sha512(b"slowfuse push:" + settings.PUSH_SECRET.encode()).digest(), "big")
    private = ec.derive_private_key(1 + number % (_CURVE_ORDER - 1), ec.SECP256R1())
    return Vapid02(private, {"no-strict": True})  # Otherwise it refuses a site with a port as contact.


def public_key() -> str:
    """Return the key in the form that a browser needs to subscribe."""
    point = derive_server_key().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def is_usable_subscription(*, endpoint: str, p256dh: str, auth: str) -> bool:
    """Check whether these are a URL we can send to and the keys of a browser."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decode_base64(p256dh))
        return (
            len(_decode_base64(auth)) == 16
            and len(endpoint) <= 1000
            and safe_http.is_valid_url(endpoint)
            and not safe_http.is_internal_url(endpoint)
        )
    except (ValueError, binascii.Error, UnsupportedAlgorithm):
        return False


def fingerprint_endpoint(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()


def build_push_message(
    delivery: Delivery, browser: PushSubscription, lines: Sequence[NoticeLine], *, now: datetime
) -> Ring:
    """Return the message of a delivery.

    Its tag and topic name what it is about, so a last call replaces the turn before it, on the screen as well as at the
    push service.
    """
    shown, rest = lines[:5], lines[5:]
    texts = [shown[0].text] if len(lines) == 1 else [each.title for each in shown] + (["…"] if rest else [])
    about = sorted({each.about for each in lines})
    tag = _hash_subjects(browser.player_id, *about)
    payload: dict[str, object] = {
        "title": wording.build_headline(lines)[:120],
        "body": "\n".join(texts)[: MAX_PAYLOAD_BYTES // 4],
        "url": lines[0].url if len(lines) == 1 else settings.SLOWFUSE_SITE + wording.get_own_matches_path(),
        "tag": tag,
        "about": [_hash_subjects(browser.player_id, each)[:12] for each in about]
        if len(about) <= MAX_LISTED_SUBJECTS
        else [],
        "message": delivery.ticket,
    }
    urgent = any(each.kind in QUESTION_KINDS for each in lines)
    encoded = msgspec.json.encode(payload)
    return Ring(browser.endpoint, browser.p256dh, browser.auth, encoded, tag, compute_ttl(lines, now=now), urgent)


def compute_ttl(lines: Sequence[NoticeLine], *, now: datetime) -> int:
    """Return for how many seconds the message is worth keeping: until the last deadline it is about."""
    until = [each.due_at if each.kind in QUESTION_KINDS and each.due_at else now + DEFAULT_TTL for each in lines]
    return int(min(max(max(until) - now, timedelta()), MAX_TTL).total_seconds())


def _hash_subjects(player: int, *subjects: str) -> str:
    """Return a name for these subjects that reveals nothing to a push service.

    It has up to 32 URL-safe characters (RFC 8030).
    """
    named = "\n".join((str(player), *subjects)).encode()
    digest = hmac.new(b"slowfuse topic:" + settings.PUSH_SECRET.encode(), named, hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:24]).decode()


def send_push_message(ring: Ring) -> None:
    """Encrypt, sign and send a message.

    :raises Lost: if the push service will never accept a message for this subscription
    :raises Failed: if it wasn't accepted this time
    """
    status, retry_after = safe_http.send_post_request(
        ring.endpoint, body=encrypt_push_message(ring), headers=_build_push_headers(ring)
    )
    if status in GONE_STATUSES:
        raise Lost(SUBSCRIPTION_ENDED)
    if 400 <= status < 500 and status not in TEMPORARY_STATUSES:
        raise Lost(STATUS_FORMAT % status)
    if not 200 <= status < 300:
        raise Failed(STATUS_FORMAT % status, retry_after=retry_after)


def in_words(trouble: str) -> str:
    """Return a browser's error in the reader's language."""
    if status := re.fullmatch(r"HTTP (\d+)", trouble):
        return _(REFUSED_WITH_STATUS) % {"status": status[1]}
    return wording.translate_stored(trouble) if trouble else ""


def encrypt_push_message(ring: Ring) -> bytes:
    """Return the message encrypted for its browser alone."""
    once = ec.generate_private_key(ec.SECP256R1())
    body: bytes = http_ece.encrypt(
        ring.payload,
        private_key=once,
        dh=_decode_base64(ring.p256dh),
        auth_secret=_decode_base64(ring.auth),
        version="aes128gcm",
    )
    return body


def _build_push_headers(ring: Ring) -> Mapping[str, str]:
    parts = urlsplit(ring.endpoint)
    signed = derive_server_key().sign({"aud": f"{parts.scheme}://{parts.netloc}", "sub": _get_operator_contact()})
    return {
        **signed,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(ring.ttl),
        "Topic": ring.topic,
        "Urgency": "high" if ring.urgent else "normal",
    }


def _get_operator_contact() -> str:
    """Return the operators' contact. Apple refuses an address that only exists on the server itself."""
    if settings.SLOWFUSE_SITE.startswith("https://"):
        return str(settings.SLOWFUSE_SITE)
    return "mailto:" + (parseaddr(settings.DEFAULT_FROM_EMAIL)[1] or "noreply@localhost")


def _decode_base64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
