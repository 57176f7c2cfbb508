"""Verification names the first thing that is wrong in a record."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from apps.games import catalogue
from apps.kernel.playout import playout, transcript
from apps.kernel.record import Line, Record, read, write
from apps.kernel.verify import verify

FUSE = catalogue()["fuse"]
SETUP = FUSE.setup(3, {"specials": True})
RECORD = transcript(FUSE, playout(FUSE, SETUP, b"s" * 32, lambda state, ask: FUSE.bot(state, ask.seat)))
Lines = list[dict[str, Any]]


def tampered(change: Callable[[Lines], object]) -> Record:
    lines: Lines = [msgspec.json.decode(line) for line in write(RECORD)]
    change(lines)
    return read(map(msgspec.json.encode, lines))


def first(lines: Lines, tag: str) -> tuple[int, dict[str, Any]]:
    """The first fact of a kind after the deal, and the line it stands in."""
    return next((at, fact) for at, line in enumerate(lines[2:-1], 2) for fact in line["facts"] if fact["type"] == tag)


def test_an_honest_record_is_right() -> None:
    verdict = verify(FUSE, read(write(RECORD)))
    assert verdict.right
    assert verdict.move is None
    assert verdict.facts == sum(len(line.facts) for line in RECORD.moves) > 150


def test_what_the_house_said_in_between_is_no_part_of_the_game() -> None:
    def announce(lines: Lines) -> None:
        fact = {"type": "house", "what": "extended", "seat": None, "seconds": 60}
        lines.insert(5, {"line": "move", "move": 4, "cause": "house", "facts": [fact]})
        for number, line in enumerate(lines[1:-1]):
            line["move"] = number

    verdict = verify(FUSE, tampered(announce))
    # every later move draws its luck by its number, and no move of Fuse but the deal draws any
    assert verdict.right, verdict.wrong


def test_a_match_the_house_ended_needs_no_result() -> None:
    def end(lines: Lines) -> None:
        del lines[20:]
        fact = {"type": "house", "what": "ended", "seat": None, "seconds": 0}
        lines.append({"line": "move", "move": 19, "cause": "house", "facts": [fact]})

    assert verify(FUSE, tampered(end)).right


def change_a_drawn_card(lines: Lines) -> None:
    first(lines, "saw")[1]["card"] += 1


def change_the_pile(lines: Lines) -> None:
    pile = lines[1]["facts"][1]["pile"]
    pile[0], pile[1] = pile[1], pile[0]


def change_the_seed(lines: Lines) -> None:
    lines[0]["seed"] = "00" * 32


def change_seed_and_commitment(lines: Lines) -> None:
    lines[0]["seed"] = "00" * 32
    lines[0]["commitment"] = hashlib.sha256(b"seed:" + bytes(32)).hexdigest()


def change_the_scores(lines: Lines) -> None:
    lines[-1]["outcome"]["scores"][0] += 100


def claim_somebody_elses_turn(lines: Lines) -> None:
    lines[4]["seat"] = (lines[4]["seat"] + 1) % 3


def play_a_card_not_held(lines: Lines) -> None:
    lines[3]["action"]["card"] = lines[2]["action"]["card"]


def leave_out_a_fact(lines: Lines) -> None:
    lines[3]["facts"].pop()


def add_a_fact(lines: Lines) -> None:
    lines[3]["facts"].append(lines[3]["facts"][0])


def leave_out_a_move(lines: Lines) -> None:
    del lines[3]


def deal_twice(lines: Lines) -> None:
    lines[3]["cause"] = "deal"


def begin_without_deal(lines: Lines) -> None:
    lines[1] |= {"cause": "bot", "seat": 0, "key": "turn:1", "action": {"type": "bomb"}}


def let_the_house_play(lines: Lines) -> None:
    lines[3]["cause"] = "house"


def invent_an_event(lines: Lines) -> None:
    lines[3]["facts"][0]["type"] = "miracle"


def add_a_field(lines: Lines) -> None:
    lines[3]["facts"][0]["note"] = "trust me"


def break_an_action(lines: Lines) -> None:
    lines[3]["action"] = {"type": "fly"}


def forget_who_moved(lines: Lines) -> None:
    del lines[3]["seat"]


def change_the_options(lines: Lines) -> None:
    lines[0]["setup"]["options"]["specials"] = False


def break_the_setup(lines: Lines) -> None:
    lines[0]["setup"]["options"] = "none"


def break_the_outcome(lines: Lines) -> None:
    lines[-1]["outcome"] = {"winner": 0}


def stop_early(lines: Lines) -> None:
    del lines[30:]


def hide_the_outcome(lines: Lines) -> None:
    lines.pop()


def hide_the_seed(lines: Lines) -> None:
    del lines[0]["seed"]


def hide_everything(lines: Lines) -> None:
    del lines[1:]


@pytest.mark.parametrize(
    ("change", "complaint", "move"),
    [
        (change_a_drawn_card, "Fact 1 of move 1 should be .*saw.* but the record says", 1),
        (change_the_pile, "Fact 1 of move 0 should be .*shuffled", 0),
        (change_the_seed, "does not fit the commitment", None),
        (change_seed_and_commitment, "Fact . of move 0 should be", 0),
        (change_the_scores, "The outcome should be", None),
        (claim_somebody_elses_turn, "Move 3 answers a question that seat . was not asked", 3),
        (play_a_card_not_held, "The action of move 2 was not legal", 2),
        (leave_out_a_fact, "Move 2 lacks the fact .*saw", 2),
        (add_a_fact, "Move 2 has a fact too many: .*laid", 2),
        (leave_out_a_move, "Move 2 is missing; move 3 stands in its place", 2),
        (deal_twice, "Move 2 deals a second time", 2),
        (begin_without_deal, "The first move is not the deal", 0),
        (let_the_house_play, "Move 2 is the house's, but it changes the game", 2),
        (invent_an_event, "Fact 0 of move 2 cannot be read", 2),
        (add_a_field, "Fact 0 of move 2 cannot be read", 2),
        (break_an_action, "The action of move 2 cannot be read", 2),
        (forget_who_moved, "Move 2 does not say who did what", 2),
        (change_the_options, "Fact . of move 0 should be", 0),
        (break_the_setup, "The setup cannot be read", None),
        (break_the_outcome, "The outcome cannot be read", None),
        (stop_early, "The match is not over", None),
        (hide_the_outcome, "does not say how the match ended", None),
        (hide_the_seed, "does not show the seed", None),
        (hide_everything, "There is no deal", None),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
def test_the_first_wrong_thing_is_named(change: Callable[[Lines], object], complaint: str, move: int | None) -> None:
    verdict = verify(FUSE, tampered(change))
    assert not verdict.right
    assert verdict.move == move
    assert re.search(complaint, verdict.wrong)


@pytest.mark.parametrize("at", range(1, len(RECORD.moves), 7))
def test_any_changed_number_is_found_in_its_move(at: int) -> None:
    """Add one to the first number of the last fact of a move: nothing before it is blamed, nothing is overlooked."""
    line: Line = RECORD.moves[at]
    fact = msgspec.json.decode(line.facts[-1])
    name = next(name for name, value in fact.items() if isinstance(value, int))

    def change(lines: Lines) -> None:
        lines[at + 1]["facts"][-1][name] += 1

    verdict = verify(FUSE, tampered(change))
    assert not verdict.right
    assert verdict.move == at
    assert verdict.facts == sum(len(earlier.facts) for earlier in RECORD.moves[:at])
