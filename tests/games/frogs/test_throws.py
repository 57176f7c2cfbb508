"""Tests of throws at Lunar Laser Frogs: what is turned over, what is refused, and the effect of silence."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import gettext

from apps.games.frogs.cards import KINDS
from apps.games.frogs.state import Copied, Copy, Dice, Fined, Landed, Planned, Replied, Scored, Throw, Wait
from apps.kernel.table import Seat
from apps.matches.models import Move
from tests.database import everything
from tests.factories.matches import MatchDriver, sealed_match
from tests.matches.pages import HTMX, if_silent, refused, sentence

pytestmark = [pytest.mark.django_db, pytest.mark.once]
Browser = Callable[..., Client]
FIXED = pytest.mark.parametrize("fixed", [False, True], ids=["", "fixed"])


@pytest.fixture
def table(ada: Any, ben: Any, cleo: Any) -> MatchDriver:
    return sealed_match("frogs", ada, ben, cleo, laps=1)


def roles(table: MatchDriver) -> tuple[int, list[int]]:
    """Return the seat with the dice, and the others to its left."""
    state = table.know()
    return state.seat, list(state.setup.others(state.seat))


def page(table: MatchDriver, at: Browser, seat: int) -> str:
    html: str = at(table.people[seat]).get(f"/m/{table.code}/").content.decode()
    return html


def window(table: MatchDriver, number: int) -> None:
    """Let everyone wait until this window is open, with the dice planned 3, 2, 1."""
    if table.asked("dice"):
        table.says(table.know().seat, Dice(3, 2, 1))
    while table.know().window < number:
        for seat in table.asked("throw"):
            table.says(seat, Wait())
        table.close_window()


# -- cards turned over -----------------------------------------------------------------------


@FIXED
def test_the_pile_is_turned_over_at_once_and_from_the_first_card_on(
    at: Browser, ada: Any, ben: Any, cleo: Any, dora: Any, fixed: bool
) -> None:
    table = sealed_match("frogs", ada, ben, cleo, dora, laps=1, fixed_windows=fixed)
    active, (second, third, fourth) = roles(table)
    export = f"/m/{table.code}/record.jsonl"

    def kinds(client: Client) -> list[str]:
        facts = [
            fact
            for line in client.get(export).content.decode().splitlines()
            for fact in json.loads(line).get("facts", ())
        ]
        return [kind for fact in facts for kind in fact.get("cards", ())]

    table.says(active, Dice(2, 2, 2))
    table.says(third, Throw("grey"))
    for seat in (second, fourth):
        table.says(seat, Wait())
    table.close_window()
    table.says(second, Throw("pink"))
    table.says(fourth, Wait())
    table.close_window()
    for card in ("blue", "yellow", "blank"):
        if table.know().window < 3 or card == "blank":
            table.says(fourth, Throw("blank") if table.know().window == 3 else Wait())
            table.close_window()
    assert table.know().closed
    assert [fact.seats for fact in table.facts() if isinstance(fact, Landed)] == [(third,), (second,), (), (fourth,)]
    assert kinds(at()) == []
    assert kinds(at(table.people[active])) == []
    assert kinds(at(table.people[second])) == ["pink"]
    before = at().get(f"/m/{table.code}/").content.decode()
    pile = re.search(r'<ol class="pile".*?</ol>', before, flags=re.DOTALL)
    assert pile is not None
    assert re.findall(r"#card-(\w+)", pile[0]) == ["back"] * 3
    assert table.posts(at(table.people[active]), active, type="copy", seat=third).status_code == 303
    for client in (at(), at(table.people[active])):
        assert kinds(client) == ["grey", "pink", "blank"]
        after = client.get(f"/m/{table.code}/").content.decode()
        counted = re.search(r'<ol class="counted".*?</ol>', after, flags=re.DOTALL)
        assert counted is not None
        assert re.findall(r"#card-(\w+)", counted[0]) == ["grey", "pink", "blank"]


# -- refusals --------------------------------------------------------------------------------


def is_refused(table: MatchDriver, client: Client, status: int, *all_words: dict[str, Any]) -> None:
    before = everything()
    for number, words in enumerate(all_words):
        headers = HTMX if number % 2 else {}
        response = client.post(f"/m/{table.code}/answer/", words, headers=headers)
        assert response.status_code == status, words
        refused(response, status, htmx=bool(headers))
        assert everything() == before, words


def test_a_throw_that_is_none_is_refused_and_nothing_is_written(table: MatchDriver, at: Browser) -> None:
    _, (seat, _other) = roles(table)
    client, key = at(table.people[seat]), table.question(seat).key
    no_words: list[dict[str, Any]] = [
        {}, {"card": "red"}, {"card": "١"}, {"card": "0"}, {"card": "Blue"}, {"card": "blue", "then": "tea"},
        {"card": "blue", "then.card": "pink"}, {"card": "pink-blue"}, {"type": "hop"}, {"type": "dice", "first": "2"},
        {"card": "blue", "along.plan.last": "red"}, {"card": "blue", "along.copy.whom": "8"},
        {"card": "blue", "along.zap.x": "1"}, {"card": "blue", "along.plan.one": "grey"},
        {"card": "blue", "along.dice.first": "5"}, {"card": "blue", "along": "plan"},
    ]  # fmt: skip
    is_refused(table, client, 400, *({"question": key, "type": "throw", **words} for words in no_words))
    no_moves: list[dict[str, Any]] = [
        {"card": "blue", "then": "blue"}, {"type": "copy", "seat": "0"}, {"type": "close"}, {"type": "doze"},
        {"type": "dice", "first": "2", "second": "2", "third": "2"},
        {"card": "blue", "then": "blue", "along.copy.whom": "first"},
    ]  # fmt: skip
    is_refused(table, client, 422, *({"question": key, "type": "throw", **words} for words in no_moves))


def test_a_card_that_lies_already_is_not_thrown_again_and_at_last_nobody_waits(table: MatchDriver, at: Browser) -> None:
    _, (seat, other) = roles(table)
    table.says(seat, Throw("grey"))
    window(table, 1)
    client = at(table.people[seat])
    again = {"question": table.question(seat).key, "type": "throw"}
    is_refused(
        table, client, 422,
        {**again, "card": "grey"}, {**again, "card": "blue", "then": "pink"}, {**again, "card": "grey", "then": "pink"},
    )  # fmt: skip
    assert 'id="throw-grey"' not in page(table, at, seat)
    window(table, 3)
    last = {"question": table.question(seat).key}
    is_refused(table, client, 422, {**last, "type": "wait"}, {**last, "type": "throw", "card": "grey"})
    is_refused(table, at(table.people[other]), 422, {**last, "type": "throw", "card": "grey"}, {**last, "type": "wait"})
    assert 'id="wait-button"' not in page(table, at, seat)
    assert table.posts(client, seat, type="throw", card="blue").status_code == 303
    assert table.posts(at(table.people[other]), other, type="throw", card="grey", then="blue").status_code == 303
    assert table.know().closed


def test_two_cards_are_for_a_table_of_three(at: Browser, ada: Any, ben: Any, cleo: Any, dora: Any) -> None:
    table = sealed_match("frogs", ada, ben, cleo, dora)
    _, (seat, *_others) = roles(table)
    throw = {"question": table.question(seat).key, "type": "throw", "card": "grey"}
    is_refused(table, at(table.people[seat]), 422, {**throw, "then": "blue"})
    assert at(table.people[seat]).post(f"/m/{table.code}/answer/", {**throw, "then": ""}).status_code == 303


def test_dice_that_cannot_fall_so_are_refused(table: MatchDriver, at: Browser) -> None:
    active, _others = roles(table)
    client, dice = at(table.people[active]), {"question": table.question(active).key, "type": "dice"}

    def split(first: Any, second: Any, third: Any) -> dict[str, Any]:
        return {**dice, "first": first, "second": second, "third": third}

    wrong = ((0, 0, 6), (6, 0, 0), (2, 2, 1), (4, 1, 2), (-1, 4, 3), (10**9, 1, 1), (1, 5, 0))
    is_refused(table, client, 422, *(split(*numbers) for numbers in wrong))
    no_words = (("two", 2, 2), ("1.5", 2, 2), ("٢", 2, 2), ("", 2, 4))
    is_refused(table, client, 400, *(split(*numbers) for numbers in no_words), {**dice, "first": 6}, dice)
    window(table, 1)
    assert table.know().fell.count(0) == 3
    late = ((3, 4, -1), (2, 2, 2), (3, 3, 0), (3, 1, 1), (4, 1, 1), (3, 0, 3))
    is_refused(table, client, 422, *(split(*numbers) for numbers in late))
    assert at(table.people[active]).post(f"/m/{table.code}/answer/", split(3, 1, 2)).status_code == 303
    window(table, 2)
    is_refused(table, client, 409, split(3, 2, 1))


def test_whoever_is_not_asked_is_too_late(table: MatchDriver, at: Browser, dora: Any) -> None:
    """Check a closed window, someone else's question, copying too early or by the wrong player, and a stranger."""
    active, (seat, other) = roles(table)
    key, dice = table.question(seat).key, {"type": "dice", "first": 2, "second": 2, "third": 2}
    throw = {"question": key, "type": "throw", "card": "blue"}
    address = f"/m/{table.code}/answer/"
    is_refused(table, at(table.people[active]), 409, throw, {"question": "copy:1", "type": "copy", "seat": seat})
    is_refused(
        table,
        at(table.people[seat]),
        409,
        {"question": table.question(active).key, **dice},
        {**throw, "question": "throw:1.1"},
    )
    is_refused(table, at(dora), 403, throw)
    assert at().post(f"/m/{table.code}/answer/", throw).status_code == 401
    window(table, 1)
    is_refused(table, at(table.people[seat]), 409, throw, {"question": throw["question"], "type": "wait"})
    table.says(seat, Throw("blue", "pink"))
    window(table, 3)
    is_refused(table, at(table.people[seat]), 409, {**throw, "question": "throw:1.3", "card": "grey"})
    table.says(other, Throw("grey", "blank"))
    copy = {"question": "copy:1", "type": "copy"}
    is_refused(table, at(table.people[seat]), 409, {**copy, "seat": other})
    is_refused(
        table, at(table.people[active]), 422, {**copy, "seat": active}, {**copy, "seat": 7}, {**copy, "seat": -1}
    )
    is_refused(table, at(table.people[active]), 400, {**copy, "seat": "ben"}, copy)
    assert at(table.people[active]).post(address, {**copy, "seat": other}).status_code == 303


# -- silence ---------------------------------------------------------------------------------


@FIXED
@pytest.mark.parametrize("seats", [3, 4])
def test_silence_does_what_the_page_said_before(
    at: Browser, ada: Any, ben: Any, cleo: Any, dora: Any, fixed: bool, seats: int
) -> None:
    """Check a turn without answers: three waits, random cards, two dice per roll, and the first card copied."""
    table = sealed_match("frogs", *(ada, ben, cleo, dora)[:seats], fines=True, laps=1, fixed_windows=fixed)
    active, others = roles(table)
    cost = gettext("You’ll also lose 1 point.")
    said = if_silent(f"{gettext('you’ll roll two dice each time.')} {cost}")
    assert re.match(said, sentence(page(table, at, active)))
    two = gettext("two of your cards will be thrown at random.")
    one = gettext("one of your cards will be thrown at random.")
    for number in range(4):
        said = if_silent(gettext("you’ll wait.")) + "$"
        if number == 3:
            said = if_silent(f"{two if seats == 3 else one} {cost}")
        assert table.know().window == number
        for seat in others:
            assert re.match(said, sentence(page(table, at, seat))), number
        table.lapse()
        assert [table.chair(seat).missed for seat in others] == [int(number == 3)] * (seats - 1)
        assert table.chair(active).missed == 1
    state = table.know()
    assert state.closed
    assert state.fell == (1, 1, 2, 2, 3, 3)
    assert len(state.pile) == (4 if seats == 3 else 3)
    assert {card.window for card in state.pile} == {3}
    first = table.people[state.pile[0].seat].username
    said = gettext("you’ll copy %(name)s, who threw first.") % {"name": first}
    assert re.match(if_silent(f"{said} {cost}"), sentence(page(table, at, active)))
    table.lapse()
    facts = table.facts()
    assert [fact.whom for fact in facts if isinstance(fact, Copied)] == [state.pile[0].seat]
    (scored,) = [fact for fact in facts if isinstance(fact, Scored)]
    assert scored.gains[active] == scored.gains[state.pile[0].seat]
    fined = [fact.seat for fact in facts if isinstance(fact, Fined)]
    assert all(fined.count(Seat(seat)) <= (2 if seat == active else 1) for seat in range(seats))
    assert all(score >= 0 for score in table.know().scores), "nobody falls below zero"
    assert table.chair(active).missed == 2
    assert {move.cause for move in Move.objects.exclude(number=0)} == {"clock"}


@FIXED
def test_who_slept_through_the_last_window_is_fined_when_the_turn_is_counted(
    at: Browser, ada: Any, ben: Any, cleo: Any, fixed: bool
) -> None:
    table = sealed_match("frogs", ada, ben, cleo, fines=True, laps=2, fixed_windows=fixed)
    for _turn in range(4):
        active, (seat, other) = roles(table)
        window(table, 3)
        table.says(other, Throw("blue", "pink"))
        table.lapse()
        assert not [fact for fact in table.facts() if isinstance(fact, Fined)], "no window tells who slept"
        scores, known = table.know().scores, len(table.facts())
        table.says(active, Copy(Seat(other)))
        told = table.facts()[known:]
        (scored,) = [fact for fact in told if isinstance(fact, Scored)]
        fined = [fact.seat for fact in told if isinstance(fact, Fined)]
        assert fined in ([], [seat])
        total = [old + new for old, new in zip(scores, scored.gains, strict=True)]
        assert list(table.know().scores) == [score - (who in fined) for who, score in enumerate(total)]
        if fined:
            return
    pytest.fail("whoever slept never had a point")


@FIXED
def test_random_cards_of_sleepers_differ(ada: Any, ben: Any, cleo: Any, fixed: bool) -> None:
    """Check that absent players don't throw the same card each time."""
    thrown = set()
    for seed in range(1, 7):
        table = sealed_match("frogs", ada, ben, cleo, seed=seed, fixed_windows=fixed)
        for _ in range(4):
            table.lapse()
        slept = [fact for fact in table.facts() if isinstance(fact, Replied) and fact.dozed]
        assert all(len(set(fact.cards)) == 2 and set(fact.cards) <= set(KINDS) for fact in slept)
        assert [fact.dozed for fact in table.facts() if isinstance(fact, Planned)] == [True]
        thrown |= {fact.cards for fact in slept}
    assert len(thrown) > 4


def test_a_fixed_window_that_waits_for_the_dice_takes_no_more_cards(at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    """Check a case in which the dice have more time. The server closes the window and shows what it is waiting for."""
    pace = {"throw": 600, "dice": 3600, "copy": 600}
    table = sealed_match("frogs", ada, ben, cleo, fixed_windows=True, pace=pace)
    active, (seat, other) = roles(table)
    late = table.words(seat, type="throw", card="grey")
    table.says(other, Throw("blue"))
    table.lapse()
    assert [type(fact).__name__ for fact in table.facts()] == ["Began", "Replied", "Shut"]
    is_refused(table, at(table.people[seat]), 409, late, {"question": late["question"], "type": "wait"})
    for viewer in (seat, other):
        assert [person.name for person in table.look(table.people[viewer]).people if person.awaited] == [
            table.people[active].username
        ]
    assert table.posts(at(table.people[active]), active, type="dice", first=2, second=2, third=2).status_code == 303
    state = table.know()
    assert (state.window, [card.seat for card in state.pile]) == (1, [other])
    assert table.chair(seat).missed == 0, "to wait in silence is fair"
