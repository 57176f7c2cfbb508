"""Webhooks: a signed request to a URL of the player's own."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from apps.notices import wording
from apps.notices.models import Delivery, Webhook
from apps.notices.net import safe_http
from apps.notices.net.safe_http import Failed
from apps.notices.wording import NoticeLine

OUR_FAULT: Final = gettext_noop("Something went wrong on our side.")
STATUS_FORMAT: Final = "HTTP %d"
ANSWERED_WITH_STATUS: Final = gettext_noop("The server answered with HTTP status %(status)s instead of 200.")


@dataclass(frozen=True)
class Request:
    """A request to send, with its URL."""

    url: str
    body: bytes
    headers: Mapping[str, str]


def build_webhook_request(delivery: Delivery, hook: Webhook, lines: Sequence[NoticeLine], *, now: datetime) -> Request:
    """Return the request of a delivery, signed with the time of this try, because receivers refuse old signatures."""
    notices = [
        {
            "id": each.id,
            "kind": each.kind,
            "title": each.title,
            "text": each.text,
            "url": each.url,
            "match": each.code or None,
            "due_at": each.due_at,
        }
        for each in lines
    ]
    signed_at = int(now.timestamp())
    body = msgspec.json.encode({"delivery": delivery.ticket, "created_at": delivery.created_at, "notices": notices})
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "SlowFuse",
        "X-SlowFuse-Delivery": delivery.ticket,
        "X-SlowFuse-Signature": f"t={signed_at},v1={compute_signature(hook.secret, signed_at, body)}",
    }
    return Request(hook.url, body, headers)


def compute_signature(secret: str, at: int, body: bytes) -> str:
    """Return the proof that the request is ours, made from the time, a dot and the body."""
    return hmac.new(secret.encode(), b"%d." % at + body, hashlib.sha256).hexdigest()


def send_webhook_request(request: Request) -> None:
    """Send the request.

    :raises Failed: if it wasn't accepted
    """
    status, retry_after = safe_http.send_post_request(request.url, body=request.body, headers=request.headers)
    if not 200 <= status < 300:
        raise Failed(STATUS_FORMAT % status, retry_after=retry_after)


def in_words(trouble: str) -> str:
    """Return a webhook's error in the reader's language."""
    if status := re.fullmatch(r"HTTP (\d+)", trouble):
        return _(ANSWERED_WITH_STATUS) % {"status": status[1]}
    return wording.translate_stored(trouble) if trouble else ""
