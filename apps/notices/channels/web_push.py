"""Web push: an encrypted message to a browser (RFC 8291), signed with the house's own key (RFC 8292)."""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
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
from py_vapid import Vapid02

from apps.accounts.models import Player
from apps.notices import wording
from apps.notices.errors import ReceiverRefused
from apps.notices.models import OF_QUESTIONS, Delivery, PushSubscription
from apps.notices.net import safe_http
from apps.notices.net.safe_http import Failed, Lost
from apps.notices.wording import NoticeLine

MOST: Final = 10
"""Browsers a person may have; the oldest gives way."""
TTL: Final = 24 * 3600
"""Seconds for which a push service keeps a message for a browser that is off."""
ROOM: Final = 3000
"""Bytes of a message; push services take 4,096 encrypted ones."""
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


@dataclass(frozen=True)
class Ring:
    """A message to one browser, not encrypted yet."""

    endpoint: str
    p256dh: str
    auth: str
    payload: bytes
    topic: str
    urgent: bool


@cache
def key() -> Vapid02:
    """The house's key, made from its secret: the same in all processes."""
    number = int.from_bytes(hashlib.sha512(b"slowfuse push:" + settings.PUSH_SECRET.encode()).digest(), "big")
    return Vapid02(ec.derive_private_key(1 + number % (_ORDER - 1), ec.SECP256R1()))


def public_key() -> str:
    """As a browser wants it when it subscribes."""
    point = key().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def subscribe(*, player: Player, endpoint: str, p256dh: str, auth: str, name: str, now: datetime) -> None:
    """Ring in this browser from now on; it belongs to whoever subscribed in it last.

    :raises ReceiverRefused: if these are no address and no keys of a browser
    """
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _raw(p256dh))
        usable = (
            len(_raw(auth)) == 16
            and len(endpoint) <= 1000
            and safe_http.sound(endpoint)
            and not safe_http.inward(endpoint)
        )
    except (ValueError, binascii.Error, UnsupportedAlgorithm):
        usable = False
    if not usable:
        raise ReceiverRefused(_("We can’t use the push address this browser gave us. Try another browser."))
    PushSubscription.objects.update_or_create(
        fingerprint=fingerprint(endpoint),
        defaults={
            "player": player,
            "endpoint": endpoint,
            "p256dh": p256dh,
            "auth": auth,
            "name": name[:60],
            "created_at": now,
        },
    )
    kept = PushSubscription.objects.filter(player=player).order_by("-created_at", "-pk").values_list("pk", flat=True)
    PushSubscription.objects.filter(pk__in=list(kept[MOST:])).delete()


def unsubscribe(*, player: Player, endpoint: str = "", browser: int = 0) -> None:
    """Ring there no more; one that is gone already is no error."""
    mine = PushSubscription.objects.filter(player=player)
    (mine.filter(fingerprint=fingerprint(endpoint)) if endpoint else mine.filter(pk=browser)).delete()


def fingerprint(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()


def write(delivery: Delivery, browser: PushSubscription, lines: Sequence[NoticeLine]) -> Ring:
    """The message of a delivery. Its tag makes that a browser shows it once, however often it comes."""
    shown, rest = lines[:5], lines[5:]
    texts = [shown[0].text] if len(lines) == 1 else [each.title for each in shown] + (["…"] if rest else [])
    payload: dict[str, Any] = {
        "title": wording.headline(lines)[:120],
        "body": "\n".join(texts)[: ROOM // 4],
        "url": lines[0].url if len(lines) == 1 else settings.SLOWFUSE_SITE + wording.mine(),
        "tag": delivery.ticket,
    }
    urgent = any(each.kind in OF_QUESTIONS for each in lines)
    encoded = msgspec.json.encode(payload)
    return Ring(browser.endpoint, browser.p256dh, browser.auth, encoded, delivery.ticket, urgent)


def send(ring: Ring) -> None:
    """Encrypt, sign and hand over.

    :raises Lost: if the browser is gone for good
    :raises Failed: if it was not taken
    """
    status, retry_after = safe_http.post(ring.endpoint, body=encrypted(ring), headers=_headers(ring))
    if status in (404, 410):
        raise Lost(f"HTTP {status}")
    if not 200 <= status < 300:
        raise Failed(f"HTTP {status}", retry_after=retry_after)


def encrypted(ring: Ring) -> bytes:
    """For nobody but the browser."""
    once = ec.generate_private_key(ec.SECP256R1())
    body: bytes = http_ece.encrypt(
        ring.payload, private_key=once, dh=_raw(ring.p256dh), auth_secret=_raw(ring.auth), version="aes128gcm"
    )
    return body


def _headers(ring: Ring) -> Mapping[str, str]:
    parts = urlsplit(ring.endpoint)
    sender = parseaddr(settings.DEFAULT_FROM_EMAIL)[1] or "noreply@localhost"
    signed = key().sign({"aud": f"{parts.scheme}://{parts.netloc}", "sub": f"mailto:{sender}"})
    return {
        **signed,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(TTL),
        "Topic": ring.topic,
        "Urgency": "high" if ring.urgent else "normal",
    }


def _raw(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
