"""Tables for the laws: every game, every number of seats, options, and luck for those who play at random."""

from __future__ import annotations

import importlib
import random
from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Final

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

from apps.games import catalogue
from apps.kernel.chance import Chance
from apps.kernel.events import Event
from apps.kernel.game import Ask, Game
from apps.kernel.playout import Choose, Playout, playout
from apps.kernel.table import PUBLIC, REFEREE, Observer, Setup

AnyGame = Game[Any, Any, Any]
GAMES: Final[list[AnyGame]] = list(catalogue().values())
OLDER: Final = [game.in_edition(edition) for game in GAMES for edition in range(1, game.meta.edition)]
"""Matches are still played by these editions of the rules; at the smallest tables, which are the quickest to try."""
TABLES: Final = [
    *[(game, seats) for game in GAMES for seats in game.meta.seats],
    *[(game, game.meta.seats[0]) for game in OLDER],
]
SEEDS: Final = st.integers(0, 2**32 - 1).map(lambda number: number.to_bytes(32, "big"))


def name(value: Any) -> str:
    if not isinstance(value, Game):
        return str(value)
    return f"{value.meta.slug}_by_edition_{value.meta.edition}" if value in OLDER else value.meta.slug


def options(game: AnyGame) -> st.SearchStrategy[dict[str, Any]]:
    """All switches in all positions; of numbers the two lowest, and what its hooks call `brief`: short matches do."""
    found = inspect.type_info(game.options)
    assert isinstance(found, inspect.StructType)
    brief = getattr(hooks(game), "brief", {})
    return st.fixed_dictionaries(
        {
            field.name: st.just(brief[field.name]) if field.name in brief else _values(field.type)
            for field in found.fields
        }
    )


def _values(kind: inspect.Type) -> st.SearchStrategy[Any]:
    match kind:
        case inspect.Metadata(type=inner):
            return _values(inner)
        case inspect.BoolType():
            return st.booleans()
        case inspect.IntType(ge=least):
            return st.integers(least or 0, (least or 0) + 1)
        case inspect.LiteralType(values=values):
            return st.sampled_from(values)
    raise AssertionError(f"no values are known for options of type {kind}")


def setups(game: AnyGame, seats: int) -> st.SearchStrategy[Setup[Any]]:
    return options(game).map(lambda chosen: game.setup(seats, chosen))


def at_random(game: AnyGame, seed: bytes) -> Choose:
    """Any legal action; now and then (or as often in ten as its hooks say) silence, and now and then the bot."""
    luck, quiet = random.Random(seed), getattr(hooks(game), "quiet", 1)

    def choose(state: Any, ask: Ask[Any], whim: Chance) -> Any:
        die = luck.randrange(10)
        if die < quiet:
            return ask.default
        return game.bot(state, ask.seat, whim) if die == 9 else luck.choice(tuple(game.legal(state, ask.seat)))

    return choose


def played(game: AnyGame, setup: Setup[Any], seed: bytes) -> Playout:
    return playout(game, setup, seed, at_random(game, seed))


def observers(setup: Setup[Any]) -> tuple[Observer, ...]:
    return (*setup.everyone(), PUBLIC, REFEREE)


@dataclass(frozen=True)
class Position:
    """A match after some moves."""

    number: int
    """Moves made, the deal not counted."""
    facts: tuple[Event, ...]
    """What the last of them led to."""
    memories: dict[Observer, Any]

    @property
    def truth(self) -> Any:
        return self.memories[REFEREE]


def positions(game: AnyGame, match: Playout) -> Iterator[Position]:
    """After the deal and after every move."""
    memories: dict[Observer, Any] = {who: game.blank(match.setup) for who in observers(match.setup)}
    for number, facts in enumerate((match.deal, *(step.facts for step in match.steps))):
        memories = {who: game.learn(memory, facts, who) for who, memory in memories.items()}
        yield Position(number, tuple(facts), memories)


def hooks(game: AnyGame) -> ModuleType | None:
    """What only the game itself can say of its laws: `tests/games/<slug>/hooks.py`, if there is one."""
    try:
        return importlib.import_module(f"tests.games.{game.meta.slug}.hooks")
    except ModuleNotFoundError:
        return None


def stored(value: Any, kind: Any) -> Any:
    """The value after it was written and read."""
    return msgspec.json.decode(msgspec.json.encode(value), type=kind)
