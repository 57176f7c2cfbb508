"""Turning notifications on and off in a player's browsers, also automatically."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from apps.accounts.models import Player
from apps.notices.channels import web_push
from apps.notices.errors import ReceiverRefused
from apps.notices.models import Kind, PushSubscription
from apps.notices.selectors.browsers import before_sessions
from apps.notices.services import outbox
from apps.notices.wording import Words

MAX_BROWSERS: Final = 10
"""Maximum browsers of a player, beyond which the oldest is replaced."""
MAX_BROWSER_FAILURES: Final = 20
"""Failed tries in a row after which a browser is switched off."""


@dataclass(frozen=True)
class Address:
    """A browser's endpoint, and the keys only it can decrypt with."""

    endpoint: str
    p256dh: str
    auth: str

    def check(self) -> None:
        """Check the address.

        :raises ReceiverRefused: if it isn't an endpoint with keys of a browser
        """
        if not web_push.is_usable_subscription(endpoint=self.endpoint, p256dh=self.p256dh, auth=self.auth):
            raise ReceiverRefused(_("We can’t send notifications to this browser. Try another one."))


def subscribe_browser(
    *, player: Player, address: Address, name: str, session: str, now: datetime, was: str = ""
) -> None:
    """Notify this browser as long as the session lasts. It belongs to the player who turned it on last.

    `was` is the browser's former endpoint, if it had one.

    :raises ReceiverRefused: if the address isn't an endpoint with keys of a browser
    """
    address.check()
    if was and was != address.endpoint:
        unsubscribe_browser(player=player, endpoint=was)
    PushSubscription.objects.update_or_create(
        fingerprint=fingerprint_endpoint(address.endpoint),
        defaults={**_build_reachable_fields(address, session), "player": player, "name": name[:60], "created_at": now},
    )
    kept = PushSubscription.objects.filter(player=player).order_by("-created_at", "-pk").values_list("pk", flat=True)
    PushSubscription.objects.filter(pk__in=list(kept[MAX_BROWSERS:])).delete()


def update_subscription(
    *, player: Player, address: Address, was: str, key: str, session: str
) -> Literal["kept", "renew", "unknown"]:
    """Store what a browser says about its subscription, and return what it must do.

    `renew` means to subscribe again, because the subscription is dead or was made for another key. `unknown` means to
    unsubscribe, because its player has turned it off.

    :raises ReceiverRefused: if the address isn't an endpoint with keys of a browser
    """
    own = fingerprint_endpoint(address.endpoint)
    with transaction.atomic():
        found = PushSubscription.objects.select_for_update(no_key=True).filter(
            player=player, fingerprint__in=[own, fingerprint_endpoint(was)]
        )
        row = next(iter(sorted(found, key=lambda each: each.fingerprint != own)), None)
        if row is None:
            return "unknown"
        same = row.fingerprint == own and was != address.endpoint  # Some browsers subscribe again at the same address.
        if (row.off_at and same) or (key and key != web_push.public_key()):
            return "renew"
        address.check()
        PushSubscription.objects.filter(fingerprint__in=[own, fingerprint_endpoint(was)]).exclude(pk=row.pk).delete()
        PushSubscription.objects.filter(pk=row.pk).update(fingerprint=own, **_build_reachable_fields(address, session))
    return "kept"


def _build_reachable_fields(address: Address, session: str) -> dict[str, object]:
    """Return the fields of a browser that can be reached."""
    return {
        "endpoint": address.endpoint,
        "p256dh": address.p256dh,
        "auth": address.auth,
        "session": session,
        "failures": 0,
        "off_at": None,
        "trouble": "",
    }


def unsubscribe_browser(*, player: Player, endpoint: str = "", browser: int = 0) -> None:
    """Stop notifying that browser. It's fine if it's already gone."""
    mine = PushSubscription.objects.filter(player=player)
    (mine.filter(fingerprint=fingerprint_endpoint(endpoint)) if endpoint else mine.filter(pk=browser)).delete()


def move_browsers(*, was: str, now: str) -> None:
    """Let the browsers of a session follow it to another key."""
    PushSubscription.objects.filter(session=was).update(session=now)


def record_browser_failure(*, browser: int, why: str, lost: bool, now: datetime) -> None:
    """Count a failed try with its reason, and switch the browser off if it's lost or has failed too often.

    Its owner is notified unless the browser itself ended it.
    """
    with transaction.atomic():
        found = PushSubscription.objects.select_for_update(no_key=True).filter(pk=browser, off_at=None).first()
        if found is None:
            return
        found.failures += 1
        found.trouble = why
        if lost or found.failures >= MAX_BROWSER_FAILURES:
            found.off_at = now
            if why != web_push.SUBSCRIPTION_ENDED:
                _notify_switched_off(found, now)
        found.save(update_fields=["failures", "trouble", "off_at"])


def reset_browser_failures(*, browser: int) -> None:
    """Reset the failures, because a message was accepted."""
    PushSubscription.objects.filter(pk=browser, failures__gt=0).update(failures=0, trouble="")


def forget_logged_out(*, now: datetime) -> None:
    """Delete the browsers whose session is over."""
    live = Session.objects.filter(expire_date__gt=now).values("session_key")
    over = ~Q(session="") & ~Q(session__in=live) | Q(session="", created_at__lte=before_sessions(now))
    PushSubscription.objects.filter(over).delete()


def fingerprint_endpoint(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()


def _notify_switched_off(browser: PushSubscription, now: datetime) -> None:
    words = Words(
        title=gettext_noop("We’ve switched off push in one of your browsers"),
        text=gettext_noop("To turn it on again, open Slow Fuse in this browser: %(browser)s"),
        path=reverse("notices:settings"),
        names={"browser": browser.name},
    )
    key = f"browser:{browser.pk}:{now.isoformat()}"
    outbox.post_notice(player=browser.player_id, kind=Kind.HOUSE, key=key, words=words, now=now)
