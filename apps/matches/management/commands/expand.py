"""`manage.py expand CODE… | --all`: put logs that were compacted into rows again."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from apps.matches.errors import Unreadable
from apps.matches.management.progress import told
from apps.matches.models import Match
from apps.matches.services import compaction


class Command(BaseCommand):
    help = "Put the logs of matches that were compacted into rows again, as releases before compacting read them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("codes", nargs="*", metavar="CODE", help="the code of a match")
        parser.add_argument("--all", action="store_true", help="every match")

    def handle(self, *_args: Any, codes: list[str], all: bool, **_options: Any) -> None:  # noqa: A002
        if all == bool(codes):
            raise CommandError("Give codes of matches, or --all.")
        compact = Match.objects.filter(compacted=True).order_by("pk").values_list("code", flat=True)
        done = damaged = 0
        with told(self.stdout, lambda: f"{done} matches expanded.") as step:
            for code in list(compact) if all else codes:
                try:
                    done += compaction.expand(code=code)
                except Match.DoesNotExist as error:
                    raise CommandError(f"There is no match with the code {code}.") from error
                except Unreadable as error:
                    damaged += 1
                    self.stdout.write(f"{code}: its compact log is damaged: {error.__cause__}")
                step()
        if done and settings.SLOWFUSE_COMPACT_DAYS:
            self.stdout.write("The worker compacts them again, unless SLOWFUSE_COMPACT_DAYS is 0.")
        if damaged:
            raise CommandError(f"{damaged} could not be expanded: they are set aside.")
