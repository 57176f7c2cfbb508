"""Admin forms for passwords and for the permissions of helpers and groups."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Final

from django import forms
from django.apps import apps
from django.contrib import admin
from django.contrib.auth import get_permission_codename
from django.contrib.auth.forms import (
    AdminPasswordChangeForm,
    BaseUserCreationForm,
    ReadOnlyPasswordHashField,
    ReadOnlyPasswordHashWidget,
    UserChangeForm,
)
from django.contrib.auth.hashers import is_password_usable
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db.models import Q, QuerySet
from django.forms.utils import flatatt
from django.http import HttpRequest
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.accounts.services import usernames
from apps.matches.selectors.wording import format_labelled_value

PERMISSION_ACTIONS: Final = {
    "view": gettext_lazy("view"),
    "add": gettext_lazy("add"),
    "change": gettext_lazy("change"),
    "delete": gettext_lazy("delete"),
}


def boolean_icon(value: bool | None) -> SafeString:
    """Return Django's icon with a translated alternative text.

    Django's own says True, False and None in every language.
    """
    picture, said = {True: ("yes", _("Yes")), False: ("no", _("No")), None: ("unknown", _("Unknown"))}[value]
    return format_html('<img src="{}" alt="{}">', static(f"admin/img/icon-{picture}.svg"), said)


class Unread(ReadOnlyPasswordHashWidget):
    """A widget that shows whether there is a password and links to setting a new one, without the hash."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: object = None) -> SafeString:  # noqa: ARG002
        """Render the widget here, because Django's template takes the hash apart, differently in each release."""
        kept = bool(value) and is_password_usable(value)
        return format_html(
            '<div{}><p><strong>{}</strong></p><p><a role="button" class="button" href="../password/">{}</a></p></div>',
            flatatt(self.build_attrs(self.attrs, attrs)),
            _("A password is set. It can’t be displayed.") if kept else _("No password is set."),
            _("Set a new password"),
        )


class PlayerForm(UserChangeForm):
    password = ReadOnlyPasswordHashField(label=gettext_lazy("Password"), widget=Unread)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        if "password" in self.fields:
            self.fields["password"].help_text = ""  # `Unread` says it all.

    def clean_username(self) -> str:
        return usernames.validate_username(self.cleaned_data["username"], by=self.instance)


class NewPlayerForm(BaseUserCreationForm):
    def clean_username(self) -> str:
        return usernames.validate_username(self.cleaned_data["username"])


class PasswordForm(AdminPasswordChangeForm):
    """A form for a new password.

    Django also offers no password at all, which would lock out anyone without a passkey.
    """

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields.pop("usable_password", None)
        for field in self.fields.values():
            field.required = True

    def save(self, commit: bool = True) -> object:
        """Save the password, which makes a guest's account a full one."""
        self.user.guest = False
        return super().save(commit)


class Rights(forms.ModelMultipleChoiceField):
    """The permissions that the admin has pages for. Django would offer every database table, named in English."""

    widget = forms.CheckboxSelectMultiple

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"queryset": find_offered_permissions()})

    def label_from_instance(self, right: Any) -> str:
        act, _underscore, _model = right.codename.partition("_")
        return format_labelled_value(capfirst(right.content_type.name), str(PERMISSION_ACTIONS.get(act, right.name)))


def find_offered_permissions() -> QuerySet[Permission]:
    """Return the permissions that open an admin page to a helper who has them, grouped by model."""
    helper: Any = HttpRequest()
    helper.user = SimpleNamespace(pk=None, is_superuser=False, has_perm=lambda _right: True)
    useful = Q(pk=None)
    for model, kind in ContentType.objects.get_for_models(*filter(admin.site.is_registered, apps.get_models())).items():
        pages = admin.site.get_model_admin(model)
        acts = [act for act in PERMISSION_ACTIONS if getattr(pages, f"has_{act}_permission")(helper)]
        useful |= Q(content_type=kind, codename__in=[get_permission_codename(act, pages.opts) for act in acts])
    found = Permission.objects.filter(useful).select_related("content_type")
    return found.order_by("content_type__app_label", "content_type__model", "pk")
