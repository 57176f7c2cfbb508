"""`{% until sight.due_at %}`: a deadline in the reader's time zone and language, which their browser can count down.

It has no template of its own, because it heads every page that is drawn after a turn. Building it from tags and filters
took longer than drawing all plates.
"""

from __future__ import annotations

from datetime import datetime, tzinfo
from functools import lru_cache

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from apps.common import clocks, dates
from apps.matches.templatetags.instant import iso

register = template.Library()


@register.simple_tag
def until(at: datetime, *, dated: bool = False, brief: bool = False) -> SafeString:
    """Return a deadline, or that it has passed.

    :param dated: add the day of the month
    :param brief: leave just the countdown on narrow screens
    """
    over = _("time is up")
    return format_html(
        '<time translate="no" datetime="{}" data-countdown="{}" data-over="{}"{}>{}</time>',
        iso(at),
        _("until {time} ({left} left)"),
        over,
        format_html(' data-brief="{}"', "{left}") if brief else "",
        over
        if at <= clocks.now()
        else _format_until_minute(at.replace(second=0, microsecond=0), dated, get_language(), get_current_timezone()),
    )


@lru_cache(1024)  # A busy server has many deadlines within a minute, and writing one took longer than a row of plates.
def _format_until_minute(minute: datetime, dated: bool, _language: str | None, _zone: tzinfo) -> str:
    """Format the moment in the active language and zone, which are arguments for the cache to tell them apart."""
    written = pgettext("how an instant of the coming days is written", "D j M, H:i") if dated else "D H:i"
    return _("until %(time)s") % {"time": dates.format_time(minute, written)}
