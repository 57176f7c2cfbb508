"""Read-only admin pages for tables, which can also be deleted."""

# Django passes its hooks more arguments than each of them needs.
# ruff: noqa: ARG002

from __future__ import annotations

from collections.abc import Iterable

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.common.admin import DeletedRows, GameFilter, list_rows_to_delete
from apps.games import load_games
from apps.lobby import preferences
from apps.lobby.models import Chair, Table
from apps.lobby.selectors import listing
from apps.matches.admin.detail import render_lines
from apps.matches.selectors.options import describe_unusual_options
from apps.matches.selectors.wording import format_labelled_value, list_pace_times, pace_title


class PaceFilter(admin.SimpleListFilter):
    """A filter by pace, with the usual titles."""

    title = gettext_lazy("pace")
    parameter_name = "pace"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return listing.list_paces()

    def queryset(self, request: HttpRequest, queryset: QuerySet[Table]) -> QuerySet[Table]:
        return queryset.filter(pace_name=self.value()) if self.value() else queryset


class ChairInline(admin.TabularInline):
    model = Chair
    extra = 0
    can_delete = False
    fields = readonly_fields = ("player", "bot", "kept_for", "kept_until")
    ordering = ("index",)

    def has_add_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        return False


@admin.register(Table)
class TableAdmin(admin.ModelAdmin):
    """Tables without their invitations by mail, whose addresses are only for the sender."""

    list_display = ("code", "title", "seats", "host", "public", "tempo", "created_at", "started_at", "match")
    list_filter = (GameFilter, "public", "rated", PaceFilter, "created_at")
    search_fields = ("code", "match_code", "host__username", "chairs__player__username")
    date_hierarchy = "created_at"
    list_select_related = ("host",)
    inlines = (ChairInline,)
    fields = readonly_fields = (
        "code", "title", "seats", "agreed", "tempo", "times", "wished", "public", "host", "created_at", "by_itself",
        "bots_at", "started_at", "match",
    )  # fmt: skip

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Table | None = None) -> bool:
        return False

    def get_deleted_objects(self, objs: Iterable[Model], request: HttpRequest) -> DeletedRows:
        return list_rows_to_delete(objs, of=self, asked=request)

    # -- columns -----------------------------------------------------------------------

    @admin.display(description=gettext_lazy("game"), ordering="game")
    def title(self, table: Table) -> str:
        return table.title if table.game in load_games() else table.game

    @admin.display(description=gettext_lazy("options"))
    def agreed(self, table: Table) -> SafeString:
        if table.game not in load_games():
            return format_html("<code>{}</code>", table.options)
        return render_lines(describe_unusual_options(table.rules, table.options) or [_("standard")])

    @admin.display(description=gettext_lazy("pace"), ordering="pace_name")
    def tempo(self, table: Table) -> str:
        return pace_title(table.pace_name)

    @admin.display(description=gettext_lazy("time limits"))
    def times(self, table: Table) -> SafeString:
        if table.game not in load_games():
            return format_html("<code>{}</code>", table.pace)
        return render_lines([format_labelled_value(*each) for each in list_pace_times(table.rules.meta, table.pace)])

    @admin.display(description=gettext_lazy("who can join"))
    def wished(self, table: Table) -> SafeString:
        return render_lines(preferences.describe_requirements(table) or ["–"])

    @admin.display(description=gettext_lazy("match"), ordering="match_code")
    def match(self, table: Table) -> SafeString:
        if not table.match_code:
            return SafeString("–")
        address = reverse("matches:page", args=[table.match_code])
        return format_html('<a href="{}">{}</a>', address, table.match_code)
