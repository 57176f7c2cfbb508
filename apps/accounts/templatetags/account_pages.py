"""What the pages about oneself need: times of day, browsers, data for their scripts."""

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
    """For an attribute: where scripts may not stand in the page, their data may."""
    return json.dumps(data)
