"""What whoever founds a club, or changes one, is asked."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from apps.clubs.models import NAME_LENGTH, Club
from apps.common import markdown, text_rules


class ClubForm(forms.Form):
    """The service judges what was typed; here stands what a browser need not send."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=NAME_LENGTH)
    about = forms.CharField(
        label=gettext_lazy("Description"), max_length=text_rules.NOTE, required=False,
        widget=forms.Textarea({"rows": 5}), help_text=markdown.HOW,
    )  # fmt: skip
    open = forms.ChoiceField(
        label=gettext_lazy("Who can join"),
        widget=forms.RadioSelect,
        choices=[
            ("yes", gettext_lazy("Anyone")),
            (
                "no",
                gettext_lazy("Players invited or accepted by an organiser. Only members can see who is in the club."),
            ),
        ],
        initial="yes",
    )

    @classmethod
    def of(cls, club: Club) -> ClubForm:
        """As the club is now."""
        return cls(initial={"name": club.name, "about": club.about, "open": "yes" if club.open else "no"})

    @property
    def agreed(self) -> dict[str, Any]:
        """What was typed, as the services take it."""
        typed = self.cleaned_data
        return {"name": typed["name"], "about": typed["about"], "open_": typed["open"] == "yes"}
