"""The inbox, and the numbers in the bar of every page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from datetime import timedelta
from typing import TypeAlias
from urllib.parse import urlsplit

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from apps.accounts.services import online
from apps.common import clocks
from apps.common.requests import HtmxHttpRequest
from apps.matches.selectors import pending
from apps.notices.selectors import inbox as selected
from apps.notices.services import inbox as services

FindDeeds: TypeAlias = Callable[[int, Collection[str]], Mapping[str, tuple[selected.Deed, ...]]]


@never_cache
@require_safe
@login_required
def show_inbox(request: HtmxHttpRequest, find_deeds: FindDeeds | None = None) -> HttpResponse:
    """Show the latest notices. Once listed, they count as read.

    :param find_deeds: returns what a player can do about the notices with these keys, which only apps below know
    """
    me, now = int(request.user.pk or 0), clocks.now()
    services.read_here(player=me, path="", now=now)
    rows = selected.load_inbox_rows(me)
    keys = [row.key for row in rows if not row.deeds]
    deeds = find_deeds(me, keys) if find_deeds and keys else {}
    today = timezone.localdate(now)
    context = {
        "rows": selected.fold_rows(rows, deeds),
        "today": today.isoformat(),
        "yesterday": (today - timedelta(days=1)).isoformat(),
        "matches_waiting": len(pending.find_waiting_matches(me)),
    }
    page = render(request, "notices/inbox.html", context)
    services.read_listed(player=me, rows=rows, now=now)
    return page


@never_cache
@require_safe
def show_bar_counts(request: HtmxHttpRequest) -> HttpResponse:
    """Return the numbers of waiting matches and new notices, for the bar of every page.

    A notice that leads to the page in front of the reader counts as read, and the reader as online.
    """
    me, unread, waiting = request.user.pk, 0, 0
    if me:
        now = clocks.now()
        if _in_front(request):
            online.mark_player_online(player=me, now=now)
        unread = services.read_here(player=me, path=_path_in_front(request), now=now)
        waiting = len(pending.find_waiting_matches(me))
    return render(request, "notices/bar.html", {"matches_waiting": waiting, "unread": unread})


def _in_front(request: HtmxHttpRequest) -> bool:
    return request.headers.get("X-Visible") == "yes"


def _path_in_front(request: HtmxHttpRequest) -> str:
    """Return the path of the page that asks, empty if it's in the background or doesn't say."""
    if not _in_front(request):
        return ""
    with suppress(ValueError):  # Programs can send anything.
        return urlsplit(request.htmx.current_url or "").path
    return ""
