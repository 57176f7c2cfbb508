"""Tests that Kobold Bombs refuses bad input with a sentence and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from apps.games.kobolds.cards import APPARATUS, MECHANISM, TRICK, CardId, get_card_kind
from apps.games.kobolds.state import Pass, Play, Skip, State, Tinker
from apps.kernel.game import Illegal
from apps.kernel.table import Seat
from apps.matches.errors import Malformed
from apps.matches.services import play
from tests.database import everything
from tests.factories.fixtures import just_started as just_started
from tests.factories.kobolds import advance, around, calm, give
from tests.factories.matches import MatchDriver, sealed_match
from tests.factories.people import browser
from tests.matches.pages import HTMX, refused

pytestmark = pytest.mark.django_db
People = Callable[..., MatchDriver]
GIMME, TRY, TROLL, STICK, NO_WAY, MINE, SLOW, HANDS_OFF, PIN = (
    "TR03", "TR10", "TR23", "TR25", "TR14", "TR18", "TR47", "TR45", "TR43",
)  # fmt: skip


@pytest.fixture
def sit(ada: Any, ben: Any, cleo: Any) -> People:
    return lambda **options: sealed_match("kobolds", ada, ben, cleo, **options)


def is_refused(table: MatchDriver, seat: int, status: int, *all_words: dict[str, Any], key: str = "") -> None:
    """Check that the page's form is refused with a sentence, full page or fragment, and that nothing changes."""
    client = browser(table.people[seat])
    before = everything()
    for number, words in enumerate(all_words):
        headers = HTMX if number % 2 else {}
        asked = {"question": key or table.question(seat).key, **words}
        response = client.post(f"/m/{table.code}/answer/", asked, headers=headers)
        assert response.status_code == status, words
        refused(response, status, htmx=bool(headers))
    assert everything() == before


def plays(*cards: CardId, **words: Any) -> list[dict[str, Any]]:
    return [{"type": "play", "card": card, **words} for card in cards]


def swap(table: MatchDriver) -> dict[str, str]:
    """Return an exchange that the holder can make."""
    state = table.know()
    act = next(act for act in table.game.legal(state, state.holder) if isinstance(act, Tinker))
    return {"type": "tinker", "give": act.give, "take": act.take}


def tinkers(table: MatchDriver) -> MatchDriver:
    return advance(table, lambda state: state.phase == "tinker")


# -- windows -------------------------------------------------------------------------------


def test_words_that_are_no_action_are_malformed(sit: People) -> None:
    table = calm(sit())
    is_refused(
        table, table.know().holder, 400,
        {}, {"type": "fly"}, {"type": "play"}, {"type": ""}, {"type": "PASS"}, {"type": "pass", "keep": "perhaps"},
        {"type": "play", "card": GIMME, "target": "ben"}, {"type": "play", "card": GIMME, "target": "1.5"},
        {"type": "play", "card": GIMME, "target": "٣x"}, {"type": "claim"}, {"type": "claim", "on": "maybe"},
        {"type": "tinker", "give": "TR01"}, {"type": "drop"}, {"type": "pass", "along.plan.turn": "soon"},
        {"type": "pass", "along.wish.x": "1"}, {"type": "pass", "along": "plan"},
    )  # fmt: skip


def test_a_card_that_is_not_held_or_no_trick_is_not_played(sit: People) -> None:
    table = calm(sit())
    holder, other, third = around(table)
    give(table, other, GIMME)
    mechanisms = [card for card in table.know().inside if get_card_kind(card) == MECHANISM]
    words = plays(GIMME, mechanisms[0], "TR", "TR99", "GIMME", "tr03", "TR03 ", "BO01", "AP1", "RE01", "??")
    is_refused(table, holder, 422, *words)
    is_refused(table, third, 422, *plays(GIMME))
    is_refused(table, other, 400, *plays(""))


@pytest.mark.parametrize("target", ["", "-1", "3", "99", "1000000000000"])
def test_a_trick_names_a_player_at_the_table_if_it_must_and_nobody_if_it_must_not(sit: People, target: str) -> None:
    table = calm(sit())
    holder, other, _ = around(table)
    give(table, other, TRY, TROLL)
    named = {"target": target} if target else {}
    is_refused(table, other, 422, *plays(TRY, **named), *plays(TROLL, target=holder))


def test_a_trick_does_not_name_whom_it_may_not(sit: People) -> None:
    table = calm(sit())
    holder, _, _ = around(table)
    give(table, holder, STICK, "TR32", "TR05", "TR36")
    is_refused(table, holder, 422, *plays(STICK, "TR32", "TR05", "TR36", target=holder))


def test_whoever_may_not_play_a_trick_now_is_told_so(sit: People) -> None:
    """Check tricks at the wrong time, of the wrong player or with superfluous words."""
    table = calm(sit())
    holder, other, third = around(table)
    give(table, holder, GIMME)
    give(table, other, STICK, NO_WAY, SLOW, TROLL)
    is_refused(table, holder, 422, *plays(GIMME))
    is_refused(table, other, 422, *plays(STICK, target=third), *plays(NO_WAY, SLOW))
    is_refused(
        table, other, 422,
        *plays(TROLL, give=NO_WAY), *plays(TROLL, take="ME"), *plays(TROLL, hush="true"), {"type": "close"},
    )  # fmt: skip


def test_a_card_that_was_played_in_the_meantime_is_not_played_again(sit: People) -> None:
    table = calm(sit())
    holder, other, third = around(table)
    give(table, other, TROLL, NO_WAY)
    table.says(other, Play(TROLL))
    table.says(holder, Pass())
    table.says(third, Pass())
    assert table.know().stack
    key = table.question(holder).key
    is_refused(table, other, 409, *plays(TROLL), key=key)
    table.says(holder, Pass())
    table.says(third, Pass())
    is_refused(table, other, 422, *plays(TROLL))


def test_a_window_that_was_closed_takes_no_answer(sit: People) -> None:
    table = calm(sit())
    holder, other, third = around(table)
    give(table, other, GIMME, TROLL)
    key = table.question(other).key
    for seat in (holder, other, third):
        table.says(seat, Pass())
    is_refused(table, other, 409, *plays(GIMME), {"type": "pass"}, key=key)


def test_upon_a_trick_nothing_is_played_but_what_fits(sit: People) -> None:
    table = calm(sit())
    holder, other, third = around(table)
    give(table, holder, TRY)
    give(table, other, TROLL, MINE, "TR21")
    give(table, third, "TR20")
    table.says(holder, Play(TRY, Seat(third)))
    table.says(other, Pass())
    table.says(third, Pass())
    is_refused(table, other, 422, *plays(TROLL, MINE), *plays(MINE, target="7"), *plays("TR21", target=holder))
    is_refused(table, third, 422, *plays("TR20"), *plays("TR20", target=third))
    is_refused(table, holder, 409, {"type": "pass"}, key=table.question(other).key)


def test_nobody_tinkers_or_obeys_in_a_trick_phase(sit: People) -> None:
    table = calm(sit())
    state = table.know()
    other = state.setup.after(state.holder)
    exchange = {"type": "tinker", "give": state.hands[state.holder][0], "take": state.inside[0]}
    more = [{"type": word} for word in ("skip", "obey", "pay", "buyoff", "lift")]
    drop = {"type": "drop", "card": state.hands[state.holder][0]}
    is_refused(table, state.holder, 422, exchange, drop, *more)
    is_refused(table, other, 422, exchange, *more)


# -- tinkering -----------------------------------------------------------------------------


def test_an_exchange_of_cards_that_are_not_there_is_refused(sit: People) -> None:
    table = tinkers(sit())
    state: State = table.know()
    words = swap(table)
    give_, take = words["give"], words["take"]
    elsewhere = next(card for card in state.deck if get_card_kind(card) == TRICK)
    is_refused(
        table, state.holder, 422,
        {**words, "give": elsewhere}, {**words, "take": elsewhere}, {**words, "give": take, "take": give_},
        {**words, "take": state.bomb}, {**words, "take": get_card_kind(take)}, {**words, "give": get_card_kind(give_)},
        {**words, "hush": "true"},
    )  # fmt: skip
    is_refused(table, state.holder, 400, {**words, "give": ""}, {**words, "take": ""})


def test_nobody_tinkers_twice_with_a_bomb_that_has_one_flap_nor_with_that_of_another(sit: People) -> None:
    table = tinkers(sit())
    holder, other, _ = around(table)
    words, key = swap(table), table.question(holder).key
    is_refused(table, other, 409, words, key=key)
    table.says(holder, Tinker(words["give"], words["take"]))
    assert table.know().phase == "trick2" or table.know().swaps == 1
    is_refused(table, holder, 409, {"type": "skip"}, key=key)


def test_a_second_apparatus_is_not_built_in(sit: People) -> None:
    table = advance(sit(), two_apparatuses)
    state = table.know()
    new = next(card for card in state.hands[state.holder] if get_card_kind(card) == APPARATUS)
    others = [card for card in state.inside if get_card_kind(card) != APPARATUS]
    is_refused(table, state.holder, 422, *({"type": "tinker", "give": new, "take": card} for card in others))
    built_in = next(card for card in state.inside if get_card_kind(card) == APPARATUS)
    table.says(state.holder, Tinker(new, built_in))
    assert new in table.know().inside


def two_apparatuses(state: State) -> bool:
    held = [get_card_kind(card) for card in state.hands[state.holder]]
    return state.phase == "tinker" and APPARATUS in held and APPARATUS in map(get_card_kind, state.inside)


# -- resurrection --------------------------------------------------------------------------


def test_nobody_buys_off_what_they_cannot_pay_or_do_not_have(sit: People) -> None:
    table = advance(calm(sit(resurrection=True)), lambda state: state.blasts > 0 and state.phase == "trick1")
    state = table.know()
    (killed,) = (seat for seat, card in enumerate(state.risen) if card is not None)
    assert state.gold[killed] < 2
    for seat in (killed, state.setup.after(Seat(killed))):
        is_refused(table, seat, 422, {"type": "buyoff"})
        is_refused(table, seat, 422, *({"type": word} for word in ("lift", "obey", "pay")))


# -- API ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", [None, 7, "pass", Skip(), Play(TROLL, Seat(1)), Play(TROLL, take="ME")], ids=repr)
def test_an_answer_that_was_never_offered_is_illegal_and_nothing_is_written(sit: People, action: Any) -> None:
    table = calm(sit())
    _, other, _ = around(table)
    give(table, other, TROLL)
    before = everything()
    with pytest.raises(Illegal):
        table.says(other, action)
    assert everything() == before


@pytest.mark.parametrize("words", [
    {"type": ["play"]}, {"type": "play", "card": {"id": TROLL}}, {"type": "play", "card": [TROLL]},
    {"type": "play", "card": TROLL, "target": "9" * 5000}, {"type": "play", "card": TROLL, "target": {}},
    {"type": "pass", "keep": []}, {"type": "claim", "on": 7},
], ids=repr)  # fmt: skip
def test_words_of_a_wrong_shape_are_malformed(sit: People, words: dict[str, Any]) -> None:
    table = calm(sit())
    seat = table.know().holder
    key, before = table.question(seat).key, everything()
    with pytest.raises(Malformed):
        play.answer_as(code=table.code, player=table.people[seat].pk, key=key, words=words, now=table.now)
    assert everything() == before
