"""Django's template filter `date`, which in the hour that comes twice also says which of the two is meant."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import template
from django.template import defaultfilters
from django.utils.timezone import is_aware

from apps.common import dates

register = template.Library()


@register.filter(expects_localtime=True, is_safe=False)
def date(value: Any, format_: str | None = None) -> str:
    """Format a date, or a moment in the current time zone."""
    if format_ and isinstance(value, datetime) and is_aware(value):
        return dates.written(value, format_)
    return defaultfilters.date(value, format_)
