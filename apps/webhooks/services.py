"""Adding and removing webhooks, posting what happened, and switching off webhooks that fail."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from apps.accounts.models import Player
from apps.clubs.models import Club
from apps.common import rate_limits
from apps.common.task_queue import queue_on_commit
from apps.notices.models import Kind
from apps.notices.net import safe_http
from apps.notices.services import outbox
from apps.notices.wording import Words
from apps.tournaments.models import Tournament
from apps.webhooks import selectors
from apps.webhooks.errors import HookRefused, NotOrganiser
from apps.webhooks.models import CHOOSABLE_EVENTS, Event, Hook, HookMessage, Shape, new_secret, new_ticket

MAX_HOOKS: Final = 5
"""Maximum webhooks of a tournament or club."""
MAX_FAILING_DAYS: Final = 3
"""Number of days with failures and without any success after which a webhook is switched off."""
MAX_CHANGES_PER_HOUR: Final = 30
QUICK_CHECK_SPAN: Final = timedelta(minutes=15)
"""How far the quick check goes back."""
FULL_CHECK_SPAN: Final = timedelta(days=3)
"""How far the full check goes back."""
KEPT_MESSAGES: Final = 50
"""Number of messages that the log of a webhook shows."""
KEPT: Final = timedelta(days=30)
"""How long older messages are kept, and webhooks of tournaments that are over."""

GONE: Final = gettext_noop("The address no longer exists.")
GONE_AT: Final = gettext_noop("The address of a webhook of %(name)s no longer exists.")
FAILED_FOR: Final = gettext_noop("A webhook of %(name)s has been failing for %(days)s days.")
NO_RIGHT: Final = gettext_noop("The player who added it can no longer edit this.")


def add_hook(
    *,
    player: Player,
    of: Tournament | Club,
    url: str,
    shape: str,
    events: Collection[str],
    language: str,
    now: datetime,
) -> Hook:
    """Tell this address what happens from now on.

    :raises HookRefused: if they can't, a choice or the address is invalid, or there are too many
    :raises RateLimited: if they make too many changes
    """
    _check_right(player, of)
    url, chosen = url.strip(), [event.value for event in CHOOSABLE_EVENTS if event in events]
    if len(url) > 500 or not safe_http.is_valid_url(url):
        raise HookRefused(_("We can’t send to this address. It must start with https://."))
    if safe_http.is_internal_url(url):
        raise HookRefused(_("We only send to hosts on the public Internet."))
    if not chosen:
        raise HookRefused(_("Choose at least one event."))
    if shape not in Shape.values or language not in dict(settings.LANGUAGES):
        raise HookRefused(_("That isn’t an option on this page. Nothing was changed."))
    with transaction.atomic():
        type(of).objects.select_for_update(no_key=True, of=("self",)).get(
            pk=of.pk
        )  # Two at once would both be the fifth.
        if len(selectors.find_hooks(of)) >= MAX_HOOKS:
            raise HookRefused(
                _("You already have %(most)d webhooks, the maximum. Remove one first.") % {"most": MAX_HOOKS}
            )
        return Hook.objects.create(
            club=of if isinstance(of, Club) else None, tournament=of if isinstance(of, Tournament) else None,
            owner=player, url=url, shape=shape, events=chosen, language=language, since=now,
        )  # fmt: skip


def remove_hook(*, player: Player, of: Tournament | Club, hook: int) -> None:
    """Remove a webhook with its log.

    :raises HookRefused: if they can't, or it's already gone
    """
    _find_own_hook(player, of, hook).delete()


def renew_secret(*, player: Player, of: Tournament | Club, hook: int) -> Hook:
    """Replace the secret of a webhook.

    :raises HookRefused: if they can't, or it's gone
    """
    found = _find_own_hook(player, of, hook)
    found.secret = new_secret()
    found.save(update_fields=["secret"])
    return found


def revive_hook(*, player: Player, of: Tournament | Club, hook: int, now: datetime) -> None:
    """Switch a webhook on again, from now on in this player's name.

    :raises HookRefused: if they can't, or it's gone
    """
    found = _find_own_hook(player, of, hook)
    Hook.objects.filter(pk=found.pk, off_at__isnull=False).update(
        owner=player, off_at=None, failing_days=0, failed_on=None, trouble="", since=now
    )


def send_test(*, player: Player, of: Tournament | Club, hook: int, now: datetime) -> None:
    """Send a test message at once, ahead of messages that are waiting.

    :raises HookRefused: if they can't, or the webhook is gone or off
    """
    found = _find_own_hook(player, of, hook)
    if found.off_at is not None:
        raise HookRefused(_("This webhook is switched off. Switch it on first."))
    with transaction.atomic():
        ticket = new_ticket()
        HookMessage.objects.create(hook=found, event=Event.TEST, subject=ticket, ticket=ticket, at=now, next_at=now)
        queue_on_commit("apps.webhooks.tasks.send_messages")


def post_new_messages(*, now: datetime, all_of_it: bool = False) -> int:
    """Post what happened lately, or in the last days, to every webhook that wants it, and return how much was new.

    Posting twice has no effect, so a crash loses nothing.
    """
    hooks = list(Hook.objects.filter(off_at=None).select_related("club"))
    if not hooks:
        return 0
    since = now - (FULL_CHECK_SPAN if all_of_it else QUICK_CHECK_SPAN)
    wanted = list(selectors.group_by_hook(hooks, selectors.find_happenings(hooks, since=since)))
    if not wanted:
        return 0
    subjects = {each.subject for _hook, each in wanted}
    known: set[tuple[int, str, str]] = set()
    for start in range(0, len(ordered := sorted(subjects)), 500):
        rows = HookMessage.objects.filter(hook__in=hooks, subject__in=ordered[start : start + 500])
        known.update(rows.values_list("hook", "event", "subject"))
    new = [
        HookMessage(
            hook=hook, event=each.event, subject=each.subject, tournament_id=each.tournament, at=each.at, next_at=now
        )
        for hook, each in wanted
        if (hook.pk, str(each.event), each.subject) not in known
    ]
    HookMessage.objects.bulk_create(new, ignore_conflicts=True, batch_size=500)
    return len(new)


def record_success(*, hook: int) -> None:
    """Forget the failures of a webhook."""
    Hook.objects.filter(pk=hook).exclude(failing_days=0, trouble="").update(failing_days=0, failed_on=None, trouble="")


def record_failure(*, hook: int, why: str, gone: bool, now: datetime) -> None:
    """Note a failed try with its reason, before translation.

    A webhook that fails on several days in a row, or whose address is gone, is switched off, and its owner notified.
    """
    with transaction.atomic():
        found = Hook.objects.select_for_update(no_key=True).filter(pk=hook, off_at=None).first()
        if found is None:
            return
        found.trouble = why
        if found.failed_on != now.date():
            found.failing_days, found.failed_on = found.failing_days + 1, now.date()
        found.save(update_fields=["trouble", "failing_days", "failed_on"])
        if not gone and found.failing_days < MAX_FAILING_DAYS:
            return
        switch_off(hook=found, why=why, now=now)
        of = found.club or found.tournament
        words = Words(
            title=gettext_noop("We’ve switched off one of your webhooks"),
            text=GONE_AT if gone else FAILED_FOR,
            path=f"{of.get_absolute_url()}webhooks/" if of is not None else "/",
            names={"name": of.name if of is not None else "", "days": MAX_FAILING_DAYS},
        )
        outbox.post_notice(
            player=found.owner_id, kind=Kind.HOUSE, key=f"webhook:{hook}:{now.isoformat()}", words=words, now=now
        )


def switch_off(*, hook: Hook, why: str, now: datetime) -> None:
    """Switch a webhook off, and drop its waiting messages."""
    Hook.objects.filter(pk=hook.pk).update(off_at=now, trouble=why)
    HookMessage.objects.filter(hook=hook, state=HookMessage.State.WAITING).update(state=HookMessage.State.VOID)


def delete_old_messages(*, now: datetime) -> None:
    """Delete old messages, except the latest of each webhook, and the webhooks of tournaments that ended long ago."""
    Hook.objects.filter(tournament__over_at__lt=now - KEPT).delete()
    old = HookMessage.objects.filter(at__lt=now - KEPT).exclude(state=HookMessage.State.WAITING)
    for hook in list(old.values_list("hook", flat=True).distinct()):
        latest = HookMessage.objects.filter(hook=hook).order_by("-pk").values_list("pk", flat=True)[:KEPT_MESSAGES]
        old.filter(hook=hook).exclude(pk__in=list(latest)).delete()


def _check_right(player: Player, of: Tournament | Club) -> None:
    if not selectors.can_manage_hooks(player, of):
        raise NotOrganiser
    rate_limits.enforce_rate_limit(
        what="hooks",
        who=str(player.pk),
        most=MAX_CHANGES_PER_HOUR,
        seconds=3600,
        sentence=_("You’ve made a lot of changes in the past hour. Please wait a while."),
    )


def _find_own_hook(player: Player, of: Tournament | Club, hook: int) -> Hook:
    """Return a webhook of this tournament or club for a change.

    :raises HookRefused: if they can't change it, or it's gone
    """
    _check_right(player, of)
    found = next((each for each in selectors.find_hooks(of) if each.pk == hook), None)
    if found is None:
        raise HookRefused(_("This webhook no longer exists."))
    return found
