"""Times and paces in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from apps.games import load_games
from apps.kernel.game import Meta
from apps.matches.engine.deadlines import REFILL, TIME_BANK

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


def format_duration(seconds: int) -> str:
    """Return a length of time in words: `4 hours`, `1 day 12 hours`."""
    parts = []
    for size, counted in (
        (DAY, _pluralise_days),
        (HOUR, _pluralise_hours),
        (MINUTE, _pluralise_minutes),
        (1, _pluralise_seconds),
    ):
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(counted(count) % {"count": count})
    return " ".join(parts) or _pluralise_seconds(0) % {"count": 0}


def format_rough_duration(seconds: int) -> str:
    """Return a length of time in its two largest units."""
    for size, step in ((DAY, HOUR), (HOUR, MINUTE)):
        if seconds >= size:
            return format_duration(seconds - seconds % step)
    return format_duration(seconds)


def format_estimated_duration(seconds: int) -> str:
    """Return a length of time in one unit, rounded, for estimates: `3 days`; empty for no time at all."""
    for size, counted in ((DAY, _pluralise_days), (HOUR, _pluralise_hours), (MINUTE, _pluralise_minutes)):
        if seconds > 1.5 * size or (size == MINUTE and seconds):
            count = max(1, round(seconds / size))
            return counted(count) % {"count": count}
    return ""


def format_labelled_value(what: str, value: object) -> str:
    """Return a value behind its label, as each language writes it."""
    return _("%(what)s: %(value)s") % {"what": what, "value": value}


def pace_title(name: str) -> str:
    """Return the title of a pace."""
    match name:
        case "live":
            return _("Live")
        case "daily":
            return pgettext("pace", "Daily")
        case "relaxed":
            return _("Relaxed")
        case "weekly":
            return pgettext("pace", "Weekly")
        case "custom":
            return _("Custom times")
    return name.capitalize()


def about_title(meta: Meta, about: str) -> str:
    """Return the title of a kind of question, or of another key of a pace."""
    if about == TIME_BANK:
        return _("Time bank, used if you run late")
    if about == REFILL:
        return _("Added to the time bank each turn")
    return _(meta.questions.get(about) or about.replace("_", " ").capitalize())


def list_pace_times(meta: Meta, pace: Mapping[str, int]) -> list[tuple[str, str]]:
    """Return each kind of question with the time it stays open, and then the time bank, if there's one."""
    asked = [(about, seconds) for about, seconds in pace.items() if about not in (TIME_BANK, REFILL)]
    lines = [(about_title(meta, about), format_duration(seconds)) for about, seconds in asked]
    if pace.get(TIME_BANK):
        size = format_duration(pace[TIME_BANK])
        if refill := pace.get(REFILL):
            size = _("%(reserve)s, plus %(refill)s each turn") % {"reserve": size, "refill": format_duration(refill)}
        lines.append((_("Time bank"), size))
    return lines


def format_longest_turn(pace: Mapping[str, int]) -> str:
    """Return the longest time that any kind of question stays open, in words."""
    return format_duration(
        max((seconds for about, seconds in pace.items() if about not in (TIME_BANK, REFILL)), default=0)
    )


def _pluralise_days(count: int) -> str:
    return ngettext("%(count)d day", "%(count)d days", count)


def _pluralise_hours(count: int) -> str:
    return ngettext("%(count)d hour", "%(count)d hours", count)


def _pluralise_minutes(count: int) -> str:
    return ngettext("%(count)d minute", "%(count)d minutes", count)


def _pluralise_seconds(count: int) -> str:
    return ngettext("%(count)d second", "%(count)d seconds", count)


def list_game_choices() -> list[tuple[str, str]]:
    """Return every game and its title, as choices of a form."""
    return [(slug, _(game.meta.title)) for slug, game in load_games().items()]
