"""Tests that every service that loads a match finds it settled."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest
from django.db import InterfaceError, OperationalError

from apps.games import load_games
from apps.games.fuse.state import Condition, Pass, Plan
from apps.kernel.events import Announced
from apps.kernel.game import Illegal, Outcome
from apps.kernel.table import Seat
from apps.matches.engine.aggregate import MatchAggregate
from apps.matches.errors import Gone, MatchRefused, NotSeated, Stuck
from apps.matches.models import Match, Outage
from apps.matches.services import hints, match_vacations, organiser, play, proposals, seats, session
from tests.database import everything
from tests.factories.matches import FUSE, HOUR, NOW, SECOND, MatchDriver, new_match, standing

pytestmark = pytest.mark.django_db
DUE = NOW + HOUR
NEVER = Condition(at_least=9000)


@dataclass(frozen=True)
class Door:
    act: Callable[[MatchDriver], Any]
    says: type[Exception] | None = MatchRefused
    """The refusal for a match that is over, or None if the service then silently does nothing."""


def asked(table: MatchDriver, door: Callable[..., Any], **words: Any) -> Any:
    return door(code=table.code, seat=table.ask.seat, now=DUE, **words)


def form(table: MatchDriver) -> Any:
    player, card = table.chair(table.ask.seat).player_id, str(table.ask.default.card)
    words = {"type": "lay", "card": card}
    return play.answer_as(code=table.code, player=player, key=table.key(), words=words, now=DUE)


def flint(table: MatchDriver) -> None:
    hints.request_hint(code=table.code, player=table.chair(table.ask.seat).player_id, key=table.key(), now=DUE)


def away(table: MatchDriver, begin: Callable[..., Any], **words: Any) -> Any:
    return begin(player=table.chair(0).player_id, now=DUE, **words)


DOORS = {
    "play.answer_question": Door(lambda t: asked(t, play.answer_question, key=t.key(), action=t.ask.default), Gone),
    "play.answer_as": Door(form, Gone),
    "play.answer_as_bot": Door(lambda t: asked(t, play.answer_as_bot, key=t.key(), action=t.ask.default), Gone),
    "play.settle_match": Door(lambda t: play.settle_match(code=t.code, now=DUE), None),
    "play.settle_due": Door(lambda _: play.settle_due(now=DUE), None),
    "play.add_standing_order": Door(lambda t: asked(t, play.add_standing_order, order=Plan("lowest", NEVER))),
    "play.withdraw_standing_order": Door(lambda t: asked(t, play.withdraw_standing_order, order=""), None),
    "hints.request_hint": Door(flint),
    "seats.reclaim_seat": Door(lambda t: asked(t, seats.reclaim_seat)),
    "seats.resign_seat": Door(lambda t: asked(t, seats.resign_seat)),
    "seats.replace_player": Door(lambda t: asked(t, seats.replace_player, player=None)),
    "seats.take_over": Door(lambda t: asked(t, seats.take_over, player=0)),
    "proposals.agree_to_proposal": Door(lambda t: asked(t, proposals.agree_to_proposal, what="pause", about=2)),
    "proposals.decline_proposal": Door(lambda t: asked(t, proposals.decline_proposal, what="pause", about=2), None),
    "organiser.pause_match": Door(lambda t: organiser.pause_match(code=t.code, now=DUE)),
    "organiser.resume_match": Door(lambda t: organiser.resume_match(code=t.code, now=DUE)),
    "organiser.extend_deadlines": Door(lambda t: organiser.extend_deadlines(code=t.code, by=HOUR, now=DUE)),
    "organiser.end_match": Door(lambda t: organiser.end_match(code=t.code, now=DUE)),
    "match_vacations.apply_started_vacation": Door(lambda t: away(t, match_vacations.apply_started_vacation), None),
    "match_vacations.apply_planned_vacation": Door(lambda t: away(t, match_vacations.apply_planned_vacation), None),
    "match_vacations.apply_cancelled_vacation": Door(
        lambda t: away(t, match_vacations.apply_cancelled_vacation, planned=(DUE, DUE + HOUR)), None
    ),
    "match_vacations.apply_prolonged_vacation": Door(lambda t: away(t, match_vacations.apply_prolonged_vacation), None),
    "match_vacations.apply_shortened_vacation": Door(
        lambda t: away(t, match_vacations.apply_shortened_vacation, planned=DUE + HOUR, ends_at=DUE), None
    ),
}
NO_DOORS = {
    "play.start_match",
    "play.is_overdue",
    "play.settle_if_overdue",
    "hints.think_about_one",
    "hints.sharpen_one",
    "organiser.retry_match",
    "organiser.resume_due",
}
"""The services that load no match, or only through another service."""


@pytest.fixture
def table(ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch) -> MatchDriver:
    """Return a match that is over after the first move."""

    def outcome(state: Any) -> Outcome | None:
        return Outcome((1, 2), (1, 0), "moved") if state.turn > 1 else None

    monkeypatch.setitem(load_games(), "fuse", replace(FUSE, outcome=outcome))
    return new_match(ada, ben)


def test_every_door_is_known_here() -> None:
    found = {
        f"{module.__name__.rpartition('.')[2]}.{name}"
        for module in (play, hints, seats, proposals, organiser, match_vacations)
        for name, door in inspect.getmembers(module, inspect.isfunction)
        if door.__module__ == module.__name__ and not name.startswith("_")
    }
    assert found == set(DOORS) | NO_DOORS


@pytest.mark.parametrize("door", DOORS.values(), ids=list(DOORS))
def test_a_match_that_silence_has_ended_is_over_for_every_door(table: MatchDriver, door: Door) -> None:
    if door.says is None:
        door.act(table)
    else:
        with pytest.raises(door.says):
            door.act(table)
    match = table.match
    assert (match.status, match.over_at, match.outcome) == (
        Match.Status.OVER, DUE, {"places": [1, 2], "scores": [1, 0], "why": "moved"},
    )  # fmt: skip
    assert table.causes() == ["deal", "clock"], "it did nothing else"
    assert not standing()
    assert match.proposals == []
    assert not match.seats.filter(vacant=True).exists()


@pytest.mark.parametrize("door", DOORS.values(), ids=list(DOORS))
def test_a_door_that_was_not_late_finds_the_match_as_it_was(table: MatchDriver, door: Door) -> None:
    before = table.causes()
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(globals(), "DUE", DUE - SECOND)
        try:
            door.act(table)
        except (MatchRefused, Gone):
            assert table.causes() == before
    assert "clock" not in table.causes()


def test_what_is_refused_beside_what_lapsed_leaves_nothing_behind(ada: Any, ben: Any, cleo: Any) -> None:
    table = new_match(ada, ben)
    with pytest.raises(NotSeated):
        play.add_standing_order(code=table.code, seat=Seat(0), order=Plan("lowest"), now=DUE, by=cleo.pk)
    assert table.causes() == ["deal", "clock"]
    before = everything()
    with pytest.raises(Illegal):
        play.answer_question(code=table.code, seat=table.ask.seat, key=table.key(), action=Pass(), now=DUE)
    assert everything() == before, "nothing had lapsed: nothing is written"


def test_what_a_service_raises_undoes_all_it_did_and_what_had_lapsed(ada: Any, ben: Any) -> None:
    """Check that an exception undoes everything, unlike a refusal, which is returned before anything changes."""
    table = new_match(ada, ben)
    before = everything()

    def change(run: MatchAggregate) -> None:
        run.announce(Announced(what="ended"))
        raise Illegal("too late to say so")

    with pytest.raises(Illegal):
        session.change_match(table.code, change, now=DUE)
    assert everything() == before


@pytest.mark.parametrize("broken", ["decide", "outages"])
@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_a_match_is_not_stuck_because_the_database_is_away(
    ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch, broken: str, error: type[Exception]
) -> None:
    table = new_match(ada, ben)

    def away(*_: Any, **__: Any) -> Any:
        raise error("server closed the connection unexpectedly")

    if broken == "decide":
        monkeypatch.setitem(load_games(), "fuse", replace(FUSE, decide=away))
    else:
        Outage.objects.create(began_at=NOW, ended_at=NOW)
        monkeypatch.setattr(Outage.objects, "filter", away)
    before = everything()
    with pytest.raises(error):
        play.settle_match(code=table.code, now=DUE)
    assert everything() == before


def test_a_match_that_cannot_settle_is_ended_as_it_stands(ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    table = new_match(ada, ben)
    owed = table.ask.seat

    def decide(*_: Any) -> Any:
        raise RuntimeError("a bug in the rules")

    monkeypatch.setitem(load_games(), "fuse", replace(FUSE, decide=decide))
    with pytest.raises(Stuck):
        organiser.pause_match(code=table.code, now=DUE)
    assert organiser.end_match(code=table.code, now=DUE) == (owed,)
    assert table.causes() == ["deal", "house"]
    assert table.match.status == Match.Status.OVER
