"""Tests of the sealed windows of Kobold Bombs: players asked, order of play, kept answers, and how they close."""

from __future__ import annotations

import pytest

from apps.games.kobolds import GAME, windows
from apps.games.kobolds.state import (
    Action,
    BuyOff,
    Claim,
    Close,
    Fined,
    Noted,
    Pass,
    Phased,
    Play,
    Played,
    Settled,
    Skip,
)
from apps.kernel.events import Public
from apps.kernel.game import Ask
from apps.kernel.table import HOUSE, PUBLIC, Seat
from tests.games.kobolds.table import ADA, BEN, CLEO, DORA, EVE, Table

KEEP = Pass(keep=True)


def question(table: Table, seat: Seat) -> Ask[Action]:
    return next(ask for ask in GAME.asks(table.state) if ask.seat == seat)


def waiting(table: Table) -> list[Seat]:
    return [ask.seat for ask in GAME.asks(table.state) if ask.waits]


def first(table: Table, seat: Seat, word: str, target: Seat | None = None, *, keep: bool = False) -> Play:
    return Play(table.card(seat, word), target, keep=keep)


# -- questions --------------------------------------------------------------------------------


def test_everybody_with_a_trick_is_asked_whatever_it_is_clockwise_from_the_holder() -> None:
    table = Table(5, "NOWAY", "ME AP1", "", "TR", "SLOW ME", holder=DORA)
    assert table.questions() == [(DORA, "trick"), (EVE, "trick"), (ADA, "trick")]


def test_where_hands_are_closed_everybody_with_a_card_is_asked() -> None:
    table = Table(4, "TR", "ME AP1", "", "ME", closed_hands=True)
    assert table.questions() == [(ADA, "trick"), (BEN, "trick"), (DORA, "trick")]


def test_the_owner_of_the_last_trick_is_not_asked_about_it_but_those_before_are() -> None:
    table = Table(4, "FRIEND TR", "TR", "NOWAY TR", "TR")
    table.plays(ADA, "FRIEND", BEN)
    assert [seat for seat, _ in table.questions()] == [BEN, CLEO, DORA]
    table.plays(CLEO, "NOWAY")
    assert table.questions() == [(ADA, "reply"), (BEN, "reply"), (DORA, "reply")]


@pytest.mark.parametrize("fixed", [False, True])
def test_nobody_waits_for_a_window_that_nobody_could_answer(fixed: bool) -> None:
    table = Table(3, "ME", "AP1", "", phase="draw", deck="AP2", fixed_windows=fixed)
    table.happens(Phased("trick1"))
    assert table.questions() == [(ADA, "tinker")]


def test_a_trick_nobody_else_can_answer_is_settled_at_once() -> None:
    table = Table(3, "TROLL", "ME", "AP1", phase="trick2")
    facts = table.answers(ADA, first(table, ADA, "TROLL"))
    assert [type(fact) for fact in facts[:3]] == [Noted, Played, Settled]


def test_all_are_asked_the_same_and_only_the_holder_is_awaited_in_earnest() -> None:
    table = Table(3, "TR", "TR", "TR", holder=BEN)
    asks = GAME.asks(table.state)
    assert {ask.key for ask in asks} == {"trick:1.1"}
    assert [(ask.seat, ask.duty) for ask in asks] == [(BEN, True), (CLEO, False), (ADA, False)]
    assert {ask.default for ask in asks} == {Pass()}
    table = Table(3, "FRIEND TR", "TR", "TR")
    table.plays(ADA, "FRIEND", BEN)
    assert not any(ask.duty for ask in GAME.asks(table.state))


def expected(table: Table) -> list[Seat]:
    return [ask.seat for ask in GAME.asks(table.state) if ask.expected]


ALL = ("TR TR", "TR TR", "TR TR", "TR TR", "TR TR")


def test_a_trick_waits_for_the_holder_and_whom_it_names() -> None:
    """Check K45 in edition 3. All seats get the same question, but an answer is expected only from these."""
    table = Table(5, "TR", "PICK TR", *ALL)
    table.plays(BEN, "PICK", DORA)
    assert [seat for seat, _ in table.questions()] == [ADA, CLEO, DORA, EVE]
    assert expected(table) == [ADA, DORA]
    assert {ask.waits for ask in GAME.asks(table.state)} == {True}, "whoever wants to be asked, too, is waited for"


def test_a_trick_waits_for_whom_it_gives_the_bomb_and_whom_that_would_kill() -> None:
    table = Table.armed(5, "TRY TR", *ALL, apparatus="AP1")
    table.plays(ADA, "TRY", CLEO)
    assert expected(table) == [CLEO, DORA], "the Dead Rat hits whoever sits to the left of Cleo"


def test_a_slow_burner_waits_for_whom_the_bomb_would_kill_next() -> None:
    table = Table.armed(5, "SLOW TR", *ALL)
    table.plays(ADA, "SLOW")
    assert expected(table) == [BEN]


def test_an_interrupt_waits_for_those_whom_it_answers() -> None:
    table = Table(5, "TR", "PICK TR", "TR", "NOWAY TR", "TR")
    table.plays(BEN, "PICK", DORA)
    table.plays(DORA, "NOWAY")
    assert expected(table) == [ADA, BEN]


def test_splinters_concern_whoever_holds_a_mechanism() -> None:
    hands = ("TR ME", "SPLINTER TR", "TR ME", "TR TR", "TR TR")
    table = Table.armed(5, *hands)
    table.plays(BEN, "SPLINTER")
    assert expected(table) == [ADA, CLEO]
    table = Table.armed(5, *hands, closed_hands=True)
    table.plays(BEN, "SPLINTER")
    assert expected(table) == [ADA, CLEO, DORA, EVE], "who holds one nobody sees"


def test_a_trick_that_concerns_nobody_who_could_answer_waits_for_all() -> None:
    table = Table(5, "ME", "RUMMAGE TR", *ALL)
    table.plays(BEN, "RUMMAGE")
    assert expected(table) == [CLEO, DORA, EVE]


def test_by_older_editions_a_trick_waits_for_all() -> None:
    table = Table(5, "TR", "PICK TR", *ALL, edition=2)
    table.plays(BEN, "PICK", DORA)
    assert expected(table) == [ADA, CLEO, DORA, EVE]


def test_a_window_for_tricks_waits_for_all() -> None:
    assert expected(Table(5, *ALL)) == [ADA, BEN, CLEO, DORA, EVE]


# -- order of play ------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (2, 0, 3, 1)])
@pytest.mark.parametrize("holder", range(4))
def test_whoever_comes_first_clockwise_from_the_holder_plays_not_whoever_answers_first(
    order: tuple[int, ...], holder: int
) -> None:
    """Check rule K27."""
    table = Table(4, *["TROLL RUMMAGE", "TROLL RUMMAGE", "TROLL UNDIES", "SPLINTER TR"], holder=Seat(holder))
    word = {0: "TROLL", 1: "TROLL", 2: "TROLL", 3: "SPLINTER"}
    facts = [fact for seat in order for fact in table.answers(Seat(seat), first(table, Seat(seat), word[seat]))]
    assert [fact.seat for fact in facts if isinstance(fact, Played)] == [holder]


def wanted(table: Table) -> list[Seat]:
    """Return the seats that play, window by window, if everyone plays their first trick as soon as they can."""
    seats, phase = [], table.state.phase
    while table.state.phase == phase:
        for seat in waiting(table):
            acts = table.legal(seat) if not table.state.stack else ()
            table.answers(seat, next((act for act in acts if isinstance(act, Play) and act.target is None), Pass()))
        seats += [item.seat for item in table.state.stack]
    return seats


EAGER = ("SPLINTER TROLL ABOUT", "TROLL RUMMAGE", "TROLL RUMMAGE", "UNDIES SPLINTER")


def test_those_who_wanted_at_the_same_time_go_in_order_and_whoever_just_played_comes_last() -> None:
    """Check K-A7. Dora holds the bomb, and they go round the table until no one has a trick left."""
    table = Table(4, *EAGER, holder=DORA, phase="trick2")
    assert wanted(table)[:8] == [DORA, ADA, BEN, CLEO, DORA, ADA, BEN, CLEO]


def test_by_the_first_edition_every_look_is_from_the_holder() -> None:
    table = Table(4, *EAGER, holder=DORA, phase="trick2", edition=1)
    assert wanted(table)[:5] == [DORA, DORA, ADA, ADA, ADA]


def test_a_kept_trick_waits_for_its_turn_at_the_table() -> None:
    table = Table(4, "TROLL TROLL TR", "TR", "GIMME TR", "TR", phase="trick2")
    table.answers(CLEO, first(table, CLEO, "GIMME", keep=True))
    table.plays(ADA, "TROLL")
    table.settles()
    facts = table.plays(ADA, "TROLL")
    assert [fact.seat for fact in facts if isinstance(fact, Played)] == [CLEO], "Ada was first already"


def test_whoever_comes_last_is_played_if_nobody_else_wants_to() -> None:
    table = Table(4, "TROLL TROLL", "TR", "TR", "TR", phase="trick2")
    table.does(ADA, "TROLL")
    assert [fact.seat for fact in table.plays(ADA, "TROLL") if isinstance(fact, Played)] == [ADA]


def test_a_cancelled_trick_was_played_too() -> None:
    table = Table(4, "TROLL TR", "TR", "NOWAY TROLL", "TR", phase="trick2")
    table.plays(ADA, "TROLL")
    table.plays(CLEO, "NOWAY")
    table.settles()
    assert windows.find_foremost_seat(table.state) == BEN


def test_whoever_takes_a_trick_over_has_not_played_one_of_their_own() -> None:
    table = Table(4, "RUMMAGE TR", "TR", "MINE TROLL", "TR", phase="trick2")
    table.plays(ADA, "RUMMAGE")
    table.plays(CLEO, "MINE")
    table.settles()
    assert windows.find_foremost_seat(table.state) == BEN


@pytest.mark.parametrize("seat", [BEN, CLEO])
def test_a_new_phase_and_a_new_turn_look_from_the_holder_again(seat: Seat) -> None:
    table = Table(4, "TR10 TR11", "TROLL RUMMAGE", "TROLL RUMMAGE", "TR")
    table.does(seat, "RUMMAGE")
    assert windows.find_foremost_seat(table.state) == seat + 1
    table.passes()
    assert table.state.phase == "tinker"
    table.answers(ADA, Skip())
    assert windows.find_foremost_seat(table.state) == ADA
    table.does(seat, "TROLL")
    assert windows.find_foremost_seat(table.state) == seat + 1
    table.passes()
    assert (windows.find_foremost_seat(table.state), table.state.holder) == (BEN, BEN)


def test_everybody_knows_from_whom_the_next_look_is() -> None:
    table = Table(5, "TR", "TR", "NOWAY RUMMAGE TR", "MINE TR", "TR")
    for seat, word in ((CLEO, "RUMMAGE"), (DORA, "MINE"), (CLEO, "NOWAY")):
        table.plays(seat, word)
        assert {windows.find_foremost_seat(table.memory(who)) for who in (*range(5), PUBLIC)} == {ADA}
    table.settles()
    assert {windows.find_foremost_seat(table.memory(who)) for who in (*range(5), PUBLIC)} == {DORA}


@pytest.mark.parametrize("edition", [1, 2])
def test_of_several_interrupts_the_first_clockwise_from_the_holder_is_played(edition: int) -> None:
    """Check K-A7. They count from the holder, not from the player of the trick."""
    table = Table(4, "NOWAY TR", "NOWAY TR", "TR", "FRIEND TR", edition=edition)
    table.plays(DORA, "FRIEND", BEN)
    for seat in (CLEO, BEN):
        table.answers(seat, first(table, BEN, "NOWAY") if seat == BEN else Pass())
    facts = table.answers(ADA, first(table, ADA, "NOWAY"))
    assert [fact.seat for fact in facts if isinstance(fact, Played)] == [ADA]
    assert table.card(BEN, "NOWAY") in table.state.hands[BEN]


def test_what_was_not_played_returns_unseen() -> None:
    table = Table(3, "TROLL TR", "GIMME TR", "TR")
    table.answers(BEN, first(table, BEN, "GIMME"))
    table.answers(ADA, first(table, ADA, "TROLL"))
    facts = table.answers(CLEO, Pass())
    assert not [fact for fact in facts if isinstance(fact, Public) and getattr(fact, "seat", None) == BEN]
    assert table.state.sealed == ()
    table.settles()
    assert waiting(table) == [ADA, BEN, CLEO], "all are asked again"


def test_a_mind_may_be_changed_until_the_window_closes() -> None:
    table = Table(3, "TR", "GIMME TR", "TR")
    table.answers(BEN, first(table, BEN, "GIMME"))
    assert question(table, BEN).answered
    table.answers(BEN, Pass())
    assert not table.answers(ADA, Pass())[1:]
    facts = table.answers(CLEO, Pass())
    assert facts[1] == Phased("tinker")


def test_a_phase_ends_when_nobody_plays_any_more() -> None:
    """Check rule K28."""
    table = Table(3, "TROLL TROLL", "TR", "TR", phase="trick2")
    table.does(ADA, "TROLL")
    table.does(ADA, "TROLL")
    assert table.state.phase == "trick2"
    assert Phased("end") in table.passes()


# -- kept answers --------------------------------------------------------------------------


def test_whoever_keeps_passing_is_awaited_in_the_windows_of_this_phase_no_more() -> None:
    table = Table(3, "TROLL TROLL", "TR", "TR")
    table.answers(BEN, KEEP)
    table.answers(CLEO, Pass())
    table.answers(ADA, first(table, ADA, "TROLL"))
    assert waiting(table) == [BEN, CLEO], "about the trick everybody is asked"
    table.settles()
    assert waiting(table) == [ADA, CLEO]
    assert question(table, BEN).answered
    table.passes()
    assert table.state.kept == table.state.sealed == ()


def test_a_kept_pass_ends_with_the_phase() -> None:
    table = Table(3, "TR", "TR", "TR")
    for seat in (ADA, BEN, CLEO):
        table.answers(seat, KEEP)
    table.state = GAME.learn(table.state, [Phased("trick2")])
    assert waiting(table) == [ADA, BEN, CLEO]


def test_whoever_is_named_is_asked_again_though_they_kept_passing() -> None:
    table = Table(4, "FRIEND TR", "TR", "TR", "TR")
    for seat in (BEN, CLEO, DORA):
        table.answers(seat, KEEP)
    table.answers(ADA, first(table, ADA, "FRIEND", BEN))
    table.settles()
    assert waiting(table) == [ADA, BEN]


def test_a_kept_pass_about_a_trick_lasts_until_it_is_settled_unless_it_comes_to_name_them() -> None:
    table = Table(5, "FRIEND NOWAY TR", "NOTME TR", "TR", "TR", "MINE TR")
    table.plays(ADA, "FRIEND", BEN)
    table.answers(CLEO, KEEP)
    table.answers(DORA, KEEP)
    table.answers(EVE, Pass())
    table.answers(BEN, first(table, BEN, "NOTME", CLEO))
    assert waiting(table) == [ADA, CLEO, EVE], "it names Cleo now"
    table.settles()
    assert waiting(table) == [ADA, BEN, CLEO, DORA, EVE]


def test_a_kept_trick_is_played_in_the_next_window() -> None:
    table = Table(3, "TROLL TR", "GIMME TR", "TR")
    table.answers(BEN, first(table, BEN, "GIMME", keep=True))
    table.answers(CLEO, Pass())
    table.answers(ADA, first(table, ADA, "TROLL"))
    table.settles()
    assert question(table, BEN).answered
    table.passes()
    assert table.state.stack[0].seat == BEN


def test_a_kept_trick_is_asked_about_anew_once_a_card_names_its_owner() -> None:
    table = Table(3, "FRIEND TR", "GIMME TR", "TR")
    table.answers(BEN, first(table, BEN, "GIMME", keep=True))
    table.answers(CLEO, Pass())
    table.answers(ADA, first(table, ADA, "FRIEND", BEN))
    table.settles()
    assert not question(table, BEN).answered


def test_a_kept_trick_that_cannot_be_played_any_more_is_no_answer() -> None:
    """Check edge 18. Its owner is asked again, and silence passes."""
    table = Table.armed(3, "PIN TR", "SLOW TR", "TR")
    table.answers(BEN, first(table, BEN, "SLOW", keep=True))
    table.answers(CLEO, Pass())
    table.answers(ADA, Play(table.card(ADA, "PIN"), take=table.state.inside[0]))
    table.settles()
    assert not table.state.primed, "Ada has secured it"
    ask = question(table, BEN)
    assert (ask.answered, ask.waits, ask.default) == (False, True, Pass())
    assert not table.plays_of(BEN, "SLOW")


def test_a_stolen_kept_trick_is_no_answer() -> None:
    table = Table(3, "PICK TR", "GIMME TR", "TR")
    sealed = first(table, BEN, "GIMME", keep=True)
    table.answers(BEN, sealed)
    table.answers(CLEO, Pass())
    table.answers(ADA, first(table, ADA, "PICK", BEN))
    table.settles()
    assert not question(table, BEN).answered


def test_whoever_lost_the_last_trick_is_awaited_no_more() -> None:
    table = Table(3, "PICK TR", "GIMME", "TR")
    table.does(ADA, "PICK", BEN)
    assert [seat for seat, _ in table.questions()] == [ADA, CLEO]
    assert not table.legal(BEN)
    table.passes()
    assert table.state.phase == "tinker"


def test_whoever_interrupts_is_asked_anew_about_the_trick_they_kept() -> None:
    """Check that the kept trick isn't automatic. A second trick in one turn costs a One-Track Mind a coin."""
    table = Table(3, "TROLL TR", "GIMME NOWAY", "TR", gold=(0, 3, 0), resurrection=True, risen=(None, "RE16", None))
    table.answers(BEN, first(table, BEN, "GIMME", keep=True))
    table.answers(CLEO, Pass())
    table.answers(ADA, first(table, ADA, "TROLL"))
    table.plays(BEN, "NOWAY")
    table.settles()
    assert not question(table, BEN).answered
    table.passes()
    assert table.state.gold == (0, 3, 0)


# -- asides --------------------------------------------------------------------------------


def test_asides_leave_the_question_open() -> None:
    table = Table(3, "TR", "TR40", "TR", gold=(0, 2, 0), resurrection=True, risen=(None, "RE05", None))
    key = question(table, BEN).key
    for act in (Claim(on=False), BuyOff()):
        facts = table.answers(BEN, act)
        assert facts[0] == Noted((BEN,), BEN, act)
        assert (question(table, BEN).key, question(table, BEN).answered) == (key, False)
    assert table.state.claims == (True, False, True)
    assert (table.state.gold, table.state.risen) == ((0, 0, 0), (None, None, None))


def test_a_sealed_trick_whose_price_is_gone_is_no_answer() -> None:
    """Check a trick that Ben sealed silently for a coin. Without the Chatterbox, silence costs nothing."""
    table = Table(3, "TR", "GIMME TR", "TR", gold=(0, 3, 0), resurrection=True, risen=(None, "RE14", None))
    table.answers(BEN, Play(table.card(BEN, "GIMME"), hush=True))
    table.answers(BEN, BuyOff())
    assert not question(table, BEN).answered
    facts = table.plays(BEN, "GIMME")
    assert not any(isinstance(fact, Fined) for fact in facts)


# -- fixed windows -------------------------------------------------------------------------


def test_a_fixed_window_is_closed_by_the_clock_alone() -> None:
    table = Table(3, "TR", "GIMME TR", "TR", fixed_windows=True)
    assert waiting(table) == [HOUSE]
    for seat in (ADA, CLEO):
        table.answers(seat, Pass())
    table.answers(BEN, first(table, BEN, "GIMME"))
    assert [item.seat for item in table.state.stack] == []
    assert GAME.asks(table.state)[-1].seat == HOUSE
    table.answers(HOUSE, Close())
    assert [item.seat for item in table.state.stack] == [BEN]
    for seat in (ADA, CLEO):
        table.answers(seat, Pass())
    assert table.state.stack, "the window about the trick lasts as well"
    table.answers(HOUSE, Close())
    assert table.state.holder == BEN


def test_in_a_fixed_window_silence_passes() -> None:
    table = Table(3, "TR", "TR", "TR", fixed_windows=True)
    table.answers(HOUSE, Close())
    assert table.state.phase == "tinker"


def test_nobody_may_close_a_window_that_waits_for_answers() -> None:
    table = Table(3, "TR", "TR", "TR")
    assert not table.legal(HOUSE)
    for seat in (ADA, BEN, CLEO):
        assert Close() not in table.legal(seat)
    assert Close() not in Table(3, "TR", "TR", "TR", fixed_windows=True).legal(ADA)


# -- secrecy -------------------------------------------------------------------------------


@pytest.mark.parametrize("closed", [False, True])
def test_who_is_asked_does_not_depend_on_what_a_trick_is(closed: bool) -> None:
    one = Table(4, "TR10", "NOWAY", "MINE", "TR", closed_hands=closed)
    other = Table(4, "TR10", "TROLL", "SLOW", "TR", closed_hands=closed)
    for table in (one, other):
        table.answers(ADA, Play("TR10", BEN))
        table.passes()
    assert GAME.asks(one.memory(PUBLIC)) == GAME.asks(other.memory(PUBLIC))
    assert [seat for seat, _ in one.questions()] == [BEN, CLEO, DORA]


@pytest.mark.parametrize("answer", [Pass(), KEEP, Play("TR03"), Play("TR03", keep=True)])
def test_whoever_sealed_an_answer_knows_it(answer: Pass | Play) -> None:
    table = Table(3, "TR10", "TR03 TR11", "TR14")
    table.answers(BEN, answer)
    assert dict(windows.get_sealed_answers(table.memory(BEN))) == {BEN: answer}
