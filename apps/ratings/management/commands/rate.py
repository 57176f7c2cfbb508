"""`manage.py rate [--again [GAME]] [--check [GAME]]`, which records results, recomputes ratings or checks results."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable

from django.core.management.base import BaseCommand, CommandError

from apps.common import clocks
from apps.games import load_games
from apps.ratings.services import ledger


class Command(BaseCommand):
    help = (
        "Record the results of finished matches and update the ratings. With --again, compute the ratings again from"
        " the recorded results. With --check, compare the recorded results with the matches."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--again", nargs="?", const="", metavar="GAME", help="compute ratings again, for all games or one"
        )
        parser.add_argument(
            "--check", nargs="?", const="", metavar="GAME", help="check recorded results, for all games or one"
        )

    def handle(self, *_args: object, again: str | None, check: str | None, **_options: object) -> None:
        for game in (again, check):
            if game and game not in load_games():
                raise CommandError(f"No game called “{game}”. Available games: {', '.join(load_games())}.")
        self._judge()
        for game in _list_chosen_games(again):
            self.stdout.write(f"{game}: {ledger.recompute_ratings(game=game)} rated matches computed again.")
        if check is not None:
            self._compare(_list_chosen_games(check))

    def _judge(self) -> None:
        judged = 0
        while found := ledger.record_results(now=clocks.get_checked_now()):
            judged += found
        self.stdout.write(f"{judged} results recorded.")

    def _compare(self, games: Iterable[str]) -> None:
        """Compare the recorded results of these games with the matches.

        :raises CommandError: naming the matches whose results differ
        """
        doubtful = [code for game in games for code in ledger.find_doubtful_matches(game=game)]
        if doubtful:
            raise CommandError(f"Recorded results differ from these matches: {', '.join(doubtful)}.")
        self.stdout.write("All recorded results agree with the matches.")


def _list_chosen_games(chosen: str | None) -> list[str]:
    """Return the games of an option: none without it, all if it names none."""
    if chosen is None:
        return []
    return [chosen] if chosen else list(load_games())
