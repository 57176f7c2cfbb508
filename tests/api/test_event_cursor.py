"""Tests that a program that resumes with a cursor gets each event once."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.api.event_cursor import (
    COMMIT_DELAY,
    MAX_CURSOR_LENGTH,
    MAX_TOLD_INVITATIONS,
    MAX_TOLD_MATCHES,
    MAX_TOLD_QUESTIONS,
    Event,
    Told,
    begin_telling,
    decode_cursor,
    encode_cursor,
    find_events,
)
from apps.lobby.selectors.invitations import WaitingInvitation
from apps.matches.selectors.player_state import EndedSeat, PlayerState, RunningSeat, WaitingQuestion

pytestmark = pytest.mark.once
START: Final = datetime(2026, 11, 30, 12, tzinfo=UTC)
STEP: Final = timedelta(minutes=2)
MATCHES: Final = 6


def running(match: int) -> RunningSeat:
    return RunningSeat(match, f"m{match}", "fuse", 0)


def ended(match: int, at: datetime) -> EndedSeat:
    return EndedSeat(match, f"m{match}", "fuse", 0, at, [1, 2], [3, 0])


def question(match: int, number: int) -> WaitingQuestion:
    return WaitingQuestion(match, f"m{match}", "fuse", 0, f"turn:{number}", START)


def invitation(key: int) -> WaitingInvitation:
    return WaitingInvitation(key, f"secret{key}", "ben", f"t{key}", "fuse")


def name(event: Event) -> tuple[object, ...]:
    return event.type, event.fields.get("match"), event.fields.get("key"), event.fields.get("token")


class World:
    """A player's matches, each of which starts, asks one question at a time, and ends; and invitations to tables."""

    def __init__(self) -> None:
        self.now = START
        self.matches: dict[int, int | None] = {}
        """The number of the waiting question, by running match."""
        self.asked: dict[int, int] = {}
        self.ends: dict[int, datetime] = {}
        self.invited = 0
        self.invitations: list[WaitingInvitation] = []

    def change(self, match: int, how: str) -> None:
        if how == "invite":
            self.invited += 1
            self.invitations.append(invitation(self.invited))
            return
        if how == "decline":
            self.invitations = self.invitations[1:]
            return
        if match in self.ends:
            return
        if match not in self.matches:
            self.matches[match] = None
        elif how == "ask" and self.matches[match] is None:
            self.asked[match] = self.matches[match] = self.asked.get(match, 0) + 1
        elif how == "answer":
            self.matches[match] = None
        elif how == "end":
            del self.matches[match]
            self.ends[match] = self.now

    @property
    def state(self) -> PlayerState:
        """Return all of it. The database returns only recent ends, and those of matches that the program knows."""
        return PlayerState(
            [question(match, number) for match, number in self.matches.items() if number is not None],
            [running(match) for match in self.matches],
            [ended(match, at) for match, at in self.ends.items()],
        )


HOW: Final = ("ask", "answer", "end", "invite", "decline")
HAPPENINGS = st.lists(
    st.tuples(
        st.lists(st.tuples(st.integers(1, MATCHES), st.sampled_from(HOW)), max_size=6),
        st.integers(0, 8),
    ),
    max_size=14,
)


@given(HAPPENINGS)
def test_any_cuts_leave_nothing_out_and_repeat_nothing(happenings: list[tuple[list[tuple[int, str]], int]]) -> None:
    """Each time the connection is cut after some of the events. The program resumes with the id of the last one."""
    world = World()
    told = begin_telling(world.state, now=world.now)
    cursor = encode_cursor(told)  # A stream without events starts with it.
    received: list[tuple[object, ...]] = []
    for changes, survives in happenings:
        for match, how in changes:
            world.change(match, how)
            world.now += STEP
        events, after = find_events(told, world.state, world.invitations, now=world.now)
        received += [name(event) for event in events[:survives]]
        cursor = events[min(survives, len(events)) - 1].cursor if survives and events else cursor
        told = after if survives >= len(events) else decode_cursor(cursor)
    events, _after = find_events(told, world.state, world.invitations, now=world.now)
    received += [name(event) for event in events]
    assert len(set(received)) == len(received)
    assert {each[1] for each in received if each[0] == "match_over"} == {f"m{match}" for match in world.ends}
    assert {f"m{match}" for match in world.matches} <= {each[1] for each in received}
    waiting: set[tuple[object, ...]] = {("question", asked.code, asked.key, None) for asked in world.state.questions}
    waiting |= {("invitation", None, None, each.token) for each in world.invitations}
    assert waiting <= set(received)


def test_a_cursor_from_before_invitations_leaves_none_out() -> None:
    """Such a cursor is still written while no invitation waits."""
    told = decode_cursor(encode_cursor(begin_telling(PlayerState([], [running(1)]), now=START)))
    [event], after = find_events(told, PlayerState([], [running(1)]), [invitation(7)], now=START)
    assert event.fields == {"token": "secret7", "table": "t7", "game": "fuse", "by": "ben"}
    assert decode_cursor(event.cursor) == after
    assert find_events(after, PlayerState([], [running(1)]), [invitation(7)], now=START)[0] == []


def test_a_question_that_waits_again_is_told_again() -> None:
    """After a pause, the program could have forgotten it."""
    told = begin_telling(PlayerState([], [running(1)]), now=START)
    asked = PlayerState([question(1, 1)], [running(1)])
    [event], told = find_events(told, asked, now=START)
    assert find_events(told, asked, now=START)[0] == []
    nothing, told = find_events(told, replace(asked, questions=[]), now=START)
    assert nothing == []
    assert [each.fields for each in find_events(told, asked, now=START)[0]] == [event.fields]


def test_an_end_that_is_committed_late_is_told() -> None:
    told = begin_telling(PlayerState(), now=START)
    late = START + timedelta(hours=1)
    _none, told = find_events(told, PlayerState(), now=late)
    [event], _told = find_events(told, PlayerState(ended=[ended(1, late - COMMIT_DELAY / 2)]), now=late)
    assert event.type == "match_over"
    assert find_events(told, PlayerState(ended=[ended(2, START)]), now=late)[0] == []


def test_the_cursor_of_a_player_in_three_matches_is_short_and_no_cursor_is_too_long() -> None:
    few = PlayerState([question(9000 + n, n) for n in range(3)], [running(9000 + n) for n in range(3)])
    events, _told = find_events(begin_telling(few, now=START), few, now=START)
    assert [event.type for event in events] == ["question"] * 3
    assert len(events[-1].cursor) <= 40
    count = 2 * MAX_TOLD_MATCHES
    many = PlayerState(
        [question(n, n) for n in range(count)],
        [running(5_000_000 * n) for n in range(count)],
        [ended(5_000_000 * n + 1, START + n * timedelta(minutes=1)) for n in range(count)],
    )
    invitations = [invitation(5_000_000 * n) for n in range(count)]
    events, _told = find_events(Told(0), many, invitations, now=START + timedelta(days=9))
    kinds = ("match_over", "match_started", "question", "invitation")
    counts = [sum(event.type == kind for event in events) for kind in kinds]
    assert counts == [count, MAX_TOLD_MATCHES, MAX_TOLD_QUESTIONS, MAX_TOLD_INVITATIONS]
    assert max(len(event.cursor) for event in events) <= MAX_CURSOR_LENGTH


@given(st.binary(max_size=60) | st.tuples(st.sampled_from([b"\x01", b"\x02"]), st.binary(max_size=60)).map(b"".join))
def test_whatever_comes_as_a_cursor_is_one_or_is_refused(data: bytes) -> None:
    try:
        told = decode_cursor(urlsafe_b64encode(data).decode())
    except ValueError:
        return
    assert decode_cursor(encode_cursor(told)) == told


@pytest.mark.parametrize("text", ["x", "\u00e4", "AQ", "AwAAAA", "A" * 5000, "AQ==="])
def test_what_is_no_cursor_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 -- the text says nothing more
        decode_cursor(text)
