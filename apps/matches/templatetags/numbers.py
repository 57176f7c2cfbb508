"""Ordinals and percentages: `{{ row.place|ordinal }}` (2nd, 2., 2e) and `{{ share|percentage }}` (50%, 50 %)."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

from apps.common import ordinals

register = template.Library()
register.filter("ordinal", ordinals.format_ordinal)


@register.filter
def percentage(share: float | str) -> str:
    """Return a number of hundredths with the percent sign as the active language writes it."""
    return _("%(share)s%%") % {"share": share}
