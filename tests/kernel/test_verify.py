"""Tests that verification names the first error in a record."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from apps.games import load_games
from apps.kernel.playout import build_transcript, by_bots, play_out_match, play_silently
from apps.kernel.record import Line, Record, Unreadable, encode_record, parse_record
from apps.kernel.verify import verify_record

FUSE = load_games()["fuse"]
SETUP = FUSE.setup(3, {"matchman": True})
RECORD = build_transcript(FUSE, play_out_match(FUSE, SETUP, b"s" * 32, by_bots(FUSE)))
LINES = list(encode_record(RECORD))
Lines = list[dict[str, Any]]


def tampered(change: Callable[[Lines], object]) -> Record:
    lines: Lines = [msgspec.json.decode(line) for line in LINES]
    change(lines)
    return parse_record(map(msgspec.json.encode, lines))


def first(lines: Lines, tag: str) -> tuple[int, dict[str, Any]]:
    """Return the first fact of a kind after the deal, and the line it's in."""
    return next((at, fact) for at, line in enumerate(lines[2:-1], 2) for fact in line["facts"] if fact["type"] == tag)


def test_an_honest_record_is_right() -> None:
    verdict = verify_record(FUSE, parse_record(encode_record(RECORD)))
    assert verdict.right
    assert verdict.move is None
    assert verdict.facts == sum(len(line.facts) for line in RECORD.moves) > 150


def test_a_record_of_an_edition_that_nobody_knows_says_so() -> None:
    verdict = verify_record(FUSE, tampered(lambda lines: lines[0]["setup"].update(edition=FUSE.meta.edition + 1)))
    assert verdict.wrong == f"The setup cannot be read: Fuse has no edition {FUSE.meta.edition + 1} of its rules here."


def test_what_the_house_said_in_between_is_no_part_of_the_game() -> None:
    verdict = verify_record(FUSE, tampered(lambda lines: say(lines, 4, "extended")))
    # every later move uses its number for randomness, and no move of Fuse but the deal uses any
    assert verdict.right, verdict.wrong


def say(lines: Lines, at: int, what: str, seat: int | None = None) -> None:
    """Insert an announcement by the server before move `at`."""
    fact = {"type": "house", "what": what, "seat": seat, "seconds": 0}
    lines.insert(at + 1, {"line": "move", "move": at, "cause": "house", "facts": [fact], "seat": seat})
    for number, line in enumerate(lines[1:-1]):
        line["move"] = number


def end_early(lines: Lines, **result: Any) -> None:
    """Let the server end the match after nineteen moves."""
    del lines[20:]
    lines.append({"line": "outcome", "outcome": {"places": [], "scores": [], "why": "ended", **result}})
    say(lines, 19, "ended")


def test_a_match_the_house_ended_has_no_result() -> None:
    verdict = verify_record(FUSE, tampered(end_early))
    assert verdict.right, verdict.wrong


@pytest.mark.parametrize("result", [{"places": [1, 2, 3]}, {"scores": [9, 0, 0]}, {"why": "timebomb"}])
def test_nobody_wins_a_match_the_house_ended(result: dict[str, Any]) -> None:
    verdict = verify_record(FUSE, tampered(lambda lines: end_early(lines, **result)))
    assert "The outcome should be" in verdict.wrong


def claim_early(lines: Lines, seat: int | None = 1, places: tuple[int, ...] = (2, 1, 2)) -> None:
    """Let the player of a seat claim the win after nineteen moves."""
    del lines[20:]
    result = {"places": places, "scores": [-23, -30, 116], "why": "claimed"}
    lines.append({"line": "outcome", "outcome": result})
    say(lines, 19, "claimed", seat)


def test_whoever_claimed_the_win_has_won() -> None:
    verdict = verify_record(FUSE, tampered(claim_early))
    assert verdict.right, verdict.wrong


@pytest.mark.parametrize(
    ("seat", "places", "wrong"),
    [
        (None, (2, 1, 2), "Move 19 does not say who claimed the win."),
        (0, (2, 1, 2), "The outcome should be"),
        (1, (1, 1, 2), "The outcome should be"),
    ],
)
def test_nobody_else_has_won_a_match_that_was_claimed(seat: int | None, places: tuple[int, ...], wrong: str) -> None:
    assert wrong in verify_record(FUSE, tampered(lambda lines: claim_early(lines, seat, places))).wrong


def test_a_match_the_house_ended_says_so_in_its_outcome() -> None:
    def hide(lines: Lines) -> None:
        end_early(lines)
        lines.pop()

    assert "does not say how the match ended" in verify_record(FUSE, tampered(hide)).wrong


def test_nothing_comes_after_the_house_ended_the_match() -> None:
    verdict = verify_record(FUSE, tampered(lambda lines: say(lines, 5, "ended")))
    assert (verdict.wrong, verdict.move) == ("Move 6 comes after the match was ended.", 6)


@pytest.mark.parametrize(("seat", "right"), [(None, True), (0, True), (2, True), (3, False), (-1, False)])
def test_the_house_speaks_of_seats_that_exist(seat: int | None, right: bool) -> None:
    verdict = verify_record(FUSE, tampered(lambda lines: say(lines, 5, "resigned", seat)))
    assert verdict.right == right
    assert right or verdict.wrong == f"Move 5 names seat {seat}, which does not exist."


def answered_by(cause: str) -> Callable[[Lines], None]:
    def change(lines: Lines) -> None:
        for line in lines[2:-1]:
            line["cause"] = cause

    return change


@pytest.mark.parametrize("cause", ["seat", "order", "bot"])
def test_who_answered_for_a_seat_is_not_proven(cause: str) -> None:
    assert verify_record(FUSE, tampered(answered_by(cause))).right


def test_silence_says_nothing_but_what_it_means() -> None:
    verdict = verify_record(FUSE, tampered(answered_by("clock")))
    assert re.search("Move .* is silence, which means .*, but the record says", verdict.wrong)
    at = verdict.move
    assert at is not None

    def answer_one(lines: Lines) -> None:
        lines[at + 1]["cause"] = "clock"

    assert verify_record(FUSE, tampered(answer_one)).move == at


@pytest.mark.parametrize(("edition", "cause", "wrong"), [
    (2, "clock", ""), (2, "seat", "The action of move 1 was not legal."), (1, "clock", ""), (1, "seat", ""),
])  # fmt: skip
def test_what_only_silence_means_is_right_of_the_clock_alone(edition: int, cause: str, wrong: str) -> None:
    """Check both editions. In the first one of Fuse, a seat could choose the fine for being late."""
    played = play_out_match(
        FUSE, replace(FUSE.setup(2, {"penalty": True}), edition=edition), b"s" * 32, play_silently(FUSE)
    )
    lines: Lines = list(map(msgspec.json.decode, encode_record(build_transcript(FUSE, played))))
    assert lines[2]["action"]["type"] == "dawdle"
    lines[2]["cause"] = cause
    assert verify_record(FUSE, parse_record(map(msgspec.json.encode, lines))).wrong == wrong


def test_a_match_of_silence_is_right() -> None:
    played = play_out_match(FUSE, SETUP, b"s" * 32, play_silently(FUSE))
    lines: Lines = list(map(msgspec.json.decode, encode_record(build_transcript(FUSE, played))))
    answered_by("clock")(lines)
    assert verify_record(FUSE, parse_record(map(msgspec.json.encode, lines))).right


def test_the_house_is_answered_by_the_clock_alone() -> None:
    setup = FUSE.setup(3, {"matchman": True, "fixed_windows": True})
    played = play_out_match(FUSE, setup, b"s" * 32, by_bots(FUSE))
    lines: Lines = list(map(msgspec.json.decode, encode_record(build_transcript(FUSE, played))))
    assert verify_record(FUSE, parse_record(map(msgspec.json.encode, lines))).right
    house = next(line for line in lines if line.get("seat") == -1)
    house["cause"] = "bot"
    verdict = verify_record(FUSE, parse_record(map(msgspec.json.encode, lines)))
    assert verdict.wrong == f"Move {house['move']} answers for the house, which only the clock can do."


def test_however_deeply_a_record_is_nested_it_is_unreadable_or_wrong() -> None:
    said = set()
    for depth in range(700, 1001):
        deep = b'"action":{"x":' + b"[" * depth + b"]" * depth + b","
        try:
            said.add(verify_record(FUSE, parse_record(line.replace(b'"action":{', deep) for line in LINES[:3])).wrong)
        except Unreadable as error:
            said.add(str(error).rpartition(": ")[2])
    assert said <= {
        "The action of move 1 cannot be read: Object contains unknown field `x`.",
        "The record is nested too deeply.",
        "it is nested too deeply.",
    }


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


def let_the_house_answer(lines: Lines) -> None:
    say(lines, 2, "extended")
    lines[3] |= {"key": "turn:1", "action": {"type": "bomb"}}


def let_the_house_say_nothing(lines: Lines) -> None:
    say(lines, 2, "extended")
    lines[3]["facts"] = []


def let_somebody_deal(lines: Lines) -> None:
    lines[1]["seat"] = 0


def let_the_deal_answer(lines: Lines) -> None:
    lines[1]["action"] = {"type": "bomb"}


def invent_a_cause(lines: Lines) -> None:
    lines[3]["cause"] = "magic"


def invent_an_event(lines: Lines) -> None:
    lines[3]["facts"][0]["type"] = "miracle"


def add_a_field(lines: Lines) -> None:
    lines[3]["facts"][0]["note"] = "trust me"


def add_to_the_action(lines: Lines) -> None:
    lines[3]["action"]["note"] = "trust me"


def add_to_the_setup(lines: Lines) -> None:
    lines[0]["setup"]["stakes"] = 100


def add_an_option(lines: Lines) -> None:
    lines[0]["setup"]["options"]["wild"] = False


def add_to_the_outcome(lines: Lines) -> None:
    lines[-1]["outcome"]["prize"] = 100


def choose_an_edition_of_the_future(lines: Lines) -> None:
    lines[0]["setup"]["edition"] = 77


def choose_no_edition(lines: Lines) -> None:
    lines[0]["setup"]["edition"] = 0


def write_a_number_as_a_fraction(lines: Lines) -> None:
    lines[3]["action"]["card"] = float(lines[3]["action"]["card"])


def write_a_number_of_the_deal_as_a_fraction(lines: Lines) -> None:
    lines[1]["facts"][1]["pile"][5] = float(lines[1]["facts"][1]["pile"][5])


def write_a_number_as_truth(lines: Lines) -> None:
    lines[0]["setup"]["options"]["deals"] = True


def write_truth_as_a_number(lines: Lines) -> None:
    lines[0]["setup"]["options"]["specials"] = 1


def write_a_place_as_truth(lines: Lines) -> None:
    places = lines[-1]["outcome"]["places"]
    places[places.index(1)] = True


def write_a_score_as_text(lines: Lines) -> None:
    lines[-1]["outcome"]["scores"][0] = str(lines[-1]["outcome"]["scores"][0])


def space_out_the_seed(lines: Lines) -> None:
    lines[0]["seed"] = " " + lines[0]["seed"]


def cut_the_seed(lines: Lines) -> None:
    lines[0]["seed"] = lines[0]["seed"][:-2]


def break_an_action(lines: Lines) -> None:
    lines[3]["action"] = {"type": "fly"}


def forget_who_moved(lines: Lines) -> None:
    del lines[3]["seat"]


def change_the_options(lines: Lines) -> None:
    lines[0]["setup"]["options"]["matchman"] = False


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
        (change_the_seed, "does not match the commitment", None),
        (change_seed_and_commitment, "Fact . of move 0 should be", 0),
        (change_the_scores, "The outcome should be", None),
        (claim_somebody_elses_turn, "Move 3 answers a question that seat . was not asked", 3),
        (play_a_card_not_held, "The action of move 2 was not legal", 2),
        (leave_out_a_fact, "Move 2 has no fact .*saw", 2),
        (add_a_fact, "Move 2 has an extra fact: .*laid", 2),
        (leave_out_a_move, "Move 2 is missing. Move 3 is in its place", 2),
        (deal_twice, "Move 2 is a second deal", 2),
        (begin_without_deal, "The first move is not the deal", 0),
        (let_the_house_play, "Move 2 has the cause `house`, but it changes the game", 2),
        (let_the_house_answer, "Move 2 answers a question, but there was none", 2),
        (let_the_house_say_nothing, "Move 2 has the cause `house`, but it announces nothing", 2),
        (let_somebody_deal, "The deal must not name a seat", 0),
        (let_the_deal_answer, "Move 0 answers a question, but there was none", 0),
        (invent_a_cause, "Move 2 has an unknown cause", 2),
        (invent_an_event, "Fact 0 of move 2 cannot be read", 2),
        (add_a_field, "Fact 0 of move 2 cannot be read", 2),
        (add_to_the_action, "The action of move 2 cannot be read: .*`note`", 2),
        (add_to_the_setup, "The setup cannot be read: .*`stakes`", None),
        (add_an_option, r"The setup cannot be read: .*`wild` - at `\$.options`", None),
        (add_to_the_outcome, "The outcome cannot be read: .*`prize`", None),
        (choose_an_edition_of_the_future, "The setup cannot be read: Fuse has no edition 77 of its rules here", None),
        (choose_no_edition, "The setup cannot be read: Fuse has no edition 0 of its rules here", None),
        (write_a_number_as_a_fraction, "The action of move 2 cannot be read", 2),
        (write_a_number_of_the_deal_as_a_fraction, "Fact 1 of move 0 cannot be read", 0),
        (write_a_number_as_truth, "The setup cannot be read", None),
        (write_truth_as_a_number, "The setup cannot be read", None),
        (write_a_place_as_truth, "The outcome cannot be read", None),
        (write_a_score_as_text, "The outcome cannot be read", None),
        (space_out_the_seed, "The seed cannot be read. It must be 64 hex digits", None),
        (cut_the_seed, "The seed cannot be read. It must be 64 hex digits", None),
        (break_an_action, "The action of move 2 cannot be read", 2),
        (forget_who_moved, "Move 2 has no seat or no action", 2),
        (change_the_options, "Fact . of move 0 should be", 0),
        (break_the_setup, "The setup cannot be read", None),
        (break_the_outcome, "The outcome cannot be read", None),
        (stop_early, "The match is not over", None),
        (hide_the_outcome, "does not say how the match ended", None),
        (hide_the_seed, "has no seed", None),
        (hide_everything, "The deal is missing", None),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
def test_the_first_wrong_thing_is_named(change: Callable[[Lines], object], complaint: str, move: int | None) -> None:
    verdict = verify_record(FUSE, tampered(change))
    assert not verdict.right
    assert verdict.move == move
    assert re.search(complaint, verdict.wrong)


def test_a_record_from_before_a_field_was_known_is_right() -> None:
    def forget(lines: Lines) -> None:
        del lines[0]["setup"]["edition"], lines[0]["setup"]["options"]["estimate"]
        for line in lines[1:-1]:
            for fact in line["facts"]:
                if fact.get("drew"):
                    del fact["drew"]

    verdict = verify_record(FUSE, tampered(forget))
    assert verdict.right, verdict.wrong


@pytest.mark.parametrize(
    ("line", "said", "twice"),
    [
        (3, b'"action":{', b'"action":{"card":1,'),
        (0, b'"setup":{', b'"setup":{"edition":1,'),
        (0, b'"line":"header"', b'"line":"header","code":"","code":""'),
    ],
)
def test_of_two_answers_none_is_believed(line: int, said: bytes, twice: bytes) -> None:
    lines = list(LINES)
    lines[line] = lines[line].replace(said, twice, 1)
    with pytest.raises(Unreadable, match=rf"Line {line + 1} is not part of a match record: .* twice"):
        parse_record(lines)


@pytest.mark.parametrize("at", range(1, len(RECORD.moves), 7))
def test_any_changed_number_is_found_in_its_move(at: int) -> None:
    """Add one to the first number of a move's last fact, and check that the error is found there and not earlier."""
    line: Line = RECORD.moves[at]
    fact = msgspec.json.decode(line.facts[-1])
    name = next(name for name, value in fact.items() if isinstance(value, int))

    def change(lines: Lines) -> None:
        lines[at + 1]["facts"][-1][name] += 1

    verdict = verify_record(FUSE, tampered(change))
    assert not verdict.right
    assert verdict.move == at
    assert verdict.facts == sum(len(earlier.facts) for earlier in RECORD.moves[:at])
