"""Tests of the bots."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone
from django.utils.translation import gettext

from apps.kernel.table import PUBLIC, Seat
from apps.matches.engine import deadlines
from apps.matches.models import Match
from apps.matches.services import play, seats
from tests.factories.matches import NOW, new_match, sealed_match

pytestmark = pytest.mark.django_db


def test_a_bot_answers_a_moment_after_it_is_asked(ada: Any) -> None:
    table = new_match(ada, bots=2)
    if table.ask.seat == 0:
        table.lay()
    assert table.match.wake_at == table.now + deadlines.BOT_PAUSE
    table.settle()
    before = len(table.moves())
    table.settle(after=deadlines.BOT_PAUSE)
    assert table.causes()[before:] == ["bot"]


def test_the_sweep_moves_bots_on_until_a_person_is_asked(ada: Any) -> None:
    table = new_match(ada, bots=5)
    for _ in range(12):
        table.now += deadlines.BOT_PAUSE
        play.settle_due(now=table.now)
    assert table.ask.seat == 0
    assert play.settle_due(now=table.now) == 0


def test_bots_that_answer_at_once_wait_a_moment_where_nobody_sits_any_more(ada: Any) -> None:
    table = new_match(ada, bots=2)
    Match.objects.filter(code=table.code).update(bot_pause=0)
    seats.resign_seat(code=table.code, seat=Seat(0), now=table.now)
    for _ in range(4):
        table.settle(after=deadlines.BOT_PAUSE)
    before = len(table.moves())
    table.settle(after=deadlines.BOT_PAUSE)
    assert len(table.moves()) == before + 1
    assert table.match.status == Match.Status.PLAYING


def test_bots_are_called_by_names_of_their_own(ada: Any) -> None:
    names = [person.name for person in new_match(ada, bots=5).look(observer=PUBLIC).people]
    assert len(set(names)) == 6
    assert names[0] == "ada"


@pytest.mark.parametrize("bots", [2, 4, 6])
def test_bots_among_themselves_come_to_an_end(db: None, bots: int) -> None:
    table = new_match(bots=bots, short_fuse=True, specials=True)
    for _ in range(400):
        table.now += deadlines.BOT_PAUSE
        if not play.settle_due(now=table.now):
            break
    match = table.match
    assert match.status == Match.Status.OVER
    assert {move.cause for move in table.moves()} <= {"deal", "bot", "clock"}
    assert table.now > NOW


def test_a_page_says_which_bot_thinks_while_nobody_else_is_awaited(at: Any, ada: Any) -> None:
    table = new_match(ada, bots=1, now=timezone.now())
    while table.ask.seat == 0:
        assert table.look(ada).thinking == ()
        table.lay()
    (bot,) = table.look(ada).thinking
    said = gettext("%(name)s is thinking…") % {"name": bot.name}
    assert said in at(ada).get(f"/m/{table.code}/").content.decode()


def test_a_page_counts_the_bots_that_think_side_by_side(at: Any, ada: Any) -> None:
    """Check Kobold Bombs, where a player who has passed sees one awaited bot per holder of tricks."""
    table = sealed_match("kobolds", ada, bots=3)
    while len(table.look(ada).thinking) < 2:
        table.now += deadlines.BOT_PAUSE
        table.settle()
        for ask in table.asks():
            if ask.seat == 0 and not ask.answered:
                table.answer(ask.default, seat=0)
    said = gettext("%(bots)s bots are thinking…") % {"bots": len(table.look(ada).thinking)}
    assert said in at(ada).get(f"/m/{table.code}/").content.decode()
