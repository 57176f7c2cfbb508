"""Tests of the sealed windows of Die Bombe: which bids are allowed, what is known, and how windows close."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.games.bombe import GAME
from apps.games.bombe.bidding import compute_bid_places, rank_bids, reveal_bids, select_highest_bids
from apps.games.bombe.cards import GREEN, RED, Options, highest_tie
from apps.games.bombe.state import Bid, Broken, Close, Discarded, Lay, Offer, Opened, Sealed, Stray, Tied, Took
from apps.kernel.table import HOUSE, REFEREE, Seat
from tests.games.bombe.table import ADA, BEN, CLEO, DORA, Table, tags

OFFERS = st.lists(st.tuples(st.integers(1, 6), st.integers(1, 3)), min_size=3, max_size=6).map(
    lambda bids: tuple(Offer(Seat(seat), amount, tie) for seat, (amount, tie) in enumerate(bids))
)


# -- allowed bids -------------------------------------------------------------------------


@pytest.mark.parametrize("amount", [0, -1, -(10**9), 1000, 10**9, 10**18])
def test_a_bid_out_of_bounds_is_illegal(amount: int) -> None:
    assert Bid(amount) not in GAME.legal(Table().state, ADA)


@pytest.mark.parametrize("text", ['{"type":"bid","amount":1.5}', '{"type":"bid","amount":"5"}', '{"type":"bid"}',
                                  '{"type":"bid","amount":null}', '{"type":"bid","amount":true}'])  # fmt: skip
def test_a_bid_that_is_no_whole_number_is_malformed(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=GAME.action)


@pytest.mark.parametrize("tie", [1, 40, -1])
def test_a_tie_number_is_illegal_where_none_were_agreed(tie: int) -> None:
    assert Bid(5, tie) not in GAME.legal(Table().state, ADA)


@pytest.mark.parametrize(("cap", "most"), [(999, 40), (40, 40), (100, 40), (30, 30)])
def test_tie_numbers_go_from_1_to_40_or_a_lower_cap(cap: int, most: int) -> None:
    legal = GAME.legal(Table(tie_numbers=True, bid_cap=cap).state, ADA)
    assert Bid(5, 1) in legal
    assert Bid(5, most) in legal
    for tie in (0, -1, most + 1):
        assert Bid(5, tie) not in legal


def test_a_bid_again_takes_no_tie_number() -> None:
    table = Table(tie_numbers=True)
    table.bid((9, 5), (9, 5), (1, 1))
    legal = GAME.legal(table.state, ADA)
    assert Bid(9) in legal
    assert Bid(9, 5) not in legal
    assert table.silence(ADA) == "bid 1"


@given(amount=st.integers(), tie=st.integers(), cap=st.integers(30, 999), ties=st.booleans(), rising=st.booleans())
def test_every_bid_is_either_legal_or_not_and_never_a_crash(
    amount: int, tie: int, cap: int, ties: bool, rising: bool
) -> None:
    options = Options(bid_cap=cap, tie_numbers=ties, rising_ties=rising)
    legal = GAME.legal(Table(bid_cap=cap, tie_numbers=ties, rising_ties=rising).state, BEN)
    fits = (amount if rising else 1) <= tie <= highest_tie(options) if ties else tie == 0
    assert (Bid(amount, tie) in legal) == (1 <= amount <= cap and fits)


@pytest.mark.parametrize("options", [{}, {"bid_cap": 30}, {"bid_cap": 40}, {"tie_numbers": True}])
def test_some_bids_stand_for_all_where_all_would_be_too_many(options: dict[str, Any]) -> None:
    legal = GAME.legal(Table(**options).state, ADA)
    some = tuple(legal)
    assert len(legal) == len(some) == len(set(some)) <= 82
    assert all(bid in legal for bid in some)
    assert max(bid.amount for bid in some if isinstance(bid, Bid)) == options.get("bid_cap", 999)


def test_other_actions_are_no_bids() -> None:
    for action in (Close(), Stray(), Lay(ADA, "red"), None, 5, "bid"):
        assert action not in GAME.legal(Table().state, ADA)


# -- knowledge -----------------------------------------------------------------------------


def test_tie_numbers_nobody_needed_stay_unknown() -> None:
    table = Table("", "", "", "", tie_numbers=True)
    facts = table.bid((9, 31), (8, 32), (8, 33), (1, 34))
    assert facts[1] == Opened((Offer(ADA, 9), Offer(BEN, 8), Offer(CLEO, 8), Offer(DORA, 1)))
    table = Table("", "", "", "", tie_numbers=True)
    facts = table.bid((9, 31), (9, 32), (8, 33), (1, 34))
    assert facts[1] == Opened((Offer(ADA, 9, 31), Offer(BEN, 9, 32), Offer(CLEO, 8), Offer(DORA, 1)))


# -- tie numbers ---------------------------------------------------------------------------


def test_the_highest_tie_number_wins_and_is_what_is_paid() -> None:
    table = Table("", "", "", "", tie_numbers=True)
    facts = table.bid((9, 5), (9, 20), (9, 7), (8, 40))
    assert tags(facts) == ["sealed", "opened", "tied"]
    assert facts[-1] == Tied((ADA, BEN, CLEO))
    assert (table.asked(), table.about()) == ([BEN], {"choice"})
    assert table.takes(BEN, "r15")[:2] == [Took(BEN, RED[6], 20), Took(CLEO, GREEN[0], 0)]


def test_a_tie_for_second_among_tie_numbers_gets_nothing() -> None:
    table = Table("", "", "", "", tie_numbers=True)
    table.bid((9, 5), (9, 20), (9, 5), (8, 40))
    assert table.takes(BEN, "r15")[:2] == [Took(BEN, RED[6], 20), Discarded(GREEN[0])]


def test_equal_tie_numbers_lead_to_one_real_bid_and_then_the_tie_is_broken() -> None:
    table = Table("", "", "", "", tie_numbers=True, minus=(4, 3, 0, 0))
    facts = table.bid((9, 20), (9, 20), (9, 7), (8, 40))
    assert facts[-2:] == [Tied((ADA, BEN, CLEO)), Tied((ADA, BEN))]
    assert (table.asked(), table.key()) == ([ADA, BEN], "bid:14.2")
    assert table.bid(6, 6)[-1] == Broken(BEN, "minus")
    assert table.takes(BEN, "r15")[:2] == [Took(BEN, RED[6], 6), Took(ADA, GREEN[0], 0)]


# -- closing -------------------------------------------------------------------------------


def test_a_changed_bid_does_not_close_the_window() -> None:
    table = Table()
    table.answers(ADA, Bid(3))
    table.answers(ADA, Bid(4))
    assert tags(table.answers(ADA, Bid(5))) == ["sealed"]


def test_a_fixed_window_is_closed_by_the_house_alone() -> None:
    table = Table(fixed_windows=True)
    assert [(ask.seat, ask.waits) for ask in GAME.asks(table.state)] == [
        (ADA, False), (BEN, False), (CLEO, False), (HOUSE, True),
    ]  # fmt: skip
    assert tags(table.bid(3, 2, 5)) == ["sealed"], "all have bid, and nothing shows it"
    assert Opened((Offer(CLEO, 5), Offer(ADA, 3), Offer(BEN, 2))) in table.closes()
    assert table.asked() == [CLEO]


def test_who_is_silent_in_a_fixed_window_bids_1() -> None:
    table = Table(fixed_windows=True, tie_numbers=True)
    table.answers(BEN, Bid(1, 3))
    assert table.closes()[0] == Opened((Offer(ADA, 1, 1), Offer(BEN, 1, 3), Offer(CLEO, 1, 1)))
    assert table.asked() == [BEN]


def test_the_house_closes_nothing_else() -> None:
    assert not GAME.legal(Table().state, HOUSE)
    table = Table(fixed_windows=True)
    table.bid(3, 2, 1)
    table.closes()
    assert table.about() == {"choice"}
    assert not GAME.legal(table.state, HOUSE)


def test_windows_of_a_tie_are_fixed_as_well() -> None:
    table = Table(fixed_windows=True)
    table.bid(3, 3, 1)
    table.closes()
    assert table.asked() == [ADA, BEN, HOUSE]
    assert Close() in GAME.legal(table.memory(REFEREE), HOUSE)


# -- places -------------------------------------------------------------------------------


@given(OFFERS)
def test_opened_bids_are_the_sealed_ones_by_rank(offers: tuple[Offer, ...]) -> None:
    shown = reveal_bids(offers)
    assert shown == tuple(sorted(shown, key=lambda offer: (-offer.amount, offer.seat)))
    assert {(offer.seat, offer.amount) for offer in shown} == {(offer.seat, offer.amount) for offer in offers}
    tied = select_highest_bids(rank_bids(offers))
    told = {offer.seat for offer in shown if offer.tie}
    assert told == ({offer.seat for offer in tied} if len(tied) > 1 else set())


@given(OFFERS)
def test_first_and_second_are_alone_in_their_places(offers: tuple[Offer, ...]) -> None:
    """Compare the places with those of a slow method that counts who is better and who is equal."""
    first, price, second = compute_bid_places(reveal_bids(offers))
    most = max(offer.amount for offer in offers)
    tied = [offer for offer in offers if offer.amount == most]
    bids = (
        {offer.seat: offer.tie for offer in tied} if len(tied) > 1 else {offer.seat: offer.amount for offer in offers}
    )
    order = sorted(bids.values(), reverse=True)
    if order[0] == order[1]:
        assert (first, price, second) == (None, 0, None)
        return
    assert first is not None
    assert price == bids[first] == order[0]
    runner_up = [seat for seat, amount in bids.items() if amount == order[1]]
    assert second == (runner_up[0] if len(runner_up) == 1 else None)


def test_whoever_sealed_a_bid_knows_it() -> None:
    table = Table(tie_numbers=True)
    assert table.answers(BEN, Bid(12, 7)) == [Sealed((BEN,), BEN, 12, 7)]
    assert table.memory(BEN).sealed == (Offer(BEN, 12, 7),)
