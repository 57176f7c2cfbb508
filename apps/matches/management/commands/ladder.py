"""`manage.py ladder GAME`: compare the strengths of bots, each alone among every other, through the kernel alone."""

from __future__ import annotations

import hashlib
import secrets
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.kernel.ladder import Share, compute_ladder_ratings, compute_share, play_against_others
from apps.kernel.policies import POLICIES
from apps.matches.management import arguments


class Command(BaseCommand):
    help = "Play matches of one player against a table of others, in every seat, and show how often each comes first."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="slug of the game")
        parser.add_argument("--seats", type=int, required=True)
        parser.add_argument("--players", default="bot,random", help=f"two or more of: {', '.join(POLICIES)}")
        parser.add_argument("--matches", type=int, default=200, help="matches for each pair of players")
        parser.add_argument("--seed", help="any text; the same text gives the same matches")
        parser.add_argument("--option", action="append", default=[], metavar="K=V", help="can be repeated")

    def handle(self, **given: Any) -> None:
        game = arguments.parse_game(given["game"])
        setup = arguments.parse_setup(game, given["seats"], given["option"])
        names = _parse_policies(given["players"])
        if given["matches"] < 1:
            raise CommandError("--matches must be at least 1.")
        seed = given["seed"] if given["seed"] is not None else secrets.token_hex(8)
        seeds = [hashlib.sha256(f"{seed}:{number}".encode()).digest() for number in range(given["matches"])]
        shares = {
            (one, among): compute_share(
                play_against_others(game, setup, POLICIES[one], POLICIES[among], seeds), setup.seats
            )
            for one, among in permutations(names, 2)
        }
        self.stdout.write(f"{game.meta.title}, {setup.seats} seats, {given['matches']} matches each, seed {seed}")
        self.stdout.writelines(f"{line}\n" for line in _format_ladder_lines(shares, names))


def _parse_policies(text: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",")))
    for name in names:
        if name not in POLICIES:
            raise CommandError(f"Unknown player {name!r} in --players. Choose from: {', '.join(POLICIES)}.")
    if len(names) < 2:
        raise CommandError("--players needs at least two names.")
    return names


def _format_ladder_lines(shares: Mapping[tuple[str, str], Share], names: Sequence[str]) -> Iterator[str]:
    """Yield a table of how often one bot among others comes first, its 95% interval and ratio to the fair share."""
    yield f"{'player':<10}{'against':<10}{'comes first':>12}{'95% interval':>18}{'of fair share':>14}"
    for (one, among), found in shares.items():
        interval = f"{found.low:.1%} to {found.high:.1%}"
        yield f"{one:<10}{among:<10}{found.won:>12.1%}{interval:>18}{found.ratio:>14.2f}"
    yield ""
    for name, number in sorted(compute_ladder_ratings(shares, names).items(), key=lambda each: -each[1]):
        yield f"{name:<10}{number:>+6}"
