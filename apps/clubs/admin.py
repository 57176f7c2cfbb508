"""Clubs for moderators: to look, and to close one; and the queue of messages that were reported there."""

# Django hands its hooks more than each of them needs.
# ruff: noqa: ARG002

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.clubs.errors import ClubRefused
from apps.clubs.models import Club, Membership, Message, Report
from apps.clubs.services import clubs, reports
from apps.common import clocks
from apps.common.errors import Busy
from apps.talk.admin import QueueFilter
from apps.talk.errors import TalkRefused

EXCERPT = 80


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
    """Only its owner changes one; the link that lets people in is nobody else's business."""

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


@admin.register(Report)
class ReportAdmin(admin.ModelAdmin):
    """As the queue of tables: open ones, the oldest first, each with what was said around it."""

    list_display = ("said", "author", "reason", "words", "reporter", "at", "verdict", "settled_by")
    list_filter = (QueueFilter, "reason", "at")
    list_select_related = ("message__author", "reporter", "settled_by")
    search_fields = ("message__text", "message__author__username", "reporter__username", "message__club__name")
    ordering = ("at",)
    actions = ("hide", "silence_day", "silence_week", "silence_month", "dismiss")
    fields = readonly_fields = (
        "context", "author", "reason", "words", "reporter", "at", "verdict", "settled_by", "settled_at",
    )  # fmt: skip

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Report | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Report | None = None) -> bool:
        return obj is None and super().has_change_permission(request, obj)

    @admin.display(description=gettext_lazy("message"))
    def said(self, report: Report) -> str:
        text = report.message.text
        return text if len(text) <= EXCERPT else text[:EXCERPT] + "…"

    @admin.display(description=gettext_lazy("author"), ordering="message__author__username")
    def author(self, report: Report) -> str:
        return _author(report.message)

    @admin.display(description=gettext_lazy("what was said"))
    def context(self, report: Report) -> SafeString:
        """The message among those before and after it; what was removed can be read here."""
        rows = [
            (
                date_format(timezone.localtime(heard.at), "SHORT_DATETIME_FORMAT"),
                _author(heard),
                format_html("<strong>{}</strong>", heard.text) if heard.pk == report.message_id else heard.text,
                "← " + _("reported") if heard.pk == report.message_id else "",
                "(" + _("hidden") + ")" if heard.hidden_at else "",
            )
            for heard in reports.around(report.message)
        ]
        return format_html("<p>{}</p>", report.message.club.name) + format_html_join(
            "", "<p>{} · {}: {} {} {}</p>", rows
        )

    @admin.action(description=gettext_lazy("Hide the message"), permissions=["change"])
    def hide(self, request: HttpRequest, found: QuerySet[Report]) -> None:
        self._each(request, found, reports.hide, _("Message hidden"))

    @admin.action(description=gettext_lazy("Hide it; its author may not talk for a day"), permissions=["change"])
    def silence_day(self, request: HttpRequest, found: QuerySet[Report]) -> None:
        self._each(request, found, reports.silence, _("Message hidden, author may not talk for a while"), days=1)

    @admin.action(description=gettext_lazy("Hide it; its author may not talk for a week"), permissions=["change"])
    def silence_week(self, request: HttpRequest, found: QuerySet[Report]) -> None:
        self._each(request, found, reports.silence, _("Message hidden, author may not talk for a while"), days=7)

    @admin.action(description=gettext_lazy("Hide it; its author may not talk for 30 days"), permissions=["change"])
    def silence_month(self, request: HttpRequest, found: QuerySet[Report]) -> None:
        self._each(request, found, reports.silence, _("Message hidden, author may not talk for a while"), days=30)

    @admin.action(description=gettext_lazy("Dismiss"), permissions=["change"])
    def dismiss(self, request: HttpRequest, found: QuerySet[Report]) -> None:
        self._each(request, found, reports.dismiss, _("Dismissed"))

    def _each(
        self, request: HttpRequest, found: QuerySet[Report], act: Callable[..., None], done: str, **more: Any
    ) -> None:
        for report in found:
            try:
                act(report=report.pk, by=int(request.user.pk or 0), now=clocks.now(), **more)
            except TalkRefused as refusal:
                messages.error(request, f"{report.pk}: {refusal}")
            else:
                self.log_change(request, report, done)
                messages.success(request, f"{report.pk}: {done}.")


def _author(message: Message) -> str:
    return str(message.author or _("somebody who left"))
