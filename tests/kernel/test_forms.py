"""Tests that form fields are taken as written, or refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import Struct

from apps.kernel.forms import parse_form_fields
from apps.kernel.game import Answer


class Bid(Answer, frozen=True, tag="bid"):
    amount: int
    tie: int = 0
    on: bool = False
    card: int | None = None


class Stray(Answer, frozen=True, tag="stray"):
    """An action without fields."""


class Only(Struct, frozen=True, forbid_unknown_fields=True):
    at_least: int = 0


class Order(Struct, frozen=True, tag_field="order", tag="raise", forbid_unknown_fields=True):
    which: str = "ask"
    only: Only = Only()
    lines: tuple[Only, ...] = ()


Action = Bid | Stray


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ({"type": "bid", "amount": "5"}, Bid(5)),
        ({"type": "bid", "amount": 5, "tie": "0"}, Bid(5)),
        ({"type": "bid", "amount": "-3"}, Bid(-3)),
        ({"type": "bid", "amount": "1", "on": "true"}, Bid(1, on=True)),
        ({"type": "bid", "amount": "1", "on": "0"}, Bid(1)),
        ({"type": "bid", "amount": "1", "card": "7"}, Bid(1, card=7)),
        ({"type": "bid", "amount": "1", "card": None}, Bid(1)),
        ({"type": "stray"}, Stray()),
    ],
)
def test_plain_words_are_understood(words: dict[str, Any], meant: Any) -> None:
    assert parse_form_fields(words, Action) == meant


@pytest.mark.parametrize(
    "number", ["1e2", "103.0", "1.0", 1.0, "+5", "-0", "05", " 5", "5 ", "1_0", "٥", True, "1e-0", ""]
)
def test_what_is_no_plain_integer_is_no_number(number: Any) -> None:
    for words in ({"amount": number}, {"amount": "1", "tie": number}, {"amount": "1", "card": number}):
        with pytest.raises(msgspec.ValidationError):
            parse_form_fields({"type": "bid", **words}, Action)


def test_a_number_that_is_none_is_found_at_any_depth() -> None:
    assert parse_form_fields({"order": "raise", "only": {"at_least": "3"}}, Order) == Order(only=Only(3))
    for words in ({"only": {"at_least": "3.0"}}, {"lines": [{"at_least": "1"}, {"at_least": "1e1"}]}):
        with pytest.raises(msgspec.ValidationError, match="at_least"):
            parse_form_fields({"order": "raise", **words}, Order)


@pytest.mark.parametrize("words", [{"type": "stray", "points": 100}, {"type": "bid", "amount": "5", "seat": "2"}])
def test_a_word_too_much_is_no_action(words: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        parse_form_fields(words, Action)
