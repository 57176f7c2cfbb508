"""The form of a new table, built from what the game declares, without a form class per game. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, Final

import msgspec
from django.utils.translation import gettext as _

from apps.kernel.game import AnyGame, Meta
from apps.kernel.options import Preset
from apps.kernel.paces import SLOW_PACES
from apps.lobby import preferences
from apps.lobby.errors import SettingsRefused
from apps.lobby.preferences import Wishes
from apps.matches.engine.deadlines import (
    MAX_PACE_SECONDS,
    MIN_PACE_SECONDS,
    REFILL,
    TIME_BANK,
    list_preset_paces,
    too_slow,
)
from apps.matches.selectors.options import Field, build_option_fields
from apps.matches.selectors.wording import DAY, HOUR, MINUTE, about_title, format_duration, list_pace_times, pace_title

CUSTOM: Final = "custom"
"""The name of custom times or custom options instead of a preset."""
USUAL_SEATS: Final = 3
USUAL_PACE: Final = "daily"
UNIT_SECONDS: Final = {"seconds": 1, "minutes": MINUTE, "hours": HOUR, "days": DAY}


@dataclass(frozen=True)
class Pace:
    """One of the game's own paces, in words."""

    name: str
    title: str
    times: list[tuple[str, str]]


@dataclass(frozen=True)
class Rules:
    """One of the game's presets: options under one name."""

    name: str
    title: str
    """The title in English, like the description."""
    description: str
    values: str
    """Values by option in JSON, so that the page can start custom options from the preset."""


@dataclass(frozen=True)
class Duration:
    """The time for one kind of question in a custom pace."""

    about: str
    title: str
    amount: str
    unit: str
    error: str = ""


@dataclass(frozen=True)
class Form:
    """The settings of a table that is about to be opened."""

    seats: Field
    options: tuple[Field, ...]
    presets: tuple[Rules, ...]
    preset_name: str
    paces: tuple[Pace, ...]
    pace_name: str
    durations: tuple[Duration, ...]
    """The times of the custom pace, as far as they were filled in."""
    public: bool = True
    wishes: Wishes = preferences.DEFAULT_WISHES
    errors: tuple[str, ...] = ()
    """Errors that belong to no field."""

    @property
    def wishful(self) -> bool:
        """Return whether it has settings beyond the default, which a page must not hide in a fold."""
        return bool(self.wishes != preferences.DEFAULT_WISHES or self.errors)

    @property
    def sound(self) -> bool:
        fields = (self.seats, *self.options)
        return not (self.errors or any(f.error for f in fields) or any(time.error for time in self.durations))

    def chosen(self) -> dict[str, Any]:
        """Return the options, if the form is valid."""
        return _get_option_values(self.options)

    def list_settings(self, meta: Meta) -> dict[str, Any]:
        """Return the arguments for opening the table, if the form is valid."""
        return {
            "seats": self.seats.value,
            "options": self.chosen(),
            "pace": self.pace(list_preset_paces(meta)),
            "pace_name": self.pace_name,
            "public": self.public,
            "wishes": self.wishes,
        }

    def list_errors(self) -> list[str]:
        """Return all errors as sentences, with the names of their fields."""
        fields = [(field.title, field.error) for field in (self.seats, *self.options)]
        times = [(time.title, time.error) for time in self.durations]
        return [*self.errors, *(f"{title}: {error}" for title, error in (*fields, *times) if error)]

    def pace(self, presets: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
        """Return the seconds for each kind of question, if the form is valid."""
        if self.pace_name != CUSTOM:
            return dict(presets[self.pace_name])
        return {duration.about: int(duration.amount) * UNIT_SECONDS[duration.unit] for duration in self.durations}


def build_blank_form(game: AnyGame) -> Form:
    """Return the form with default values."""
    usual = USUAL_PACE if USUAL_PACE in game.meta.paces else next(iter(game.meta.paces))
    options = _build_option_fields(game, usual)
    return Form(
        seats=Field(
            "seats", _("Seats"), "number", usual_seats(game.meta), least=game.meta.seats[0], most=game.meta.seats[-1]
        ),
        options=options,
        presets=tuple(
            Rules(
                each.name,
                each.title,
                each.description,
                msgspec.json.encode(_get_option_values(_build_preset_fields(game, each))).decode(),
            )
            for each in game.meta.presets
        ),
        preset_name=next(
            (each.name for each in game.meta.presets if _build_preset_fields(game, each) == options), CUSTOM
        ),
        paces=tuple(
            Pace(name, pace_title(name), list_pace_times(game.meta, pace))
            for name, pace in list_preset_paces(game.meta).items()
        ),
        pace_name=usual,
        durations=tuple(
            _build_duration(game.meta, about, seconds) for about, seconds in list_preset_paces(game.meta)[usual].items()
        ),
    )


def usual_options(meta: Meta, pace_name: str) -> dict[str, object]:
    """Return the options at this pace that differ from their defaults, for tables without special choices."""
    return dict(meta.slow_options) if pace_name in SLOW_PACES else {}


def usual_seats(meta: Meta) -> int:
    """Return the default number of seats."""
    return max(meta.seats[0], min(USUAL_SEATS, meta.seats[-1]))


def parse_table_form(game: AnyGame, posted: Mapping[str, str]) -> Form:
    """Return the submitted form, with errors beside its fields."""
    empty = build_blank_form(game)
    known = {f"option-{option.name}" for option in empty.options}
    strange = sorted(name for name in posted if name.startswith("option-") and name not in known)
    no_such = _("%(game)s has no option “%(option)s”.")
    errors = [no_such % {"game": _(game.meta.title), "option": name[7:40]} for name in strange]
    pace_name = posted.get("pace", empty.pace_name)
    if pace_name != CUSTOM and pace_name not in game.meta.paces:
        errors.append(_("Choose a pace from the list."))
        pace_name = empty.pace_name
    preset_name, options = _parse_options(game, pace_name, posted)
    if preset_name != posted.get("preset", CUSTOM):
        errors.append(_("Choose a set of rules from the list."))
    public = posted.get("public", "yes")
    if public not in ("yes", "no"):
        errors.append(_("Choose who can find the table."))
    wished, wrong = preferences.parse_wishes(posted)
    errors += wrong
    durations = empty.durations
    if pace_name == CUSTOM:
        durations = tuple(_fill_duration(duration, posted) for duration in durations)
    form = Form(
        seats=_fill_field(empty.seats, posted.get("seats")),
        options=options,
        presets=empty.presets,
        preset_name=preset_name,
        paces=empty.paces,
        pace_name=pace_name,
        durations=durations,
        public=public != "no",
        wishes=wished,
        errors=tuple(errors),
    )
    return _quick_enough(game.meta, form) if form.sound else form


def encode_settings(
    game: AnyGame,
    *,
    seats: int | None,
    preset: str,
    options: Mapping[str, object],
    pace: str,
    times: Mapping[str, int],
    wishes: Mapping[str, str],
) -> dict[str, str]:
    """Return a program's settings as the form sends them. Options that it doesn't name keep their defaults.

    :raises SettingsRefused: if it says something that the form would ignore
    """
    if preset and options:
        raise SettingsRefused(_("Choose a set of rules or single options, not both."))
    pace = pace or (CUSTOM if times else build_blank_form(game).pace_name)
    abouts = {about for preset_pace in list_preset_paces(game.meta).values() for about in preset_pace}
    if times and (pace != CUSTOM or not abouts.issuperset(times)):
        raise SettingsRefused(_("Times are for a custom pace only, with the game’s own kinds of questions."))
    posted = {"pace": pace, "preset": preset or CUSTOM, **wishes, **_encode_options(game, pace, options)}
    for about, seconds in times.items():
        posted |= {f"time-{about}": str(seconds), f"unit-{about}": "seconds"}
    return posted if seats is None else {**posted, "seats": str(seats)}


def _encode_options(game: AnyGame, pace: str, options: Mapping[str, object]) -> dict[str, str]:
    """Return these options, and the defaults of all others at this pace, as the form sends them."""
    usual = {option.name: option for option in _build_option_fields(game, pace)}
    posted = {}
    for name, value in ({name: option.value for name, option in usual.items()} | dict(options)).items():
        if name not in usual or usual[name].kind != "flag" or not isinstance(value, bool):
            posted[f"option-{name}"] = str(value)
        elif value:
            posted[f"option-{name}"] = "on"
    return posted


def list_time_units() -> list[tuple[str, str]]:
    """Return the units of a custom pace, as (posted value, words)."""
    return list(zip(UNIT_SECONDS, (_("seconds"), _("minutes"), _("hours"), _("days")), strict=True))


def _build_option_fields(game: AnyGame, pace_name: str) -> tuple[Field, ...]:
    """Return the fields of the options with their defaults at this pace."""
    usual = usual_options(game.meta, pace_name)
    return tuple(
        replace(option, value=usual.get(option.name, option.value)) for option in build_option_fields(game.options)
    )


def _build_preset_fields(game: AnyGame, preset: Preset) -> tuple[Field, ...]:
    """Return the fields of the options with a preset's values."""
    return tuple(
        replace(option, value=preset.options.get(option.name, option.value))
        for option in build_option_fields(game.options)
    )


def _parse_options(game: AnyGame, pace_name: str, posted: Mapping[str, str]) -> tuple[str, tuple[Field, ...]]:
    """Return the chosen preset's name and options, or CUSTOM and the options chosen one by one."""
    for each in game.meta.presets:
        if each.name == posted.get("preset"):
            return each.name, _build_preset_fields(game, each)
    return CUSTOM, tuple(
        _fill_field(option, posted.get(f"option-{option.name}")) for option in _build_option_fields(game, pace_name)
    )


def _get_option_values(options: tuple[Field, ...]) -> dict[str, object]:
    return {option.name: option.value for option in options}


def _quick_enough(meta: Meta, form: Form) -> Form:
    """Return the form with errors beside options that its pace doesn't allow."""
    slow = too_slow(meta, form.pace(list_preset_paces(meta)), SimpleNamespace(**form.chosen()))
    sentence = _("This is only for live tables. At a slower pace, it would favour players who happen to be awake.")
    return replace(form, options=tuple(replace(o, error=sentence) if o.name in slow else o for o in form.options))


def _fill_field(field: Field, text: str | None) -> Field:
    if field.kind == "flag":
        if text not in (None, "on"):
            return replace(field, error=_("Tick this or leave it unticked."))
        return replace(field, value=text == "on")
    if text is None:
        return field
    if field.kind == "choice":
        return replace(
            field, value=text, error="" if text in dict(field.choices) else _("Choose one of these options.")
        )
    number = _parse_whole_number(text)
    if number is None:
        return replace(field, value=text[:20], error=_("Enter a whole number."))
    low, high = field.least, field.most
    if (low is not None and number < low) or (high is not None and number > high):
        sentence = _("Choose a number from %(low)s to %(high)s.") % {"low": low, "high": high}
        return replace(field, value=number, error=sentence)
    return replace(field, value=number)


def _fill_duration(duration: Duration, posted: Mapping[str, str]) -> Duration:
    # A missing time bank means none.
    amount = posted.get(f"time-{duration.about}", "0" if duration.about in (TIME_BANK, REFILL) else "")
    unit = posted.get(f"unit-{duration.about}", duration.unit)
    if unit not in UNIT_SECONDS:
        return replace(duration, amount=amount[:20], error=_("Choose seconds, minutes, hours or days."))
    typed = replace(duration, amount=amount[:20], unit=unit)
    number = _parse_whole_number(amount)
    if number is None:
        return replace(typed, error=_("Enter a whole number."))
    least = 0 if duration.about in (TIME_BANK, REFILL) else MIN_PACE_SECONDS
    if not least <= number * UNIT_SECONDS[unit] <= MAX_PACE_SECONDS:
        sentence = _("Choose a time between %(shortest)s and %(longest)s.")
        return replace(
            typed, error=sentence % {"shortest": format_duration(least), "longest": format_duration(MAX_PACE_SECONDS)}
        )
    return replace(typed, amount=str(number))


def _build_duration(meta: Meta, about: str, seconds: int) -> Duration:
    name, size = next((name, size) for name, size in reversed(UNIT_SECONDS.items()) if seconds % size == 0)
    return Duration(about, about_title(meta, about), str(seconds // size), name)


def _parse_whole_number(text: str) -> int | None:
    """Return a typed number, or None for text and for numbers too large for any table."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None
