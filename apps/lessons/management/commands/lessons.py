"""`manage.py lessons GAME`, which searches for a shuffle in which a lesson shows every tip."""

from __future__ import annotations

import time
from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from apps.games import load_games
from apps.matches.engine import rehearsal


class Command(BaseCommand):
    help = "Search for shuffles in which the guided first match of a game shows every tip."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="slug of the game")
        parser.add_argument("--tries", type=int, default=1000, help="how many shuffles to try")
        parser.add_argument("--first", type=int, default=0, help="number of the first shuffle")
        parser.add_argument("--seconds", type=float, default=600.0, help="give up after this many seconds")

    def handle(self, *, game: str, tries: int, first: int, seconds: float, **_options: object) -> None:
        rules = load_games().get(game)
        if rules is None or rules.lesson is None:
            raise CommandError(f"No lesson for {game!r}.")
        until = time.monotonic() + seconds
        for number in range(first, first + tries):
            if time.monotonic() > until:
                break
            seed = rehearsal.derive_candidate_seed(rules.meta.slug, number)
            played = rehearsal.rehearse_match(rules, rules.lesson, seed)
            if rehearsal.tells_all(rules.lesson, played):
                places = (played.run.match.outcome or {}).get("places", ())
                self.stdout.write(f"{number} {seed.hex()} {len(played.hints) - 1} answers, places {places}")
                self.stdout.write(f"    {' '.join(played.shown)}")
