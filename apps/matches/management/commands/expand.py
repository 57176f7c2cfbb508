"""`manage.py expand CODE… | --all`: unpack compacted logs into rows."""

from __future__ import annotations

from argparse import ArgumentParser

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from apps.matches.errors import Unreadable
from apps.matches.management.progress import report_progress
from apps.matches.models import Match
from apps.matches.services import compaction


class Command(BaseCommand):
    help = "Put compacted match logs back into rows, the only form that releases before compaction can read."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("codes", nargs="*", metavar="CODE", help="code of a match")
        parser.add_argument("--all", action="store_true", help="every compacted match")

    def handle(self, *_args: object, codes: list[str], all: bool, **_options: object) -> None:  # noqa: A002
        if all == bool(codes):
            raise CommandError("Give match codes, or --all.")
        compact = Match.objects.filter(compacted=True).order_by("pk").values_list("code", flat=True)
        done = damaged = 0
        with report_progress(self.stdout, lambda: f"Expanded: {done}.") as step:
            for code in list(compact) if all else codes:
                try:
                    done += compaction.expand_match(code=code)
                except Match.DoesNotExist as error:
                    raise CommandError(f"No match with the code {code}.") from error
                except Unreadable as error:
                    damaged += 1
                    self.stdout.write(f"{code}: the compact log is damaged: {error.__cause__}")
                step()
        if done and settings.SLOWFUSE_COMPACT_DAYS:
            self.stdout.write("The worker will compact them again, unless SLOWFUSE_COMPACT_DAYS is 0.")
        if damaged:
            raise CommandError(f"Damaged and set aside: {damaged}.")
