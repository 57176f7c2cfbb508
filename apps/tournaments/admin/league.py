"""Leagues in the admin: created from a template, with changes that apply from the next season on."""

# Django passes more to its hooks than each of them needs.
# ruff: noqa: ARG002

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict

import msgspec
from django.contrib import admin
from django.db.models import Count, Max, Model, Q, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.common import clocks
from apps.common.admin import DeletedRows, GameFilter, list_rows_to_delete
from apps.games import load_games
from apps.tournaments.formats.plan import Plan
from apps.tournaments.forms.league import LeagueForm, NewLeagueForm, fill_league, rounds_of
from apps.tournaments.models import League
from apps.tournaments.selectors import leagues

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class Columns(TypedDict):
        """Values that are loaded with a row of the list besides its own columns."""

        taking: int
        last: int | None

    Listed: TypeAlias = WithAnnotations[League, Columns]

NEW_FIELDS = ("name", "about", "game", "pattern", "starts_at")
CHANGE_FIELDS = (
    "name", "about", "active", "rounds", "round_hours", "least", "most", "moves", "pause_days", "rated", "opponents",
    "those",
)  # fmt: skip


@admin.register(League)
class LeagueAdmin(admin.ModelAdmin):
    """The admin of leagues. Seasons start automatically, and each division has its own dashboard."""

    list_display = ("name", "title", "active", "members", "season")
    list_filter = ("active", GameFilter)
    search_fields = ("name",)
    ordering = ("-pk",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[League]:
        taking = Count("members", Q(members__left_at=None), distinct=True)
        return super().get_queryset(request).annotate(taking=taking, last=Max("divisions__season"))

    def get_form(
        self, request: HttpRequest, obj: League | None = None, change: bool = False, **kwargs: object
    ) -> type[ModelForm]:
        return super().get_form(request, obj, change, **{**kwargs, "form": LeagueForm if change else NewLeagueForm})

    def get_fields(self, request: HttpRequest, obj: League | None = None) -> tuple[str, ...]:
        return CHANGE_FIELDS if obj else NEW_FIELDS

    def get_readonly_fields(self, request: HttpRequest, obj: League | None = None) -> tuple[str, ...]:
        return ("those",) if obj else ()

    def save_model(self, request: HttpRequest, obj: League, form: Any, change: bool) -> None:
        super().save_model(request, fill_league(form, obj, now=clocks.now()), form, change)

    def get_deleted_objects(self, objs: Iterable[Model], request: HttpRequest) -> DeletedRows:
        return list_rows_to_delete(objs, of=self, asked=request)

    @admin.display(description=gettext_lazy("game"), ordering="game")
    def title(self, league: League) -> str:
        game = load_games().get(league.game)
        return _(game.meta.title) if game else league.game

    @admin.display(description=gettext_lazy("members"), ordering="taking")
    def members(self, league: Listed) -> int:
        return league.taking

    @admin.display(description=gettext_lazy("season"), ordering="last")
    def season(self, league: Listed) -> str:
        return "–" if league.last is None else str(league.last)

    @admin.display(description=gettext_lazy("Rounds"))
    def rounds(self, league: League) -> int:
        """Return the number of rounds for users who can only look. The form shows it to all others."""
        return rounds_of(msgspec.convert(league.plan, Plan))

    @admin.display(description=gettext_lazy("divisions"))
    def those(self, league: League) -> SafeString:
        """Return links to the divisions of the latest season."""
        rows = [
            (reverse("admin:tournaments_tournament_desk", args=[each.pk]), each.name)
            for each in leagues.load_latest_season(league).tournaments
        ]
        return format_html_join("", '<div><a href="{}">{}</a></div>', rows) or SafeString("–")
