"""`{% clocked %}<ol class="plates">…</ol>{% endclocked %}`: put the clocks of a live match on the plates within.

A plate is a component whose renderings are cached, and none can contain a time. So a plate marks the place for its
clock with `{% clock_place %}`, in seat order. The clocks, drawn for each request, are inserted afterwards.
"""

from __future__ import annotations

from typing import Final

from django import template
from django.template.context import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from apps.common import clocks
from apps.matches.selectors.match_view import MatchView, PlateClock
from apps.matches.templatetags.instant import iso

register = template.Library()

CLOCK_PLACEHOLDER: Final = SafeString("<!--clock-->")


@register.simple_tag
def clock_place() -> SafeString:
    """Return the mark that a clock replaces."""
    return CLOCK_PLACEHOLDER


@register.simple_block_tag(takes_context=True)
def clocked(context: Context, content: SafeString) -> SafeString:
    """Return the plates with their clocks, or without any at a slow pace."""
    sight: MatchView | None = context.get("sight")
    plates = content.split(CLOCK_PLACEHOLDER)
    drawn = [_draw_plate_clock(each) for each in sight.clocks] if sight and sight.clocks else [""] * (len(plates) - 1)
    parts = [part for pair in zip(plates, [*drawn, ""], strict=True) for part in pair]
    return mark_safe("".join(parts))  # noqa: S308 -- rendered templates only


def _draw_plate_clock(clock: PlateClock | None) -> SafeString | str:
    """Draw the clock as of now. Scripts keep it running."""
    if clock is None:
        return ""
    time_bank, left, kind, moments = clock.time_bank or 0, clock.time_bank or 0, "", SafeString()
    banking = clock.due_at is None
    if clock.due_at and clock.lapses_at:
        now = clocks.now()
        banking = clock.due_at <= now < clock.lapses_at
        left = int(max(0.0, ((clock.lapses_at if banking else clock.due_at) - now).total_seconds()))
        time_bank, kind = left if banking else time_bank, " running banking" if banking else " running"
        written = ' datetime="{}" data-lapses="{}" data-full="{}"'
        moments = format_html(written, iso(clock.due_at), iso(clock.lapses_at), clock.full)
    return format_html(
        '<span class="clock{}"><span class="sr-only">{} </span>{}<time translate="no"{}>{}</time></span>',
        kind,
        _("Time bank") if banking else _("Time left"),
        "" if clock.time_bank is None else _draw_time_bank_bar(time_bank, clock.full),
        moments,
        _format_time_left(left),
    )


def _draw_time_bank_bar(time_bank: int, full: int) -> SafeString:
    """Draw the time bank as a bar that empties."""
    return format_html(
        '<svg class="bank" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="whole" width="100" height="4" /><rect class="left" width="{}" height="4" /></svg>',
        max(0, min(100, round(100 * time_bank / full))) if full else 0,
    )


def _format_time_left(seconds: int) -> str:
    minutes, seconds = divmod(seconds, 60)
    return f"{minutes}:{seconds:02}" if minutes < 60 else f"{minutes // 60}:{minutes % 60:02}:{seconds:02}"
