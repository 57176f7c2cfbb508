"""`{{ seconds|lasting }}`, a duration as in the lobby, and `{% draw_points … %}`, the points of a rating's course."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from apps.common import dates
from apps.matches.selectors.wording import format_rough_duration
from apps.matches.templatetags import numbers
from apps.people.rating_chart import Point

register = template.Library()


@register.filter
def lasting(seconds: int) -> str:
    return format_rough_duration(seconds)


@register.simple_tag
def draw_points(points: Iterable[Point], written: str, *, tabbable: object) -> SafeString:
    """Draw the points of a course, each with its label. They lead to their matches.

    As a template, this would be the slowest part of a profile by far.

    :param written: the format of dates
    """
    drawn = [_draw_point(point, written, tabbable=bool(tabbable)) for point in points]
    return mark_safe("".join(drawn))  # noqa: S308 -- only dates are text, and those are escaped


def _draw_point(point: Point, written: str, *, tabbable: bool) -> str:
    """Draw a point with its label, and its link if the reader can see the match."""
    x, y, step, rating = point.x, point.y, point.step, point.step.points.points
    day = escape(dates.format_time(step.at, written))
    sign, change = "+" if step.change > 0 else "", numbers.minus(step.change)
    best = ""
    if point.best:
        said = escape(_("Best: %(points)s") % {"points": rating})
        best = (
            f'<circle class="best" cx="{x}%" cy="{y}%" r="6" />'
            f'<text class="best-label" x="{x}%" y="{y}%" dy="-10" text-anchor="{point.anchor}">{said}</text>'
        )
    shapes = (
        f'<rect x="{point.left}%" width="{point.width}%" height="100%" /><line x1="{x}%" x2="{x}%" y2="100%" />'
        f'{best}<circle cx="{x}%" cy="{y}%" r="2.5" /><text x="{x}%" y="-8" text-anchor="{point.anchor}">'
        f"{day} · <tspan>{rating}</tspan> {sign}{change}</text>"
    )
    if not step.code:
        return f"<g>{shapes}</g>"
    address, untabbed = reverse("matches:record", args=[step.code]), "" if tabbable else ' tabindex="-1"'
    return f'<a href="{address}"{untabbed} aria-label="{day} · {rating}">{shapes}</a>'
