"""`{{ table.expected_seconds|estimated }}`: an estimated length of time, in one unit."""

from __future__ import annotations

from django import template

from apps.matches.selectors import wording

register = template.Library()
register.filter("estimated", wording.format_estimated_duration)
