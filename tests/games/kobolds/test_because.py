"""Tests that the reasons given for an answer in Kobold Bombs are true as far as its seat can see."""

from __future__ import annotations

from typing import Any

from apps.games.kobolds import GAME
from apps.games.kobolds.bomb import is_armed
from apps.games.kobolds.cards import MECHANISM, count_cards
from apps.games.kobolds.explosion import resolve_explosion
from apps.games.kobolds.foresight import list_threatened_seats
from apps.games.kobolds.state import Pass, Play, Skip, Swapped, Tinker
from apps.games.kobolds.tricks import TRICKS
from apps.kernel.chance import SEED_BYTES, Chance
from apps.kernel.game import Reason
from apps.kernel.table import Seat
from tests.games.kobolds.table import ADA, BEN, CLEO, Table
from tests.games.tables import played, positions


def plays(table: Table, seat: Seat, key: str) -> dict[Any, Reason]:
    """Return the reasons for playing a trick, by the player it names."""
    memory = table.memory(seat)
    found = [act for act in GAME.legal(memory, seat) if isinstance(act, Play) and act.card in TRICKS[key].copies]
    return {act.target: GAME.because(memory, seat, act) for act in found}


def test_a_trick_that_protects_saves_whom_the_bomb_would_kill() -> None:
    table = Table(3, "TROLL TR TR", "TR TR", "TR TR", inside="TR TR TR", primed=True)
    assert resolve_explosion(table.state).killed == (ADA,)
    assert plays(table, ADA, "TROLL") == {None: Reason("saves")}
    assert GAME.because(table.memory(ADA), ADA, Pass()).kind == "tried"
    assert GAME.because(table.memory(BEN), BEN, Pass()).kind in ("spare", "none")


def test_a_trick_that_hits_names_whom_it_kills() -> None:
    table = Table(3, "TR TR", "FRIEND TR", "TR TR", inside="TR TR TR", primed=True)
    found = plays(table, BEN, "FRIEND")
    assert found[CLEO] == Reason("kills", {"target": CLEO})
    assert found[ADA].kind == "does", "the bomb kills its holder anyway"


def test_not_to_tinker_is_to_leave_the_bomb_to_those_it_threatens() -> None:
    table = Table(3, "TR TR", "TR TR", "TR TR", phase="tinker")
    assert GAME.because(table.memory(ADA), ADA, Skip()) == Reason("unarmed")
    table = Table(3, "TR TR", "TR TR", "TR TR", inside="TR TR TR", phase="tinker", primed=False)
    assert GAME.because(table.memory(ADA), ADA, Skip()) == Reason("others", {"target": BEN})


def test_what_is_said_of_an_exchange_becomes_of_it() -> None:
    """Check reasons in matches played at random: bombs armed or secured, and players killed."""
    met = set()
    for seed in range(5):
        match = played(GAME, GAME.setup(4, {"gold": 5, "patience": 2}), bytes([seed]) * SEED_BYTES)
        for position in positions(GAME, match):
            for ask in position.asks["referee"]:
                if ask.about != "tinker":
                    continue
                before = position.memories[ask.seat]
                for action in position.legal[ask.seat]:
                    if isinstance(action, Tinker):
                        reason = GAME.because(before, ask.seat, action)
                        met.add(reason.kind)
                        _is_so(reason, before, _exchanged(position.truth, before, ask.seat, action), ask.seat)
    assert met >= {"arms", "secures", "kills", "saves", "rescue", "tried"}


def _exchanged(truth: Any, memory: Any, seat: Seat, action: Tinker) -> Any:
    """Return what the seat knows right after the exchange."""
    for fact in GAME.decide(truth, seat, action, Chance(bytes(SEED_BYTES), 0)):
        memory = GAME.learn(memory, [fact], seat)
        if isinstance(fact, Swapped):
            return memory
    raise AssertionError(f"{action} exchanged nothing")


def _is_so(reason: Reason, before: Any, after: Any, seat: Seat) -> None:
    without, with_ = list_threatened_seats(before), list_threatened_seats(after)
    match reason.kind:
        case "saves":
            assert seat in without
            assert seat not in with_
        case "kills":
            assert reason.says["target"] in with_
            assert reason.says["target"] not in without
        case "arms":
            assert is_armed(after)
            assert not is_armed(before)
        case "secures":
            assert is_armed(before)
            assert not is_armed(after)
        case "rescue":
            assert count_cards(after.hands[seat], MECHANISM) == count_cards(before.hands[seat], MECHANISM) + 1
