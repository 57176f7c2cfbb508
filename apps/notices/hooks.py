"""Webhooks: a signed request to an address of the person's own."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import msgspec
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from apps.accounts.models import Player
from apps.notices import outbox, outside
from apps.notices.models import Delivery, Kind, Webhook, new_token
from apps.notices.outside import Failed
from apps.notices.wishes import CHOICES
from apps.notices.words import Line, Words

MOST: Final = 5
"""Webhooks a person may have."""
DEAD: Final = 20
"""Tries in a row that failed, after which a webhook is switched off."""

OURS: Final = gettext_noop("Something went wrong on our side.")
STATUS: Final = "HTTP %d"
ANSWERED: Final = gettext_noop("It answered with HTTP status %(status)s; it should be 200.")


class Refused(Exception):
    """It cannot be; the message says why."""


@dataclass(frozen=True)
class Request:
    """What is posted, and where."""

    url: str
    body: bytes
    headers: Mapping[str, str]


def add(*, player: Player, url: str, kinds: Collection[str], now: datetime) -> Webhook:
    """From now on this address hears these kinds.

    :raises Refused: if it is no address, names a machine that is not public, hears nothing, or there are too many
    """
    url = url.strip()
    if len(url) > 500 or not outside.sound(url):
        raise Refused(_("This is no address we can send to: it must begin with https://."))
    if outside.inward(url):
        raise Refused(_("We send only to machines on the public Internet."))
    chosen = _chosen(kinds)
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if Webhook.objects.filter(player=player).count() >= MOST:
            raise Refused(_("You have %(most)d webhooks; remove one first.") % {"most": MOST})
        return Webhook.objects.create(player=player, url=url, kinds=chosen, created_at=now)


def change(*, player: Player, hook: int, kinds: Collection[str]) -> None:
    """From now on it hears these kinds instead.

    :raises Refused: if they have no such webhook, or it would hear nothing
    """
    if not Webhook.objects.filter(player=player, pk=hook).update(kinds=_chosen(kinds)):
        raise Refused(_("There is no such webhook any more."))


def remove(*, player: Player, hook: int) -> None:
    """It hears nothing any more; one that is gone already is no error."""
    Webhook.objects.filter(player=player, pk=hook).delete()


def revive(*, player: Player, hook: int) -> None:
    """Try one again that was switched off."""
    Webhook.objects.filter(player=player, pk=hook).update(off_at=None, failures=0, trouble="")


def renew(*, player: Player, hook: int) -> None:
    """A new secret."""
    Webhook.objects.filter(player=player, pk=hook).update(secret=new_token())


def write(delivery: Delivery, hook: Webhook, lines: Sequence[Line]) -> Request:
    """The request of a delivery."""
    told = [
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
    created_at = int(delivery.created_at.timestamp())
    body = msgspec.json.encode({"delivery": delivery.ticket, "created_at": delivery.created_at, "notices": told})
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "SlowFuse",
        "X-SlowFuse-Delivery": delivery.ticket,
        "X-SlowFuse-Signature": f"t={created_at},v1={signature(hook.secret, created_at, body)}",
    }
    return Request(hook.url, body, headers)


def signature(secret: str, at: int, body: bytes) -> str:
    """What proves that the request is ours: of the time, a dot and the body."""
    return hmac.new(secret.encode(), b"%d." % at + body, hashlib.sha256).hexdigest()


def send(request: Request) -> None:
    """:raises Failed: if it was not taken"""
    status = outside.post(request.url, body=request.body, headers=request.headers)
    if not 200 <= status < 300:
        raise Failed(STATUS % status)


def said(trouble: str) -> str:
    """The trouble of a row for its reader."""
    if status := re.fullmatch(r"HTTP (\d+)", trouble):
        return _(ANSWERED) % {"status": status[1]}
    return _(trouble) if trouble else ""


def failed(*, hook: int, why: str, now: datetime) -> None:
    """Count a try that failed, and why, before translation; the last one switches the webhook off, and its owner is
    told.
    """
    with transaction.atomic():
        found = Webhook.objects.select_for_update(no_key=True).filter(pk=hook, off_at=None).first()
        if found is None:
            return
        found.failures += 1
        found.trouble = why
        if found.failures >= DEAD:
            found.off_at = now
            words = Words(
                title=gettext_noop("A webhook of yours is switched off"),
                text=gettext_noop("It failed %(times)s times in a row."),
                path="/me/notices/",
                names={"times": DEAD},
            )
            outbox.post(
                player=found.player_id, kind=Kind.HOUSE, key=f"hook:{hook}:{now.isoformat()}", words=words, now=now
            )
        found.save(update_fields=["failures", "trouble", "off_at"])


def _chosen(kinds: Collection[str]) -> list[str]:
    """:raises Refused: if nothing that can be told is among them"""
    chosen = [kind.value for kind in CHOICES if kind in kinds]
    if not chosen:
        raise Refused(_("Choose at least one thing to be told."))
    return chosen
