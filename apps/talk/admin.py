"""Organisers' queue of reported messages, and who may not talk for a while. Private notes are nobody's business."""

# Django hands its hooks more than each of them needs.
# ruff: noqa: ARG002

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from apps.common import clocks
from apps.talk import phrases
from apps.talk.errors import TalkRefused
from apps.talk.models import Message, Report, Silence
from apps.talk.services import reports

EXCERPT = 80


class QueueFilter(admin.SimpleListFilter):
    """Open reports, unless one asks for others."""

    title = gettext_lazy("verdict")
    parameter_name = "verdict"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("all", _("All")), *Report.Verdict.choices[1:]]

    def choices(self, changelist: Any) -> Any:
        first, *rest = super().choices(changelist)
        return [{**first, "display": Report.Verdict.OPEN.label}, *rest]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Report]) -> QuerySet[Report]:
        wanted = self.value() or Report.Verdict.OPEN
        return queryset if wanted == "all" else queryset.filter(verdict=wanted)


class VerdictForm(forms.ModelForm):
    """What an organiser decides about a report."""

    decide = forms.ChoiceField(
        label=gettext_lazy("Decide"),
        choices=[
            (Report.Verdict.HIDDEN, gettext_lazy("Hide the message")),
            (Report.Verdict.SILENCED, gettext_lazy("Hide it, and its author may not talk for some days")),
            (Report.Verdict.DISMISSED, gettext_lazy("Dismiss the report")),
        ],
        widget=forms.RadioSelect,
    )
    days = forms.IntegerField(
        label=gettext_lazy("Days of silence"), min_value=1, max_value=reports.LONGEST, initial=7, required=False
    )

    class Meta:
        model = Report
        fields: list[str] = []

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        silence = cleaned.get("decide") == Report.Verdict.SILENCED
        if silence and not cleaned.get("days") and "days" not in self.errors:
            self.add_error("days", _("For how many days?"))
        if silence and self.instance.message.author_id is None:
            self.add_error("decide", _("Its author has left the house; hide the message instead."))
        return cleaned


@admin.register(Report)
class ReportAdmin(admin.ModelAdmin):
    """The queue: oldest first, each with what was said around it."""

    form = VerdictForm
    list_display = ("said", "author", "reason", "words", "reporter", "at", "verdict", "settled_by")
    list_display_links = ("said",)
    list_filter = (QueueFilter, "reason", "at")
    list_select_related = ("message__author", "reporter", "settled_by")
    search_fields = ("message__text", "message__author__username", "reporter__username", "message__match__code")
    date_hierarchy = "at"
    ordering = ("at",)
    actions = ("hide", "silence_day", "silence_week", "silence_month", "dismiss")
    readonly_fields = ("context", "author", "reason", "words", "reporter", "at", "verdict", "settled_by", "settled_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Report | None = None) -> bool:
        return False

    def get_fields(self, request: HttpRequest, obj: Report | None = None) -> list[Any]:
        may = obj is not None and obj.verdict == Report.Verdict.OPEN and self.has_change_permission(request, obj)
        return [*self.readonly_fields, *(("decide", "days") if may else ())]

    def has_change_permission(self, request: HttpRequest, obj: Report | None = None) -> bool:
        settled = obj is not None and obj.verdict != Report.Verdict.OPEN
        return not settled and super().has_change_permission(request, obj)

    def save_model(self, request: HttpRequest, obj: Report, form: Any, change: bool) -> None:
        """Django logs the change; what is done goes through the same door as the actions."""
        chosen, by, now = form.cleaned_data, int(request.user.pk or 0), clocks.now()
        try:
            match chosen["decide"]:
                case Report.Verdict.HIDDEN:
                    reports.hide(report=obj.pk, by=by, now=now)
                case Report.Verdict.SILENCED:
                    reports.silence(report=obj.pk, days=chosen["days"], by=by, now=now)
                case _dismissed:
                    reports.dismiss(report=obj.pk, by=by, now=now)
        except TalkRefused as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, f"{obj.pk}: {Report.Verdict(chosen['decide']).label}.")

    def construct_change_message(self, request: HttpRequest, form: Any, formsets: Any, add: bool = False) -> Any:
        decided = dict(form.fields["decide"].choices)[form.cleaned_data["decide"]]
        days = form.cleaned_data.get("days") or 0
        silenced = form.cleaned_data["decide"] == Report.Verdict.SILENCED
        return f"{decided} ({_days(days)})" if silenced else str(decided)

    def response_change(self, request: HttpRequest, obj: Report) -> HttpResponse:
        return self.response_post_save_change(request, obj)

    # -- columns -----------------------------------------------------------------------

    @admin.display(description=gettext_lazy("message"))
    def said(self, report: Report) -> str:
        text = _text(report.message)
        return text if len(text) <= EXCERPT else text[:EXCERPT] + "…"

    @admin.display(description=gettext_lazy("author"), ordering="message__author__username")
    def author(self, report: Report) -> str:
        return str(report.message.author or _("somebody who left"))

    @admin.display(description=gettext_lazy("what was said"))
    def context(self, report: Report) -> SafeString:
        """The message among those before and after it; what was hidden can be read here."""
        rows = [
            (
                date_format(timezone.localtime(heard.at), "SHORT_DATETIME_FORMAT"),
                heard.author,
                format_html("<strong>{}</strong>", heard.text) if heard.reported else heard.text,
                "← " + _("reported") if heard.reported else "",
                "(" + _("hidden") + ")" if heard.hidden else "",
            )
            for heard in reports.around(report.message)
        ]
        link = format_html(
            '<p><a href="{}">{}</a></p>',
            reverse("talk:page", args=[report.message.match.code]),
            _("The whole talk"),
        )
        return format_html_join("", "<p>{} · {}: {} {} {}</p>", rows) + link

    # -- actions -----------------------------------------------------------------------

    @admin.action(description=gettext_lazy("Hide the message"), permissions=["change"])
    def hide(self, request: HttpRequest, found: QuerySet[Report]) -> None:
        self._each(request, found, reports.hide, _("Message hidden"))

    @admin.action(description=gettext_lazy("Hide it; its author may not talk for a day"), permissions=["change"])
    def silence_day(self, request: HttpRequest, found: QuerySet[Report]) -> None:
        self._silence(request, found, 1)

    @admin.action(description=gettext_lazy("Hide it; its author may not talk for a week"), permissions=["change"])
    def silence_week(self, request: HttpRequest, found: QuerySet[Report]) -> None:
        self._silence(request, found, 7)

    @admin.action(description=gettext_lazy("Hide it; its author may not talk for 30 days"), permissions=["change"])
    def silence_month(self, request: HttpRequest, found: QuerySet[Report]) -> None:
        self._silence(request, found, 30)

    @admin.action(description=gettext_lazy("Dismiss"), permissions=["change"])
    def dismiss(self, request: HttpRequest, found: QuerySet[Report]) -> None:
        self._each(request, found, reports.dismiss, _("Dismissed"))

    def _silence(self, request: HttpRequest, found: QuerySet[Report], days: int) -> None:
        done = _("Message hidden, author may not talk for a while") + f" ({_days(days)})"
        self._each(request, found, reports.silence, done, days=days)

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


@admin.register(Silence)
class SilenceAdmin(admin.ModelAdmin):
    """Who may not talk, until when, and because of what; to look, and to end one early."""

    list_display = ("player", "since", "until", "by", "report")
    list_filter = ("until",)
    list_select_related = ("player", "by", "report")
    search_fields = ("player__username",)
    ordering = ("-until",)
    actions = ("lift",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Silence | None = None) -> bool:
        return obj is None and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Silence | None = None) -> bool:
        return False

    @admin.action(description=gettext_lazy("Let them talk again"), permissions=["change"])
    def lift(self, request: HttpRequest, found: QuerySet[Silence]) -> None:
        lifted = reports.lift(silences=[silence.pk for silence in found], now=clocks.now())
        for silence in found:
            self.log_change(request, silence, _("Silence lifted"))
        messages.success(
            request, ngettext("%(n)d person may talk again.", "%(n)d people may talk again.", lifted) % {"n": lifted}
        )


def _text(message: Message) -> str:
    return phrases.text(message.phrase) if message.phrase else message.text


def _days(days: int) -> str:
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}
