"""`{% order_form code "plan" id="order-plan" %}…{% endorder_form %}`: a form that adds a standing order from the table.

The match's code and the order's type come first (no type to withdraw an order). `id` and `class` are the form's own,
and all else is its content. The response is the table.
"""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.template.context import Context
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from apps.matches.templatetags.own_token import own_token

register = template.Library()


@register.simple_block_tag(takes_context=True)
def order_form(context: Context, content: SafeString, code: str, order: str, **own: object) -> SafeString:
    """Return the form for an order in this match. Empty in a puzzle, which has no code."""
    if not code:
        return SafeString()
    start, hidden = _render_order_form_start(code, order, tuple(own.items()))
    return mark_safe(f"{start}{own_token(context)}{hidden}{content}</form>")  # noqa: S308 -- every part is drawn


@lru_cache(1024)  # The table has them after every turn, and reversing their URL costs more than all else.
def _render_order_form_start(code: str, order: str, own: tuple[tuple[str, str], ...]) -> tuple[SafeString, SafeString]:
    url = reverse("matches:orders", args=[code])
    left = format_html('<input type="hidden" name="order" value="{}">', order) if order else ""
    attributes = format_html_join("", ' {}="{}"', own)
    return (
        format_html('<form{} method="post" action="{}" hx-post="{}">', attributes, url, url),
        format_html('<input type="hidden" name="back" value="table">{}', left),
    )
