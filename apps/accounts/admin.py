"""Players, for those who keep the house."""

from __future__ import annotations

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import Player

admin.site.site_header = _("Slow Fuse for organisers")
admin.site.site_title = "Slow Fuse"
admin.site.index_title = _("The back room")
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # One door, with its limits.


@admin.register(Player)
class PlayerAdmin(UserAdmin):
    """Who is who; passwords can be set, never read."""

    list_display = ["username", "email", "guest", "time_zone", "is_staff", "date_joined", "last_login"]
    list_filter = ["guest", "is_staff", "is_superuser", "is_active", "date_joined"]
    search_fields = ["username", "email"]
    ordering = ["-date_joined"]
    readonly_fields = ["last_login", "date_joined"]
    fieldsets = [
        (None, {"fields": ["username", "password", "email", "guest", "language", "time_zone"]}),
        (_("Permissions"), {"fields": ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]}),
        (_("Dates"), {"fields": ["last_login", "date_joined"]}),
    ]
