"""Forms for what players say about themselves."""

from __future__ import annotations

from datetime import date, time
from functools import partial
from typing import Any, Final

from allauth.account import forms as allauth
from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import password_validators_help_text_html, validate_password
from django.utils.formats import time_format
from django.utils.translation import get_language_info, gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from apps.accounts import preferences, time_zones
from apps.accounts.models import Player
from apps.accounts.preferences import Preferences
from apps.accounts.services import usernames
from apps.matches.engine import availability

NAME_FIELD_ATTRS: Final = {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
"""Attributes of the field for your own name, which password managers fill in and phones don't correct."""


class LoginForm(allauth.LoginForm):
    """The login form, whose first field takes a name or an e-mail address."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs |= NAME_FIELD_ATTRS


class SignupForm(allauth.SignupForm):
    """The sign-up form."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs |= NAME_FIELD_ATTRS


class KeepForm(forms.ModelForm):
    """A guest's new name and password."""

    field_order = ["username", "password1", "email"]
    password1 = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=password_validators_help_text_html(),
    )

    class Meta:
        model = Player
        fields = ["username", "email"]
        labels = {"username": _("Your name"), "email": _("E-mail (optional)")}
        help_texts = {
            "username": _("Other players see this name. You also log in with it."),
            "email": _("For turn notifications and password resets."),
        }
        widgets = {
            "username": forms.TextInput(attrs=NAME_FIELD_ATTRS),
            "email": forms.EmailInput(attrs={"autocomplete": "email"}),
        }

    def clean_username(self) -> str:
        return usernames.validate_username(self.cleaned_data["username"], by=self.instance)

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"].lower()
        return email

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or self.cleaned_data
        if password := cleaned.get("password1"):
            who = Player(username=cleaned.get("username", ""), email=cleaned.get("email", ""))
            try:
                validate_password(password, who)
            except forms.ValidationError as error:
                self.add_error("password1", error)
        return cleaned


def _list_language_choices() -> list[tuple[str, str]]:
    """Return the site's languages, each by its own name, after the choice of none."""
    spoken = [(code, get_language_info(code)["name_local"].capitalize()) for code, _n in settings.LANGUAGES]
    return [("", gettext("Same as browser")), *spoken]


def _list_quarter_hours() -> list[tuple[int, str]]:
    """Return every quarter of an hour of a day."""
    return [
        (minutes, format_time_of_day(minutes))
        for minutes in range(0, availability.MINUTES_A_DAY, availability.QUIET_STEP_MINUTES)
    ]


class MeForm(forms.ModelForm):
    """A player's name, language and time zone."""

    language = forms.ChoiceField(label=_("Language"), required=False, choices=_list_language_choices)

    class Meta:
        model = Player
        fields = ["username", "language", "time_zone"]
        labels = {"username": _("Your name")}
        help_texts = {"username": _("Other players see this name. You also log in with it.")}
        widgets = {"username": forms.TextInput(attrs=NAME_FIELD_ATTRS)}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered: Any = time_zones.list_zone_choices()
        mine = self.instance.time_zone
        if not any(mine == name for _region, places in offered for name, _place in places):
            offered = [("", [(mine, mine)]), *offered]
        self.fields["time_zone"] = forms.ChoiceField(
            label=_("Time zone"), help_text=_("Deadlines are shown in this time zone."), choices=offered
        )

    def clean_username(self) -> str:
        return usernames.validate_username(self.cleaned_data["username"], by=self.instance)


_choice: Final = partial(
    forms.ChoiceField,
    widget=forms.RadioSelect,
    required=False,
    error_messages={"invalid_choice": _("This can’t be chosen. Your earlier choice still counts.")},
)


class PreferencesForm(forms.Form):
    """A player's page preferences. Values that aren't sent keep their default."""

    theme = _choice(
        label=_("Colours"),
        choices=[
            ("auto", pgettext_lazy("preference", "Automatic")),
            ("light", pgettext_lazy("preference", "Light")),
            ("dark", pgettext_lazy("preference", "Dark")),
        ],
    )
    cards = _choice(
        label=pgettext_lazy("preference", "Card size"),
        choices=[("usual", pgettext_lazy("preference", "Normal")), ("large", pgettext_lazy("preference", "Large"))],
    )
    motion = _choice(
        label=_("Motion"),
        choices=[
            ("auto", pgettext_lazy("preference", "Automatic")),
            ("less", pgettext_lazy("preference", "Reduced")),
            ("full", _("Full")),
        ],
    )
    sound = _choice(
        label=_("Sound and vibration"),
        choices=[("off", pgettext_lazy("preference", "Off")), ("on", pgettext_lazy("preference", "On"))],
    )
    volume = _choice(label=_("Volume"), choices=[(step, step) for step in ("1", "2", "3", "4")])
    bots = _choice(
        label=_("Speed of bots"),
        help_text=_("At tables where you’re the only player."),
        choices=[
            ("usual", pgettext_lazy("preference", "Normal")),
            ("quick", pgettext_lazy("preference", "At once")),
            ("slow", pgettext_lazy("preference", "Slow")),
        ],
    )
    confirm = _choice(
        label=_("Confirm moves"),
        help_text=_("Sealed moves don’t need this. You can change them until everyone has played."),
        choices=[
            ("auto", _("3 seconds to undo on phones")),
            ("undo", _("3 seconds to undo everywhere")),
            ("confirm", _("Ask me first")),
            ("off", _("Play at once")),
        ],
    )
    enter = _choice(
        label=_("Enter key in chat"),
        help_text=_("Shift+Enter does the opposite."),
        choices=[("send", pgettext_lazy("preference", "Sends the message")), ("line", _("Starts a new line"))],
    )
    keys = _choice(
        label=_("Keyboard shortcuts"),
        choices=[("on", pgettext_lazy("preference", "On")), ("off", pgettext_lazy("preference", "Off"))],
    )
    online = _choice(
        label=_("Show that I’m online to"),
        choices=[("off", pgettext_lazy("preference", "No one")), ("on", _("Players who’ve added me as a friend"))],
    )

    @property
    def chosen(self) -> Preferences:
        return preferences.decode_preferences(self.cleaned_data)


class QuietForm(forms.Form):
    """A player's quiet hours, in quarters of an hour of their own clock."""

    begins = forms.TypedChoiceField(label=_("From"), coerce=int, choices=_list_quarter_hours)
    ends = forms.TypedChoiceField(label=_("Until"), coerce=int, choices=_list_quarter_hours)


class VacationForm(forms.Form):
    """The first and last day of a vacation."""

    since = forms.DateField(
        label=_("First day"),
        help_text=_("Leave empty to start now."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        required=False,
    )
    until = forms.DateField(
        label=_("Last day"),
        help_text=_("Your deadlines are paused until the end of that day."),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def __init__(self, *args: Any, first_day: date, away: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if away:
            del self.fields["since"]  # It has started.
        for field in self.fields.values():
            field.widget.attrs["min"] = first_day.isoformat()


def format_time_of_day(minutes: int) -> str:
    """Return the time this many minutes after midnight, in the reader's format."""
    return time_format(time(*divmod(minutes, 60)), "TIME_FORMAT")
