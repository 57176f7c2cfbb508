"""Reports that are waiting for someone who can decide them."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.common.admin import WaitingGroup, WaitingLine
from apps.talk.models import PostReport, Report


def find_open_tasks(user: Any) -> list[WaitingGroup]:
    """Return a line for each queue that isn't empty."""
    lines = []
    if user.has_perm("talk.change_report"):
        at_tables = Report.objects.filter(verdict=Report.Verdict.OPEN).count()
        text = ngettext("%(n)d reported message in matches", "%(n)d reported messages in matches", at_tables)
        lines += [_build_waiting_line(text, at_tables, "talk_report")]
    if user.has_perm("talk.change_postreport"):
        elsewhere = PostReport.objects.filter(verdict=Report.Verdict.OPEN).count()
        text = ngettext("%(n)d reported message in clubs and tournaments",
                        "%(n)d reported messages in clubs and tournaments", elsewhere)  # fmt: skip
        lines += [_build_waiting_line(text, elsewhere, "talk_postreport")]
    found = tuple(line for line in lines if line is not None)
    return [WaitingGroup(_("Reports"), found)] if found else []


def _build_waiting_line(text: str, count: int, queue: str) -> WaitingLine | None:
    if not count:
        return None
    return WaitingLine(text % {"n": count}, _("Review reports"), reverse(f"admin:{queue}_changelist"))
