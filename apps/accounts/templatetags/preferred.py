"""`{% preferred as own %}`: how the reader likes the pages (`own.theme`, `own.chosen`)."""

from __future__ import annotations

from django import template
from django.template.context import Context

from apps.accounts.preferences import Preferences
from apps.accounts.services import preferences

register = template.Library()


@register.simple_tag(takes_context=True)
def preferred(context: Context) -> Preferences:
    return preferences.of(context.get("request"))
