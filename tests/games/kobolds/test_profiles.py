"""Tests of how many questions of a match profiles and plans spare people."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest
from msgspec.structs import replace

from apps.games.kobolds import GAME
from apps.games.kobolds.bomb import is_armed
from apps.games.kobolds.state import Pass, Plan, Played, Profile, State, Tinker
from apps.kernel.chance import Chance
from apps.kernel.game import AnyAsk
from apps.kernel.playout import Playout, play_out_match
from apps.kernel.table import Seat

MATCHES = 3
SHORT = {"gold": 5, "patience": 2}


@dataclass
class People:
    """People who answer as a bot would, keep their passes, and send their tinkering plan along."""

    profile: Profile
    plans: dict[Seat, Plan] = field(default_factory=dict)
    asked: list[tuple[int, Seat]] = field(default_factory=list)
    """The (turn, seat) of each question left to a person."""

    def __call__(self, state: State, ask: AnyAsk, luck: Chance) -> Any:
        orders = (*([self.plans[ask.seat]] if ask.seat in self.plans else ()), self.profile)
        for order in orders:
            action = GAME.obey(state, ask.seat, order)
            if action is not None and action in GAME.legal(state, ask.seat):
                return action
        self.asked.append((state.turn, ask.seat))
        action = GAME.bot(state, ask.seat, luck)
        if ask.about == "trick" and ask.seat == state.holder and isinstance(action, Pass):
            self.plans[ask.seat] = _plan(state, ask.seat, luck)
        return Pass(keep=True) if isinstance(action, Pass) else action


def _plan(state: State, seat: Seat, luck: Chance) -> Plan:
    """Return what the holder would do if they tinkered now."""
    tinkering = replace(state, phase="tinker")
    wished = GAME.bot(tinkering, seat, luck) if GAME.legal(tinkering, seat) else None
    return Plan(state.turn, wished.give, wished.take) if isinstance(wished, Tinker) else Plan(state.turn)


def played(seats: int, when: Literal["always", "armed", "affected", "named"], seed: int) -> tuple[Playout, People]:
    people = People(Profile(when))
    return play_out_match(GAME, GAME.setup(seats, SHORT), seed.to_bytes(32, "big"), people), people


def calm_turns(match: Playout) -> set[int]:
    """Return the turns in which the bomb is never armed and no one plays a trick."""
    state = GAME.blank(match.setup)
    every, loud = set(), set()
    for fact in match.events():
        state = GAME.learn(state, (fact,))
        every.add(state.turn)
        if is_armed(state) or isinstance(fact, Played) or state.phase in ("", "over"):
            loud.add(state.turn)
    return every - loud


@pytest.mark.parametrize("seats", [3, 5])
def test_a_calm_turn_asks_one_person_once(seats: int) -> None:
    """Check that no turn asks more.

    It asks no one only if the holder has no trick, and so nothing to play or tinker with.
    """
    seen = 0
    for seed in range(MATCHES):
        match, people = played(seats, "armed", seed)
        questions = Counter(turn for turn, _ in people.asked)
        for turn in calm_turns(match):
            assert questions[turn] <= 1
            seen += questions[turn]
    assert seen > MATCHES


@pytest.mark.slow
def test_the_choosier_a_profile_the_fewer_questions() -> None:
    asked = [
        sum(_share(*played(5, when, seed)) for seed in range(MATCHES))
        for when in ("always", "armed", "affected", "named")
    ]
    assert asked == sorted(asked, reverse=True)
    assert asked[1] < asked[0] * 0.9


def _share(match: Playout, people: People) -> float:
    """Return the share of questions that people had to answer."""
    return len(people.asked) / len(match.steps)
