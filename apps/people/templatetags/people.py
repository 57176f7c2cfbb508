"""`{{ seconds|lasting }}`, a duration in words, as in the lobby."""

from __future__ import annotations

from django import template

from apps.matches.selectors.wording import format_rough_duration

register = template.Library()


@register.filter
def lasting(seconds: int) -> str:
    return format_rough_duration(seconds)
