"""`{% answer_form %}…{% endanswer_form %}`: a form that answers the open question.

It encloses the hand and the answers. Its buttons are the answers, and each has all of its fields in one value: `<button
name="choice" value="type=lay&amp;card=12">`. If players fill in fields, the form names the type of the action, as in
`{% answer_form "bid" %}`. `id` and `class` are the form's own, and all others become hidden fields.

Once a puzzle is answered, there's no URL to send it to (`answer_url` is empty): the form keeps its place but can't be
used.

A form whose answer is final has its deadline in `data-final`. There, `hold.js` asks for confirmation, or leaves a
moment to take the answer back.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from django import template
from django.template.context import Context
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from apps.matches.selectors.match_view import MatchView
from apps.matches.selectors.match_view.questions import Question
from apps.matches.templatetags.own_token import own_token

register = template.Library()

_FORM_ATTRIBUTES: Final = ("id", "class")


@register.simple_tag
@lru_cache(1024)  # Needed at every turn, and reversing it took as long as drawing three plates.
def answer_url(code: str) -> str:
    """Return the URL that takes answers to this match."""
    return reverse("matches:answer", args=[code])


@register.simple_block_tag(takes_context=True)
def answer_form(context: Context, content: SafeString, kind: str = "", **words: object) -> SafeString:
    """Return the form, with its question and the reader's token."""
    if not context["answer_url"]:
        return format_html("<fieldset disabled{}>{}</fieldset>", _render_own_attributes(words.items()), content)
    attributes, question = render_question_attributes(context)
    start, hidden = _render_answer_form_start(kind, tuple((name, str(value)) for name, value in words.items()))
    token = own_token(context)
    return mark_safe(f"{start} {attributes}>{token}{question}{hidden}{content}</form>")  # noqa: S308 -- all drawn


def render_question_attributes(context: Context) -> tuple[SafeString, SafeString]:
    """Return the attributes of every form that answers the open question, and the field that names the question."""
    question = context["question"]
    return _render_cached_attributes(
        context["answer_url"], question.key, _get_final_deadline(context.get("sight"), question)
    )


def _get_final_deadline(sight: MatchView | None, question: Question) -> str | None:
    """Return the deadline of a final answer; None if it can be changed.

    A sealed answer can, except in a puzzle, while others are awaited or the game doesn't wait for it.
    """
    ask = question.ask
    if ask.sealed and not (sight and sight.puzzle):
        others = sight is not None and any(person.awaited and not person.me for person in sight.people)
        if others or not ask.waits:
            return None
    return question.lapses_at.isoformat() if question.lapses_at else ""


@lru_cache(1024)  # A page has ten of them, drawn again at every look.
def _render_cached_attributes(url: str, question: str, final: str | None) -> tuple[SafeString, SafeString]:
    until = "" if final is None else format_html(' data-final="{}"', final)
    return (
        format_html('method="post" action="{}" hx-post="{}"{}', url, url, until),
        format_html('<input type="hidden" name="question" value="{}">', question),
    )


@lru_cache(1024)
def _render_answer_form_start(kind: str, words: tuple[tuple[str, str], ...]) -> tuple[SafeString, SafeString]:
    """Return the start of the form and its hidden fields, which are the same for every question."""
    unseen = [*([("type", kind)] if kind else []), *(each for each in words if each[0] not in _FORM_ATTRIBUTES)]
    return (
        format_html("<form{}", _render_own_attributes(words)),
        format_html_join("", '<input type="hidden" name="{}" value="{}">', unseen),
    )


def _render_own_attributes(words: Iterable[tuple[str, object]]) -> SafeString:
    return format_html_join("", ' {}="{}"', [each for each in words if each[0] in _FORM_ATTRIBUTES])
