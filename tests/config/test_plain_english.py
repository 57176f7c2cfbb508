"""Tests of the check that counts habits which plain English avoids."""

from __future__ import annotations

import pytest

from tests.plain_english import (
    HABITS,
    find_habits,
    find_hits,
    judge,
    read_doc,
    read_messages,
    read_paper,
    read_papers,
)

EXAMPLES = {
    "who without a noun": "It explodes: who holds it is out.",
    "whoever, whatever": "Sit down with whoever waits.",
    "-body for -one": "Nobody is told.",
    "one as a pronoun": "As many as one likes",
    "may for can": "You may invite more.",
    "told for notified": "You are told when it starts.",
    "stand or lie for be": "It stands in no list.",
    "so many, too few": "After so many days",
    "at most or at least at the end": "Three days at most.",
    "anew, upon, just now": "Counted anew every night",
    "no more for no longer": "They are in the club no more.",
    "begin for start": "The match has begun.",
    "literal phrasal verbs": "You take part already.",
    "house, door, room": "A bot of the house",
    "there is no such": "There is no such table.",
    "for as because": "It waits, for it must.",
    "passive with a preposition": "Players on vacation are waited for.",
    "chain of colons": "First: this; then: that; and so on.",
}


def test_every_habit_has_an_example_and_finds_it() -> None:
    assert set(EXAMPLES) == set(HABITS)
    for name, text in EXAMPLES.items():
        assert name in find_habits(text), name


@pytest.mark.parametrize(
    "text",
    [
        "This table is full. Join another one or open your own.",
        "You’re in. We’ll let you know when it starts.",
        "Who are you?",
        "No more than 3 days in a row",
        "Up to 3 players, at least 15 minutes each",
    ],
)
def test_plain_sentences_have_none(text: str) -> None:
    assert find_habits(text) == []


def test_code_blocks_in_papers_are_not_read() -> None:
    paper = "# Title\n\n```\nNobody reads this.\n```\nNobody reads that.\n"
    assert list(read_paper("x.md", paper)) == [("x.md:1", "# Title"), ("x.md:6", "Nobody reads that.")]


def test_docstrings_also_of_attributes_and_comments_are_read_but_no_pragmas() -> None:
    source = '"""A module."""\nX = 1  # noqa: A001\n"""Nobody."""\nY = "Nobody"  # Somebody.\n'
    found = list(read_doc("x.py", source))
    assert found == [("x.py:1", "A module."), ("x.py:3", "Nobody."), ("x.py:4", "Somebody.")]


def test_more_hits_than_the_budget_fail_and_name_each() -> None:
    hits = find_hits(iter([("x.md:1", "Nobody may."), ("x.md:2", "Fine.")]))
    assert hits == ["x.md:1: -body for -one: Nobody may."]
    assert judge("papers", hits, 1) == []
    assert judge("papers", hits, 0)[0] == hits[0]
    assert "1 hits in papers, 0 allowed" in judge("papers", hits, 0)[-1]


def test_all_catalogues_and_papers_are_read() -> None:
    places = {place for place, _ in read_messages()}
    assert {"apps/config", "apps/games/fuse", "apps/games/kobolds"} <= places
    papers = {place.partition(":")[0] for place, _ in read_papers()}
    assert {"README.md", "deploy/operating.md", "apps/games/README.md"} <= papers
