"""`{% silence question %} you lay your 3.`: half a sentence with the time at which silence counts, time bank included.

The same instant is at the page's head, in the list of matches, in e-mails and calendars. How much of it comes out of
the time bank is added. It has no template of its own, for the same reason as `until`.
"""

from __future__ import annotations

from datetime import datetime

from django import template
from django.template.context import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from apps.common import clocks, dates
from apps.matches.selectors.match_view import MatchView
from apps.matches.selectors.match_view.questions import Question
from apps.matches.selectors.wording import format_rough_duration
from apps.matches.templatetags.instant import iso

register = template.Library()


@register.simple_tag(takes_context=True)
def silence(context: Context, question: Question) -> SafeString | str:
    """Return the condition, ending in a comma; empty if nothing expires.

    Against bots only, at a slow pace, no deadline is worth reading.
    """
    if question.due_at is None or question.lapses_at is None:
        return ""
    sight: MatchView | None = context.get("sight")
    if sight and sight.alone and not sight.live:
        return _("If you don’t move,")
    until = _render_instant(question.lapses_at, "D H:i")
    if question.time_bank is None or (sight and sight.clocks):  # In that case, the plate shows the time bank.
        return format_html(_("If you don’t move by {time},"), time=until)
    if not question.time_bank:
        return format_html(_("If you don’t move by {time} (your time bank is empty),"), time=until)
    if question.due_at <= clocks.now():
        return format_html(_("Your time bank is running. If you don’t move by {time},"), time=until)
    words = _("If you don’t move by {time} (with {left} from your time bank),")
    return format_html(words, time=until, left=format_rough_duration(question.time_bank))


def _render_instant(at: datetime, written: str) -> SafeString:
    """Return an instant that the reader's browser can format like all others."""
    clock = dates.format_time(at, written)
    return format_html('<time translate="no" datetime="{}" data-clock>{}</time>', iso(at), clock)
