"""Compact logs: columns as MessagePack, compressed with a dictionary of the game.

A dictionary is a file `log-<number>.zdict` in the folder of a game, trained by `manage.py dictionary`. The latest one
is used to pack. Every packed log names the number it needs, so a file that was ever used must stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
import zstandard

from apps import games

COMPRESSION_LEVEL: Final = 19
"""The compression level. It costs a few milliseconds per match, once, and no page waits for it."""
DICTIONARY_BYTES: Final = 16 * 1024
"""The size of a dictionary in bytes."""
MAX_LOG_BYTES: Final = 64 * 1024 * 1024
"""The maximum size of a log in bytes. A log that claims more is damaged, and not worth the memory."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)


class Damaged(Exception):
    """Raised for bytes that aren't a packed log, or whose dictionary is missing."""


class MoveRow(NamedTuple):
    """A move as stored in the log."""

    number: int
    at: datetime
    cause: str
    seat: int | None
    key: str
    action: str
    player: int | None
    took: int | None
    audience: int


class FactRow(NamedTuple):
    """A fact as stored in the log."""

    n: int
    move: int
    audience: int
    event: str


class Log(NamedTuple):
    """The moves and facts of a match, in order."""

    moves: tuple[MoveRow, ...]
    facts: tuple[FactRow, ...]


class ToldFact(NamedTuple):
    """A fact with as much of its move as an observer can know."""

    n: int
    audience: int
    event: str
    cause: str
    open_to: int


class Duty(NamedTuple):
    """A player who did required turns in a seat."""

    seat: int | None
    player: int


class _Columns(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """A log by columns, which compress best. Growing numbers are stored as steps."""

    numbers: list[int]
    instants: list[int]
    causes: list[str]
    seats: list[int | None]
    keys: list[str]
    actions: list[str]
    duties: list[int | None]
    took: list[int | None]
    open_to: list[int]
    places: list[int]
    moves: list[int]
    audiences: list[int]
    events: list[str]


_COLUMNS: Final = msgspec.msgpack.Decoder(_Columns)


def list_duties(log: Log) -> tuple[Duty, ...]:
    """Return everyone who did required turns, by seat, in order of the first. Packed moves refer to this order.

    The bytes contain no account numbers, which couldn't be found in them when an account is deleted.
    """
    found = (Duty(move.seat, move.player) for move in log.moves if move.player is not None)
    return tuple(dict.fromkeys(found))


def pack_log(log: Log, *, game: str) -> bytes:
    """Pack the log of a match of this game."""
    known = _load_dictionary(game, _get_latest_number(game))
    return zstandard.ZstdCompressor(COMPRESSION_LEVEL, dict_data=known, write_checksum=True).compress(
        encode_columns(log)
    )


def train_dictionary(samples: Sequence[Log], *, number: int) -> bytes:
    """Train a dictionary for logs like these. More than a few kilobytes don't help, because matches are short."""
    known = zstandard.train_dictionary(
        DICTIONARY_BYTES, [encode_columns(log) for log in samples], dict_id=number, level=COMPRESSION_LEVEL
    )
    return known.as_bytes()


def encode_columns(log: Log) -> bytes:
    """Return the log before compression."""
    number = {duty: place for place, duty in enumerate(list_duties(log))}
    moves = tuple(zip(*log.moves, strict=True)) or ((),) * len(MoveRow._fields)
    facts = tuple(zip(*log.facts, strict=True)) or ((),) * len(FactRow._fields)
    return msgspec.msgpack.encode(
        _Columns(
            numbers=_compute_steps(moves[0]),
            instants=_compute_steps([(at - _EPOCH) // _MICROSECOND for at in moves[1]]),
            causes=list(moves[2]),
            seats=list(moves[3]),
            keys=list(moves[4]),
            actions=list(moves[5]),
            duties=[None if move.player is None else number[Duty(move.seat, move.player)] for move in log.moves],
            took=list(moves[7]),
            open_to=list(moves[8]),
            places=_compute_steps(facts[0]),
            moves=_compute_steps(facts[1]),
            audiences=list(facts[2]),
            events=list(facts[3]),
        )
    )


def unpack_log(packed: bytes, *, game: str, players: Mapping[int, int | None]) -> Log:
    """Unpack a log.

    :param players: the player of each place in `duties`, if the account still exists
    :raises Damaged: if these bytes aren't a packed log
    """
    with _raise_as_damaged():
        read = _decode_columns(packed, game)
        instants = [_EPOCH + step * _MICROSECOND for step in accumulate(read.instants)]
        who = [None if place is None else players.get(place) for place in read.duties]
        moves = zip(
            accumulate(read.numbers), instants, read.causes, read.seats, read.keys, read.actions,
            who, read.took, read.open_to, strict=True,
        )  # fmt: skip
        facts = zip(accumulate(read.places), accumulate(read.moves), read.audiences, read.events, strict=True)
        return Log(tuple(map(MoveRow._make, moves)), tuple(map(FactRow._make, facts)))


def unpack_facts(packed: bytes, *, game: str, bits: int) -> list[ToldFact]:
    """Unpack only the facts that are open to any of these bits, or all if there are none. Moves would take longer.

    :raises Damaged: if these bytes aren't a packed log
    """
    with _raise_as_damaged():
        read = _decode_columns(packed, game)
        made = dict(zip(accumulate(read.numbers), zip(read.causes, read.open_to, strict=True), strict=True))
        facts = zip(accumulate(read.places), accumulate(read.moves), read.audiences, read.events, strict=True)
        return [
            ToldFact(n, audience, event, *made[move])
            for n, move, audience, event in facts
            if not bits or audience & bits
        ]


def count_heard_facts(packed: bytes, *, game: str, bit: int) -> int:
    """Count the facts that an observer could see.

    :raises Damaged: if these bytes aren't a packed log
    """
    with _raise_as_damaged():
        return sum(1 for audience in _decode_columns(packed, game).audiences if audience & bit)


def _decode_columns(packed: bytes, game: str) -> _Columns:
    needs = zstandard.get_frame_parameters(packed)
    if needs.content_size > MAX_LOG_BYTES:
        raise Damaged("The size it states is too large.")
    known = _load_dictionary(game, needs.dict_id)
    return _COLUMNS.decode(zstandard.ZstdDecompressor(dict_data=known).decompress(packed))


@contextmanager
def _raise_as_damaged() -> Iterator[None]:
    try:
        yield
    except (zstandard.ZstdError, msgspec.DecodeError, ValueError, KeyError, OverflowError, MemoryError) as error:
        raise Damaged(str(error)) from error


def get_dictionary_folder(game: str) -> Path:
    """Return the folder with the dictionaries of a game."""
    return Path(games.__path__[0]) / game


def file_name(number: int) -> str:
    """Return the file name of the dictionary with this number."""
    return f"log-{number}.zdict"


def list_dictionary_numbers(game: str) -> Sequence[int]:
    """Return the numbers of all dictionaries of a game, in order."""
    return sorted(
        int(path.stem.removeprefix("log-")) for path in get_dictionary_folder(game).glob(file_name(0).replace("0", "*"))
    )


@cache
def _get_latest_number(game: str) -> int:
    """Return the number of the latest dictionary, or 0 if the game has none and is packed without."""
    return max(list_dictionary_numbers(game), default=0)


@cache
def _load_dictionary(game: str, number: int) -> zstandard.ZstdCompressionDict | None:
    """Load a dictionary, or return None for number 0.

    :raises Damaged: if it's missing
    """
    if not number:
        return None
    try:
        return zstandard.ZstdCompressionDict((get_dictionary_folder(game) / file_name(number)).read_bytes())
    except OSError as error:
        raise Damaged(f"The dictionary {file_name(number)} of {game} is missing.") from error


def _compute_steps(values: Sequence[int]) -> list[int]:
    """Return the first value and the differences of the others."""
    return [after - before for before, after in pairwise([0, *values])]
