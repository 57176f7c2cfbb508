"""The one form of a tournament. Its option fields are made from what the game declares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, Final, NamedTuple

import msgspec
from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.kernel.game import Game
from apps.matches.engine.deadlines import presets
from apps.matches.engine.opponents import Opponents
from apps.matches.selectors import opponents, options
from apps.matches.selectors.wording import pace_title
from apps.tournaments.errors import PointTablesRefused
from apps.tournaments.formats.plan import TEAMS, Plan
from apps.tournaments.forms import point_tables
from apps.tournaments.forms import stages as formats
from apps.tournaments.forms.sections import HELP, SECTIONS, TIES, beside_the_point, classes, classes_of_all
from apps.tournaments.forms.validation import field_flaws, flaws
from apps.tournaments.scoring.points import Scoring
from apps.tournaments.scoring.tiebreaks import TIE_BREAKS
from apps.tournaments.services.lifecycle import FREE
from apps.tournaments.wording import formats as format_wording

MOST: Final = 512
AHEAD: Final = timedelta(days=731)
OWN: Final = (
    "name", "about", "least", "most", "invited_only", "least_rating", "most_rating", "opens_at", "starts_at",
    "round_hours", "fixed", "by_itself", "rated", "listed", "vacations", "opponents",
    "check_in", "prizes",
)  # fmt: skip
"""Fields that are called as in the row."""


def moment(**more: Any) -> forms.DateTimeField:
    """A day and a time of the reader's zone."""
    widget = forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"})
    return forms.DateTimeField(widget=widget, **more)


def _number(least: int, most: int, **more: Any) -> forms.IntegerField:
    return forms.IntegerField(min_value=least, max_value=most, **more)


RULES: Final = [
    ("place", gettext_lazy("The place their seat reached")),
    ("last", gettext_lazy("The last place, shared with others who did not finish")),
    ("nothing", gettext_lazy("The last place, and no points")),
]


def _teams() -> Iterator[tuple[str, str]]:
    yield "0", _("everybody for themselves")
    for size in TEAMS:
        yield str(size), format_wording.teams(size)


NOTHING: Final = {"cut": 0, "late": 0, "points": "even"}
"""What must be so where it does not apply."""


class Row(NamedTuple):
    """A field of the page."""

    field: forms.BoundField
    classes: str
    """By which it is hidden where it does not apply."""


class Shown(NamedTuple):
    """A section of the page."""

    title: str
    classes: str
    usual: list[Row]
    advanced: list[Row]


class TermsForm(forms.Form):
    """What is agreed. With `closed`, only name and description may still change."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    about = forms.CharField(
        label=gettext_lazy("Description"), max_length=4000, required=False, widget=forms.Textarea({"rows": 4})
    )

    prizes = forms.CharField(
        label=gettext_lazy("Prizes"), max_length=2000, required=False, widget=forms.Textarea({"rows": 2})
    )

    vacations = forms.BooleanField(label=gettext_lazy("Players on vacation are waited for"), required=False)
    rated = forms.BooleanField(label=gettext_lazy("Matches are rated"), required=False)
    listed = forms.BooleanField(label=gettext_lazy("Public"), required=False)

    format = forms.ChoiceField(
        label=gettext_lazy("First stage"),
        choices=[
            ("swiss", gettext_lazy("Swiss pods: those with equal scores play each other")),
            ("groups", gettext_lazy("Groups: small fields, all tables fixed beforehand and played at the same time")),
            ("knockout", gettext_lazy("Knockout: some of every table go on")),
        ],
    )
    team = forms.ChoiceField(
        label=gettext_lazy("Who plays"), required=False, choices=_teams, initial="0", widget=forms.RadioSelect
    )
    table_least = _number(2, 12, label=gettext_lazy("Seats of the smallest table"))
    table_most = _number(2, 12, label=gettext_lazy("Seats of the largest table"))
    best_of = _number(1, 9, label=gettext_lazy("Matches a table plays"), initial=1)
    rounds = _number(1, 20, label=gettext_lazy("Rounds"), required=False)
    pods = _number(1, 4, label=gettext_lazy("Tables at once"), required=False)
    aims = forms.ChoiceField(
        label=gettext_lazy("Pairing"),
        required=False,
        choices=[
            ("fresh", gettext_lazy("Rather new opponents than equal ones")),
            ("equal", gettext_lazy("Rather equal than new ones")),
        ],
    )
    groups = _number(1, 64, label=gettext_lazy("Number of groups"), required=False)
    onward = _number(1, 11, label=gettext_lazy("Go on from each table"), required=False)

    cut = _number(
        0,
        MOST,
        widget=forms.NumberInput({"placeholder": " "}),
        label=gettext_lazy("The best so many go on to a knockout"),
        required=False,
    )
    cut_least = _number(2, 12, label=gettext_lazy("Seats of its smallest table"), required=False)
    cut_most = _number(2, 12, label=gettext_lazy("Seats of its largest table"), required=False)
    cut_onward = _number(1, 11, label=gettext_lazy("Go on from each of its tables"), required=False)
    cut_best_of = _number(1, 9, label=gettext_lazy("Matches each of its tables plays"), required=False)

    points = forms.ChoiceField(label=gettext_lazy("Points of a table"), choices=point_tables.titles)
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
        label=gettext_lazy("Points of a bye"), min_value=0, max_value=1000, max_digits=8, decimal_places=3
    )
    autopilot = forms.ChoiceField(label=gettext_lazy("Who did not finish gets"), choices=RULES)
    missing = forms.ChoiceField(label=gettext_lazy("Who never came gets"), choices=RULES)
    drop = forms.BooleanField(
        label=gettext_lazy("Who never came is out until they say that they are back"), required=False
    )

    seeding = forms.ChoiceField(
        label=gettext_lazy("Before the first points"),
        choices=[("lot", gettext_lazy("Order by lot")), ("rating", gettext_lazy("Order by rating"))],
    )
    late = _number(0, 19, label=gettext_lazy("Rounds that newcomers may miss"))
    least = _number(2, MOST, label=gettext_lazy("Fewest entrants"))
    most = _number(2, MOST, label=gettext_lazy("Most entrants"))
    opponents = forms.ChoiceField(
        label=gettext_lazy("Bots play like"), choices=opponents.spoken, initial=Opponents.CINDER
    )
    invited_only = forms.BooleanField(label=gettext_lazy("By invitation only"), required=False)
    least_rating = _number(0, 5000, label=gettext_lazy("Rating of at least"), required=False)
    most_rating = _number(0, 5000, label=gettext_lazy("Rating of at most"), required=False)
    least_percent = _number(0, 100, label=gettext_lazy("Answers in time, percent at least"), required=False)

    opens_at = moment(label=gettext_lazy("Registration opens by itself"), required=False)
    starts_at = moment(label=gettext_lazy("Starts"))
    check_in = forms.BooleanField(label=gettext_lazy("Check-in"), required=False)
    round_hours = _number(1, 24 * 60, label=gettext_lazy("Hours for a round"), required=False)
    fixed = forms.BooleanField(label=gettext_lazy("Rounds at fixed times"), required=False)
    break_hours = _number(0, 24 * 60, label=gettext_lazy("Hours between rounds"), required=False)
    by_itself = forms.BooleanField(label=gettext_lazy("Runs by itself"), required=False)

    def __init__(
        self, game: Game[Any, Any, Any], *args: Any, now: datetime, closed: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.game, self.now, self.closed = game, now, closed
        self.options = options.fields(game.options)
        for option in self.options:
            self.fields[f"option-{option.name}"] = _drawn(option)
        ties = [("", "—"), *((tie_break.name, _(tie_break.title)) for tie_break in TIE_BREAKS.values())]
        for number, name in enumerate(TIES, start=1):
            label = _("Equal points: what decides first") if number == 1 else _("Then")
            self.fields[name] = forms.ChoiceField(label=label, choices=ties, required=False)
        paces = [(name, pace_title(name)) for name in presets(game.meta)]
        self.fields["pace_name"] = forms.ChoiceField(label=_("Pace"), choices=paces)
        for name, field in self.fields.items():
            field.help_text = HELP.get(name, field.help_text)
            field.disabled = closed and name not in FREE

    def sections(self) -> Iterator[Shown]:
        """The fields as the page shows them."""
        for title, usual, advanced in SECTIONS:
            every = [f"option-{option.name}" for option in self.options] if usual == ("options",) else usual
            if every:
                yield Shown(str(title), classes_of_all((*every, *advanced)), self._rows(every), self._rows(advanced))

    def _rows(self, names: Iterable[str]) -> list[Row]:
        return [Row(self[name], classes(name)) for name in names]

    def clean(self) -> None:
        typed = self.cleaned_data
        if self.closed:
            return
        self._look_away()
        if self.errors:
            return
        try:
            plan = _plan(typed)
        except PointTablesRefused as why:
            self.add_error("tables", str(why))
            return
        found = [*flaws(self.game, self.chosen(), typed["pace_name"], plan), *self._times(typed), *_people(typed)]
        if not found:
            found = list(field_flaws(plan, typed["least"], typed["most"]))
        for name, sentence in found:
            self.add_error(name, sentence)

    def _look_away(self) -> None:
        """What does not apply to what was chosen is as it was, or nothing; whatever stands there is no mistake."""
        for name in beside_the_point(self.cleaned_data):
            if self.errors.pop(name, None):
                self.cleaned_data[name] = self.get_initial_for_field(self.fields[name], name)
            if name in NOTHING:
                self.cleaned_data[name] = NOTHING[name]
        _title, fields = point_tables.CHOICES.get(self.cleaned_data.get("points", ""), ("", {}))
        self.cleaned_data |= fields

    def chosen(self) -> dict[str, Any]:
        """The options of the game."""
        return {option.name: self.cleaned_data[f"option-{option.name}"] for option in self.options}

    @property
    def plan(self) -> Plan:
        """The stages, points and the rest, if the form is sound."""
        return _plan(self.cleaned_data)

    def values(self) -> dict[str, Any]:
        """What the row keeps, if the form is sound: everything, or what may still change."""
        typed = self.cleaned_data
        if self.closed:
            return {name: typed[name] for name in FREE}
        agreed = self.game.setup(self.game.meta.seats[-1], self.chosen()).options
        percent = typed["least_percent"]
        return {
            **{name: typed[name] for name in OWN},
            "options": _kept(agreed),
            "pace": dict(presets(self.game.meta)[typed["pace_name"]]),
            "pace_name": typed["pace_name"],
            "plan": _kept(self.plan),
            "least_share": None if percent is None else percent / 100,
            "break_hours": typed["break_hours"] or 0,
        }

    def _times(self, typed: dict[str, Any]) -> Iterator[tuple[str, str]]:
        start, opens = typed["starts_at"], typed["opens_at"]
        if "starts_at" in self.changed_data and start <= self.now:
            yield "starts_at", _("That is in the past.")
        if start > self.now + AHEAD:
            yield "starts_at", _("That is more than two years ahead.")
        if opens and opens >= start:
            yield "opens_at", _("Registration must open before the start.")
        if typed["fixed"] and not typed["round_hours"]:
            yield "round_hours", _("Rounds at fixed times need a number of hours.")


def _people(typed: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if typed["least"] > typed["most"]:
        yield "most", _("The fewest entrants cannot be more than the most.")
    low, high = typed["least_rating"], typed["most_rating"]
    if low is not None and high is not None and low > high:
        yield "most_rating", _("Nobody has such a rating.")


def _plan(typed: dict[str, Any]) -> Plan:
    """
    :raises PointTablesRefused: if the point tables are none
    """
    return Plan(
        stages=formats.stages(typed),
        scoring=Scoring(
            tables=point_tables.read(typed["tables"]),
            win_bonus=Decimal(typed["win_bonus"]),
            bye=Decimal(typed["bye"]),
            autopilot=typed["autopilot"],
            missing=typed["missing"],
        ),
        ties=tuple(typed[name] for name in TIES if typed[name]),
        seeding=typed["seeding"],
        drop=typed["drop"],
        late=typed["late"],
        team=int(typed["team"] or 0),
    )


def _kept(value: Any) -> Any:
    """As the row gives it back: nothing has changed where nothing was typed."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _drawn(option: options.Field) -> forms.Field:
    words: dict[str, Any] = {"label": _(option.title), "help_text": option.description and _(option.description)}
    if option.kind == "flag":
        return forms.BooleanField(required=False, **words)
    if option.kind == "number":
        return forms.IntegerField(min_value=option.least, max_value=option.most, **words)
    return forms.TypedChoiceField(choices=[(choice, _(choice)) for choice in option.choices], **words)
