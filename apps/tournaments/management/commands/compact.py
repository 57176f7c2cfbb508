"""`manage.py compact [--days N] [--limit N]`: compact the logs of old matches now, alongside or instead of the worker.

The command is here because only tournaments know which matches they still need.
"""

from __future__ import annotations

from argparse import ArgumentParser
from itertools import islice
from typing import Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.template.defaultfilters import filesizeformat

from apps.common import clocks
from apps.matches.management.progress import report_progress
from apps.matches.services import compaction
from apps.tournaments.selectors.unsettled import find_unsettled_matches

MAX_DAYS: Final = 36500
"""The maximum number of days, because dates have a limit."""


class Command(BaseCommand):
    help = (
        "Pack the logs of old matches into one row each, as the worker does a few at a time. You can stop it at any "
        "time (Ctrl-C) and run it beside the worker."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--days", type=int, help="days since the end of a match (default: SLOWFUSE_COMPACT_DAYS)")
        parser.add_argument("--limit", type=int, metavar="N", help="maximum number of matches, oldest first")

    def handle(self, *_args: object, days: int | None, limit: int | None, **_options: object) -> None:
        now, spared, days = clocks.get_checked_now(), find_unsettled_matches(), _parse_days(days)
        if limit is not None and limit < 1:
            raise CommandError("--limit must be at least 1.")
        waiting = compaction.count_due(now=now, spared=spared, days=days)
        done = saved = 0
        with report_progress(
            self.stdout, lambda: f"{done} of {waiting} matches compacted, about {filesizeformat(saved)} saved."
        ) as step:
            for gain in islice(compaction.compact_due(now=now, spared=spared, days=days), limit):
                done, saved = done + 1, saved + gain
                step()


def _parse_days(asked: int | None) -> int:
    if asked is None and not settings.SLOWFUSE_COMPACT_DAYS:
        raise CommandError(
            "SLOWFUSE_COMPACT_DAYS is 0, so matches are not compacted. Use --days to compact them anyway."
        )
    days = settings.SLOWFUSE_COMPACT_DAYS if asked is None else asked
    if not 1 <= days <= MAX_DAYS:
        raise CommandError(f"--days must be between 1 and {MAX_DAYS}.")
    return int(days)
