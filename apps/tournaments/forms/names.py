"""A field for names of players, one per line or separated by commas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.db.models import Value
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy

from apps.accounts.models import Player

MAX_LIST_LENGTH: Final = 2000
"""The maximum length of a list."""
MAX_UNKNOWN_NAMES: Final = 10
"""The maximum number of unknown names in one error message."""


class Names(forms.CharField):
    """Players with an account, by name. If one of the names can't be found, none of them is taken."""

    default_error_messages = {
        "unknown": gettext_lazy("We can’t find a player called “%(name)s”."),
        "guest": gettext_lazy("“%(name)s” is a guest and has no account yet."),
    }

    def __init__(self, *, several: bool = False, **kwargs: Any) -> None:
        super().__init__(max_length=MAX_LIST_LENGTH if several else 60, **kwargs)
        self.several = several
        if several:
            self.widget = forms.Textarea({"rows": 4})

    def clean(self, value: object) -> object:
        text = super().clean(value)
        typed = (word.strip() for line in text.splitlines() for word in line.split(","))
        people = self._people([word for word in typed if word])
        if not people:
            raise forms.ValidationError(self.error_messages["required"])
        return people if self.several else people[0]

    def _people(self, names: Sequence[str]) -> list[Player]:
        """Find the players of these names in one statement, in this order and without repeats."""
        wanted = [Lower(Value(name)) for name in names]
        rows = Player.objects.alias(lowered=Lower("username")).filter(is_active=True, lowered__in=wanted)
        found = {player.username.lower(): player for player in rows}
        wrong = [
            forms.ValidationError(self.error_messages["guest" if player else "unknown"], params={"name": name})
            for name, player in ((name, found.get(name.lower())) for name in dict.fromkeys(names))
            if player is None or player.guest
        ]
        if wrong:
            raise forms.ValidationError(wrong[:MAX_UNKNOWN_NAMES])
        return list(dict.fromkeys(found[name.lower()] for name in names))
