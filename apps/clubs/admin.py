"""Admin pages where moderators can view and close clubs. Reports from their chat are in the queue of boards."""

# Django passes its hooks more arguments than each of them needs.
# ruff: noqa: ARG002

from __future__ import annotations

from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.clubs.errors import ClubRefused
from apps.clubs.models import Club, Membership
from apps.clubs.services import clubs
from apps.common import clocks
from apps.common.errors import Busy


class MemberInline(admin.TabularInline):
    model = Membership
    extra = 0
    can_delete = False
    fields = readonly_fields = ("player", "role", "since")
    ordering = ("-role", "since")

    def has_add_permission(self, request: HttpRequest, obj: Club | None = None) -> bool:
        return False


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    """Clubs, which only their owner changes. The secret invitation link isn't shown."""

    list_display = ("name", "code", "open", "people", "founder", "created_at", "closed_at")
    list_filter = ("open", "created_at", "closed_at")
    search_fields = ("name", "code", "members__player__username")
    list_select_related = ("founder",)
    ordering = ("-created_at",)
    inlines = (MemberInline,)
    fields = readonly_fields = ("code", "name", "about", "open", "founder", "created_at", "closed_at")
    actions = ("close",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Club | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Club | None = None) -> bool:
        return obj is None and super().has_change_permission(request, obj)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Club]:
        return super().get_queryset(request).annotate(count=Count("members", distinct=True))

    @admin.display(description=gettext_lazy("members"))
    def people(self, club: Club) -> int:
        return int(getattr(club, "count", 0))

    @admin.action(description=gettext_lazy("Close for good"), permissions=["change"])
    def close(self, request: HttpRequest, found: QuerySet[Club]) -> None:
        for club in found:
            try:
                clubs.close_by_house(code=club.code, now=clocks.now())
            except (ClubRefused, Busy) as refusal:
                messages.error(request, f"{club}: {refusal}")
            else:
                self.log_change(request, club, _("Closed"))
                messages.success(request, f"{club}: {_('Closed')}.")
