"""The form of a tournament. Its option fields are made from the game's declaration."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any, Final, NamedTuple, cast

import msgspec
from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise, lazy
from django.utils.text import format_lazy
from django.utils.timezone import get_current_timezone, get_current_timezone_name
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.common import clocks, dates
from apps.kernel.game import AnyGame
from apps.matches.engine.bot_strength import BotStrength
from apps.matches.engine.deadlines import list_preset_paces
from apps.matches.selectors import bot_choices, options
from apps.matches.selectors.wording import pace_title
from apps.tournaments.errors import PointTablesRefused
from apps.tournaments.formats.plan import TEAM_SIZES, Plan
from apps.tournaments.forms import point_tables
from apps.tournaments.forms.sections import (
    HELP,
    SECTIONS,
    TIE_FIELDS,
    beside_the_point,
    build_field_classes,
    classes_of_all,
)
from apps.tournaments.forms.stages import CleanedData, parse_stages
from apps.tournaments.forms.validation import list_field_flaws, list_game_flaws
from apps.tournaments.presets import at_pace
from apps.tournaments.scoring.points import Scoring
from apps.tournaments.scoring.tiebreaks import TIE_BREAKS
from apps.tournaments.services.lifecycle import ALWAYS_CHANGEABLE_FIELDS
from apps.tournaments.wording.formats import format_team_size

MAX_ENTRANTS: Final = 512
MAX_MOMENT_DISTANCE: Final = timedelta(days=731)
"""How far a moment can be from now."""
TOO_FAR_SENTENCE: Final = gettext_lazy("This is more than two years away.")
MAX_HOURS: Final = 24 * 60
"""The maximum hours of a round, or between two."""
MIN_HOURS: Final = {"round_hours": 1, "break_hours": 0}
"""The minimum hours."""
ROW_FIELDS: Final = (
    "name", "about", "least", "most", "invited_only", "least_rating", "most_rating", "opens_at", "starts_at",
    "round_hours", "fixed", "by_itself", "rated", "listed", "vacations", "opponents",
    "check_in", "prizes", "bots_welcome",
)  # fmt: skip
"""Fields that have the same name in the row."""


class MomentField(forms.DateTimeField):
    """A day and time in the reader's zone. If a time occurs twice, the first is meant."""

    def to_python(self, value: Any) -> datetime | None:
        """Read the typed text.

        :raises ValidationError: if it isn't a time, or one that clocks skip when they go forward
        """
        try:
            return super().to_python(value)
        except ValidationError as error:
            if error.code != "ambiguous_timezone" or not error.params:
                raise
            local = error.params["datetime"].replace(tzinfo=get_current_timezone())
        if not dates.is_existing_time(local):
            raise ValidationError(_("Clocks go forward that night and skip this time. Choose another."), code="skipped")
        return cast("datetime", local.astimezone(UTC))  # In a repeated hour, local time would equal nothing.


def _zone_sentence() -> str:
    return _("In the time zone %(zone)s.") % {"zone": get_current_timezone_name()}


def build_moment_field(help_text: str | Promise = "", **more: Any) -> forms.DateTimeField:
    """Create a field for a day and a time that names its time zone."""
    widget = forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"})
    zone = lazy(_zone_sentence, str)()
    return MomentField(widget=widget, help_text=format_lazy("{} {}", help_text, zone) if help_text else zone, **more)


def check_near(at: datetime) -> None:
    """Check that a moment is at most two years from now, so that every time zone can show it.

    :raises ValidationError: if it's further away
    """
    if abs(at - clocks.now()) > MAX_MOMENT_DISTANCE:
        raise ValidationError(TOO_FAR_SENTENCE, code="far")


def _build_number_field(least: int, most: int, **more: Any) -> forms.IntegerField:
    return forms.IntegerField(min_value=least, max_value=most, **more)


ABSENCE_RULES: Final = [
    ("place", gettext_lazy("The place their seat finished in")),
    ("last", gettext_lazy("Last place, shared with anyone else who didn’t finish")),
    ("nothing", gettext_lazy("Last place and no points")),
]


def _list_team_choices() -> Iterator[tuple[str, str]]:
    yield "0", _("individual players")
    for size in TEAM_SIZES:
        yield str(size), format_team_size(size)


NEUTRAL_VALUES: Final = {"cut": 0, "late": 0, "points": "even"}
"""Values of fields that don't apply."""


class Row(NamedTuple):
    """A field of the page."""

    field: forms.BoundField
    classes: str
    """The CSS classes that hide the field if it doesn't apply."""


class Shown(NamedTuple):
    """A section of the page."""

    title: str
    classes: str
    usual: list[Row]
    advanced: list[Row]


class TermsForm(forms.Form):
    """The settings. With `closed`, only name and description can still change."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    about = forms.CharField(
        label=gettext_lazy("Description"), max_length=4000, required=False, widget=forms.Textarea({"rows": 4})
    )

    prizes = forms.CharField(
        label=gettext_lazy("Prizes"), max_length=2000, required=False, widget=forms.Textarea({"rows": 2})
    )

    vacations = forms.BooleanField(label=gettext_lazy("Wait for players on vacation"), required=False)
    rated = forms.BooleanField(label=gettext_lazy("Rated matches"), required=False)
    listed = forms.BooleanField(label=gettext_lazy("Public"), required=False)

    format = forms.ChoiceField(
        label=gettext_lazy("First stage"),
        choices=[
            ("swiss", gettext_lazy("Swiss system: players with equal scores share a table")),
            ("groups", gettext_lazy("Groups: small pools whose tables are set in advance and played at the same time")),
            ("knockout", gettext_lazy("Knockout: the best at each table advance")),
        ],
    )
    team = forms.ChoiceField(
        label=gettext_lazy("Players or teams"),
        required=False,
        choices=_list_team_choices,
        initial="0",
        widget=forms.RadioSelect,
    )
    table_least = _build_number_field(2, 12, label=gettext_lazy("Minimum seats per table"))
    table_most = _build_number_field(2, 12, label=gettext_lazy("Maximum seats per table"))
    best_of = _build_number_field(1, 9, label=gettext_lazy("Matches per table"), initial=1)
    rounds = _build_number_field(1, 20, label=gettext_lazy("Rounds"), required=False)
    pods = _build_number_field(1, 4, label=gettext_lazy("Simultaneous tables per player"), required=False)
    aims = forms.ChoiceField(
        label=gettext_lazy("Pairing"),
        required=False,
        choices=[
            ("fresh", gettext_lazy("New opponents first, then equal scores")),
            ("equal", gettext_lazy("Equal scores first, then new opponents")),
        ],
    )
    groups = _build_number_field(1, 64, label=gettext_lazy("Number of groups"), required=False)
    onward = _build_number_field(1, 11, label=gettext_lazy("Number advancing from each table"), required=False)

    cut = _build_number_field(
        0,
        MAX_ENTRANTS,
        widget=forms.NumberInput({"placeholder": " "}),
        label=gettext_lazy("Number advancing to a knockout"),
        required=False,
    )
    cut_least = _build_number_field(2, 12, label=gettext_lazy("Minimum seats per knockout table"), required=False)
    cut_most = _build_number_field(2, 12, label=gettext_lazy("Maximum seats per knockout table"), required=False)
    cut_onward = _build_number_field(
        1, 11, label=gettext_lazy("Number advancing from each knockout table"), required=False
    )
    cut_best_of = _build_number_field(1, 9, label=gettext_lazy("Matches per knockout table"), required=False)

    points = forms.ChoiceField(label=gettext_lazy("Points per table"), choices=point_tables.list_point_choices)
    tables = forms.CharField(
        label=gettext_lazy("Point tables"),
        required=False,
        max_length=1000,
        widget=forms.Textarea({"rows": 3, "placeholder": "4: 5 3 1 0"}),
    )
    win_bonus = forms.DecimalField(
        label=gettext_lazy("Bonus for a win"), min_value=0, max_value=1000, max_digits=8, decimal_places=3
    )
    bye = forms.DecimalField(
        label=gettext_lazy("Points for a bye"), min_value=0, max_value=1000, max_digits=8, decimal_places=3
    )
    autopilot = forms.ChoiceField(label=gettext_lazy("Players who don’t finish get"), choices=ABSENCE_RULES)
    missing = forms.ChoiceField(label=gettext_lazy("No-shows get"), choices=ABSENCE_RULES)
    drop = forms.BooleanField(label=gettext_lazy("No-shows are out until they report back"), required=False)

    seeding = forms.ChoiceField(
        label=gettext_lazy("Initial order"),
        choices=[("lot", gettext_lazy("Drawn at random")), ("rating", gettext_lazy("By rating"))],
    )
    late = _build_number_field(0, 19, label=gettext_lazy("Rounds latecomers can miss"))
    least = _build_number_field(2, MAX_ENTRANTS, label=gettext_lazy("Minimum entrants"))
    most = _build_number_field(2, MAX_ENTRANTS, label=gettext_lazy("Maximum entrants"))
    opponents = forms.ChoiceField(
        label=gettext_lazy("Bot level"), choices=bot_choices.describe_bots, initial=BotStrength.CINDER
    )
    bots_welcome = forms.BooleanField(label=gettext_lazy("Bots are welcome"), required=False)
    invited_only = forms.BooleanField(label=gettext_lazy("By invitation only"), required=False)
    least_rating = _build_number_field(0, 5000, label=gettext_lazy("Minimum rating"), required=False)
    most_rating = _build_number_field(0, 5000, label=gettext_lazy("Maximum rating"), required=False)
    least_percent = _build_number_field(
        0, 100, label=gettext_lazy("Minimum percentage of turns played on time"), required=False
    )

    opens_at = build_moment_field(label=gettext_lazy("Registration opens"), required=False)
    starts_at = build_moment_field(label=gettext_lazy("Starts"))
    check_in = forms.BooleanField(label=gettext_lazy("Check-in"), required=False)
    round_hours = _build_number_field(
        MIN_HOURS["round_hours"], MAX_HOURS, label=gettext_lazy("Hours per round"), required=False
    )
    fixed = forms.BooleanField(label=gettext_lazy("Rounds at fixed times"), required=False)
    break_hours = _build_number_field(
        MIN_HOURS["break_hours"], MAX_HOURS, label=gettext_lazy("Hours between rounds"), required=False
    )
    by_itself = forms.BooleanField(label=gettext_lazy("Runs automatically"), required=False)

    def __init__(self, game: AnyGame, *args: Any, now: datetime, closed: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game, self.now, self.closed = game, now, closed
        self.options = options.build_option_fields(game.options)
        for option in self.options:
            self.fields[f"option-{option.name}"] = _build_option_field(option)
        ties = [("", "—"), *((tie_break.name, _(tie_break.title)) for tie_break in TIE_BREAKS.values())]
        for number, name in enumerate(TIE_FIELDS, start=1):
            label = _("First tiebreak") if number == 1 else _("Next tiebreak")
            self.fields[name] = forms.ChoiceField(label=label, choices=ties, required=False)
        paces = [(name, pace_title(name)) for name in list_preset_paces(game.meta)]
        self.fields["pace_name"] = forms.ChoiceField(label=_("Pace"), choices=paces)
        for name, field in self.fields.items():
            field.help_text = HELP.get(name, field.help_text)
            field.disabled = closed and name not in ALWAYS_CHANGEABLE_FIELDS

    def sections(self) -> Iterator[Shown]:
        """Yield the sections as the page shows them."""
        for title, usual, advanced in SECTIONS:
            every = [f"option-{option.name}" for option in self.options] if usual == ("options",) else usual
            if every:
                yield Shown(str(title), classes_of_all((*every, *advanced)), self._rows(every), self._rows(advanced))

    def _rows(self, names: Iterable[str]) -> list[Row]:
        return [Row(self[name], build_field_classes(name)) for name in names]

    def clean(self) -> None:
        typed = self.cleaned_data
        if self.closed:
            return
        self._look_away()
        if self.errors:
            return
        self._keep_time(typed)
        try:
            plan = _parse_plan(typed)
        except PointTablesRefused as why:
            self.add_error("tables", str(why))
            return
        found = [
            *list_game_flaws(self.game, self.chosen(), typed["pace_name"], plan),
            *self._times(typed),
            *_list_entrant_flaws(typed),
        ]
        if not found:
            found = list(list_field_flaws(plan, typed["least"], typed["most"]))
        for name, sentence in found:
            self.add_error(name, sentence)

    def _look_away(self) -> None:
        """Reset the fields that don't apply to their initial or neutral values, and drop their errors."""
        for name in beside_the_point(self.cleaned_data):
            if self.errors.pop(name, None):
                self.cleaned_data[name] = self.get_initial_for_field(self.fields[name], name)
            if name in NEUTRAL_VALUES:
                self.cleaned_data[name] = NEUTRAL_VALUES[name]
        _title, fields = point_tables.POINT_CHOICES.get(self.cleaned_data.get("points", ""), ("", {}))
        self.cleaned_data |= fields

    def _keep_time(self, typed: CleanedData) -> None:
        """Convert hours to a newly chosen pace, unless they were changed too."""
        before = self.initial.get("pace_name")
        if before is None or before == typed["pace_name"]:
            return
        for name, least in MIN_HOURS.items():
            if typed[name] and name not in self.changed_data:
                typed[name] = max(least, at_pace(typed[name], before, typed["pace_name"], most=MAX_HOURS))

    def chosen(self) -> CleanedData:
        """Return the chosen options of the game."""
        return {option.name: self.cleaned_data[f"option-{option.name}"] for option in self.options}

    @property
    def plan(self) -> Plan:
        """Return the stages, points and the rest, if the form is valid."""
        return _parse_plan(self.cleaned_data)

    def values(self) -> dict[str, object]:
        """Return the values to store, if the form is valid: all of them, or those that can still change."""
        typed = self.cleaned_data
        if self.closed:
            return {name: typed[name] for name in ALWAYS_CHANGEABLE_FIELDS}
        agreed = self.game.setup(self.game.meta.seats[-1], self.chosen()).options
        percent = typed["least_percent"]
        return {
            **{name: typed[name] for name in ROW_FIELDS},
            "options": _encode_as_stored(agreed),
            "pace": dict(list_preset_paces(self.game.meta)[typed["pace_name"]]),
            "pace_name": typed["pace_name"],
            "plan": _encode_as_stored(self.plan),
            "least_share": None if percent is None else percent / 100,
            "break_hours": typed["break_hours"] or 0,
        }

    def _times(self, typed: CleanedData) -> Iterator[tuple[str, str]]:
        start, opens = typed["starts_at"], typed["opens_at"]
        if "starts_at" in self.changed_data and start <= self.now:
            yield "starts_at", _("This time is in the past.")
        if start > self.now + MAX_MOMENT_DISTANCE:
            yield "starts_at", str(TOO_FAR_SENTENCE)
        if opens and opens >= start:
            yield "opens_at", _("Registration must open before the start.")
        if typed["fixed"] and not typed["round_hours"]:
            yield "round_hours", _("If rounds have fixed times, set the hours per round.")


def _list_entrant_flaws(typed: CleanedData) -> Iterator[tuple[str, str]]:
    if typed["least"] > typed["most"]:
        yield "most", _("The maximum can’t be lower than the minimum.")
    low, high = typed["least_rating"], typed["most_rating"]
    if low is not None and high is not None and low > high:
        yield "most_rating", _("The maximum rating can’t be lower than the minimum.")


def _parse_plan(typed: CleanedData) -> Plan:
    """Return the plan from the form.

    :raises PointTablesRefused: if the point tables are invalid
    """
    return Plan(
        stages=parse_stages(typed),
        scoring=Scoring(
            tables=point_tables.parse_point_tables(typed["tables"]),
            win_bonus=Decimal(typed["win_bonus"]),
            bye=Decimal(typed["bye"]),
            autopilot=typed["autopilot"],
            missing=typed["missing"],
        ),
        ties=tuple(typed[name] for name in TIE_FIELDS if typed[name]),
        seeding=typed["seeding"],
        drop=typed["drop"],
        late=typed["late"],
        team=int(typed["team"] or 0),
    )


def _encode_as_stored(value: object) -> object:
    """Convert a value to its stored form, so that unchanged fields compare equal."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _build_option_field(option: options.Field) -> forms.Field:
    label, help_text = _(option.title), option.description and _(option.description)
    if option.kind == "flag":
        return forms.BooleanField(required=False, label=label, help_text=help_text)
    if option.kind == "number":
        return forms.IntegerField(min_value=option.least, max_value=option.most, label=label, help_text=help_text)
    choices = [(value, _(title)) for value, title in option.choices]
    return forms.TypedChoiceField(choices=choices, label=label, help_text=help_text)
