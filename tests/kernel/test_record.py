"""Tests of a match as a record: written, read again, and refused if invalid."""

from __future__ import annotations

import json

import msgspec
import pytest

from apps.games import load_games
from apps.kernel.playout import build_transcript, by_bots, play_out_match
from apps.kernel.record import RECORD_FORMAT, Record, Unreadable, encode_record, find_first_difference, parse_record

FUSE = load_games()["fuse"]


def bots_play(seats: int = 2) -> Record:
    played = play_out_match(FUSE, FUSE.setup(seats), b"s" * 32, by_bots(FUSE))
    return build_transcript(FUSE, played, ("ada", "ben"))


RECORD = bots_play()
LINES = list(encode_record(RECORD))


def test_a_record_is_read_as_it_was_written() -> None:
    assert list(encode_record(parse_record(LINES))) == LINES
    assert parse_record(line.decode() for line in LINES) == parse_record(LINES)


def test_the_first_line_is_the_header_and_the_last_the_outcome() -> None:
    header, *moves, outcome = map(msgspec.json.decode, LINES)
    assert (header["line"], header["format"], header["game"]) == ("header", RECORD_FORMAT, "fuse")
    assert {move["line"] for move in moves} == {"move"}
    assert [move["move"] for move in moves] == list(range(len(moves)))
    assert outcome["line"] == "outcome"
    assert header["players"] == [{"kind": "bot", "name": "ada"}, {"kind": "bot", "name": "ben"}]


def test_blank_lines_do_not_matter() -> None:
    assert parse_record([*LINES[:1], b"\n", *LINES[1:], b"  \n"]) == parse_record(LINES)


def test_a_running_match_has_no_outcome() -> None:
    assert parse_record(LINES[:-1]).result is None


def test_an_export_is_read_by_its_kind_of_line_not_by_the_order_of_its_fields() -> None:
    turned = [msgspec.json.encode(dict(reversed(msgspec.json.decode(line).items()))) for line in LINES]
    assert len(parse_record(turned).moves) == len(RECORD.moves)


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ([], "The record is empty."),
        ([b"\n"], "The record is empty."),
        ([b"hello"], "Line 1 is not part of a match record"),
        ([b"\xff\xfe"], "Line 1 is not part of a match record"),
        ([b"[]"], "Line 1 is not part of a match record"),
        ([b'{"line":"header"}'], "Line 1 is not part of a match record: .*format"),
        ([LINES[1]], "Line 1 is not the header"),
        (
            [LINES[0].replace(b'"version":1', b'"version":3')],
            "Line 1 is not the header of a match record of version 1 or 2",
        ),
        ([LINES[0].replace(RECORD_FORMAT.encode(), b"chess")], "Line 1 is not the header"),
        ([LINES[0], b"\n", b'{"line":"move","move":"x"}'], "Line 3 is not part of a match record"),
        ([LINES[0], LINES[0]], "Line 2 is a second header"),
        ([LINES[0], LINES[-1], LINES[1]], "Line 3 comes after the outcome"),
        ([LINES[0], LINES[-1], LINES[-1]], "Line 3 comes after the outcome"),
        ([LINES[0], b'{"line":"move","move":0,"cause":"deal","facts":[' + b"[" * 10**6], "Line 2 .*nested too deeply"),
        ([b'{"line":"header","x":' + b'{"x":' * 10**6], "Line 1 .*nested too deeply"),
        ([LINES[0], LINES[1][:40]], "Line 2 is not part of a match record"),
    ],
)
def test_what_is_no_record_is_refused_with_the_line_that_is_wrong(lines: list[bytes], complaint: str) -> None:
    with pytest.raises(Unreadable, match=complaint):
        parse_record(lines)


def changed(line: int, **fields: object) -> Record:
    lines = [msgspec.json.decode(line) for line in LINES]
    lines[line] |= fields
    return parse_record(map(msgspec.json.encode, lines))


def test_two_records_of_one_match_do_not_differ_however_they_are_written() -> None:
    spaced = [json.dumps(json.loads(line), indent=None, sort_keys=True) for line in LINES]
    assert find_first_difference(RECORD, parse_record(spaced)) == ""
    assert find_first_difference(RECORD, changed(0, players=[{"kind": "person", "name": "dora"}])) == ""


def test_the_first_line_in_which_two_records_differ_is_named() -> None:
    assert find_first_difference(changed(0, code="other"), RECORD) == "header"
    assert find_first_difference(changed(6, at="2026-01-01T00:00:00+00:00"), RECORD) == "move 5"
    assert find_first_difference(changed(-1, outcome={}), RECORD) == "outcome"
    assert find_first_difference(RECORD, parse_record(LINES[:-1])) == "outcome"
    assert (
        find_first_difference(parse_record(LINES[:4]), RECORD)
        == find_first_difference(RECORD, parse_record(LINES[:4]))
        == "move 3"
    )
