"""Tournaments in the admin: a list, the dashboard and the settings. Rows are never edited by hand."""

# Django passes more to its hooks than each of them needs.
# ruff: noqa: ARG002

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict

from django import forms
from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import Count, Model, OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.accounts import time_zones
from apps.common import clocks
from apps.common.admin import DeletedRows, GameFilter, list_rows_to_delete
from apps.games import load_games
from apps.tournaments.admin import pages, terms, waiting
from apps.tournaments.admin.wording import format_moment
from apps.tournaments.models import Entry, Organiser, Round, Series, Tournament
from apps.tournaments.permissions import (
    Right,
    filter_visible_tournaments,
    get_tournament_right,
    is_organiser_anywhere,
    sees_all,
)
from apps.tournaments.selectors.waiting import Progress, find_progress
from apps.tournaments.services import lifecycle, talk

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class Columns(TypedDict):
        """Values that are loaded with a row of the list besides its own columns."""

        taking: int
        last: int | None

    class Number(TypedDict):
        """The number of tournaments in a series."""

        number: int

    Listed: TypeAlias = WithAnnotations[Tournament, Columns]
    Counted: TypeAlias = WithAnnotations[Series, Number]


@admin.register(Tournament)
class TournamentAdmin(admin.ModelAdmin):
    """The list of tournaments, linked to their dashboards. Every change goes through `pages` and `terms`."""

    list_display = ("named", "waits", "status", "round", "tables", "field", "begins")
    list_display_links = None
    list_filter = ("status", GameFilter, "rated", "listed")
    search_fields = ("name", "code", "entries__player__username")
    date_hierarchy = "begins_at"
    ordering = ("-begins_at",)
    actions = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tournament]:
        taking = Count("entries", Q(entries__state=Entry.State.IN))
        shown = Round.objects.filter(tournament=OuterRef("pk")).exclude(state=Round.State.PROPOSED).order_by("-number")
        found = super().get_queryset(request).annotate(taking=taking, last=Subquery(shown.values("number")[:1]))
        return filter_visible_tournaments(request.user, found)

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        """Add the open tasks and the tables in play to each tournament of the page, all in a few queries."""
        found = super().get_changelist_instance(request)
        self._waiting(request, found.result_list)
        return found

    def _waiting(self, request: HttpRequest, rows: Iterable[Any]) -> None:
        keys = [row.pk for row in rows]
        counts = waiting.count_open_tasks(request.user, keys, now=clocks.now())
        progress = find_progress(row.pk for row in rows if row.live)
        for row in rows:
            row.waits, row.progress = counts.get(row.pk), progress.get(row.pk)

    def get_urls(self) -> list[URLPattern]:
        wrap = self.admin_site.admin_view
        own = [
            path("<int:pk>/desk/", wrap(pages.show_dashboard), name="tournaments_tournament_desk"),
            path("<int:pk>/desk/<slug:name>/", wrap(pages.confirm_action), name="tournaments_tournament_deed"),
            path("<int:pk>/desk/<slug:name>/now/", wrap(pages.act_at_once), name="tournaments_tournament_now"),
        ]
        return [*own, *super().get_urls()]

    # -- rights ------------------------------------------------------------------------

    def has_module_permission(self, request: HttpRequest) -> bool:
        return super().has_module_permission(request) or is_organiser_anywhere(request.user)

    def has_view_permission(self, request: HttpRequest, obj: Tournament | None = None) -> bool:
        if obj is not None:
            return get_tournament_right(request.user, obj) >= Right.LOOK
        return sees_all(request.user) or is_organiser_anywhere(request.user)

    def has_change_permission(self, request: HttpRequest, obj: Tournament | None = None) -> bool:
        if obj is not None:
            return get_tournament_right(request.user, obj) >= Right.RUN
        return self.has_view_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Tournament | None = None) -> bool:
        begun = obj is not None and (obj.started_at is not None or obj.status not in lifecycle.STATUSES_BEFORE_START)
        return not begun and super().has_delete_permission(request, obj)

    def get_deleted_objects(self, objs: Iterable[Model], request: HttpRequest) -> DeletedRows:
        return list_rows_to_delete(objs, of=self, asked=request)

    def delete_model(self, request: HttpRequest, obj: Tournament) -> None:
        talk.delete_tournament(obj)

    # -- pages -------------------------------------------------------------------------

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> HttpResponse:
        return super().changelist_view(request, {"title": _("Tournaments"), **(extra_context or {})})

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: object = None) -> HttpResponse:
        return terms.create_tournament(request)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: object = None
    ) -> HttpResponse:
        if not object_id.isdigit():
            return redirect("admin:tournaments_tournament_changelist")
        return terms.edit_terms(request, int(object_id))

    # -- columns -----------------------------------------------------------------------

    @admin.display(description=gettext_lazy("name"), ordering="name")
    def named(self, tournament: Tournament) -> SafeString:
        address, game = (
            reverse("admin:tournaments_tournament_desk", args=[tournament.pk]),
            load_games().get(tournament.game),
        )
        title = _(game.meta.title) if game else tournament.game
        return format_html('<a href="{}">{}</a><div class="help">{}</div>', address, tournament.name, title)

    @admin.display(description=Tournament._meta.get_field("begins_at").verbose_name, ordering="begins_at")  # noqa: SLF001  # Documented.
    def begins(self, tournament: Tournament) -> str:
        return format_moment(tournament.begins_at)

    @admin.display(description=gettext_lazy("entrants"), ordering="taking")
    def field(self, tournament: Listed) -> str:
        return f"{tournament.taking}/{tournament.most}"

    @admin.display(description=gettext_lazy("waiting for you"))
    def waits(self, tournament: Listed) -> str:
        counts: Counter[str] = getattr(tournament, "waits", None) or Counter()
        lines = [(title, count) for title, count in counts.items()]
        return format_html_join("", "<div>{}: {}</div>", lines) or "–"

    @admin.display(description=gettext_lazy("tables playing"))
    def tables(self, tournament: Listed) -> str:
        progress: Progress | None = getattr(tournament, "progress", None)
        if progress is None:
            return "–"
        return _("%(playing)d of %(all)d") % {"playing": progress.playing, "all": progress.tables}

    @admin.display(description=gettext_lazy("round"))
    def round(self, tournament: Listed) -> str:
        return "–" if tournament.last is None else str(tournament.last + 1)


class SeriesForm(forms.ModelForm):
    """The rule that creates the next tournament of a series."""

    nth = forms.TypedChoiceField(label=gettext_lazy("week of the month"), coerce=int, choices=Series.Nth)
    time_zone = forms.ChoiceField(label=gettext_lazy("time zone"), choices=time_zones.list_zone_choices)

    class Meta:
        model = Series
        fields = ("name", "every", "nth", "time_zone", "ahead", "best", "active")


@admin.register(Series)
class SeriesAdmin(admin.ModelAdmin):
    """The admin of series. A series is created on a tournament's dashboard; here its rule can be changed."""

    form = SeriesForm
    list_display = ("name", "every", "ahead", "active", "count")
    list_filter = ("active", "every")
    search_fields = ("name",)
    readonly_fields = ("those",)
    fields = ("name", "every", "nth", "time_zone", "ahead", "best", "active", "those")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Series]:
        found = super().get_queryset(request).annotate(number=Count("tournaments"))
        if request.user.has_perm("tournaments.view_series") or request.user.has_perm("tournaments.change_series"):
            return found
        return found.filter(pk__in=_find_own_series(request))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_module_permission(self, request: HttpRequest) -> bool:
        return super().has_module_permission(request) or _find_own_series(request).exists()

    def has_view_permission(self, request: HttpRequest, obj: Series | None = None) -> bool:
        return super().has_view_permission(request, obj) or self._organised(request, obj)

    def has_change_permission(self, request: HttpRequest, obj: Series | None = None) -> bool:
        return super().has_change_permission(request, obj) or self._organised(request, obj)

    def _organised(self, request: HttpRequest, obj: Series | None) -> bool:
        mine = _find_own_series(request)
        return mine.exists() if obj is None else mine.filter(tournament__series=obj).exists()

    @admin.display(description=gettext_lazy("tournaments"), ordering="number")
    def count(self, series: Counted) -> int:
        return series.number

    @admin.display(description=gettext_lazy("tournaments"))
    def those(self, series: Series) -> SafeString:
        rows = series.tournaments.order_by("-begins_at").values_list("pk", "name", "begins_at")[:50]
        lines = [
            (reverse("admin:tournaments_tournament_desk", args=[pk]), name, format_moment(at)) for pk, name, at in rows
        ]
        return format_html_join("", '<div><a href="{}">{}</a>, {}</div>', lines)


def _find_own_series(request: HttpRequest) -> QuerySet[Organiser, object]:
    """Return the series of the tournaments that the user organises."""
    mine = Organiser.objects.filter(player=request.user.pk, helper=False, tournament__series__isnull=False)
    return mine.values_list("tournament__series", flat=True)
