"""Common parts of the report queues: a filter, the context of a report, and the actions."""

# Django passes its hooks more arguments than each of them needs.
# ruff: noqa: ARG002

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from django.contrib import admin, messages
from django.contrib.admin.views.main import ChangeList
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from apps.common import clocks, dates
from apps.talk.errors import TalkRefused
from apps.talk.models import Report
from apps.talk.services.reports import Heard

EXCERPT_LENGTH: Final = 80


class QueueFilter(admin.SimpleListFilter):
    """A filter by decision, which shows open reports by default."""

    title = gettext_lazy("decision")
    parameter_name = "verdict"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, Any]]:
        return [("all", _("All")), *Report.Verdict.choices[1:]]

    def choices(self, changelist: ChangeList) -> Any:
        first, *rest = super().choices(changelist)
        return [{**first, "display": Report.Verdict.OPEN.label}, *rest]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:
        wanted = self.value() or Report.Verdict.OPEN
        return queryset if wanted == "all" else queryset.filter(verdict=wanted)


def shorten_text(text: str) -> str:
    """Return as much of the text as fits in a row."""
    return text if len(text) <= EXCERPT_LENGTH else text[:EXCERPT_LENGTH] + "…"


def render_context(heard: Iterable[Heard]) -> SafeString:
    """Return the reported message among those around it, including hidden ones."""
    rows = [
        (
            dates.format_time(each.at, "SHORT_DATETIME_FORMAT"),
            each.author,
            format_html("<strong>{}</strong>", each.text) if each.reported else each.text,
            "← " + _("reported") if each.reported else "",
            "(" + _("hidden") + ")" if each.hidden else "",
        )
        for each in heard
    ]
    return format_html_join("", "<p>{} · {}: {} {} {}</p>", rows)


def build_queue_actions(
    *, hide: Callable[..., None], ban: Callable[..., None], dismiss: Callable[..., None]
) -> list[Callable[..., None]]:
    """Return the actions of a queue, which close its reports with these services."""
    bans = (
        ("ban_day", gettext_lazy("Hide it and ban its author from chat for a day"), 1),
        ("ban_week", gettext_lazy("Hide it and ban its author from chat for a week"), 7),
        ("ban_month", gettext_lazy("Hide it and ban its author from chat for 30 days"), 30),
    )
    return [
        _build_queue_action("hide", gettext_lazy("Hide the message"), hide, Report.Verdict.HIDDEN),
        *(_build_queue_action(name, label, ban, Report.Verdict.BANNED, days=days) for name, label, days in bans),
        _build_queue_action("dismiss", gettext_lazy("Dismiss"), dismiss, Report.Verdict.DISMISSED),
    ]


def _build_queue_action(
    name: str, label: Any, act: Callable[..., None], verdict: Report.Verdict, **more: int
) -> Callable[..., None]:
    @admin.action(description=label, permissions=["change"])
    def settle(office: admin.ModelAdmin, request: HttpRequest, found: QuerySet[Model]) -> None:
        done = " ".join([str(verdict.label), *(f"({format_days(count)})" for count in more.values())])
        for report in found:
            try:
                act(report=report.pk, by=int(request.user.pk or 0), now=clocks.now(), **more)
            except TalkRefused as refusal:
                messages.error(request, f"{report.pk}: {refusal}")
            else:
                office.log_change(request, report, done)
                messages.success(request, f"{report.pk}: {done}.")

    settle.__name__ = name  # Django tells actions apart by this name.
    return settle


def format_days(count: int) -> str:
    """Return the number of days in words."""
    return ngettext("%(count)d day", "%(count)d days", count) % {"count": count}
