"""Tables, for those who keep the house: to look, and to clear away."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from apps.lobby.models import Chair, Table


class ChairInline(admin.TabularInline):
    model = Chair
    extra = 0
    can_delete = False
    readonly_fields = ["index", "player", "bot", "kept_for", "kept_until"]

    def has_add_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        return False


@admin.register(Table)
class TableAdmin(admin.ModelAdmin):
    list_display = ["code", "game", "seats", "host", "public", "pace_name", "created_at", "started_at", "match_code"]
    list_filter = ["game", "public", "rated", "pace_name", "created_at"]
    search_fields = ["code", "match_code", "host__username", "chairs__player__username"]
    date_hierarchy = "created_at"
    list_select_related = ["host"]
    inlines = [ChairInline]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        return False
