"""The forms of a ladder: a few questions to create one from a template, and the settings that can change."""

from __future__ import annotations

import msgspec
from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.common import markdown
from apps.games import load_games
from apps.matches.engine.deadlines import list_preset_paces
from apps.matches.selectors import options
from apps.matches.selectors.wording import list_game_choices
from apps.tournaments.forms.stages import CleanedData
from apps.tournaments.models import Ladder
from apps.tournaments.presets import LADDERS


def _list_pattern_choices() -> list[tuple[str, str]]:
    return [(each.name, f"{_(each.title)}: {_(each.text)}") for each in LADDERS.values()]


class NewLadderForm(forms.ModelForm):
    """The questions for creating a ladder. All else comes from the template and can be changed afterwards."""

    game = forms.ChoiceField(label=gettext_lazy("Game"), choices=list_game_choices)
    pattern = forms.ChoiceField(
        label=gettext_lazy("Format"),
        widget=forms.RadioSelect,
        choices=_list_pattern_choices,
        initial=next(iter(LADDERS)),
    )

    class Meta:
        model = Ladder
        fields = ("name", "about")
        help_texts = {"about": markdown.MARKDOWN_HELP}

    def terms(self) -> dict[str, object]:
        """Return the settings to store besides the form's fields, if the form is valid."""
        game, pattern = load_games()[self.cleaned_data["game"]], LADDERS[self.cleaned_data["pattern"]]
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
            "reach": pattern.reach,
            "most": max(game.meta.seats[0], min(pattern.most, game.meta.seats[-1])),
            "at_once": pattern.at_once,
        }


class LadderForm(forms.ModelForm):
    """The settings that can change. Changes apply to tables dealt from then on."""

    reach = forms.IntegerField(label=gettext_lazy("Challenge range (places)"), min_value=1, max_value=20)
    most = forms.IntegerField(label=gettext_lazy("Maximum players per table"), min_value=2, max_value=12)
    at_once = forms.IntegerField(label=gettext_lazy("Simultaneous tables per player"), min_value=1, max_value=10)

    class Meta:
        model = Ladder
        fields = ("name", "about", "active", "reach", "most", "at_once", "rated")
        help_texts = {"about": markdown.MARKDOWN_HELP}

    def clean(self) -> CleanedData:
        typed = super().clean() or self.cleaned_data
        if not self.errors and self.instance.game in load_games():
            seats = load_games()[self.instance.game].meta.seats
            if not seats[0] <= typed["most"] <= seats[-1]:
                sentence = _("%(game)s is for %(least)d to %(most)d players.")
                title = _(load_games()[self.instance.game].meta.title)
                self.add_error("most", sentence % {"game": title, "least": seats[0], "most": seats[-1]})
            elif typed["reach"] < seats[0] - 1:
                sentence = _("Must be at least %(number)d to fill a table.")
                self.add_error("reach", sentence % {"number": seats[0] - 1})
        return typed

    def terms(self) -> dict[str, object]:
        """Return no settings, because the form's fields are enough."""
        return {}
