"""The queue of messages reported in matches."""

# Django passes its hooks more arguments than each of them needs.
# ruff: noqa: ARG002

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.common import clocks
from apps.talk import phrases
from apps.talk.admin import verdicts
from apps.talk.errors import TalkRefused
from apps.talk.models import Message, Report
from apps.talk.services import reports


class VerdictForm(forms.ModelForm):
    """An organiser's decision about a report."""

    decide = forms.ChoiceField(
        label=gettext_lazy("Decision"),
        choices=[
            (Report.Verdict.HIDDEN, gettext_lazy("Hide the message")),
            (Report.Verdict.BANNED, gettext_lazy("Hide it and ban its author from chat")),
            (Report.Verdict.DISMISSED, gettext_lazy("Dismiss the report")),
        ],
        widget=forms.RadioSelect,
    )
    days = forms.IntegerField(
        label=gettext_lazy("Chat ban (days)"), min_value=1, max_value=reports.MAX_BAN_DAYS, initial=7, required=False
    )

    class Meta:
        model = Report
        fields: list[str] = []

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or self.cleaned_data
        ban = cleaned.get("decide") == Report.Verdict.BANNED
        if ban and not cleaned.get("days") and "days" not in self.errors:
            self.add_error("days", _("For how many days?"))
        if ban and self.instance.message.author_id is None:
            self.add_error("decide", _("The author has left Slow Fuse. Hide the message instead."))
        return cleaned


@admin.register(Report)
class ReportAdmin(admin.ModelAdmin):
    """The queue of reports, the oldest first, each in its context."""

    form = VerdictForm
    list_display = ("said", "author", "reason", "words", "reporter", "at", "verdict", "settled_by")
    list_display_links = ("said",)
    list_filter = (verdicts.QueueFilter, "reason", "at")
    list_select_related = ("message__author", "reporter", "settled_by")
    search_fields = ("message__text", "message__author__username", "reporter__username", "message__match__code")
    date_hierarchy = "at"
    ordering = ("at",)
    actions = verdicts.build_queue_actions(
        hide=reports.hide_reported_message, ban=reports.ban_message_author, dismiss=reports.dismiss_report
    )
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

    def save_model(self, request: HttpRequest, obj: Report, form: forms.ModelForm, change: bool) -> None:
        """Apply the decision with the same services as the actions. Django logs the change."""
        chosen, by, now = form.cleaned_data, int(request.user.pk or 0), clocks.now()
        try:
            match chosen["decide"]:
                case Report.Verdict.HIDDEN:
                    reports.hide_reported_message(report=obj.pk, by=by, now=now)
                case Report.Verdict.BANNED:
                    reports.ban_message_author(report=obj.pk, days=chosen["days"], by=by, now=now)
                case _dismissed:
                    reports.dismiss_report(report=obj.pk, by=by, now=now)
        except TalkRefused as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, f"{obj.pk}: {Report.Verdict(chosen['decide']).label}.")

    def construct_change_message(self, request: HttpRequest, form: Any, formsets: object, add: bool = False) -> Any:
        decided = dict(form.fields["decide"].choices)[form.cleaned_data["decide"]]
        days = form.cleaned_data.get("days") or 0
        banned = form.cleaned_data["decide"] == Report.Verdict.BANNED
        return f"{decided} ({verdicts.format_days(days)})" if banned else str(decided)

    def response_change(self, request: HttpRequest, obj: Report) -> HttpResponse:
        return self.response_post_save_change(request, obj)

    # -- columns -----------------------------------------------------------------------

    @admin.display(description=gettext_lazy("message"))
    def said(self, report: Report) -> str:
        return verdicts.shorten_text(_get_message_text(report.message))

    @admin.display(description=gettext_lazy("author"), ordering="message__author__username")
    def author(self, report: Report) -> str:
        return str(report.message.author or _("someone who left"))

    @admin.display(description=gettext_lazy("context"))
    def context(self, report: Report) -> SafeString:
        """Return the message among those around it, including hidden ones."""
        link = format_html(
            '<p><a href="{}">{}</a></p>',
            reverse("talk:page", args=[report.message.match.code]),
            _("View full chat"),
        )
        return verdicts.render_context(reports.find_messages_around(report.message)) + link


def _get_message_text(message: Message) -> str:
    return phrases.get_phrase_text(message.phrase) if message.phrase else message.text
