"""`{% answer_form "lay" colour="red" %}…{% endanswer_form %}`: a form that answers the open question.

What stands first is the type of the action, where no button of the form says it; `id` and `class` are the form's own;
all else is sent along unseen.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from django import template
from django.template.context import Context
from django.template.defaulttags import CsrfTokenNode
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

_TOKEN: Final = CsrfTokenNode()
_ATTRIBUTES: Final = ("id", "class")


@register.simple_block_tag(takes_context=True)
def answer_form(context: Context, content: SafeString, kind: str = "", **words: Any) -> SafeString:
    """The form, with the question it answers and the token that shows that it is ours."""
    sent = tuple((name, str(value)) for name, value in words.items())
    start, hidden = _drawn(context["answer_url"], context["question"].key, kind, sent)
    return mark_safe(f"{start}{_TOKEN.render(context)}{hidden}{content}</form>")  # noqa: S308 -- every part is drawn


@lru_cache(1024)  # A page has ten of them, and they are drawn anew with every look.
def _drawn(url: str, question: str, kind: str, words: tuple[tuple[str, str], ...]) -> tuple[SafeString, SafeString]:
    """The tag that begins the form, and what it sends along unseen, which are the same for every reader."""
    own = [(name, value) for name, value in words if name in _ATTRIBUTES]
    unseen = [("question", question), *([("type", kind)] if kind else []), *(each for each in words if each not in own)]
    return (
        format_html('<form{} method="post" action="{}" hx-post="{}">', format_html_join("", ' {}="{}"', own), url, url),
        format_html_join("", '<input type="hidden" name="{}" value="{}">', unseen),
    )
