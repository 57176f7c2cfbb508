"""`{% kept forms %}…{% plain_token %}…{% endkept %}`: what `{% csrf_token %}` is to a form outside of kept parts."""

from __future__ import annotations

from django import template
from django.template.context import Context
from django.utils.safestring import SafeString

from apps.matches.templatetags import blanks, own_token

register = template.Library()


@register.simple_tag(takes_context=True)
def plain_token(context: Context) -> SafeString | str:
    """The hidden field of a form that the browser sends, not htmx."""
    return blanks.PLAIN_TOKEN if blanks.left(context) else own_token.plain(context)
