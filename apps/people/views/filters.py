"""The filters of the matches on a profile."""

from __future__ import annotations

from typing import Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy, pgettext_lazy

from apps.matches.views import history

PLACE_CHOICES: Final = (
    ("", gettext_lazy("All")),
    ("won", pgettext_lazy("matches of a player", "Won")),
    ("lost", pgettext_lazy("matches of a player", "Not won")),
)


class PlayedFilters(forms.Form):
    """The filters of a player's matches, two of which are the archive's."""

    game = forms.ChoiceField(label=gettext_lazy("Game"), required=False, choices=history.list_game_choices)
    against = history.build_name_field(label=gettext_lazy("Opponent"))
    place = forms.ChoiceField(label=gettext_lazy("Place"), required=False, choices=PLACE_CHOICES)

    def __init__(self, given: QueryDict, *, completes: bool) -> None:
        super().__init__(given)
        if completes:
            self.fields["against"].widget.attrs["list"] = "player-names"

    def get_wanted(self) -> dict[str, str]:
        """Return the filters that are set, or none if one of them can't be."""
        return {name: value for name, value in self.cleaned_data.items() if value} if self.is_valid() else {}
