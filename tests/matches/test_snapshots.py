"""Tests that memories save time and change nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.core.management import call_command

from apps.kernel.table import PUBLIC, REFEREE, Observer, Seat
from apps.matches.models import Fact, Memory
from apps.matches.store import snapshots
from tests.database import everything
from tests.factories.matches import FUSE, HOUR, MatchDriver, new_match

pytestmark = pytest.mark.django_db
OBSERVERS: list[Observer] = [Seat(0), Seat(1), Seat(2), PUBLIC, REFEREE]


def course(table: MatchDriver, *, forgetful: bool) -> list[Any]:
    """Return everyone's view and all stored data after every move of a whole match."""
    seen: list[Any] = []
    while table.match.wake_at is not None:
        table.step()
        seen.append([_timeless(table.look(observer=observer)) for observer in OBSERVERS])
        if forgetful:
            Memory.objects.all().delete()
    assert Memory.objects.exists() is not forgetful
    facts = list(Fact.objects.filter(match=table.match).order_by("n").values_list("n", "move", "audience", "event"))
    return [*seen, facts, table.outcome]


def _timeless(sight: Any) -> Any:
    return replace(sight, code="")


def test_a_whole_match_is_the_same_with_memories_and_without(ada: Any, ben: Any, cleo: Any) -> None:
    played = [
        course(new_match(ada, ben, cleo, specials=True, short_fuse=True), forgetful=forgetful)
        for forgetful in (False, True)
    ]
    assert played[0] == played[1]


def test_deleting_all_memories_changes_nothing_that_is_seen(ada: Any, ben: Any, cleo: Any) -> None:
    table = new_match(ada, ben, cleo)
    for _ in range(40):
        table.step()
    before = [table.look(observer=observer) for observer in OBSERVERS]
    assert Memory.objects.exists()
    Memory.objects.all().delete()
    assert [table.look(observer=observer) for observer in OBSERVERS] == before


def test_the_host_can_drop_all_memories_after_an_upgrade(
    ada: Any, ben: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    table = new_match(ada, ben)
    while not Memory.objects.exists():
        table.step()
    call_command("forget")
    assert not Memory.objects.exists()
    assert "snapshots deleted" in capsys.readouterr().out


def test_memories_are_written_now_and_then_and_not_at_every_move(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben)
    while len(table.facts()) < snapshots.STALE_AFTER_FACTS - 5:
        table.lay()
    assert not Memory.objects.exists()
    for _ in range(5):
        table.lay()
    assert Memory.objects.filter(observer=-2).exists()


@pytest.mark.parametrize("state", ['{"shape": "of old"}', "[]", "", "not even JSON", "null"])
def test_a_memory_of_an_outgrown_shape_is_dropped(ada: Any, ben: Any, state: str) -> None:
    table = new_match(ada, ben)
    for _ in range(20):
        table.lay()
    table.look(ada)
    before = [table.look(observer=observer) for observer in (Seat(0), Seat(1), PUBLIC, REFEREE)]
    assert Memory.objects.update(state=state) >= 2
    assert [table.look(observer=observer) for observer in (Seat(0), Seat(1), PUBLIC, REFEREE)] == before
    table.lay()
    assert not Memory.objects.filter(state=state).exists()


def test_an_outgrown_memory_does_not_keep_the_clock_from_running(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben)
    for _ in range(20):
        table.lay()
    Memory.objects.update(state="{}")
    table.settle(after=HOUR)
    assert table.moves()[-1].cause == "clock"


def test_looking_writes_nothing_but_memories(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben)
    for _ in range(20):
        table.lay()
    Memory.objects.all().delete()
    before = everything()
    for observer in (Seat(0), Seat(1), PUBLIC, REFEREE):
        table.look(observer=observer)
    assert everything() == before


def test_a_memory_holds_no_more_than_its_observer_was_told(ada: Any, ben: Any, cleo: Any) -> None:
    table = new_match(ada, ben, cleo)
    for _ in range(40):
        table.step()
    for memory in Memory.objects.filter(observer__gte=0):
        facts = table.facts()[: memory.upto]
        setup = table.know().setup
        assert FUSE.memory.decode(memory.state) == FUSE.recall(setup, facts, Seat(memory.observer))
        assert FUSE.memory.decode(memory.state).pile == ()


def test_an_older_memory_written_late_harms_nobody(ada: Any, ben: Any) -> None:
    table = new_match(ada, ben)
    for _ in range(15):
        table.lay()
    table.look(ada)
    old = list(Memory.objects.values())
    for _ in range(15):
        table.lay()
    before = table.look(ada)
    Memory.objects.all().delete()
    Memory.objects.bulk_create([Memory(**row) for row in old])
    assert table.look(ada) == before
    table.finish()
