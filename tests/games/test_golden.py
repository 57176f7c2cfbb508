"""Tests that golden matches can be replayed for ever and that stored data never changes its meaning."""

from __future__ import annotations

import re
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Union, get_args, get_origin

import msgspec
import pytest

from apps.kernel.events import Announced, Private, Public
from apps.kernel.game import Outcome
from apps.kernel.table import REFEREE
from apps.kernel.verify import verify_record
from tests.games.golden import LONG, from_text, matches, text_of, to_text
from tests.games.tables import GAMES, AnyGame, folder, kinds, name, require

GOLDEN = [(game, path) for game in GAMES for path in matches(game)]
each_match = pytest.mark.parametrize(
    ("game", "path"), GOLDEN, ids=lambda value: value.name.partition(".")[0] if isinstance(value, Path) else name(value)
)
each_game = pytest.mark.parametrize("game", GAMES, ids=name)


@each_match
def test_the_facts_of_a_golden_match_still_lead_to_its_outcome(game: AnyGame, path: Path) -> None:
    """Check that replay needs only the facts, even if the rules change."""
    record = from_text(text_of(path))
    assert record.result is not None
    setup = msgspec.json.decode(record.header.setup, type=game.setup_type)
    facts = [game.fact.decode(fact) for line in record.moves for fact in line.facts]
    state = game.recall(setup, facts)
    assert game.outcome(state) == msgspec.json.decode(record.result.outcome, type=Outcome)
    for observer in (*setup.everyone(), "public", REFEREE):
        game.board(game.recall(setup, facts, observer), observer)


@each_match
def test_the_rules_still_decide_a_golden_match_in_the_same_way(game: AnyGame, path: Path) -> None:
    """Check every golden match.

    A meant change of the rules needs a new edition; matches of the old one stay as they are.
    """
    verdict = verify_record(game, from_text(text_of(path)))
    assert verdict.right, verdict.wrong


@each_match
def test_a_golden_match_is_written_as_it_is_read(game: AnyGame, path: Path) -> None:
    text = text_of(path)
    about = text.splitlines()[0].removeprefix("# ")
    assert to_text(game, from_text(text), about) == text


@each_match
def test_a_golden_match_that_is_too_long_to_be_read_aloud_is_compressed(game: AnyGame, path: Path) -> None:
    assert (len(text_of(path).splitlines()) > LONG) == (path.suffix == ".gz")


@each_game
def test_every_game_has_golden_matches_that_show_all_its_events(game: AnyGame) -> None:
    """Check that golden matches contain every event. Others could change unnoticed."""
    texts = [text_of(path) for path in matches(game)]
    how = f"Put two in {folder(game)}/matches, see apps/games/README.md, “Step by step to a complete game”."
    require(len(texts) >= 2, game, "golden matches", how)
    found = {line.split()[0] for text in texts for line in text.splitlines() if line.startswith("  ")}
    assert {kind.__struct_config__.tag for kind in get_args(game.event)} <= found


@each_game
def test_every_edition_of_the_rules_has_a_golden_match(game: AnyGame) -> None:
    """Check that all editions are covered. Nothing can then change unnoticed while their matches are still played."""
    records = [from_text(text_of(path)) for path in matches(game)]
    shown = {game.agreed(record.header.setup).edition for record in records}
    assert shown == set(range(1, game.meta.edition + 1))


@each_game
def test_what_is_stored_and_who_knows_it_is_as_agreed(game: AnyGame) -> None:
    """Check the schema. Review any difference for compatibility and secrecy before you write the new text."""
    agreed = folder(game) / "schema.txt"
    how = f"Create {agreed.parent}, run python -m tests.games.test_golden, and read what it wrote."
    require(agreed.exists(), game, "schema.txt", how)
    assert schema(game) == agreed.read_text()


def schema(game: AnyGame) -> str:
    """Return the tag, audience and fields of every event, then of the actions and orders, which are stored as well."""
    events = [f"{_audience(kind):<8} {_fields(kind)}" for kind in (*get_args(game.event), Announced)]
    actions = [_fields(kind) for kind in kinds(game.action)]
    orders = [_fields(kind) for kind in kinds(game.order)]
    parts = (("events", events), ("actions", actions), ("orders", orders), ("options", [_fields(game.options)]))
    return "\n".join(f"{title}\n" + "".join(f"  {line}\n" for line in lines) for title, lines in parts)


def _audience(kind: type) -> str:
    return "public" if issubclass(kind, Public) else "private" if issubclass(kind, Private) else "secret"


def _fields(kind: type) -> str:
    config = kind.__struct_config__  # type: ignore[attr-defined]
    fields = [
        f"{field.encode_name}: {_kind(field.type)}" + ("" if field.required else f" = {_default(field)}")
        for field in msgspec.structs.fields(kind)
    ]
    return f"{config.tag or kind.__name__}({', '.join(fields)})"


def _kind(kind: object) -> str:
    if isinstance(kind, type) and kind is not NoneType and not get_args(kind):
        return kind.__name__
    if get_origin(kind) is Annotated:
        inner, meta = get_args(kind)
        return _kind(inner) if meta.ge is None else f"{_kind(inner)} from {meta.ge} to {meta.le}"
    if get_origin(kind) in (Union, UnionType):  # Its spelling depends on the Python version.
        return " | ".join(map(_kind, get_args(kind)))
    if get_origin(kind) is tuple:
        return f"tuple[{', '.join(map(_kind, get_args(kind)))}]"
    if kind in (None, NoneType, Ellipsis):
        return "..." if kind is Ellipsis else "None"
    return re.sub(r"\b(\w+\.)+", "", str(kind))  # without the names of modules


def _default(field: msgspec.structs.FieldInfo) -> str:
    return msgspec.json.encode(field.default).decode() if field.default is not msgspec.NODEFAULT else "…"


if __name__ == "__main__":
    for each in GAMES:
        (folder(each) / "schema.txt").write_text(schema(each))
