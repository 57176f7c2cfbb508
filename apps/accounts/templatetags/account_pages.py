"""Tags for account pages: times of day, browsers, and data for their scripts."""

from __future__ import annotations

import json
from typing import Any

from django import template

from apps.accounts import user_agents
from apps.accounts.forms import clock

register = template.Library()
register.filter("clock", clock)
register.filter("browser", user_agents.spoken)


@register.filter
def as_json(data: Any) -> str:
    """Return data as JSON for an attribute, because pages can't contain scripts."""
    return json.dumps(data)
