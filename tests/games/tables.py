"""Tables for the laws: every game and number of seats, with random options and players."""

from __future__ import annotations

import importlib
import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Final, get_args

import msgspec
import pytest
from msgspec import inspect

from apps.games import games_of, load_games
from apps.kernel.chance import SEED_BYTES, Chance
from apps.kernel.events import Event
from apps.kernel.game import AnyAsk, AnyGame, Game
from apps.kernel.playout import Choose, Playout, play_out_match, play_silently
from apps.kernel.table import HOUSE, PUBLIC, REFEREE, AnySetup, Observer, Seat
from tests.luck import LUCK

SPECIMENS: Final = games_of("tests.specimen")
GAMES: Final[list[AnyGame]] = [*load_games().values(), *SPECIMENS.values()]
OLDER: Final = [game.in_edition(edition) for game in GAMES for edition in range(1, game.meta.edition)]
"""Older editions of the rules in which matches are still played. They're tested at the smallest, fastest tables."""
TABLES: Final = [
    *[(game, seats) for game in GAMES for seats in game.meta.seats],
    *[(game, game.meta.seats[0]) for game in OLDER],
]


def name(value: Any) -> str:
    if not isinstance(value, Game):
        return str(value)
    return f"{value.meta.slug}_by_edition_{value.meta.edition}" if value in OLDER else value.meta.slug


def options(game: AnyGame, luck: random.Random) -> dict[str, Any]:
    """Return random options: any switch, one of the two lowest numbers, or what the game's hooks call `brief`."""
    found = inspect.type_info(game.options)
    assert isinstance(found, inspect.StructType)
    brief = getattr(hooks(game), "brief", {})
    return {field.name: brief.get(field.name, luck.choice(_values(field.type))) for field in found.fields}


def _values(kind: inspect.Type) -> Sequence[Any]:
    match kind:
        case inspect.Metadata(type=inner):
            return _values(inner)
        case inspect.BoolType():
            return (False, True)
        case inspect.IntType(ge=least):
            return (least or 0, (least or 0) + 1)
        case inspect.LiteralType(values=values):
            return tuple(values)
    raise AssertionError(f"no values are known for options of type {kind}")


def at_random(game: AnyGame, seed: bytes) -> Choose:
    """Return a player that chooses any legal action, now and then silence or the bot's answer.

    It is silent once in ten times, or as often as the hook `quiet` says.
    """
    luck, quiet, says_nothing = random.Random(seed), getattr(hooks(game), "quiet", 1), play_silently(game)

    def choose(state: Any, ask: AnyAsk, whim: Chance) -> Any:
        die = luck.randrange(10)
        if die < quiet:
            return says_nothing(state, ask, whim)
        return game.bot(state, ask.seat, whim) if die == 9 else luck.choice(tuple(game.legal(state, ask.seat)))

    return choose


def played(game: AnyGame, setup: AnySetup, seed: bytes) -> Playout:
    return play_out_match(game, setup, seed, at_random(game, seed))


def observers(setup: AnySetup) -> tuple[Observer, ...]:
    return (*setup.everyone(), PUBLIC, REFEREE)


@dataclass(frozen=True)
class Position:
    """A match after a number of moves."""

    number: int
    """The number of moves, not counting the deal."""
    facts: tuple[Event, ...]
    """The facts of the last move."""
    memories: dict[Observer, Any]
    told: dict[Observer, Any]
    """The memories of observers who learned something. All others are the very same values as before."""
    asks: dict[Observer, tuple[AnyAsk, ...]]
    """The open questions, as each observer knows them."""
    legal: dict[Seat, Collection[Any]]
    """The legal answers of each seat, by its own knowledge, and those of the server."""

    @property
    def truth(self) -> Any:
        return self.memories[REFEREE]


def positions(game: AnyGame, match: Playout) -> Iterator[Position]:
    """Yield the position after the deal and after every move.

    Observers who learn nothing keep their old values, which aren't computed again.
    """
    memories: dict[Observer, Any] = {who: game.blank(match.setup) for who in observers(match.setup)}
    asks: dict[Observer, tuple[AnyAsk, ...]] = {}
    legal: dict[Seat, Collection[Any]] = {}
    seats = match.setup.everyone()
    for number, facts in enumerate((match.deal, *(step.facts for step in match.steps))):
        before, memories = memories, {who: game.learn(memory, facts, who) for who, memory in memories.items()}
        told = {who: memory for who, memory in memories.items() if not number or memory is not before[who]}
        asks = asks | {who: game.asks(memory) for who, memory in told.items()}
        legal = legal | {seat: game.legal(told[seat], seat) for seat in seats if seat in told}
        legal[HOUSE] = game.legal(memories[REFEREE], HOUSE)
        yield Position(number, tuple(facts), memories, told, asks, legal)


@dataclass(frozen=True)
class Table:
    """A game, a number of seats, and matches that were played there at random."""

    game: AnyGame
    matches: tuple[tuple[Playout, tuple[Position, ...]], ...]


def drawn(game: AnyGame, seats: int) -> Table:
    """Draw twelve matches, or what the game's hooks call `enough`; others with another `LUCK`."""
    luck = random.Random(f"{LUCK} {name(game)} {seats}")
    setups = [game.setup(seats, options(game, luck)) for _ in range(getattr(hooks(game), "enough", 12))]
    matches = [played(game, setup, luck.randbytes(SEED_BYTES)) for setup in setups]
    return Table(game, tuple((match, tuple(positions(game, match))) for match in matches))


def folder(game: AnyGame) -> Path:
    """Return the folder of the game's hooks, golden matches and schema: in the tests, or a specimen's own folder."""
    tests = Path(__file__).parents[1]
    return tests / ("specimen" if game.meta.slug in SPECIMENS else "games") / game.meta.slug


def hooks(game: AnyGame) -> ModuleType | None:
    """Return the game's `hooks.py`, which tells the laws what only the game knows, or None."""
    home = folder(game)
    try:
        return importlib.import_module(f"tests.{home.parent.name}.{home.name}.hooks")
    except ModuleNotFoundError:
        return None


def require(found: Any, game: AnyGame, what: str, how: str) -> None:
    """Fail with what a draft lacks, and how to add it."""
    if not found:
        pytest.fail(f"{game.meta.title} is a draft, because it has no {what}. {how}", pytrace=False)


def kinds(union: Any) -> tuple[Any, ...]:
    """Return the types of a union, or a single type by itself."""
    return get_args(union) or (union,)


def stored(value: Any, kind: Any) -> Any:
    """Return the value after writing and reading it."""
    return msgspec.json.decode(msgspec.json.encode(value), type=kind)
