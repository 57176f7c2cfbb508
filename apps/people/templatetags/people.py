"""`{{ seconds|lasting }}`: a length of time in words, as the lobby says it."""

from __future__ import annotations

from django import template

from apps.matches.selectors.wording import roughly

register = template.Library()


@register.filter
def lasting(seconds: int) -> str:
    return roughly(seconds)
