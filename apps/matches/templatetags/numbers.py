"""Numbers as people write them: `{{ place|ordinal }}` (2nd), `{{ share|percentage }}`, `{{ score|minus }}` (−2)."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from apps.common import ordinals
from apps.games import load_games

register = template.Library()
register.filter("ordinal", ordinals.format_ordinal)


@register.filter
def percentage(share: float | str) -> str:
    """Return a number of hundredths with the percent sign as the active language writes it."""
    return _("%(share)s%%") % {"share": share}


@register.filter
def minus(number: float | str) -> str:
    """Return a number, or several in a text, with real minus signs, which are as wide as a plus, for hyphens."""
    return str(number).replace("-", "−")


@register.filter
def signed(number: int) -> SafeString:
    """Return a change with its sign, marked as a gain or a loss."""
    if not number:
        return SafeString("0")
    kind, sign = ("gain", "+") if number > 0 else ("loss", "−")
    return SafeString(f'<span class="{kind}">{sign}{abs(number):d}</span>')


@register.filter
def asks_numbers(game: str) -> bool:
    """Check whether a question of this game has fields for numbers."""
    return load_games()[game].meta.asks_numbers
