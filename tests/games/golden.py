"""Matches as readable text that are replayed for ever.

A golden match is an exported match in lines of words: `python -m tests.games.golden MATCH.jsonl > NAME.txt`. A match of
more than `LONG` lines, which no one reads, is stored as `NAME.txt.gz` (`gzip -n`, `zcat`).
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from apps.kernel.game import AnyGame
from apps.kernel.record import Record, encode_record, parse_record
from tests.games.tables import GAMES, folder

LONG: Final = 300


def matches(game: AnyGame) -> list[Path]:
    found = (folder(game) / "matches").glob("*")  # A new game has none yet.
    return sorted(path for path in found if path.name.endswith((".txt", ".txt.gz")))


def text_of(path: Path) -> str:
    return gzip.decompress(path.read_bytes()).decode() if path.suffix == ".gz" else path.read_text()


def to_text(game: AnyGame, record: Record, about: str = "") -> str:
    """Return the record in words, after a heading about the match."""
    return "\n".join(_lines(game, record, about)) + "\n"


def from_text(text: str) -> Record:
    """Return the record from its words, ignoring remarks after a `#`."""
    parts: list[dict[str, Any]] = []
    for line in text.splitlines():
        words = line.partition(" #")[0].split()
        if not words or words[0] == "#":
            continue
        if line.startswith("  "):
            parts[-1]["facts"].append({"type": words[0], **_fields(words[1:])})
        elif words[0] == "move":
            parts.append({"line": "move", "facts": [], **_move(words[1:])})
        else:
            parts.append({"line": words[0], **_fields(words[1:])})
    return parse_record(msgspec.json.encode(part) for part in parts)


def _lines(game: AnyGame, record: Record, about: str) -> Iterator[str]:
    if about:
        yield f"# {about}"
    for part in map(msgspec.json.decode, encode_record(record)):
        kind = part.pop("line")
        if kind != "move":
            yield f"{kind} {_words(part)}"
            continue
        facts, action = part.pop("facts"), part.pop("action", None)
        head = f"move {part.pop('move')} {part.pop('cause')} {_words(part)}".rstrip()
        if action is not None:
            tag = action.pop("type")
            head += f" {tag} {_words(action)}".rstrip()
        yield head
        for fact in facts:
            event = game.fact.decode(msgspec.json.encode(fact))
            remark = _remark(game, event)
            yield f"  {fact.pop('type')} {_words(fact)}".rstrip() + (f"  # {remark}" if remark else "")


def _remark(game: AnyGame, event: Any) -> str:
    """Return the faces of the cards that an event names."""
    return ", ".join(_face(value) for name, value in game.words(event).items() if name.startswith("face"))


def _face(value: Any) -> str:
    if isinstance(value, tuple):
        return "(" + " ".join(map(_face, value)) + ")"
    if isinstance(value, msgspec.Struct):
        if title := getattr(value, "title", ""):
            return str(title)
        return "-".join(str(getattr(value, name)) for name in value.__struct_fields__ if name != "id")
    return str(value)


def _move(words: list[str]) -> dict[str, Any]:
    """Parse the number, cause and fields of a move, then the action and its fields if a player acted."""
    number, cause, *rest = words
    bare = next((at for at, word in enumerate(rest) if "=" not in word), len(rest))
    action = {"action": {"type": rest[bare], **_fields(rest[bare + 1 :])}} if bare < len(rest) else {}
    return {"move": int(number), "cause": cause, **_fields(rest[:bare]), **action}


def _words(fields: dict[str, Any]) -> str:
    return " ".join(f"{name}={_text(value)}" for name, value in fields.items())


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode().replace(" ", "\\u0020")


def _fields(words: Iterable[str]) -> dict[str, Any]:
    pairs = (word.partition("=") for word in words)
    return {name: msgspec.json.decode(value) for name, _, value in pairs}


if __name__ == "__main__":
    exported = parse_record(Path(sys.argv[1]).read_bytes().splitlines())
    (its,) = [game for game in GAMES if game.meta.slug == exported.header.game]
    sys.stdout.write(to_text(its, exported, " ".join(sys.argv[2:])))
