"""Admin pages for puzzles, where organisers can read them and remove bad ones."""

# Django passes its hooks more arguments than each of them needs.
# ruff: noqa: ARG002

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from apps.puzzles.models import Puzzle
from apps.puzzles.selectors.published import theme_name
from apps.ratings.displayed_rating import build_displayed_rating


@admin.register(Puzzle)
class PuzzleAdmin(admin.ModelAdmin):
    """Puzzles, which are found and published automatically and can't be added or changed by hand."""

    list_display = ("code", "game", "asks", "rating", "published_on", "match")
    list_filter = ("game", "published_on")
    list_select_related = ("match",)
    search_fields = ("code", "match__code")
    ordering = ("-published_on", "-pk")
    fields = ("code", "game", "asks", "rating", "published_on", "match", "seat", "move")

    @admin.display(description=gettext_lazy("theme"), ordering="theme")
    def asks(self, puzzle: Puzzle) -> str:
        return theme_name(puzzle)

    @admin.display(description=gettext_lazy("rating"), ordering="mu")
    def rating(self, puzzle: Puzzle) -> str:
        points = build_displayed_rating(puzzle.mu, puzzle.sigma)
        return f"{points.points} ± {points.margin}"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False
