"""Admin pages for players and their permissions."""

# Django passes its hooks more arguments than each of them needs.
# ruff: noqa: ARG002

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import allauth.account.admin
import allauth.mfa.admin
import allauth.usersessions.admin  # noqa: F401  # All three register what is taken down below.
from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin, messages
from django.contrib.admin.templatetags import admin_list
from django.contrib.auth.admin import GroupAdmin as Groups
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.db.models import ManyToManyField, Model
from django.forms import CheckboxSelectMultiple, ModelMultipleChoiceField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.accounts.admin.forms import NewPlayerForm, PasswordForm, PlayerForm, Rights, boolean_icon
from apps.accounts.errors import NameTaken, UnlockRefused
from apps.accounts.models import Player
from apps.accounts.services import security
from apps.common.admin import DeletedRows, list_rows_to_delete

# Their pages reveal what opens an account, such as the secret of an authenticator app or session keys. Anyone who could
# add a confirmed address to someone's account could have a new password sent there.
admin.site.unregister([Authenticator, UserSession, EmailAddress, Group])

admin.site.site_header = gettext_lazy("Slow Fuse admin")
admin.site.site_title = "Slow Fuse"
admin.site.index_title = gettext_lazy("The back room")
vars(admin_list)["_boolean_icon"] = boolean_icon  # The whole admin looks it up there.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # One door, with its limits.


@admin.register(Group)
class GroupAdmin(Groups):
    """Groups of permissions for helpers. Changing one allows anything, so only superusers can."""

    filter_horizontal = ()

    def has_module_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)

    def has_view_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return bool(request.user.is_superuser)

    has_add_permission = has_module_permission
    has_change_permission = has_delete_permission = has_view_permission

    def formfield_for_manytomany(
        self, db_field: ManyToManyField, request: HttpRequest | None = None, **kwargs: object
    ) -> ModelMultipleChoiceField | None:
        return super().formfield_for_manytomany(db_field, request, **kwargs, form_class=Rights)

    def get_deleted_objects(self, objs: Iterable[Model], request: HttpRequest) -> DeletedRows:
        return list_rows_to_delete(objs, of=self, asked=request)


@admin.register(Player)
class PlayerAdmin(UserAdmin):
    """Players and their permissions.

    Passwords can be set but never read, and passkeys and codes only removed. What players choose for themselves
    (language, zone, addresses) is theirs to change.

    Only superusers can change an account that has permissions here. Otherwise, setting its password would give access
    to them.
    """

    form = PlayerForm
    change_form_template = "admin/accounts/player/change_form.html"
    change_password_form = PasswordForm
    change_user_password_template = "admin/accounts/player/password.html"  # noqa: S105
    add_form = NewPlayerForm
    add_form_template = None
    add_fieldsets = [(None, {"fields": ["username", "password1", "password2"]})]
    list_display = ["username", "email", "guest", "time_zone", "is_staff", "date_joined", "last_login"]
    list_filter = ["guest", "is_staff", "is_superuser", "is_active", "date_joined"]
    search_fields = ["username", "email"]
    ordering = ["-date_joined"]
    readonly_fields = ["addresses", "keys", "guest", "language", "time_zone", "last_login", "date_joined"]
    filter_horizontal = ()

    # -- rights ------------------------------------------------------------------------

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        return _has_authority_over(request, obj) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        return _has_authority_over(request, obj) and super().has_delete_permission(request, obj)

    def get_fieldsets(self, request: HttpRequest, obj: Player | None = None) -> Any:
        if obj is None:
            return self.add_fieldsets
        password = ["password"] if self.has_change_permission(request, obj) else []
        rights = ["is_staff", "is_superuser", "groups", "user_permissions"] if request.user.is_superuser else []
        return [
            (None, {"fields": ["username", *password, "keys", "addresses", "guest", "language", "time_zone"]}),
            (gettext_lazy("Permissions"), {"fields": ["is_active", *rights]}),
            (gettext_lazy("Dates"), {"fields": ["last_login", "date_joined"]}),
        ]

    def formfield_for_manytomany(
        self, db_field: ManyToManyField, request: HttpRequest, **kwargs: object
    ) -> ModelMultipleChoiceField | None:
        boxes = {"form_class": Rights} if db_field.name == "user_permissions" else {}
        return super().formfield_for_manytomany(db_field, request, widget=CheckboxSelectMultiple, **kwargs, **boxes)

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, form_url: str = "",
        extra_context: dict[str, object] | None = None,
    ) -> HttpResponse:  # fmt: skip
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except IntegrityError:  # Someone took the name after the form had checked.
            messages.error(request, str(NameTaken()))
            return redirect(request.get_full_path())

    # -- keys --------------------------------------------------------------------------

    @admin.display(description=gettext_lazy("passkeys and codes"))
    def keys(self, player: Player) -> str:
        return (
            ", ".join(security.door_title(kind) for kind in sorted(security.find_authenticator_kinds(player=player.pk)))
            or "–"
        )

    @admin.display(description=gettext_lazy("e-mail addresses"))
    def addresses(self, player: Player) -> str:
        rows = EmailAddress.objects.filter(user=player).order_by("pk")
        said = [row.email if row.verified else _("%(email)s (not confirmed)") % {"email": row.email} for row in rows]
        return ", ".join(said or [player.email or "–"])

    def get_urls(self) -> list[URLPattern]:
        unlock = path("<int:pk>/unlock/", self.admin_site.admin_view(self.unlock), name="accounts_player_unlock")
        return [unlock, *super().get_urls()]

    def unlock(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask for confirmation, then remove every passkey and code of a player who has lost theirs."""
        player = get_object_or_404(Player, pk=pk)
        if not self.has_change_permission(request, player):
            raise PermissionDenied
        if request.method == "POST":
            try:
                security.remove_authenticators(player=player)
            except UnlockRefused as refusal:
                messages.warning(request, str(refusal))
            else:
                self.log_change(request, player, _("Two-step login removed"))
                messages.success(request, _("Two-step login is off. Only the password is needed to log in now."))
            return redirect("admin:accounts_player_change", pk)
        context = {**self.admin_site.each_context(request), "title": _("Remove two-step login"), "original": player}
        return render(request, "admin/accounts/player/unlock.html", context)


def _has_authority_over(request: HttpRequest, player: Player | None) -> bool:
    """Check whether this reader has authority over the player."""
    mighty = player is not None and (player.is_staff or player.is_superuser)
    return bool(request.user.is_superuser) or not mighty
