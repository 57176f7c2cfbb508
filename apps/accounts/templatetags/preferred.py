"""The reader's preferences as template tags.

`{% preferred as own %}` returns the reader's preferences (`own.theme`, `own.chosen`).

`{% choices own "sound" "motion" as all %}` returns what they can choose. `errors=form.errors` adds what was refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django import template
from django.template.context import Context

from apps.accounts.forms import PreferencesForm
from apps.accounts.preferences import Preferences
from apps.accounts.services import preferences

register = template.Library()


class Choice(NamedTuple):
    """A preference that can be changed here."""

    name: str
    label: str
    values: Iterable[object]
    chosen: str
    help_text: str
    errors: Sequence[str]


@register.simple_tag(takes_context=True)
def preferred(context: Context, bot_pause: int | None = None) -> Preferences:
    """Return what the reader has chosen. At a table, its own bots' speed replaces the one for their next tables."""
    own = preferences.get_preferences(context.get("request"))
    return own if bot_pause is None else own.paused(bot_pause)


@register.simple_tag
def choices(own: Preferences, *names: str, errors: Mapping[str, Sequence[str]] | None = None) -> list[Choice]:
    """Return the possible choices for each of these preferences, for `account/preference.html`."""
    fields: Any = PreferencesForm.base_fields
    refused = errors or {}  # Django gives an empty text for what the context doesn't have.
    return [
        Choice(
            name,
            fields[name].label,
            fields[name].choices,
            getattr(own, name),
            fields[name].help_text,
            refused.get(name, ()),
        )
        for name in names
    ]
