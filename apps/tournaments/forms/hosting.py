"""The short form for anyone to create a tournament: a template, a name, a time.

Everything else comes from the template. The long form validates the result.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final, cast

from django import forms
from django.forms.boundfield import BoundWidget
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.common import markdown, text_rules
from apps.common.errors import TextRefused
from apps.games import load_games
from apps.kernel.game import AnyGame
from apps.matches.engine.bot_strength import BotStrength
from apps.matches.engine.deadlines import list_preset_paces
from apps.matches.selectors import bot_choices
from apps.matches.selectors.wording import pace_title
from apps.tournaments.errors import SettingsRefused
from apps.tournaments.forms import point_tables
from apps.tournaments.forms.initial import build_pattern_values, build_tournament_values
from apps.tournaments.forms.names import Names
from apps.tournaments.forms.sections import HELP
from apps.tournaments.forms.shown import say_along_what_is_shown
from apps.tournaments.forms.stages import CleanedData
from apps.tournaments.forms.tournament import TermsForm, build_moment_field
from apps.tournaments.models import Tournament
from apps.tournaments.presets import PATTERNS, Pattern, at_pace

MIN_ENTRANTS: Final = 6
MAX_ENTRANTS: Final = 32
DEFAULT_ENTRANTS: Final = 16
MAX_ROUND_HOURS: Final = 24 * 14
"""The maximum hours of a round."""
FIELD_BOUNDS: Final = {
    "least": (MIN_ENTRANTS, MAX_ENTRANTS),
    "most": (MIN_ENTRANTS, MAX_ENTRANTS),
    "round_hours": (1, MAX_ROUND_HOURS),
}
DEFAULT_LEAD_TIME: Final = timedelta(days=3)
DEFAULT_START_HOUR: Final = 20
"""The hour at which a tournament starts by default."""


class _ShortForm(forms.Form):
    """The questions of both short forms."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    starts_at = build_moment_field(label=gettext_lazy("Starts"))
    check_in = forms.BooleanField(
        label=gettext_lazy("Check-in"), label_suffix="", required=False, help_text=HELP["check_in"]
    )
    about = forms.CharField(
        label=gettext_lazy("Description"), max_length=2000, required=False, widget=forms.Textarea({"rows": 3}),
        help_text=markdown.MARKDOWN_HELP,
    )  # fmt: skip
    prizes = forms.CharField(
        label=gettext_lazy("Prizes"), max_length=2000, required=False, widget=forms.Textarea({"rows": 2}),
        help_text=HELP["prizes"],
    )  # fmt: skip

    def clean_name(self) -> str:
        return _clean_decent_text(self.cleaned_data["name"])

    def clean_about(self) -> str:
        return _clean_decent_text(self.cleaned_data["about"])

    def clean_prizes(self) -> str:
        return _clean_decent_text(self.cleaned_data["prizes"])


class HostForm(_ShortForm):
    """The short form of a new tournament."""

    pattern = forms.ChoiceField(label=gettext_lazy("Format"), widget=forms.RadioSelect)
    most = forms.IntegerField(
        label=gettext_lazy("Maximum entrants"), min_value=MIN_ENTRANTS, max_value=MAX_ENTRANTS, initial=DEFAULT_ENTRANTS
    )
    public = forms.ChoiceField(
        label=gettext_lazy("Who can enter"),
        widget=forms.RadioSelect,
        choices=[
            ("yes", gettext_lazy("Everyone (shown in the list, rated matches)")),
            ("no", gettext_lazy("Anyone with the link (not in the list, unrated matches)")),
        ],
        initial="yes",
    )
    takes_part = forms.BooleanField(
        label=gettext_lazy("I’m playing too"), label_suffix="", required=False, initial=True
    )

    bots_welcome = forms.BooleanField(
        label=gettext_lazy("Bots are welcome"), label_suffix="", required=False, help_text=HELP["bots_welcome"]
    )
    least = forms.IntegerField(
        label=gettext_lazy("Minimum entrants"),
        min_value=MIN_ENTRANTS,
        max_value=MAX_ENTRANTS,
        required=False,
        help_text=gettext_lazy(
            "If fewer have registered by the start, the tournament is cancelled. Leave empty for the default."
        ),
    )
    pace_name = forms.ChoiceField(label=gettext_lazy("Pace"), required=False)
    round_hours = forms.IntegerField(
        label=gettext_lazy("Hours per round"), min_value=1, max_value=MAX_ROUND_HOURS, required=False,
        help_text=gettext_lazy("After that, matches still in play are ended. Leave empty for the default."),
    )  # fmt: skip
    points = forms.ChoiceField(
        label=gettext_lazy("Points per table"),
        required=False,
        choices=point_tables.list_point_choices()[:-1],
    )
    opponents = forms.ChoiceField(
        label=gettext_lazy("Bot level"), choices=bot_choices.describe_bots, initial=BotStrength.CINDER, required=False
    )

    def __init__(self, game: AnyGame, *args: Any, now: datetime, teams: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game, self.now = game, now
        suiting = (one for one in PATTERNS.values() if one.suits(game.meta.seats))
        self.patterns = {one.name: one for one in suiting if teams or not one.team}
        start = self.fields["starts_at"]
        kinds, pace = (cast("forms.ChoiceField", self.fields[name]) for name in ("pattern", "pace_name"))
        kinds.choices = [(one.name, _(one.title)) for one in self.patterns.values()]
        kinds.initial = next(iter(self.patterns))
        paces = [(name, pace_title(name)) for name in list_preset_paces(game.meta)]
        pace.choices = [("", _("standard")), *paces]
        start.initial = some_evening(now)
        start.help_text = _("Time zone: %(zone)s") % {"zone": timezone.get_current_timezone_name()}
        self.fields["name"].initial = _(game.meta.title)  # Not the user's name, which would stay after they leave.

    @property
    def kind(self) -> Pattern:
        """Return the template that is chosen now."""
        chosen = self["pattern"].value()
        return self.patterns.get(chosen) or next(iter(self.patterns.values()))

    @property
    def kinds(self) -> list[tuple[BoundWidget, str]]:
        """Return each template's radio button with its description."""
        return [(radio, _(self.patterns[radio.data["value"]].text)) for radio in self["pattern"]]

    @property
    def schedule(self) -> dict[str, int]:
        """Return the template's hours of a round and between two, at the chosen pace."""
        usual = self.kind.pace_name
        pace, terms = str(self["pace_name"].value() or usual), self.kind.terms
        return {
            "round_hours": max(1, at_pace(terms["round_hours"], usual, pace, most=MAX_ROUND_HOURS)),
            "break_hours": at_pace(terms.get("break_hours", 0), usual, pace, most=MAX_ROUND_HOURS),
        }

    def number(self, name: str) -> int | None:
        """Return the current value of a number field, within its bounds; None if it isn't a number."""
        text, (least, most) = str(self[name].value() or ""), FIELD_BOUNDS[name]
        return max(least, min(int(text), most)) if text.isdecimal() and len(text) < 6 else None

    def clean(self) -> None:
        if not self.errors:
            _add_terms_errors(self, self.terms)

    @cached_property
    def terms(self) -> TermsForm:
        """Return the long form once this one is cleaned. If valid, it gives the values to store."""
        return TermsForm(self.game, self._whole(self.cleaned_data), now=self.now)

    def _whole(self, typed: CleanedData) -> dict[str, object]:
        """Return the data of the long form, from the template and what was typed."""
        begun = {name: field.initial for name, field in TermsForm.base_fields.items()}
        usual = {**begun, **build_pattern_values(self.kind, self.game, now=self.now), **self.schedule}
        own = {
            "name": typed["name"],
            "about": typed["about"],
            "prizes": typed["prizes"],
            "starts_at": typed["starts_at"],
            "most": typed["most"],
            "least": typed["least"] or min(usual["least"], typed["most"]),
            "listed": typed["public"] == "yes",
            "rated": typed["public"] == "yes",
            "check_in": typed["check_in"],
            "bots_welcome": typed["bots_welcome"],
            "points": typed["points"] or usual["points"],
            "pace_name": typed["pace_name"] or usual["pace_name"],
            "round_hours": typed["round_hours"] or usual["round_hours"],
            "opponents": typed["opponents"] or usual["opponents"],
        }
        return {**usual, **own}


def some_evening(now: datetime) -> datetime:
    """Return an evening in a few days, when most players are free."""
    day = timezone.localtime(now + DEFAULT_LEAD_TIME)
    return day.replace(hour=DEFAULT_START_HOUR, minute=0, second=0, microsecond=0)


class ChangeForm(_ShortForm):
    """The settings that the creator and co-organisers can change before the start.

    The rest stays as it is, and the long form validates everything together. Two people can change settings at once. So
    the page sends back what it showed, and only what its reader has changed is saved.
    """

    field_order = ("name", "starts_at", "least", "most", "round_hours", "check_in", "about", "prizes")

    least = forms.IntegerField(label=gettext_lazy("Minimum entrants"), min_value=MIN_ENTRANTS, max_value=MAX_ENTRANTS)
    most = forms.IntegerField(label=gettext_lazy("Maximum entrants"), min_value=MIN_ENTRANTS, max_value=MAX_ENTRANTS)
    round_hours = forms.IntegerField(label=gettext_lazy("Hours per round"), min_value=1, max_value=MAX_ROUND_HOURS)

    def __init__(self, tournament: Tournament, data: Mapping[str, object] | None = None, *, now: datetime) -> None:
        self.tournament, self.agreed = tournament, build_tournament_values(tournament)
        super().__init__(data, initial={name: self.agreed[name] for name in self.base_fields})
        self.game, self.now = load_games()[tournament.game], now
        say_along_what_is_shown(self)

    def clean(self) -> None:
        for name in self._changed_by_others():
            self.add_error(
                name,
                _("Someone else has just changed this. Save again to replace their change, or reload to see it."),
            )
        if not self.errors:
            _add_terms_errors(self, self.terms)

    @cached_property
    def terms(self) -> TermsForm:
        """Return the long form with the changes, once this one is cleaned."""
        typed = {**self.agreed, **{name: self.cleaned_data[name] for name in self.changed_data}}
        return TermsForm(self.game, typed, initial=self.agreed, now=self.now)

    def changes(self) -> dict[str, object]:
        """Return the values to store that differ from the stored ones."""
        values = self.terms.values()
        return {name: value for name, value in values.items() if getattr(self.tournament, name) != value}

    def _changed_by_others(self) -> list[str]:
        """Return the changed fields that others have changed since the page showed them.

        The page then sends back the current values, so that saving again replaces them.
        """
        found = []
        for name in self.changed_data:
            shown, now = self._shown(name), _normalise_form_value(self.agreed[name])
            if (
                name in self.cleaned_data
                and shown not in (None, now)
                and _normalise_form_value(self.cleaned_data[name]) != now
            ):
                data: Any = self.data
                data = data.copy()
                data[self.add_initial_prefix(name)] = str(now)
                self.data = data
                found.append(name)
        return found

    def _shown(self, name: str) -> object:
        """Return what the page showed in a field; None if it isn't known."""
        text = self.data.get(self.add_initial_prefix(name))
        try:
            return None if text is None else _normalise_form_value(self.fields[name].clean(text))
        except forms.ValidationError:
            return None


def build_change_form(tournament: Tournament, changes: Mapping[str, object], *, now: datetime) -> ChangeForm:
    """Return the form with some changes to what is stored now.

    :raises StagesNotInForm: if no form can show the agreed stages
    """
    blank = ChangeForm(tournament, now=now)
    shown = {name: blank.agreed[name] for name in blank.fields}
    data = {**{blank.add_initial_prefix(name): value for name, value in shown.items()}, **shown, **changes}
    return ChangeForm(tournament, data, now=now)


def expect_valid(form: HostForm | ChangeForm) -> None:
    """Check the settings in a form that no one sees.

    :raises SettingsRefused: if they contain errors, all of which it names
    """
    if form.is_valid():
        return
    found = []
    for name, errors in form.errors.items():
        label = f"{form.fields[name].label}: " if name in form.fields else ""
        found += [f"{label}{error}" for error in errors]
    raise SettingsRefused(" ".join(found))


class InviteForm(forms.Form):
    """A list of players to invite."""

    players = Names(several=True)


def _normalise_form_value(value: object) -> object:
    """Return a value as a form sends it back."""
    if isinstance(value, datetime):
        return value.replace(microsecond=0)
    return "\n".join(value.split("\r\n")).strip() if isinstance(value, str) else value


def _add_terms_errors(form: forms.Form, terms: TermsForm) -> None:
    """Add the errors of the long form to the short one."""
    for name, errors in terms.errors.items():
        for error in errors:
            label = terms.fields[name].label if name in terms.fields else ""
            form.add_error(*((name, error) if name in form.fields else (None, f"{label} {error}".strip())))


def _clean_decent_text(text: str) -> str:
    try:
        return text_rules.clean_note(text) if text else ""
    except TextRefused as refusal:
        raise forms.ValidationError(str(refusal)) from refusal
