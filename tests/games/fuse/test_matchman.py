"""Tests of the sealed window in which a player can strike the Matchman."""

from __future__ import annotations

from apps.games.fuse import GAME
from apps.games.fuse.state import Close, Died, Pass, Replied, Strike
from apps.kernel.table import HOUSE
from tests.games.fuse.table import ADA, BEN, CLEO, DORA, FULL, Table, tags


def window(*, fixed: bool = False) -> Table:
    """Return a match in which Ada has cut and Cleo holds the Matchman."""
    table = Table(
        FULL,
        FULL,
        "3 3 3 3 3 3 matchman",
        FULL,
        fuse="15 15",
        specials=True,
        fixed_windows=fixed,
        pile="7 7 7 timebomb",
    )
    table.cuts(ADA, "boot")
    return table


def test_everybody_but_the_cutter_is_asked_the_same() -> None:
    table = window()
    asks = GAME.asks(table.state)
    assert [ask.seat for ask in asks] == [BEN, CLEO, DORA]
    assert {(ask.about, ask.key, ask.default, ask.waits, ask.duty) for ask in asks} == {
        ("matchman", "matchman:1", Pass(), True, False)
    }


def test_only_the_holder_may_strike() -> None:
    table = window()
    assert [table.legal(seat) for seat in (ADA, BEN, CLEO, DORA)] == [set(), {"pass"}, {"pass", "strike"}, {"pass"}]


def test_a_reply_may_be_changed_until_the_window_closes() -> None:
    table = window()
    table.strikes(CLEO)
    table.passes(BEN)
    table.passes(CLEO)
    assert Died(cards=2, points=30) in table.passes(DORA)


def test_the_last_reply_closes_the_window() -> None:
    table = window()
    assert tags(table.passes(BEN)) == ["replied"]
    assert tags(table.strikes(CLEO)) == ["replied"]
    assert tags(table.passes(DORA)) == ["replied", "relit", "saw"]
    assert table.state.replies == ()


def test_silence_in_a_window_is_to_pass() -> None:
    table = window()
    for seat in (BEN, CLEO, DORA):
        table.is_silent(seat)
    assert not table.state.fuse
    assert table.asked() == [BEN]


def test_once_the_matchman_was_seen_no_window_opens_in_this_deal() -> None:
    table = window()
    table.passes(BEN)
    table.strikes(CLEO)
    table.passes(DORA)
    assert tags(table.cuts(BEN, "boot")) == ["snuffed", "died", "saw"]
    assert table.asked() == [CLEO]


def test_the_striker_may_draw_the_time_bomb() -> None:
    table = Table(FULL, "3 3 3 3 3 3 matchman", fuse="15", specials=True, pile="7 timebomb 3")
    table.cuts(ADA, "boot")
    assert tags(table.strikes(BEN)) == ["replied", "relit", "time-bomb", "drew", "saw", "scored"]
    assert table.state.taken == ((), ())


def test_without_the_option_no_window_opens() -> None:
    table = Table(FULL, FULL, fuse="15")
    table.cuts(ADA, "boot")
    assert table.asked() == [BEN]
    assert table.ask(BEN).about == "turn"


def test_a_fixed_window_is_closed_by_the_house_alone() -> None:
    table = window(fixed=True)
    assert [(ask.seat, ask.waits) for ask in GAME.asks(table.state)] == [
        (BEN, False), (CLEO, False), (DORA, False), (HOUSE, True),
    ]  # fmt: skip
    for seat in (BEN, DORA):
        table.passes(seat)
    assert tags(table.strikes(CLEO)) == ["replied"], "all have replied, and nothing shows it"
    assert GAME.legal(table.state, HOUSE) == (Close(),)
    assert tags(table.answers(HOUSE, Close())) == ["relit", "saw"]


def test_a_fixed_window_without_replies_lets_the_fuse_die() -> None:
    table = window(fixed=True)
    assert tags(table.answers(HOUSE, Close())) == ["died"]


def test_the_house_has_nothing_to_say_in_an_open_window_or_a_turn() -> None:
    assert GAME.legal(window().state, HOUSE) == ()
    assert GAME.legal(Table(FULL, FULL, fixed_windows=True, specials=True).state, HOUSE) == ()


def test_a_sealed_reply_is_what_silence_means_from_then_on() -> None:
    table = window()
    assert table.strikes(CLEO) == [Replied((CLEO,), CLEO, strike=True)]
    mine = next(ask for ask in GAME.asks(table.memory(CLEO)) if ask.seat == CLEO)
    assert (mine.default, mine.waits) == (Strike(), False)
