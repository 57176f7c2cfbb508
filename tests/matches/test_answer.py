"""Tests that a seat answers each question once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec
import pytest
from msgspec.structs import fields

from apps.games.fuse.cards import FUSE_CARD_IDS, CardId
from apps.games.fuse.state import Action, Bomb, Dawdle, Laid, Lay, Pass, Plan, Saw
from apps.kernel.game import Illegal
from apps.kernel.table import PUBLIC, Seat
from apps.matches.errors import Gone, Malformed, NotSeated
from apps.matches.models import Match, Move, Question
from apps.matches.services import organiser, play
from tests.database import everything
from tests.factories.matches import FUSE, HOUR, NOW, SECOND, MatchDriver, in_window, new_match, sealed_match

pytestmark = pytest.mark.django_db


def test_an_answer_becomes_a_move_with_its_facts(table: MatchDriver) -> None:
    seat, card = table.ask.seat, table.first(Lay).card
    before = len(table.facts())
    table.lay()
    laid, *_, saw = table.facts()[before:]
    assert isinstance(laid, Laid)
    assert (laid.seat, laid.card) == (seat, card)
    assert isinstance(saw, Saw)
    assert saw.to == (seat,)
    move = table.moves()[-1]
    assert (move.cause, move.seat, move.number) == ("seat", seat, 1)


def test_the_next_question_runs_from_the_answer(table: MatchDriver) -> None:
    first = table.ask
    table.now += timedelta(minutes=7)
    table.lay()
    question = Question.objects.get()
    assert (question.seat, question.opened_at) == (1 - first.seat, table.now)
    assert question.due_at == table.match.wake_at == table.now + HOUR


def test_what_the_answer_shows_is_what_a_look_shows(table: MatchDriver, ada: Any, ben: Any) -> None:
    for _ in range(30):  # More than the end of the story shows.
        seat = table.ask.seat
        shown = table.lay()
        assert shown == table.look((ada, ben)[seat])


def test_an_answer_changes_who_is_awaited_but_not_what_is_drawn_of_the_sitters(table: MatchDriver, ada: Any) -> None:
    before = table.look(ada)
    table.lay()
    after = table.look(ada)
    assert [person.awaited for person in before.people] != [person.awaited for person in after.people]
    assert before.sitters == after.sitters
    assert [person.name for person in after.sitters] == list(after.names)


def test_the_same_answer_twice_is_gone_the_second_time(table: MatchDriver) -> None:
    ask, lay = table.ask, table.first(Lay)
    table.answer(lay)
    before = everything()
    with pytest.raises(Gone):
        table.answer(lay, seat=ask.seat, key=ask.key)
    assert everything() == before


def test_somebody_elses_question_is_gone_for_me(table: MatchDriver) -> None:
    before, other = everything(), 1 - table.ask.seat
    with pytest.raises(Gone):
        table.answer(Bomb(), seat=other)
    assert everything() == before


@pytest.mark.parametrize("key", ["", "turn:0", "turn:99", "TURN:1", "matchman:1", "x" * 1000, "turn:1\x00", "turn:1 "])
def test_an_unknown_question_is_gone(table: MatchDriver, key: str) -> None:
    before = everything()
    with pytest.raises(Gone):
        play.answer_question(code=table.code, seat=Seat(table.ask.seat), key=key, action=table.first(Lay), now=NOW)
    assert everything() == before


def test_an_action_that_is_not_offered_is_illegal_and_nothing_is_written(table: MatchDriver) -> None:
    before, strange = everything(), next(card for card in FUSE_CARD_IDS if Lay(card) not in table.legal(table.ask.seat))
    for action in (Bomb(), Lay(strange), Lay(CardId(-1)), Lay(CardId(10**30)), "lay", None, 7):
        with pytest.raises(Illegal):
            table.answer(action)
    assert everything() == before


def test_what_only_silence_means_is_no_answer_and_the_clock_still_takes_it(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, penalty=True)
    dawdle, before = table.ask.default, everything()
    assert isinstance(dawdle, Dawdle)
    with pytest.raises(Illegal):
        table.answer(dawdle)
    assert everything() == before
    table.settle(after=HOUR)
    move = table.moves()[-1]
    assert move.cause == Move.Cause.CLOCK
    assert msgspec.json.decode(move.action, type=Action) == dawdle


@pytest.mark.parametrize(
    "words",
    [
        {},
        {"type": "fly"},
        {"type": "lay"},
        {"type": "lay", "card": "ace"},
        {"type": "lay", "card": "1.5"},
        {"type": "lay", "card": "9" * 5000},
        {"type": "lay", "card": {"card": "1"}},
        {"type": {"lay": "1"}, "card": "1"},
        {"type": "lay", "card": "١\x00"},
        {"type": "lay", "card": "1e1"},
        {"type": "lay", "card": "10.0"},
        {"type": "lay", "card": 10.0},
        {"type": "lay", "card": "10", "points": "100"},
        {"type": "bomb", "points": 100},
        {"card": "1"},
    ],
)
def test_words_that_are_no_action_are_malformed_and_nothing_is_written(
    table: MatchDriver, ada: Any, ben: Any, words: dict[str, Any]
) -> None:
    before, player = everything(), (ada, ben)[table.ask.seat]
    with pytest.raises(Malformed):
        play.answer_as(code=table.code, player=player.pk, key=table.key(), words=words, now=NOW)
    assert everything() == before


@pytest.mark.parametrize("slug", ["fuse", "bombe", "frogs", "kobolds"])
def test_what_is_only_equal_to_a_legal_action_is_illegal_and_nothing_is_written(
    ada: Any, ben: Any, cleo: Any, slug: str
) -> None:
    """Check the types of actions. A wrong one couldn't be read from the database and would block the match for ever."""
    table = sealed_match(slug, ada, ben, cleo)
    tried = 0
    for _ in range(12):
        ask = next(ask for ask in table.asks() if not ask.answered)
        for action in table.game.legal(table.know(ask.seat), ask.seat):
            for name in [field.name for field in fields(action) if type(getattr(action, field.name)) is int]:
                for same in (float, bool, str)[: 2 if getattr(action, name) in (0, 1) else 1]:
                    strange = msgspec.structs.replace(action, **{name: same(getattr(action, name))})
                    assert strange == action
                    before = everything(table.code)
                    with pytest.raises(Illegal):
                        table.says(ask.seat, strange)
                    assert everything(table.code) == before
                    tried += 1
            if tried > 8:
                return
        table.says(ask.seat, table.as_bot(ask.seat))
    raise AssertionError("nothing was tried")


def test_what_is_written_is_what_the_log_is_read_as(table: MatchDriver) -> None:
    seat, card = table.ask.seat, table.first(Lay).card
    table.lay()
    text = table.moves()[-1].action
    assert (text, FUSE.answer.decode(text)) == (f'{{"type":"lay","card":{card}}}', Lay(card))
    assert table.moves()[-1].seat == seat


def test_an_order_that_is_only_equal_to_one_is_malformed(table: MatchDriver) -> None:
    before = everything()
    for order in (Plan("lowest", once=1), Plan(CardId(1.0)), "plan", None, Lay(CardId(1))):  # type: ignore[arg-type]
        with pytest.raises(Malformed):
            play.add_standing_order(code=table.code, seat=Seat(0), order=order, now=NOW)
    assert everything() == before


def test_who_does_not_sit_here_cannot_answer(table: MatchDriver, cleo: Any) -> None:
    before = everything()
    for player in (cleo.pk, None, 0, -1, 10**15):
        with pytest.raises(NotSeated):
            play.answer_as(code=table.code, player=player, key=table.key(), words={"type": "bomb"}, now=NOW)
    assert everything() == before


def test_there_is_no_answer_to_an_unknown_match(ada: Any) -> None:
    for code in ("nowhere", "", "x" * 500):
        with pytest.raises(Match.DoesNotExist):
            play.answer_as(code=code, player=ada.pk, key="turn:1", words={"type": "bomb"}, now=NOW)


def test_a_sealed_answer_may_be_changed_until_the_window_closes(ada: Any, ben: Any, cleo: Any) -> None:
    table = in_window(ada, ben, cleo)
    early, late = (ask.seat for ask in table.asks())
    key, moves = table.key(), Move.objects.count()
    table.answer(Pass(), seat=early)
    after = everything()
    table.answer(Pass(), seat=early)
    assert everything() == after, "said twice is said once"
    assert Move.objects.count() == moves + 1
    assert {ask.key for ask in table.asks()} == {key}
    table.answer(Pass(), seat=late)
    assert table.ask.about == "turn"
    with pytest.raises(Gone):
        table.answer(Pass(), seat=early, key=key)


def test_nobody_answers_when_the_match_is_over(table: MatchDriver) -> None:
    ask, lay = table.ask, table.first(Lay)
    organiser.end_match(code=table.code, now=NOW + SECOND)
    before = everything()
    with pytest.raises(Gone):
        play.answer_question(code=table.code, seat=ask.seat, key=ask.key, action=lay, now=NOW + SECOND)
    assert everything() == before


def test_a_match_played_by_hand_ends_with_its_outcome(table: MatchDriver) -> None:
    match = table.finish().match
    assert match.status == Match.Status.OVER
    assert match.over_at == table.now
    assert match.wake_at is None
    assert table.outcome["why"] in ("bombs", "timebomb")
    assert not Question.objects.exists()
    assert table.look(observer=PUBLIC).outcome is not None
