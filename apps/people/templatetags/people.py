"""`{{ seconds|lasting }}`, a duration in words, as in the lobby."""

from __future__ import annotations

from django import template

from apps.matches.selectors.wording import roughly

register = template.Library()


@register.filter
def lasting(seconds: int) -> str:
    return roughly(seconds)
