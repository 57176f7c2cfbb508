"""Reports that are waiting for someone who can decide them."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Min, Model, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.accounts.models import Player
from apps.common.admin import WaitingDeed, WaitingGroup, WaitingLine
from apps.talk.models import PostReport, Report


def find_open_tasks(user: Player | AnonymousUser) -> list[WaitingGroup]:
    """Return a line for each queue that isn't empty."""
    lines = []
    if user.has_perm("talk.change_report"):
        at_tables, since = _find_open_reports(Report.objects.all())
        text = ngettext("%(n)d reported message in matches", "%(n)d reported messages in matches", at_tables)
        lines += [_build_waiting_line(text, at_tables, since, "talk_report")]
    if user.has_perm("talk.change_postreport"):
        elsewhere, since = _find_open_reports(PostReport.objects.all())
        text = ngettext("%(n)d reported message in clubs and tournaments",
                        "%(n)d reported messages in clubs and tournaments", elsewhere)  # fmt: skip
        lines += [_build_waiting_line(text, elsewhere, since, "talk_postreport")]
    found = tuple(line for line in lines if line is not None)
    return [WaitingGroup(_("Reports"), found)] if found else []


def _find_open_reports(reports: QuerySet[Model]) -> tuple[int, datetime | None]:
    """Return the number of reports without a verdict, and the time of the oldest."""
    found = reports.filter(verdict=Report.Verdict.OPEN).aggregate(count=Count("pk"), since=Min("at"))
    return found["count"], found["since"]


def _build_waiting_line(text: str, count: int, since: datetime | None, queue: str) -> WaitingLine | None:
    if not count:
        return None
    deed = WaitingDeed(_("Review reports"), reverse(f"admin:{queue}_changelist"))
    return WaitingLine(text % {"n": count}, (deed,), open_since=since)
