"""The forms of an arena: one to create it from a name, a game, a format and a start, and one for all its settings."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.common import markdown
from apps.games import load_games
from apps.tournaments.forms.tournament import build_moment_field, check_near
from apps.tournaments.models import Arena
from apps.tournaments.presets import ARENAS


class NewArenaForm(forms.ModelForm):
    """The questions for creating an arena."""

    game = forms.ChoiceField(label=gettext_lazy("Game"))
    pattern = forms.ChoiceField(label=gettext_lazy("Format"), widget=forms.RadioSelect)
    begins_at = build_moment_field(label=gettext_lazy("Starts"), validators=[check_near])

    class Meta:
        model = Arena
        fields = ("name", "about", "begins_at")
        help_texts = {"about": markdown.MARKDOWN_HELP}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games, kinds = self.fields["game"], self.fields["pattern"]
        games.choices = [(slug, _(game.meta.title)) for slug, game in load_games().items()]  # type: ignore[attr-defined]
        kinds.choices = [(span.name, _(span.title)) for span in ARENAS.values()]  # type: ignore[attr-defined]
        kinds.initial = next(iter(ARENAS))

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

    def clean(self) -> dict[str, Any]:
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
