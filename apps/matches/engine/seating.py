"""Kind seating for newcomers at a table of bots."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import TypeVar

from apps.kernel.chance import Chance
from apps.kernel.game import AnyGame
from apps.kernel.table import AnySetup, Seat

T = TypeVar("T")


def spare_newcomer(game: AnyGame, setup: AnySetup, seed: bytes, sitters: Sequence[T], newcomer: T) -> list[T]:
    """Return the sitters, moved round the table until the newcomer isn't asked a hard question first.

    The shuffle stays as it was drawn. It's only fair among bots: a person could care who sits where.
    """
    hard = _hard_seats(game, setup, seed)
    turned = list(sitters)
    for _ in sitters:
        if turned.index(newcomer) not in hard:
            break
        turned = [turned[-1], *turned[:-1]]
    return turned


def _hard_seats(game: AnyGame, setup: AnySetup, seed: bytes) -> set[Seat]:
    """Return the seats that are asked a hard question first."""
    hard = game.meta.hard_openings
    if not hard:
        return set()
    table = reduce(game.evolve, game.deal(setup, Chance(seed, 0)), game.blank(setup))
    return {ask.seat for ask in game.asks(table) if ask.about in hard}
