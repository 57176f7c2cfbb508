"""Whether somebody may not talk for a while, wherever they would be read."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Max
from django.utils.translation import gettext as _

from apps.common import dates
from apps.talk.models import Silence


def silenced(player: int, *, now: datetime) -> str:
    """Why this person may not write anything now, in a sentence; empty if they may."""
    return sentence(Silence.objects.filter(player=player).aggregate(until=Max("until"))["until"], now=now)


def sentence(until: datetime | None, *, now: datetime) -> str:
    """The same, if it is known until when they may not."""
    if until is None or until <= now:
        return ""
    written = dates.written(until, "DATETIME_FORMAT")
    return _("An organiser has banned you from chat until %(until)s. You can still read and play.") % {"until": written}
