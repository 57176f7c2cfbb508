"""A match as a file: the export format, JSON Lines. `record.md` beside this module describes it for other programs.

The first line is the header. One line per move follows and, when the match is over, a last line with the outcome.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Literal, TypedDict

import msgspec
from msgspec import UNSET, Struct, UnsetType

from apps.kernel.strict_json import check_unique_fields

RECORD_FORMAT = "slowfuse-match"
RECORD_VERSION = 1
"""The version of a record whose seed the server drew alone."""
RECORD_VERSION_WITH_WORDS = 2
"""The version of a record whose seed follows from a secret and players' words."""


class Former(Struct, frozen=True):
    """A former player of a seat that changed hands."""

    kind: Literal["person", "bot"]
    name: str
    until: int
    """The first move of the record after their time in the seat."""


class Player(Struct, frozen=True, omit_defaults=True):
    """The player of a seat when the record was written, and all former ones in order."""

    kind: Literal["person", "bot"]
    name: str = ""
    before: tuple[Former, ...] = ()


class Shuffle(Struct, frozen=True, omit_defaults=True):
    """The parts from which the seed follows (`chance.mix_seed`)."""

    commitment: str
    """The commitment of the server's secret, shown before it knew any word."""
    secret: str = ""
    """64 hex digits, empty until the match is over."""
    words: tuple[str, ...] = ()
    """A word for each seat, empty where none was given. Missing until the match is over."""


class Header(Struct, frozen=True, tag="header", tag_field="line", omit_defaults=True):
    """The setup of the match and the commitment of its shuffle."""

    format: str
    version: int
    game: str
    setup: msgspec.Raw
    commitment: str
    seed: str = ""
    """64 hex digits, empty until the match is over."""
    code: str = ""
    observer: int | str = "referee"
    players: tuple[Player, ...] = ()
    shuffle: Shuffle | None = None
    """Only in version 2."""


class Line(Struct, frozen=True, tag="move", tag_field="line", omit_defaults=True):
    """An answered question and the facts that followed, as far as the observer knows them."""

    move: int
    cause: str
    facts: tuple[msgspec.Raw, ...]
    seat: int | None = None
    key: str = ""
    action: msgspec.Raw | UnsetType = UNSET
    at: str = ""


class Result(Struct, frozen=True, tag="outcome", tag_field="line"):
    """The outcome of the match."""

    outcome: msgspec.Raw


class Record(Struct, frozen=True):
    """A whole match, as exported."""

    header: Header
    moves: tuple[Line, ...]
    result: Result | None = None


class Unreadable(Exception):
    """The text is not a record of a match."""


_VERSIONS = (RECORD_VERSION, RECORD_VERSION_WITH_WORDS)
_NAMED_VERSIONS = " or ".join(map(str, _VERSIONS))
_decoder: msgspec.json.Decoder[Header | Line | Result] = msgspec.json.Decoder(Header | Line | Result)


def encode_raw(value: object) -> msgspec.Raw:
    """Encode a value of a game as it appears in a record."""
    return msgspec.Raw(msgspec.json.encode(value))


def encode_record(record: Record) -> Iterator[bytes]:
    """Yield the lines of a record, each with its line ending."""
    parts = (record.header, *record.moves, *((record.result,) if record.result else ()))
    for part in parts:
        yield msgspec.json.encode(part) + b"\n"


def find_first_difference(record: Record, other: Record) -> str:
    """Return the first line in which two records differ (`header`, `move 7` or `outcome`), or an empty string.

    Formatting doesn't matter. Nor do the players' names, because people can change them.
    """
    for part, others in zip_longest(_list_comparable_lines(record), _list_comparable_lines(other)):
        if part != others:
            named = part or others
            return f"move {named['move']}" if named["line"] == "move" else named["line"]
    return ""


class _ComparableLine(TypedDict, total=False):
    """The parts of a decoded line that name it."""

    line: str
    move: int


def _list_comparable_lines(record: Record) -> Iterator[_ComparableLine]:
    header = msgspec.structs.replace(record.header, players=())
    return map(msgspec.json.decode, encode_record(msgspec.structs.replace(record, header=header)))


def parse_record(lines: Iterable[bytes | str]) -> Record:
    """Parse a record from its lines.

    :raises Unreadable: naming the line, if it is not one
    """
    header: Header | None = None
    result: Result | None = None
    moves: list[Line] = []
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        part = _parse_record_line(number, text)
        if header is None:
            if not isinstance(part, Header) or part.format != RECORD_FORMAT or part.version not in _VERSIONS:
                raise Unreadable(f"Line {number} is not the header of a match record of version {_NAMED_VERSIONS}.")
            header = part
        elif result is not None:
            raise Unreadable(f"Line {number} comes after the outcome.")
        elif isinstance(part, Line):
            moves.append(part)
        elif isinstance(part, Result):
            result = part
        else:
            raise Unreadable(f"Line {number} is a second header.")
    if header is None:
        raise Unreadable("The record is empty.")
    return Record(header=header, moves=tuple(moves), result=result)


def _parse_record_line(number: int, text: bytes | str) -> Header | Line | Result:
    try:
        part = _decoder.decode(text)
        check_unique_fields(text)
    except RecursionError as error:
        raise Unreadable(f"Line {number} is not part of a match record: it is nested too deeply.") from error
    except (msgspec.DecodeError, ValueError) as error:
        raise Unreadable(f"Line {number} is not part of a match record: {error}.") from error
    return part
