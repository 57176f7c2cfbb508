"""`{% reserve question.reserve question.due_at %}`: what a late answer draws on, told to whom it is asked only.

No template of its own, for the reason `until` has none.
"""

from __future__ import annotations

from datetime import datetime

from django import template
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from apps.matches.selectors.wording import roughly
from apps.matches.templatetags.instant import iso

register = template.Library()


@register.simple_tag
def reserve(left: int, due_at: datetime) -> str:
    """What the instant at which silence counts is made of: the deadline, and the seconds that are left beyond it."""
    if not left:
        return _("Your reserve is used up.")
    written = pgettext("how an instant of the coming days is written", "l, j M, H:i")
    return format_html(
        _("That is {time} plus {left} of your reserve."),
        left=roughly(left),
        time=format_html(
            '<time datetime="{}" data-clock>{}</time>', iso(due_at), date_format(localtime(due_at), written)
        ),
    )
