"""Tags for account pages: times of day, browsers, and data for their scripts."""

from __future__ import annotations

import json

from django import template

from apps.accounts import user_agents
from apps.accounts.forms import format_time_of_day

register = template.Library()
register.filter("clock", format_time_of_day)
register.filter("browser", user_agents.format_browser_name)


@register.filter
def as_json(data: object) -> str:
    """Return data as JSON for an attribute, because pages can't contain scripts."""
    return json.dumps(data)
