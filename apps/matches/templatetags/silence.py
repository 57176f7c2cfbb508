"""`{% silence question %} you lay your 3.`: until when one may stay silent, the reserve included, in half a sentence.

First comes the instant that stands at the page's head, in mails and calendars, too; then how long the reserve
reaches, and that is when silence counts. `{% reserve question %}` says the same apart, for games whose sentence ends
otherwise. Neither has a template of its own, for the reason `until` has none.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from django import template
from django.template.context import Context
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from apps.matches.selectors.match_view.questions import Question
from apps.matches.selectors.wording import roughly
from apps.matches.templatetags.instant import iso

register = template.Library()

_SAID: Final = object()
"""Stands in what a page remembers while it is drawn, once a sentence has told of the reserve."""


@register.simple_tag(takes_context=True)
def silence(context: Context, question: Question) -> SafeString | str:
    """The condition, ending in a comma; empty where nothing runs out."""
    _page(context)[_SAID] = question.key
    if question.due_at is None or question.lapses_at is None:
        return ""
    if not question.reserve:
        used_up = question.reserve is not None
        words = (
            _("If you stay silent until {time} (your reserve is used up),")
            if used_up
            else _("If you stay silent until {time},")
        )
        return format_html(words, time=_clock(question.lapses_at, "D H:i"))
    if question.due_at <= timezone.now():
        words = _("Your reserve is running: if you stay silent until {time},")
        return format_html(words, time=_clock(question.lapses_at, "D H:i"))
    words = _("You have until {time}, on your reserve until {end}; if silent,")
    return format_html(words, time=_clock(question.due_at, "D H:i"), end=_clock(question.lapses_at, "D H:i"))


@register.simple_tag(takes_context=True)
def reserve(context: Context, question: Question) -> SafeString | str:
    """What the instant at which silence counts is made of, unless the question's own sentence has said it."""
    said = _page(context).get(_SAID) == question.key
    if said or question.reserve is None or question.due_at is None or question.ask.answered:
        return ""
    written = pgettext("how an instant of the coming days is written", "l, j M, H:i")
    words = _("That is {time} plus {left} of your reserve.") if question.reserve else _("Your reserve is used up.")
    told = format_html(words, time=_clock(question.due_at, written), left=roughly(question.reserve))
    return format_html('<p class="quiet small reserve">{}</p>', told)


def _page(context: Context) -> dict[Any, Any]:
    page: dict[Any, Any] = context.render_context.dicts[0]
    return page


def _clock(at: datetime, written: str) -> SafeString:
    """An instant that the reader's browser may write as it writes all others."""
    return format_html('<time datetime="{}" data-clock>{}</time>', iso(at), date_format(localtime(at), written))
