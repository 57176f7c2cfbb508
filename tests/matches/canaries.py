"""Fuse with unique card numbers and points, which tests search for on every page."""

from __future__ import annotations

import re
import sys
from typing import Any

import msgspec
import pytest

from apps.games.fuse import cards

_SINGLE = {"EXTINGUISHER", "MATCHMAN", "TIMEBOMB"}
_SEVERAL = {"FUSE_CARD_IDS", "DEFUSE_CARD_IDS", "SHORT_FUSE_CARD_IDS"}
_NUMBERS = {card: cards.CardId(712_345_001 + 7_919 * card) for card in cards.FACES}
_CANARIES = frozenset(_NUMBERS.values())
_LARGE = re.compile(r"7(?<![0-9]7)[0-9]{8}(?![0-9])")


def renumber(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every card a large number, and as many points, wherever Fuse keeps its cards."""
    new = _NUMBERS
    fuse = {new[card] for card in cards.FUSE_CARD_IDS}
    defuse = {new[card] for card in (*cards.DEFUSE_CARD_IDS, cards.EXTINGUISHER)}
    changed: dict[str, Any] = {
        "POINTS_BY_CARD": {new[card]: new[card] for card in cards.FACES},
        "_SORT_RANK_BY_CARD": {new[card]: cards._SORT_RANK_BY_CARD[card] for card in cards.FACES},
        "is_fuse": fuse.__contains__,
        "is_defuse": defuse.__contains__,
        "fuse_cards": lambda hand: [card for card in hand if card in fuse],
        "defuse_cards": lambda hand: [card for card in hand if card in defuse],
    }
    for name, module in list(sys.modules.items()):
        if not name.startswith("apps.games.fuse"):
            continue
        for constant, value in list(vars(module).items()):
            if constant in changed:
                monkeypatch.setattr(module, constant, changed[constant])
            elif constant in _SINGLE:
                monkeypatch.setattr(module, constant, new[value])
            elif constant in _SEVERAL:
                monkeypatch.setattr(module, constant, tuple(new[card] for card in value))
            elif isinstance(value, dict) and value and set(value) <= set(new):
                monkeypatch.setattr(module, constant, {new[card]: _canary(new[card], of) for card, of in value.items()})


def _canary(card: cards.CardId, value: Any) -> Any:
    """Return the value stored for a card with its number and points changed."""
    if not isinstance(value, msgspec.Struct):
        return value
    fields = {"id", "card", "points"} & set(value.__struct_fields__)
    return msgspec.structs.replace(value, **dict.fromkeys(fields, card))


def named(text: str) -> set[int]:
    """Return the cards that a text gives away, by number or by points."""
    large = {int(number) for number in _LARGE.findall(text)}
    return large & _CANARIES  # A signature or a MIME boundary of an e-mail is a large number, too.
