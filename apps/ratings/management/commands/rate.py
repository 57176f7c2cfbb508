"""`manage.py rate [--again [GAME]]`: judge what ended; or count all ratings anew from how matches were judged."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from apps.games import catalogue
from apps.ratings import ledger


class Command(BaseCommand):
    help = "Judge finished matches; with --again, count the ratings of a game (or all) anew: the numbers stay."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--again", nargs="?", const="", metavar="GAME", help="count anew, all games or one")

    def handle(self, *_: Any, again: str | None, **options: Any) -> None:
        if again and again not in catalogue():
            raise CommandError(f"There is no game called “{again}”; there are: {', '.join(catalogue())}.")
        judged = 0
        while found := ledger.sweep(now=timezone.now()):
            judged += found
        self.stdout.write(f"{judged} matches judged.")
        if again is not None:
            for game in [again] if again else catalogue():
                self.stdout.write(f"{game}: {ledger.again(game=game)} rated matches counted anew.")
