"""Arguments of commands that play through the kernel: a game and a table."""

from __future__ import annotations

from collections.abc import Iterable

from django.core.management.base import CommandError

from apps.games import load_games
from apps.kernel.game import AnyGame, Illegal
from apps.kernel.table import AnySetup


def parse_game(slug: str, edition: int | None = None) -> AnyGame:
    """Return the game of this slug.

    :raises CommandError: if there's no such game or edition
    """
    found = load_games().get(slug)
    if found is None:
        raise CommandError(f"No game called {slug!r}. Available games: {', '.join(sorted(load_games()))}.")
    try:
        return found if edition is None else found.in_edition(edition)
    except Illegal as error:
        raise CommandError(str(error)) from error


def parse_setup(rules: AnyGame, seats: int, pairs: Iterable[str]) -> AnySetup:
    """Return a table from options written as `name=value`.

    :raises CommandError: if the game has no such table
    """
    options: dict[str, str] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign or not name:
            raise CommandError(f"--option {pair!r} must be written as name=value.")
        options[name] = value
    try:
        return rules.setup(seats, options)
    except Illegal as error:
        raise CommandError(str(error)) from error
