"""Ladders in the admin: created from a template, with changes that apply to the next tables."""

# Django passes more to its hooks than each of them needs.
# ruff: noqa: ARG002

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict

from django.contrib import admin
from django.db.models import Count, Model, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.common import clocks
from apps.common.admin import DeletedRows, GameFilter, list_rows_to_delete
from apps.games import load_games
from apps.tournaments.forms.ladder import LadderForm, NewLadderForm
from apps.tournaments.models import Ladder

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class Columns(TypedDict):
        """Values that are loaded with a row of the list besides its own columns."""

        taking: int

    Listed: TypeAlias = WithAnnotations[Ladder, Columns]

NEW_FIELDS = ("name", "about", "game", "pattern")
CHANGE_FIELDS = ("name", "about", "active", "reach", "most", "at_once", "rated")


@admin.register(Ladder)
class LadderAdmin(admin.ModelAdmin):
    """The admin of ladders, on which players join and challenge each other by themselves."""

    list_display = ("name", "title", "active", "members")
    list_filter = ("active", GameFilter)
    search_fields = ("name",)
    ordering = ("-pk",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Ladder]:
        return super().get_queryset(request).annotate(taking=Count("members"))

    def get_form(
        self, request: HttpRequest, obj: Ladder | None = None, change: bool = False, **kwargs: object
    ) -> type[ModelForm]:
        return super().get_form(request, obj, change, **{**kwargs, "form": LadderForm if change else NewLadderForm})

    def get_fields(self, request: HttpRequest, obj: Ladder | None = None) -> tuple[str, ...]:
        return CHANGE_FIELDS if obj else NEW_FIELDS

    def save_model(self, request: HttpRequest, obj: Ladder, form: Any, change: bool) -> None:
        for name, value in form.terms().items():
            setattr(obj, name, value)
        obj.created_at = obj.created_at or clocks.now()
        super().save_model(request, obj, form, change)

    def get_deleted_objects(self, objs: Iterable[Model], request: HttpRequest) -> DeletedRows:
        return list_rows_to_delete(objs, of=self, asked=request)

    @admin.display(description=gettext_lazy("game"), ordering="game")
    def title(self, ladder: Ladder) -> str:
        game = load_games().get(ladder.game)
        return _(game.meta.title) if game else ladder.game

    @admin.display(description=gettext_lazy("players"), ordering="taking")
    def members(self, ladder: Listed) -> int:
        return ladder.taking
