"""Adding, changing and removing webhooks, and switching them off automatically."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from apps.accounts.models import Player
from apps.common.codes import new_token
from apps.notices.errors import ReceiverRefused
from apps.notices.models import Kind, Webhook
from apps.notices.net import safe_http
from apps.notices.selectors.preferences import CHOOSABLE_KINDS
from apps.notices.services import outbox
from apps.notices.wording import Words

MAX_WEBHOOKS: Final = 5
"""Maximum webhooks of a player."""


MAX_WEBHOOK_FAILURES: Final = 20
"""Number of failed tries in a row after which a webhook is switched off."""


def add_webhook(*, player: Player, url: str, kinds: Collection[str], now: datetime) -> Webhook:
    """Send these kinds of notices to this URL from now on.

    :raises ReceiverRefused: if the URL is invalid or not public, no kind is chosen, or there are too many
    """
    url = url.strip()
    if len(url) > 500 or not safe_http.is_valid_url(url):
        raise ReceiverRefused(_("We can’t send to this address. It must start with https://."))
    if safe_http.is_internal_url(url):
        raise ReceiverRefused(_("We only send to hosts on the public Internet."))
    chosen = _validate_kinds(kinds)
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if Webhook.objects.filter(player=player).count() >= MAX_WEBHOOKS:
            raise ReceiverRefused(
                _("You already have %(most)d webhooks, the maximum. Remove one first.") % {"most": MAX_WEBHOOKS}
            )
        return Webhook.objects.create(player=player, url=url, kinds=chosen, created_at=now)


def update_webhook_kinds(*, player: Player, hook: int, kinds: Collection[str]) -> None:
    """Change the kinds of notices a webhook gets.

    :raises ReceiverRefused: if they have no such webhook, or no kind is chosen
    """
    if not Webhook.objects.filter(player=player, pk=hook).update(kinds=_validate_kinds(kinds)):
        raise ReceiverRefused(_("This webhook no longer exists."))


def remove_webhook(*, player: Player, hook: int) -> None:
    """Remove a webhook. It's fine if it's already gone."""
    Webhook.objects.filter(player=player, pk=hook).delete()


def revive_webhook(*, player: Player, hook: int) -> None:
    """Try a webhook again that was switched off."""
    Webhook.objects.filter(player=player, pk=hook).update(off_at=None, failures=0, trouble="")


def renew_webhook_secret(*, player: Player, hook: int) -> None:
    """Replace the webhook's secret."""
    Webhook.objects.filter(player=player, pk=hook).update(secret=new_token())


def record_webhook_failure(*, hook: int, why: str, now: datetime) -> None:
    """Count a failed try with its reason, before translation.

    The last one switches the webhook off, and its owner is notified.
    """
    with transaction.atomic():
        found = Webhook.objects.select_for_update(no_key=True).filter(pk=hook, off_at=None).first()
        if found is None:
            return
        found.failures += 1
        found.trouble = why
        if found.failures >= MAX_WEBHOOK_FAILURES:
            found.off_at = now
            words = Words(
                title=gettext_noop("We’ve switched off one of your webhooks"),
                text=gettext_noop("It failed %(times)s times in a row."),
                path="/me/notices/",
                names={"times": MAX_WEBHOOK_FAILURES},
            )
            outbox.post_notice(
                player=found.player_id, kind=Kind.HOUSE, key=f"hook:{hook}:{now.isoformat()}", words=words, now=now
            )
        found.save(update_fields=["failures", "trouble", "off_at"])


def _validate_kinds(kinds: Collection[str]) -> list[str]:
    """Return the chosen kinds in order.

    :raises ReceiverRefused: if there are none
    """
    chosen = [kind.value for kind in CHOOSABLE_KINDS if kind in kinds]
    if not chosen:
        raise ReceiverRefused(_("Choose at least one event."))
    return chosen
