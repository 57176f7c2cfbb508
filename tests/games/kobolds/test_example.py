"""The worked example of the rules (K65–K73): five kobolds, a human bomb, six turns and an explosion."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from apps.games.kobolds import GAME
from apps.games.kobolds.explosion import resolve_explosion
from apps.games.kobolds.state import (
    Action,
    Armed,
    Drew,
    Event,
    Exploded,
    Handed,
    Mission,
    Paid,
    Pass,
    Play,
    Settled,
    Skip,
    State,
    Tinker,
    Warned,
)
from apps.games.kobolds.tricks import get_mission_key
from apps.kernel.chance import Chance, compute_commitment
from apps.kernel.record import RECORD_FORMAT, RECORD_VERSION, Header, Line, Player, Record, encode_raw
from apps.kernel.table import Seat
from tests.games.golden import to_text
from tests.games.kobolds.table import SEED, Table

A, B, C, D, E = map(Seat, range(5))
RAT, MARBLES = "AP1", "AP2"
KILL_MY_RIGHT = "TR09"
"""Try It Out! with the mission “the player on your right is killed”."""
HANDS = (
    ("TR32", "TR23", "TR34", "TR27"),  # Chained Together, Troll Hideout, Splinter Rain, Fireproof Underpants
    ("TR10", "TR03", MARBLES, "TR35"),  # Try It Out!, Gimme That Thing!, Splinter Rain
    ("TR06", "TR25", "TR26", "TR47"),  # Take This Thing!, Bomb on a Stick twice, Slow Burner
    ("TR04", "TR11", "TR14", "TR29"),  # Gimme That Thing!, Try It Out!, No Way!, Say Hello to My Little Friend
    ("TR18", KILL_MY_RIGHT, "TR19", "TR45"),  # I’ll Handle That! twice, Hands Off!
)
DRAWN = ("TR33", "TR44", "TR43", RAT)
"""Cards drawn by A, by B, and twice by D: Chained Together, Get Tinkering!, Emergency Pin."""
GOLDEN = Path(__file__).parent / "examples" / "of-the-rules.txt"


class Arranged(Chance):
    """The randomness of the example's deal: a human bomb for A, and these cards."""

    def shuffle(self, name: str, items: Sequence[Any]) -> tuple[Any, ...]:
        if name != "deck":
            return super().shuffle(name, items)
        held = [card for hand in reversed(HANDS) for card in reversed(hand)]
        rest = sorted(set(items) - {*held, *DRAWN}, key=lambda card: (bool(get_mission_key(card)), card))
        return (*DRAWN, *rest, *held)

    def pick(self, name: str, items: Sequence[Any]) -> Any:
        return {"bomb:0": "BO01", "starter": A}[name]


class Example(Table):
    """The match of the example, which records its moves."""

    def __init__(self, edition: int) -> None:
        super().__init__(5)
        self.setup = GAME.in_edition(edition).setup(5)
        self.log = list(GAME.deal(self.setup, Arranged(SEED, 0)))
        self.state = GAME.recall(self.setup, self.log)
        self.moves = [Line(move=0, cause="deal", facts=tuple(map(encode_raw, self.log)))]

    def answers(self, seat: Seat, action: Action) -> list[Event]:
        key = next(ask.key for ask in GAME.asks(self.state) if ask.seat == seat)
        facts = super().answers(seat, action)
        self.moves.append(Line(len(self.moves), "seat", tuple(map(encode_raw, facts)), seat, key, encode_raw(action)))
        return facts

    def chance(self) -> Chance:
        return Chance(SEED, len(self.moves))

    def text(self) -> str:
        """Return the whole match so far as text."""
        header = Header(
            format=RECORD_FORMAT,
            version=RECORD_VERSION,
            game="kobolds",
            setup=msgspec.Raw(msgspec.json.encode(self.setup)),
            commitment=compute_commitment(SEED),
            seed=SEED.hex(),
            players=tuple(Player(kind="person", name=name) for name in "ABCDE"),
        )
        return to_text(GAME, Record(header, tuple(self.moves), None), "The worked example of the rules (K65-K73).")


@pytest.fixture(params=[1, 2])
def table(request: pytest.FixtureRequest) -> Example:
    """Return the example under each edition of the rules; no edition changed anything it shows."""
    return Example(request.param)


def tinker(table: Example, seat: Seat, give: str, take: str) -> list[Event]:
    """Exchange a hand card of the seat for the first such card of the bomb."""
    return table.answers(seat, Tinker(give, next(card for card in table.state.inside if card.startswith(take))))


def hits(state: State) -> tuple[set[int], set[int]]:
    """Return the players who would be affected and killed if the bomb went off now."""
    exploded = resolve_explosion(state)
    return set(exploded.affected), set(exploded.killed)


def test_the_example_of_the_rules_goes_as_it_is_told(table: Example) -> None:
    # Turn 1: A exchanges a trick for a mechanism and hands the bomb on.
    table.passes()
    tinker(table, A, "TR33", "ME")
    facts = table.passes()
    assert Handed(A, B, trick=False) in facts

    # Turn 2: D plays Gimme on B. The phase ends at once, and D starts with a draw (K65).
    facts = table.does(D, "GIMME")
    assert facts[1] == Handed(B, D, trick=True)
    assert any(isinstance(fact, Drew) and fact.seat == D for fact in facts)

    # Turn 3: D tinkers, then tries it out on himself, which starts a new turn with a draw (K66).
    table.passes()
    tinker(table, D, "TR43", "ME")
    facts = table.does(D, "TRY", D)
    assert facts[1] == Handed(D, D, trick=True)
    assert any(isinstance(fact, Drew) and fact.seat == D for fact in facts)

    # Turn 4: the dead rat replaces the last mechanism. The bomb is armed and announced (K67).
    table.passes()
    facts = tinker(table, D, RAT, "ME")
    assert Armed(D, RAT, blocked=True) in facts
    assert hits(table.state) == ({E}, {E}), "the player on the left of the holder, were it to go off"
    # C takes, D says no way. The trick is cancelled and the phase continues (K68).
    table.plays(C, "TAKE")
    table.plays(D, "NOWAY")
    facts = table.settles()
    assert [fact.works for fact in facts if isinstance(fact, Settled)] == [False]
    assert (table.state.holder, table.state.phase) == (D, "trick2")
    # B tries it out on B. E handles that and names C; without another interrupt, C gets it (K69).
    table.plays(B, "TRY", B)
    table.plays(E, "MINE", C)
    facts = table.settles()
    assert facts[-1] != Handed(D, B, trick=True)
    assert Handed(D, C, trick=True) in facts
    settled = next(fact for fact in facts if isinstance(fact, Settled))
    assert (settled.seat, settled.target, settled.works) == (E, C, True)

    # Turn 5: the bomb is armed, so C draws nothing (K70).
    assert not any(isinstance(fact, Drew) for fact in facts)
    assert hits(table.state) == ({D}, {D})
    table.passes()
    table.answers(C, Skip())
    table.does(D, "FRIEND", C)
    assert hits(table.state) == ({C, D}, {C, D})
    table.does(C, "STICK", B)
    assert hits(table.state) == ({B, C, D}, {B, D}), "C is protected"
    # B wants it. Temporary cards are removed, and a new turn starts without a draw (K71).
    facts = table.does(B, "GIMME")
    assert facts[1] == Handed(C, B, trick=True)
    assert not any(isinstance(fact, Drew) for fact in facts)
    assert table.state.active == ()

    # Turn 6: the marbles replace the rat, which hits everyone but the holder (K72).
    assert hits(table.state) == ({C}, {C})
    table.passes()
    facts = tinker(table, B, MARBLES, RAT)
    assert Warned(B, MARBLES) in facts
    assert hits(table.state) == ({A, C, D, E}, {A, C, D, E})
    table.does(A, "TROLL")
    assert hits(table.state) == ({A, C, D, E}, {C, D, E})
    facts = table.passes()

    # The explosion and its payments (K73).
    exploded = next(fact for fact in facts if isinstance(fact, Exploded))
    assert (exploded.holder, exploded.apparatus) == (B, MARBLES)
    assert set(exploded.direct) == set(exploded.affected) == {A, C, D, E}
    assert {lying.seat for lying in exploded.protected} == {A}
    assert set(exploded.killed) == {C, D, E}
    paid = next(fact for fact in facts if isinstance(fact, Paid))
    assert paid.survival == (1, 1, 0, 0, 0)
    assert paid.hazard == (0, 1, 0, 0, 0)
    assert paid.rescue == (1, 0, 0, 0, 0), "D gets nothing for his mechanisms"
    assert paid.missions == (Mission(E, KILL_MY_RIGHT, 1),)
    assert table.state.gold == (2, 2, 0, 0, 1)
    assert [len(hand) for hand in table.state.hands][2:] == [5, 4, 4], "C has the next bomb and drew a card"
    assert (table.state.holder, table.state.phase) == (C, "trick1")
    # Every move and fact of it, in readable form.
    assert table.text() == GOLDEN.read_text().replace('"edition":1', f'"edition":{table.setup.edition}')


def test_a_card_that_was_not_first_in_order_comes_back_unseen(table: Example) -> None:
    """Check the phase in which C and B both want the bomb. The first clockwise from the holder plays."""
    window: list[Action] = [Play(table.card(D, "GIMME")), Pass(), Play(table.card(B, "GIMME"))]
    for seat, said in zip((D, C, B), window, strict=True):
        table.answers(seat, said)
    facts = [fact for seat in (A, E) for fact in table.answers(seat, Pass())]
    assert table.state.stack[0].seat == B
    assert table.card(D, "GIMME") in table.state.hands[D]
    assert not any(getattr(fact, "seat", B) == D for fact in facts)
