"""Tests that the README's examples run, and that its tables are true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from slowfuse_games import Match

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.split("\n")[0] for example in EXAMPLES])
def test_an_example_runs(example: str) -> None:
    exec(compile(example, "README.md", "exec"), {})


def test_there_are_examples_of_all_environments() -> None:
    assert len(EXAMPLES) >= 4
    for name in ("Match", "zoo", "gymnasium", "pyspiel"):
        assert any(name in example for example in EXAMPLES)


@pytest.mark.parametrize("game", ["bombe", "frogs", "fuse", "kobolds"])
def test_the_table_of_an_observation_is_true(game: str) -> None:
    """Check names and sizes with the fewest seats. Parts of other seats are listed once."""
    assert write_layout(game) in README


@pytest.mark.parametrize("game", ["bombe", "frogs", "fuse", "kobolds"])
def test_the_number_of_answers_is_true(game: str) -> None:
    match = Match(game)
    assert f"| `{game}` | {len(match.seats)} | {match.numbers.count:,} | {match.encoder.size} |" in README


def write_layout(game: str) -> str:
    """Return the table of an observation."""
    lines = ["| Numbers | What |", "|--:|---|"]
    for name, part in Match(game).encoder.layout.items():
        if not re.match(r"seat \+[1-9]", name):
            lines.append(f"| {part.stop - part.start} | {name.replace('seat +0: ', 'each seat: ')} |")
    return "\n".join(lines)
