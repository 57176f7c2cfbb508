"""What the admin pages of several apps share."""

# Django hands its hooks more than each of them needs.
# ruff: noqa: ARG002

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from apps.games import catalogue

BEFORE_DJANGO = (gettext_noop("Run"), gettext_noop("- Select an option -"))
"""What Django 6.1 shows in English to Germans; named here, both have words of ours until it has its own."""


@dataclass(frozen=True)
class WaitingLine:
    """Something that waits for whoever reads the first page of the admin, and the deed for it."""

    what: str
    deed: str
    """What the link to it says."""
    address: str
    about: str = ""
    until: datetime | None = None
    """When it happens without them, or is too late."""


@dataclass(frozen=True)
class WaitingGroup:
    """Things of a kind that wait, the most urgent first."""

    title: str
    lines: tuple[WaitingLine, ...]
    more: int = 0
    """How many others wait beside those shown."""


class GameFilter(admin.SimpleListFilter):
    """By game, called as everywhere."""

    title = gettext_lazy("game")
    parameter_name = "game"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(slug, _(game.meta.title)) for slug, game in catalogue().items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(game=self.value()) if self.value() else queryset


def alone(rows: Iterable[Model], *, of: admin.ModelAdmin, asked: HttpRequest) -> tuple[Any, Any, Any, Any]:
    """What Django's page says before it deletes rows of one kind: they themselves, not what hangs on them.

    That goes with them, but is nothing anybody ever saw as a row, and has no name people know.
    """
    gone = [str(row) for row in rows]
    lacking = set() if of.has_delete_permission(asked) else {of.opts.verbose_name}
    return gone, {of.opts.verbose_name_plural: len(gone)}, lacking, []
