"""`{% ring question.opened_at question.due_at %}`: the share of the time left to answer, as a ring that empties."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from apps.common import clocks
from apps.matches.templatetags.instant import iso

register = template.Library()

SCARCE_PERCENT: Final = 20
"""The percentage of the time left below which the ring is drawn thicker."""


@register.simple_tag
def ring(opened_at: datetime | None, due_at: datetime) -> SafeString | str:
    """Draw the ring as of now. Scripts keep it running, and its deadline is written beside it."""
    whole = (due_at - opened_at).total_seconds() if opened_at else 0
    if whole <= 0:
        return ""
    left = max(0, min(100, round(100 * (due_at - clocks.now()).total_seconds() / whole)))
    return format_html(
        '<svg class="ring{}" viewBox="0 0 24 24" aria-hidden="true" data-from="{}" data-until="{}">'
        '<circle class="whole" cx="12" cy="12" r="9" />'
        '<circle class="left" cx="12" cy="12" r="9" pathLength="100" stroke-dasharray="{} 100"'
        ' transform="rotate(-90 12 12)" /></svg>',
        " scarce" if left < SCARCE_PERCENT else "",
        iso(opened_at),
        iso(due_at),
        left,
    )
