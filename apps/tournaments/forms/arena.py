"""The forms of an arena: one to create it from a name, a game, a format and a start, and one for all its settings."""

from __future__ import annotations

from datetime import datetime, timedelta

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.common import markdown
from apps.matches.selectors.wording import list_game_choices
from apps.tournaments.forms.stages import CleanedData
from apps.tournaments.forms.tournament import build_moment_field, check_near
from apps.tournaments.models import Arena
from apps.tournaments.presets import ARENAS


def _list_pattern_choices() -> list[tuple[str, str]]:
    return [(span.name, _(span.title)) for span in ARENAS.values()]


class NewArenaForm(forms.ModelForm):
    """The questions for creating an arena."""

    game = forms.ChoiceField(label=gettext_lazy("Game"), choices=list_game_choices)
    pattern = forms.ChoiceField(
        label=gettext_lazy("Format"),
        widget=forms.RadioSelect,
        choices=_list_pattern_choices,
        initial=next(iter(ARENAS)),
    )
    begins_at = build_moment_field(label=gettext_lazy("Starts"), validators=[check_near])

    class Meta:
        model = Arena
        fields = ("name", "about", "begins_at")
        help_texts = {"about": markdown.MARKDOWN_HELP}

    def made(self, arena: Arena, *, now: datetime) -> Arena:
        """Return the row with the form's values, unsaved."""
        span = ARENAS[self.cleaned_data["pattern"]]
        arena.game, arena.streak, arena.created_at = self.cleaned_data["game"], span.streak, now
        arena.ends_at = arena.begins_at + timedelta(hours=span.hours)
        return arena


class ArenaForm(forms.ModelForm):
    """The settings that can still change."""

    begins_at = build_moment_field(label=gettext_lazy("Starts"))
    ends_at = build_moment_field(label=gettext_lazy("Ends"))
    streak = forms.IntegerField(
        label=gettext_lazy("Wins in a row"),
        min_value=0,
        max_value=99,
        help_text=gettext_lazy(
            "If set to 3, the third win in a row and each one after it count double. 0 turns this off."
        ),
    )

    class Meta:
        model = Arena
        fields = ("name", "about", "begins_at", "ends_at", "streak")
        help_texts = {"about": markdown.MARKDOWN_HELP}

    def clean(self) -> CleanedData:
        typed = super().clean() or self.cleaned_data
        for name in ("begins_at", "ends_at"):
            if name in typed and name in self.changed_data:  # What an arena of long ago has stays valid.
                try:
                    check_near(typed[name])
                except forms.ValidationError as error:
                    self.add_error(name, error)
        if not self.errors and typed["ends_at"] <= typed["begins_at"]:
            self.add_error("ends_at", _("The end must be after the start."))
        return typed

    def made(self, arena: Arena, *, now: datetime) -> Arena:  # noqa: ARG002 -- as the other form
        """Return the row with the form's values, unsaved."""
        return arena
