"""Tests of the secrets of Kobold Bombs that pages could tell: kinds of cards, when a window closes, own cards.

That nothing else tells them is the law of pages (`tests/games/test_page_law.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from apps.games.kobolds.cards import APPARATUS, TRICK, CardId, get_card_kind
from apps.games.kobolds.state import Pass, Play
from apps.kernel.chance import Chance
from tests.factories.kobolds import advance, armed, around, calm, give
from tests.factories.matches import NOW, sealed_match

pytestmark = [pytest.mark.django_db, pytest.mark.once]
Browser = Callable[..., Client]
CLOSED = pytest.mark.parametrize("closed", [False, True], ids=["", "closed"])


def test_closed_hands_tell_nobody_of_what_kind_they_were_dealt(
    monkeypatch: pytest.MonkeyPatch, ada: Any, ben: Any, cleo: Any
) -> None:
    """Check that a player who holds only gadgets is asked about tricks all the same."""
    shuffle = Chance.shuffle
    pairs: dict[CardId, CardId] = {}

    def otherwise(chance: Chance, name: str, items: Any) -> Any:
        return tuple(pairs.get(card, card) for card in shuffle(chance, name, items))

    monkeypatch.setattr(Chance, "shuffle", otherwise)
    found, hands = [], []
    for _world in range(2):
        table = calm(sealed_match("kobolds", ada, ben, cleo, seed=2, now=NOW, closed_hands=True))
        state, seat = table.know(), around(table)[1]
        hands.append(state.hands[seat])

        def look() -> list[Any]:
            return [replace(table.look(observer=who), code="") for who in table.others(seat)]  # noqa: B023

        looks = [look()]
        for other in around(table):
            if other != seat:
                table.says(other, Pass())
        looks.append(look())
        assert (seat, "trick") in [(ask.seat, ask.about) for ask in table.asks() if ask.waits]
        advance(table, lambda state: state.primed, idle=seat)
        looks.append(look())
        found.append(looks)
        unseen = [card for card in state.deck[18:] if get_card_kind(card) == APPARATUS]
        swaps = [
            (own, each) for own, each in zip(state.hands[seat], unseen, strict=False) if get_card_kind(own) == TRICK
        ]
        pairs.update(swaps + [(each, own) for own, each in swaps])
    assert {get_card_kind(card) for card in hands[0]} != {get_card_kind(card) for card in hands[1]} == {APPARATUS}
    assert found[0] == found[1]


@CLOSED
def test_a_fixed_window_of_tricks_or_replies_closes_when_its_time_is_over(
    ada: Any, ben: Any, cleo: Any, closed: bool
) -> None:
    table = armed(sealed_match("kobolds", ada, ben, cleo, fixed_windows=True, closed_hands=closed))
    holder, one, two = around(table)
    give(table, two, "TR16")
    give(table, one, "TR24")
    for seat, said in ((two, Pass()), (one, Play("TR24")), (holder, Pass())):
        table.says(seat, said)
    assert [item.card for item in table.know().stack] == []
    table.close_window()
    assert [item.card for item in table.know().stack] == ["TR24"]
    table.says(two, Play("TR16"))
    table.says(holder, Pass())
    assert [item.card for item in table.know().stack] == ["TR24"]
    table.close_window()
    assert [item.card for item in table.know().stack] == ["TR24", "TR16"]


def test_who_sits_there_is_shown_their_own_cards_and_the_holder_the_bombs(
    at: Browser, ada: Any, ben: Any, cleo: Any
) -> None:
    table = armed(sealed_match("kobolds", ada, ben, cleo))
    state, address = table.know(), f"/m/{table.code}/"
    for seat, player in enumerate((ada, ben, cleo)):
        page = at(player).get(address).content.decode()
        assert all(card in page for card in (*state.hands[seat], *(state.inside if seat == state.holder else ())))


def test_each_player_s_panel_says_what_they_did_last_but_not_a_card_that_lies_open_there(
    at: Browser, ada: Any, ben: Any, cleo: Any
) -> None:
    table = sealed_match("kobolds", ada, ben, cleo)
    holder = int(table.know().holder)
    page = at((ada, ben, cleo)[(holder + 1) % 3]).get(f"/m/{table.code}/").content.decode()
    _, *plates = page.partition('<ol class="plates">')[2].partition("</section>")[0].split("<li data-seat=")
    did = [found and found[1] for found in (re.search(r'class="did">\s*(\w+)', plate) for plate in plates)]
    assert did == [None, None, None]
    assert [re.search(r'class="seen"', plate) is not None for plate in plates] == [seat == holder for seat in range(3)]
