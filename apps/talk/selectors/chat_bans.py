"""Chat bans, which apply wherever others would read a player."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Max
from django.utils.translation import gettext as _

from apps.common import dates
from apps.talk.models import ChatBan


def find_chat_ban(player: int, *, now: datetime) -> str:
    """Return why this player can't write anything now, empty if they can."""
    return describe_chat_ban(ChatBan.objects.filter(player=player).aggregate(until=Max("until"))["until"], now=now)


def describe_chat_ban(until: datetime | None, *, now: datetime) -> str:
    """Return the same sentence if the end of the ban is known."""
    if until is None or until <= now:
        return ""
    written = dates.format_time(until, "DATETIME_FORMAT")
    return _("An organiser has banned you from chat until %(until)s. You can still read and play.") % {"until": written}
