"""Players, for those who keep the house."""

from __future__ import annotations

from typing import Any

import allauth.mfa.admin
import allauth.usersessions.admin  # noqa: F401  # Both register what is taken down below.
from allauth.account.decorators import secure_admin_login
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin, messages
from django.contrib.auth.admin import GroupAdmin as Groups
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.models import Group
from django.db.models import QuerySet
from django.forms import CheckboxSelectMultiple
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.accounts import safety
from apps.accounts.models import Player
from apps.accounts.office import PasswordForm, PlayerForm, Rights

# Their pages show what opens an account: the secret behind an app's codes, and the keys of sessions.
admin.site.unregister(Authenticator)
admin.site.unregister(UserSession)
admin.site.unregister(Group)

admin.site.site_header = gettext_lazy("Slow Fuse for organisers")
admin.site.site_title = "Slow Fuse"
admin.site.index_title = gettext_lazy("The back room")
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # One door, with its limits.


@admin.register(Group)
class GroupAdmin(Groups):
    """What helpers may do together."""

    filter_horizontal = ()

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest | None = None, **kwargs: Any) -> Any:
        return super().formfield_for_manytomany(db_field, request, **kwargs, form_class=Rights)


@admin.register(Player)
class PlayerAdmin(UserAdmin):
    """Who is who; passwords can be set, never read, and other keys only taken away."""

    form = PlayerForm
    change_password_form = PasswordForm
    change_user_password_template = "admin/accounts/player/password.html"  # noqa: S105
    add_form = UserCreationForm
    add_form_template = None
    add_fieldsets = [(None, {"fields": ["username", "email", "password1", "password2"]})]
    list_display = ["username", "email", "guest", "time_zone", "is_staff", "date_joined", "last_login"]
    list_filter = ["guest", "is_staff", "is_superuser", "is_active", "date_joined"]
    search_fields = ["username", "email"]
    ordering = ["-date_joined"]
    readonly_fields = ["last_login", "date_joined", "keys"]
    filter_horizontal = ()
    actions = ["unlock"]
    fieldsets = [
        (None, {"fields": ["username", "password", "email", "keys", "guest", "language", "time_zone"]}),
        (
            gettext_lazy("Permissions"),
            {"fields": ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]},
        ),
        (gettext_lazy("Dates"), {"fields": ["last_login", "date_joined"]}),
    ]

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        boxes = {"form_class": Rights} if db_field.name == "user_permissions" else {}
        return super().formfield_for_manytomany(db_field, request, widget=CheckboxSelectMultiple, **kwargs, **boxes)

    @admin.display(description=gettext_lazy("other keys"))
    def keys(self, player: Player) -> str:
        return ", ".join(safety.door_title(kind) for kind in sorted(safety.doors(player=player.pk))) or "–"

    @admin.action(description=gettext_lazy("Take the second step away (lost keys)"), permissions=["change"])
    def unlock(self, request: HttpRequest, people: QuerySet[Player]) -> None:
        for player in people:
            if safety.unlock(player=player):
                self.log_change(request, player, _("Second step taken away"))
                messages.success(request, _("From now on %(name)s logs in with the password alone.") % {"name": player})
            else:
                messages.warning(
                    request, _("Nothing to take away: %(name)s has no key but the password.") % {"name": player}
                )
