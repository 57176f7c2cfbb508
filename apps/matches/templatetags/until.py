"""`{% until sight.due_at %}`: a deadline in the reader's zone and language, which their browser may count down.

No template of its own: it stands at the head of every page that is drawn after a turn, and putting it together from
tags and filters took longer than drawing all plates.
"""

from __future__ import annotations

from datetime import datetime

from django import template
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from apps.matches.templatetags.instant import iso

register = template.Library()


@register.simple_tag
def until(at: datetime, *, dated: bool = False) -> SafeString:
    """`dated`: with the day of the month, for what may be far away."""
    written = pgettext("how an instant of the coming days is written", "l, j M, H:i") if dated else "D H:i"
    return format_html(
        '<time datetime="{}" data-countdown="{}">{}</time>',
        iso(at),
        _("until {time} (in {left})"),
        _("until %(time)s") % {"time": date_format(localtime(at), written)},
    )
