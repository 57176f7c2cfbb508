"""Tests that no page shows the hidden cards of a draft to others, although it draws all that its state contains."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from apps.games import load_games
from apps.kernel.game import AnyGame
from apps.kernel.table import PUBLIC, Seat
from tests.drafts.pages import list_buttons, read
from tests.factories.matches import sealed_match
from tests.matches.pages import addresses

Browser = Callable[..., Client]
CANARIES = range(712_345_001, 712_345_021)
"""Numbers for the cards of the tutorial's game, which pages contain only if they show the cards."""


def test_no_page_shows_the_hidden_cards_of_a_draft_to_others(
    gulls: AnyGame, monkeypatch: pytest.MonkeyPatch, at: Browser, ada: Any, ben: Any
) -> None:
    monkeypatch.setitem(load_games(), "gulls", gulls)
    monkeypatch.setattr(sys.modules["gulls.rules"], "CARDS", CANARIES)
    table = sealed_match("gulls", ada, ben)
    readers = [(at(ada), 0), (at(ben), 1), (at(), None)]
    while asks := table.asks():
        for client, seat in readers:
            known = table.know(PUBLIC if seat is None else Seat(seat))
            shown = {*known.on_table, *known.cards_gone, *(() if seat is None else known.hands[seat])}
            for path in addresses(table, seat, often=bool(table.know().cards_gone)):
                found = set(re.findall(r"7123450\d\d", client.get(path).content.decode()))
                assert found <= set(map(str, shown)), path
            if seat is not None:
                page = read(client, f"/m/{table.code}/")
                assert all(str(card) in page for card in known.hands[seat]), "else nothing would be found"
        table.posts(
            readers[asks[0].seat][0], asks[0].seat, choice=list_buttons(readers[asks[0].seat][0], table.code)[0]
        )
