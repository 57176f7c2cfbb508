"""`manage.py mine_puzzles [--seconds N]`, which searches finished matches for puzzles and publishes today's."""

from __future__ import annotations

from argparse import ArgumentParser
from time import monotonic

from django.core.management.base import BaseCommand

from apps.common import clocks
from apps.puzzles.models import Puzzle
from apps.puzzles.services import mining, publishing


class Command(BaseCommand):
    help = "Search finished public matches for puzzles, and publish a daily puzzle for each game that has none today."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seconds", type=float, default=60, help="how long to search (default: 60)")

    def handle(self, *_args: object, seconds: float, **_options: object) -> None:
        until, before = monotonic() + seconds, Puzzle.objects.count()
        while monotonic() < until and mining.mine_match(enough=lambda: monotonic() >= until):
            pass
        published = publishing.publish_daily_puzzles(today=clocks.get_checked_now().date())
        self.stdout.write(f"{Puzzle.objects.count() - before} puzzles found, {published} published today.")
