"""Django's template filter `date`, which also says which of the two hours is meant when clocks go back."""

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
    """Format a date, or a time in the current time zone."""
    if format_ and isinstance(value, datetime) and is_aware(value):
        return dates.format_time(value, format_)
    return defaultfilters.date(value, format_)
