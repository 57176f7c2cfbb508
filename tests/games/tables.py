"""Tables for the laws: every game, every number of seats, options, and luck for those who play at random."""

from __future__ import annotations

import importlib
import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Final, get_args

import msgspec
from msgspec import inspect

from apps.games import catalogue, games_of
from apps.kernel.chance import SEED_BYTES, Chance
from apps.kernel.events import Event
from apps.kernel.game import Ask, Game
from apps.kernel.playout import Choose, Playout, playout, silent
from apps.kernel.table import HOUSE, PUBLIC, REFEREE, Observer, Seat, Setup
from tests.luck import LUCK

AnyGame = Game[Any, Any, Any]
SPECIMENS: Final = games_of("tests.specimen")
GAMES: Final[list[AnyGame]] = [*catalogue().values(), *SPECIMENS.values()]
OLDER: Final = [game.in_edition(edition) for game in GAMES for edition in range(1, game.meta.edition)]
"""Matches are still played by these editions of the rules; at the smallest tables, which are the quickest to try."""
TABLES: Final = [
    *[(game, seats) for game in GAMES for seats in game.meta.seats],
    *[(game, game.meta.seats[0]) for game in OLDER],
]


def name(value: Any) -> str:
    if not isinstance(value, Game):
        return str(value)
    return f"{value.meta.slug}_by_edition_{value.meta.edition}" if value in OLDER else value.meta.slug


def options(game: AnyGame, luck: random.Random) -> dict[str, Any]:
    """Every switch in any position; of numbers the two lowest, and what its hooks call `brief`: short matches do."""
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
    """Any legal action; now and then (or as often in ten as its hooks say) silence, and now and then the bot."""
    luck, quiet, says_nothing = random.Random(seed), getattr(hooks(game), "quiet", 1), silent(game)

    def choose(state: Any, ask: Ask[Any], whim: Chance) -> Any:
        die = luck.randrange(10)
        if die < quiet:
            return says_nothing(state, ask, whim)
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
    told: dict[Observer, Any]
    """The memories of those whom it told something: the others' are the very same values as before."""
    asks: dict[Observer, tuple[Ask[Any], ...]]
    """The questions that are open, as everybody knows them."""
    legal: dict[Seat, Collection[Any]]
    """What each seat may answer, as it knows itself; and the house."""

    @property
    def truth(self) -> Any:
        return self.memories[REFEREE]


def positions(game: AnyGame, match: Playout) -> Iterator[Position]:
    """After the deal and after every move. Who hears nothing knows what they knew: that is not found out again."""
    memories: dict[Observer, Any] = {who: game.blank(match.setup) for who in observers(match.setup)}
    asks: dict[Observer, tuple[Ask[Any], ...]] = {}
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
    """Twelve matches, or what the game's hooks call `enough`: others for whoever names another luck."""
    luck = random.Random(f"{LUCK} {name(game)} {seats}")
    setups = [game.setup(seats, options(game, luck)) for _ in range(getattr(hooks(game), "enough", 12))]
    matches = [played(game, setup, luck.randbytes(SEED_BYTES)) for setup in setups]
    return Table(game, tuple((match, tuple(positions(game, match))) for match in matches))


def folder(game: AnyGame) -> Path:
    """Where its hooks, its golden matches and its schema lie: with its tests, or, of a specimen, in its own folder."""
    tests = Path(__file__).parents[1]
    return tests / ("specimen" if game.meta.slug in SPECIMENS else "games") / game.meta.slug


def hooks(game: AnyGame) -> ModuleType | None:
    """What only the game itself can say of its laws: `hooks.py` in its folder of tests, if there is one."""
    home = folder(game)
    try:
        return importlib.import_module(f"tests.{home.parent.name}.{home.name}.hooks")
    except ModuleNotFoundError:
        return None


def kinds(union: Any) -> tuple[Any, ...]:
    """The types of a union; of a game with one kind of order, that one."""
    return get_args(union) or (union,)


def stored(value: Any, kind: Any) -> Any:
    """The value after it was written and read."""
    return msgspec.json.decode(msgspec.json.encode(value), type=kind)
