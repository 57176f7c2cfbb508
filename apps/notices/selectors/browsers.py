"""The browsers in which a player has turned on notifications."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings

from apps.accounts.models import Player
from apps.accounts.services import logins
from apps.notices.models import PushSubscription


def find_notified_browsers(*, player: Player, now: datetime) -> list[PushSubscription]:
    """Return the browsers we notify, in which their player is still logged in and which aren't switched off."""
    return [each for each in logged_in(player=player, now=now) if each.off_at is None]


def logged_in(*, player: Player, now: datetime) -> list[PushSubscription]:
    """Return the browsers in which their player is still logged in, the newest first."""
    rows = list(PushSubscription.objects.filter(player=player).order_by("-created_at", "-pk"))
    live = logins.filter_live_sessions({row.session for row in rows if row.session}, player=player, now=now)
    return [row for row in rows if (row.session in live if row.session else row.created_at > before_sessions(now))]


def before_sessions(now: datetime) -> datetime:
    """Return the earliest start of a session that can still last. Rows of older versions don't name theirs."""
    return now - timedelta(seconds=settings.SESSION_COOKIE_AGE)
