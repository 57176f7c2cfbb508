"""`manage.py rate [--again [GAME]] [--check [GAME]]`: judge what ended; count ratings anew; judge again to compare."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.common import clocks
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
        self._judge()
        for game in _games(again):
            self.stdout.write(f"{game}: {ledger.again(game=game)} rated matches counted anew.")
        if check is not None:
            self._compare(_games(check))

    def _judge(self) -> None:
        judged = 0
        while found := ledger.sweep(now=clocks.asked()):
            judged += found
        self.stdout.write(f"{judged} matches judged.")

    def _compare(self, games: Iterable[str]) -> None:
        """:raises CommandError: naming the matches that were judged otherwise"""
        doubtful = [code for game in games for code in ledger.doubtful(game=game)]
        if doubtful:
            raise CommandError(f"Judged otherwise than their records say: {', '.join(doubtful)}.")
        self.stdout.write("Every match was judged as its record says.")


def _games(chosen: str | None) -> list[str]:
    """None without the option, all where it names none."""
    if chosen is None:
        return []
    return [chosen] if chosen else list(catalogue())
