"""The forms of a league: a few questions to create one from a template, and the settings that can change."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

import msgspec
from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.common import markdown
from apps.games import load_games
from apps.kernel.game import AnyGame
from apps.matches.engine.deadlines import list_preset_paces
from apps.matches.selectors import bot_choices, options
from apps.matches.selectors.wording import list_game_choices
from apps.tournaments.formats.plan import Plan
from apps.tournaments.formats.stages import Knockout
from apps.tournaments.forms.stages import CleanedData
from apps.tournaments.forms.tournament import build_moment_field, check_near
from apps.tournaments.forms.validation import list_game_flaws, list_unfitting_sizes
from apps.tournaments.models import League
from apps.tournaments.presets import LEAGUES, Pattern

MAX_ROUND_HOURS: Final = 24 * 60
"""The maximum hours of a round."""


def _list_pattern_choices() -> list[tuple[str, str]]:
    return [(each.name, f"{_(each.title)}: {_(each.text)}") for each in LEAGUES.values()]


class NewLeagueForm(forms.ModelForm):
    """The questions for creating a league. All else comes from the template and can be changed afterwards."""

    game = forms.ChoiceField(label=gettext_lazy("Game"), choices=list_game_choices)
    pattern = forms.ChoiceField(
        label=gettext_lazy("Format"),
        widget=forms.RadioSelect,
        choices=_list_pattern_choices,
        initial=next(iter(LEAGUES)),
    )
    starts_at = build_moment_field(
        label=gettext_lazy("First season starts"),
        help_text=gettext_lazy("Players can join until then. The season waits until enough have joined."),
        validators=[check_near],
    )

    class Meta:
        model = League
        fields = ("name", "about", "starts_at")
        help_texts = {"about": markdown.MARKDOWN_HELP}

    def clean(self) -> CleanedData:
        typed = super().clean() or self.cleaned_data
        if "game" in typed and "pattern" in typed:
            game, pattern = load_games()[typed["game"]], LEAGUES[typed["pattern"]]
            terms = _build_league_terms(game, pattern)
            plan = pattern.plan(game.meta.seats)
            if not pattern.suits(game.meta.seats):
                self.add_error("pattern", _("This game doesn’t support the table sizes of this format."))
            for _field, sentence in list_game_flaws(game, terms["options"], terms["pace_name"], plan):
                self.add_error("pattern", sentence)
        return typed

    def terms(self) -> dict[str, object]:
        """Return the settings to store besides the form's fields, if the form is valid."""
        return _build_league_terms(load_games()[self.cleaned_data["game"]], LEAGUES[self.cleaned_data["pattern"]])


class LeagueForm(forms.ModelForm):
    """The settings that can change. Changes apply from the next season on."""

    rounds = forms.IntegerField(
        label=gettext_lazy("Rounds"),
        min_value=1,
        max_value=20,
        help_text=gettext_lazy("Rounds in a season, or tables per player if all tables are played at the same time."),
    )
    round_hours = forms.IntegerField(label=gettext_lazy("Hours per round"), min_value=1, max_value=MAX_ROUND_HOURS)
    least = forms.IntegerField(label=gettext_lazy("Minimum division size"), min_value=3, max_value=24)
    most = forms.IntegerField(label=gettext_lazy("Maximum division size"), min_value=5, max_value=48)
    moves = forms.IntegerField(label=gettext_lazy("Promoted from each division"), min_value=1, max_value=11)
    pause_days = forms.IntegerField(label=gettext_lazy("Days between seasons"), min_value=0, max_value=365)
    opponents = forms.ChoiceField(label=gettext_lazy("Bot level"), choices=bot_choices.describe_bots)

    class Meta:
        model = League
        fields = (
            "name", "about", "active", "round_hours", "least", "most", "moves", "pause_days", "rated", "opponents",
        )  # fmt: skip
        help_texts = {"about": markdown.MARKDOWN_HELP}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.plan = msgspec.convert(self.instance.plan, Plan)
        self.fields["rounds"].initial = rounds_of(self.plan)

    def clean(self) -> CleanedData:
        typed = super().clean() or self.cleaned_data
        if not self.errors:
            stage = msgspec.structs.replace(self.plan.stages[0], rounds=typed["rounds"])
            self.plan = msgspec.structs.replace(self.plan, stages=(stage,))
            for name, sentence in _list_league_flaws(typed, self.plan):
                self.add_error(name, sentence)
        return typed

    def terms(self) -> dict[str, object]:
        """Return the settings to store besides the form's fields, if the form is valid."""
        return {"plan": msgspec.to_builtins(self.plan)}


def rounds_of(plan: Plan) -> int:
    """Return the rounds of a season with Swiss pods, or the number of tables per player in groups."""
    stage = plan.stages[0]
    return 0 if isinstance(stage, Knockout) else stage.rounds


def _list_league_flaws(typed: CleanedData, plan: Plan) -> Iterator[tuple[str, str]]:
    """Yield (field, sentence) for each contradiction between the fields."""
    least, most = typed["least"], typed["most"]
    if most < 2 * least - 1:
        sentence = _("Must be at least %(number)d so that any number of members can be split into divisions.")
        yield "most", sentence % {"number": 2 * least - 1}
    if 2 * typed["moves"] >= least:
        sentence = _("Must be no more than %(number)d so that someone stays in the smallest division.")
        yield "moves", sentence % {"number": (least - 1) // 2}
    if found := list_unfitting_sizes(plan, least, most):
        sentence = _("Divisions of these sizes can’t be split into tables: %(sizes)s.")
        yield "rounds", sentence % {"sizes": ", ".join(map(str, found))}


def _build_league_terms(game: AnyGame, pattern: Pattern) -> dict[str, Any]:
    """Return the league's fields from a template, adapted to a game with its usual options."""
    chosen = {each.name: each.value for each in options.build_option_fields(game.options)} | dict(
        game.meta.quick_options
    )
    paces = list_preset_paces(game.meta)
    pace_name = pattern.pace_name if pattern.pace_name in paces else next(iter(paces))
    return {
        "game": game.meta.slug,
        "options": msgspec.to_builtins(game.setup(game.meta.seats[-1], chosen).options),
        "pace": dict(paces[pace_name]),
        "pace_name": pace_name,
        "plan": msgspec.to_builtins(pattern.plan(game.meta.seats)),
        **pattern.terms,
    }


def fill_league(form: NewLeagueForm | LeagueForm, league: League, *, now: datetime) -> League:
    """Return the row with the form's values, unsaved."""
    for name, value in form.terms().items():
        setattr(league, name, value)
    league.created_at = league.created_at or now
    return league
