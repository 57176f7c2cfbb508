"""Arenas in the admin: created from a few answers, while all results follow from the matches played."""

# Django passes more to its hooks than each of them needs.
# ruff: noqa: ARG002

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.forms import ModelForm
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.common import clocks
from apps.common.admin import DeletedRows, GameFilter, list_rows_to_delete
from apps.games import load_games
from apps.tournaments.forms.arena import ArenaForm, NewArenaForm
from apps.tournaments.models import Arena

NEW_FIELDS = ("name", "about", "game", "pattern", "begins_at")
CHANGE_FIELDS = ("name", "about", "begins_at", "ends_at", "streak")


@admin.register(Arena)
class ArenaAdmin(admin.ModelAdmin):
    """The admin of arenas, which start and end automatically."""

    list_display = ("name", "title", "begins_at", "ends_at")
    list_filter = (GameFilter,)
    search_fields = ("name",)
    ordering = ("-ends_at",)

    def get_form(
        self, request: HttpRequest, obj: Arena | None = None, change: bool = False, **kwargs: object
    ) -> type[ModelForm]:
        return super().get_form(request, obj, change, **{**kwargs, "form": ArenaForm if change else NewArenaForm})

    def get_fields(self, request: HttpRequest, obj: Arena | None = None) -> tuple[str, ...]:
        return CHANGE_FIELDS if obj else NEW_FIELDS

    def save_model(self, request: HttpRequest, obj: Arena, form: Any, change: bool) -> None:
        super().save_model(request, form.made(obj, now=clocks.now()), form, change)

    def get_deleted_objects(self, objs: Iterable[Model], request: HttpRequest) -> DeletedRows:
        return list_rows_to_delete(objs, of=self, asked=request)

    @admin.display(description=gettext_lazy("game"), ordering="game")
    def title(self, arena: Arena) -> str:
        game = load_games().get(arena.game)
        return _(game.meta.title) if game else arena.game
