"""The form for creating or changing a club."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from apps.clubs.models import NAME_LENGTH, Club
from apps.common import markdown, text_rules


class ClubForm(forms.Form):
    """The fields of a club. The service checks the text, and this form what is missing."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=NAME_LENGTH)
    about = forms.CharField(
        label=gettext_lazy("Description"), max_length=text_rules.MAX_NOTE_LENGTH, required=False,
        widget=forms.Textarea({"rows": 5}), help_text=markdown.MARKDOWN_HELP,
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
        """Return the form with the club's current values."""
        return cls(initial={"name": club.name, "about": club.about, "open": "yes" if club.open else "no"})

    @property
    def agreed(self) -> dict[str, Any]:
        """Return the values as the services take them."""
        typed = self.cleaned_data
        return {"name": typed["name"], "about": typed["about"], "open_": typed["open"] == "yes"}
