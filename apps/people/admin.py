"""Players, for those who keep the house: who is deleted here leaves as if by their own hand."""

# Django hands its hooks more than each of them needs.
# ruff: noqa: ARG002

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from apps.accounts.admin.player import PlayerAdmin as Accounts
from apps.accounts.models import Player
from apps.common import clocks
from apps.common.admin import alone
from apps.common.errors import Busy
from apps.people.errors import DeletionRefused
from apps.people.services import account_deletion

admin.site.unregister(Player)


@admin.register(Player)
class PlayerAdmin(Accounts):
    """As the accounts know them; their matches and tables go on without them."""

    def get_actions(self, request: HttpRequest, action_location: Any = None) -> dict[str, Any]:
        """One at a time: whoever sits in many matches takes a while."""
        place = {"action_location": action_location} if action_location else {}  # Django 5.2 knows of one place only
        actions = super().get_actions(request, **place)
        return {name: action for name, action in actions.items() if name != "delete_selected"}

    def delete_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        try:
            return super().delete_view(request, object_id, extra_context)
        except (DeletionRefused, Busy):
            messages.error(request, _("One of this player’s matches is being updated. Nothing was deleted. Try again."))
            return redirect("admin:accounts_player_change", object_id)

    def delete_model(self, request: HttpRequest, obj: Player) -> None:
        account_deletion.leave(player=obj, now=clocks.now())

    def get_deleted_objects(self, objs: Iterable[Any], request: HttpRequest) -> tuple[Any, Any, Any, Any]:
        return alone(objs, of=self, asked=request)
