"""Chat bans."""

# Django passes its hooks more arguments than each of them needs.
# ruff: noqa: ARG002

from __future__ import annotations

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from apps.common import clocks
from apps.talk.models import ChatBan
from apps.talk.services import reports


@admin.register(ChatBan)
class ChatBanAdmin(admin.ModelAdmin):
    """Chat bans with their end and cause. They can be viewed and lifted early."""

    list_display = ("player", "since", "until", "by", "report")
    list_filter = ("until",)
    list_select_related = ("player", "by", "report")
    search_fields = ("player__username",)
    ordering = ("-until",)
    actions = ("lift",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: ChatBan | None = None) -> bool:
        return obj is None and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: ChatBan | None = None) -> bool:
        return False

    @admin.action(description=gettext_lazy("Lift chat ban"), permissions=["change"])
    def lift(self, request: HttpRequest, found: QuerySet[ChatBan]) -> None:
        lifted = reports.lift_chat_bans(bans=[ban.pk for ban in found], now=clocks.now())
        for ban in found:
            self.log_change(request, ban, _("Chat ban lifted"))
        messages.success(
            request, ngettext("%(n)d player can chat again.", "%(n)d players can chat again.", lifted) % {"n": lifted}
        )
