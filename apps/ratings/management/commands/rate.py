"""`manage.py rate [--again [GAME]] [--check [GAME]]`: judge what ended; count ratings anew; judge again to compare."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from apps.games import catalogue
from apps.ratings.services import ledger


class Command(BaseCommand):
    help = (
        "Judge finished matches; with --again, count the ratings of a game (or all) anew: the numbers stay; with"
        " --check, compare how matches were judged with their records."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--again", nargs="?", const="", metavar="GAME", help="count anew, all games or one")
        parser.add_argument("--check", nargs="?", const="", metavar="GAME", help="judge once more, all games or one")

    def handle(self, *_args: Any, again: str | None, check: str | None, **_options: Any) -> None:
        for game in (again, check):
            if game and game not in catalogue():
                raise CommandError(f"There is no game called “{game}”; there are: {', '.join(catalogue())}.")
        judged = 0
        while found := ledger.sweep(now=timezone.now()):
            judged += found
        self.stdout.write(f"{judged} matches judged.")
        if again is not None:
            for game in [again] if again else catalogue():
                self.stdout.write(f"{game}: {ledger.again(game=game)} rated matches counted anew.")
        if check is not None:
            doubtful = [code for game in ([check] if check else catalogue()) for code in ledger.doubtful(game=game)]
            if doubtful:
                raise CommandError(f"Judged otherwise than their records say: {', '.join(doubtful)}.")
            self.stdout.write("Every match was judged as its record says.")
