"""`{% answer_form "lay" colour="red" %}…{% endanswer_form %}`: a form that answers the open question.

What stands first is the type of the action, where no button of the form says it; `id` and `class` are the form's own;
all else is sent along unseen. A form whose answer cannot be changed any more says until when it is awaited
(`data-final`): `hold.js` asks once more there, or gives a moment to take it back.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from django import template
from django.template.context import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from apps.matches.selectors.match_view import MatchView
from apps.matches.selectors.match_view.questions import Question
from apps.matches.templatetags.own_token import own_token

register = template.Library()

_ATTRIBUTES: Final = ("id", "class")


@register.simple_block_tag(takes_context=True)
def answer_form(context: Context, content: SafeString, kind: str = "", **words: Any) -> SafeString:
    """The form, with the question it answers and the token that shows that it is ours."""
    sent = tuple((name, str(value)) for name, value in words.items())
    question = context["question"]
    start, hidden = _drawn(context["answer_url"], question.key, kind, sent, _final(context.get("sight"), question))
    return mark_safe(f"{start}{own_token(context)}{hidden}{content}</form>")  # noqa: S308 -- every part is drawn


def _final(sight: MatchView | None, question: Question) -> str | None:
    """Until when the answer is awaited, or nothing if it may be changed: sealed, and others are awaited, too."""
    ask = question.ask
    if ask.sealed:
        others = sight is not None and any(person.awaited and not person.me for person in sight.people)
        if others or not ask.waits:
            return None
    return question.lapses_at.isoformat() if question.lapses_at else ""


@lru_cache(1024)  # A page has ten of them, and they are drawn anew with every look.
def _drawn(
    url: str, question: str, kind: str, words: tuple[tuple[str, str], ...], final: str | None
) -> tuple[SafeString, SafeString]:
    """The tag that begins the form, and what it sends along unseen, which are the same for every reader."""
    own = [(name, value) for name, value in words if name in _ATTRIBUTES]
    unseen = [("question", question), *([("type", kind)] if kind else []), *(each for each in words if each not in own)]
    if final is not None:
        own.append(("data-final", final))
    return (
        format_html('<form{} method="post" action="{}" hx-post="{}">', format_html_join("", ' {}="{}"', own), url, url),
        format_html_join("", '<input type="hidden" name="{}" value="{}">', unseen),
    )
