"""Tests of `manage.py ladder`, which shows relative strength in a table."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

pytestmark = pytest.mark.once


def ladder(*words: str) -> str:
    out = StringIO()
    call_command("ladder", *words, stdout=out)
    return out.getvalue()


def test_everybody_sits_alone_among_everybody_and_the_stronger_stand_above() -> None:
    told = ladder("fuse", "--seats", "3", "--matches", "9", "--players", "silent,bot,random", "--seed", "a")
    assert "Fuse, 3 seats, 9 matches each, seed a" in told
    pairs = [tuple(line.split()[:2]) for line in told.splitlines() if "%" in line and " to " in line]
    assert len(pairs) == len(set(pairs)) == 6
    assert [line.split()[0] for line in told.splitlines()[-3:]] == ["bot", "random", "silent"]
    assert told == ladder("fuse", "--seats", "3", "--matches", "9", "--players", "silent,bot,random", "--seed", "a")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("chess", "--seats", "2"), "No game called 'chess'"),
        (("fuse", "--seats", "9"), "is for 2 to"),
        (("fuse", "--seats", "2", "--players", "bot"), "at least two"),
        (("fuse", "--seats", "2", "--players", "bot,human"), "Unknown player 'human'"),
        (("fuse", "--seats", "2", "--matches", "0"), "at least 1"),
        (("fuse", "--seats", "2", "--option", "deals"), "name=value"),
    ],
)
def test_bad_words_are_a_clear_sentence(words: tuple[str, ...], complaint: str) -> None:
    with pytest.raises(CommandError, match=complaint):
        ladder(*words)
