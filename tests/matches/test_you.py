"""Tests that players are "You" at their own table: in every question, in the story and in the result."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from apps.kernel.chance import Chance
from apps.kernel.table import HOUSE, Seat
from apps.matches.models import Match
from tests.factories.matches import sealed_match

pytestmark = [pytest.mark.django_db, pytest.mark.once]

NAME = "Xanthippe"
_MAIN = re.compile(r"<main.*</main>", re.DOTALL)


@pytest.mark.parametrize("game", ["fuse", "bombe", "frogs", "kobolds"])
def test_no_page_calls_players_by_name_at_their_own_table(
    at: Callable[..., Any], player: Callable[[str], Any], ben: Any, cleo: Any, game: str
) -> None:
    me = player(NAME)
    table = sealed_match(game, me, ben, cleo)
    browser, looked = at(me), 0
    for step in range(1_000):
        over = table.match.status != Match.Status.PLAYING
        if over or step % 4 == 0:
            [page] = _MAIN.findall(browser.get(f"/m/{table.code}/").content.decode())
            named = page.find(NAME)
            assert named < 0, page[max(0, named - 300) : named + 100]
            looked += 1
        if over:
            break
        asks = table.asks()
        ask = next((ask for ask in asks if not ask.answered), asks[0])
        if ask.seat == HOUSE:
            table.close_window()
        else:
            seat = Seat(ask.seat)
            table.says(seat, table.game.bot(table.know(seat), seat, Chance(bytes([seat + 1]) * 32, step)))
    assert looked > 5
    assert table.match.status == Match.Status.OVER
