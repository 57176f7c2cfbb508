"""Admin pages for players. Deleting one here has the same effect as when players delete their own account."""

# Django passes its hooks more arguments than each of them needs.
# ruff: noqa: ARG002

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import admin, messages
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from apps.accounts.admin.player import PlayerAdmin as Accounts
from apps.accounts.models import Player
from apps.common import clocks
from apps.common.admin import DeletedRows, list_rows_to_delete
from apps.common.errors import Busy
from apps.people.errors import DeletionRefused
from apps.people.services import account_deletion

admin.site.unregister(Player)


@admin.register(Player)
class PlayerAdmin(Accounts):
    """The accounts' admin page, with a deletion after which matches and tables continue."""

    def get_actions(self, request: HttpRequest, action_location: object = None) -> dict[str, Any]:
        """Return the actions without mass deletion, because a player with many matches takes a while."""
        place = {"action_location": action_location} if action_location else {}  # Django 5.2 knows only one place.
        actions = super().get_actions(request, **place)
        return {name: action for name, action in actions.items() if name != "delete_selected"}

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        try:
            return super().delete_view(request, object_id, extra_context)
        except (DeletionRefused, Busy):
            messages.error(request, _("One of this player’s matches is being updated. Nothing was deleted. Try again."))
            return redirect("admin:accounts_player_change", object_id)

    def delete_model(self, request: HttpRequest, obj: Player) -> None:
        account_deletion.delete_account(player=obj, now=clocks.now())

    def get_deleted_objects(self, objs: Iterable[Model], request: HttpRequest) -> DeletedRows:
        return list_rows_to_delete(objs, of=self, asked=request)
