"""Events of a player, and the cursor that says which of them a program has been told.

Events are the difference between what is stored and what a program knows, so none gets lost with a lost message. Times
and keys of rows wouldn't do as a cursor: a transaction can commit after another with later ones, and a question that
was asked long ago can wait again after a pause, or for a substitute. So the cursor names what the program knows.
"""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from apps.lobby.selectors.invitations import WaitingInvitation
from apps.matches.selectors.player_state import EndedSeat, PlayerState, RunningSeat, WaitingQuestion

MAX_TOLD_QUESTIONS: Final = 100
"""The most waiting questions that a program gets at a time. It gets others when it has answered some."""
MAX_TOLD_MATCHES: Final = 500
"""The most running matches that a program knows at a time."""
MAX_TOLD_INVITATIONS: Final = 50
"""The most invitations that a program knows at a time. It gets others when it has answered some."""
MAX_CURSOR_LENGTH: Final = 4000
"""The longest cursor in characters. That of a player in three matches has about 40."""
COMMIT_DELAY: Final = timedelta(minutes=5)
"""How long after its time the end of a match can be committed. No transaction takes as long."""
_MAX_SINCE: Final = int(datetime.max.replace(tzinfo=UTC).timestamp())
_VERSION: Final = 1
_VERSION_WITH_INVITATIONS: Final = 2
"""The version of cursors that name invitations. The others stay as they've always been."""
_FINGERPRINT_BYTES: Final = 6
_MAX_VARINT_BYTES: Final = 9


class Told(NamedTuple):
    """The events that a program has been told of."""

    since: int
    """The time since when it gets all ends, in seconds since 1970."""
    running: frozenset[int] = frozenset()
    """Keys of the matches that it knows to be running."""
    ended: frozenset[int] = frozenset()
    """Keys of the matches whose end it knows, as far as they've ended since then."""
    questions: frozenset[bytes] = frozenset()
    """Fingerprints of the questions that it knows to wait."""
    invitations: frozenset[int] = frozenset()
    """Keys of the invitations that it knows to wait."""


class Event(NamedTuple):
    """An event, with the cursor after it."""

    type: str
    fields: dict[str, object]
    cursor: str


def begin_telling(state: PlayerState, *, now: datetime) -> Told:
    """Return what a program without a cursor knows: running matches aren't news to it, all that waits is."""
    running = frozenset(seat.match for seat in state.running[:MAX_TOLD_MATCHES])
    return Told(int(now.timestamp()), running)


def find_events(
    told: Told, state: PlayerState, invitations: Sequence[WaitingInvitation] = (), *, now: datetime
) -> tuple[list[Event], Told]:
    """Return the events of a state and of invitations that a program doesn't know, and what it knows after them."""
    ended = {seat.match: seat for seat in sorted(state.ended, key=lambda seat: seat.over_at)}
    running = {seat.match: seat for seat in state.running if seat.match not in ended}
    waiting = {_compute_fingerprint(question): question for question in state.questions}
    asked = {invitation.key: invitation for invitation in invitations}
    known = Told(
        told.since,
        told.running.intersection({*running, *ended}),
        told.ended.intersection(ended),
        told.questions.intersection(waiting),
        told.invitations.intersection(asked),
    )
    settled = int((now - COMMIT_DELAY).timestamp())
    ends, known = _find_ends(known, ended, settled=settled)
    starts, known = _find_starts(known, running)
    questions, known = _find_questions(known, waiting)
    invited, known = _find_invitations(known, asked)
    return [*ends, *starts, *questions, *invited], _forget_ends(known, ended, since=settled)


def _find_ends(known: Told, ended: Mapping[int, EndedSeat], *, settled: int) -> tuple[list[Event], Told]:
    events: list[Event] = []
    for match, seat in ended.items():
        at = seat.over_at.timestamp()
        if match in known.running or (at >= known.since and match not in known.ended):
            known = known._replace(running=known.running - {match}, ended=known.ended | {match})
            # They come in the order of their times, so a cursor needs to name only the latest.
            known = _forget_ends(known, ended, since=min(int(at), settled))
            events.append(_build_end_event(seat, known))
    return events, known


def _find_starts(known: Told, running: Mapping[int, RunningSeat]) -> tuple[list[Event], Told]:
    events: list[Event] = []
    for match, seat in running.items():
        if match not in known.running and len(known.running) < MAX_TOLD_MATCHES:
            known = known._replace(running=known.running | {match})
            events.append(_build_start_event(seat, known))
    return events, known


def _find_questions(known: Told, waiting: Mapping[bytes, WaitingQuestion]) -> tuple[list[Event], Told]:
    events: list[Event] = []
    for fingerprint, question in waiting.items():
        if fingerprint not in known.questions and len(known.questions) < MAX_TOLD_QUESTIONS:
            known = known._replace(questions=known.questions | {fingerprint})
            events.append(_build_question_event(question, known))
    return events, known


def _find_invitations(known: Told, asked: Mapping[int, WaitingInvitation]) -> tuple[list[Event], Told]:
    events: list[Event] = []
    for key, invitation in asked.items():
        if key not in known.invitations and len(known.invitations) < MAX_TOLD_INVITATIONS:
            known = known._replace(invitations=known.invitations | {key})
            events.append(_build_invitation_event(invitation, known))
    return events, known


def _forget_ends(known: Told, ended: Mapping[int, EndedSeat], *, since: int) -> Told:
    """Return what a program knows without the ends before this time, all of which it knows."""
    since = max(known.since, since)
    kept = frozenset(match for match in known.ended if ended[match].over_at.timestamp() >= since)
    return known._replace(since=since, ended=kept)


def _build_end_event(seat: EndedSeat, known: Told) -> Event:
    fields = {**_name_seat(seat), "places": seat.places, "scores": seat.scores}
    return Event("match_over", fields, encode_cursor(known))


def _build_start_event(seat: RunningSeat, known: Told) -> Event:
    return Event("match_started", _name_seat(seat), encode_cursor(known))


def _build_question_event(question: WaitingQuestion, known: Told) -> Event:
    fields = {**_name_seat(question), "key": question.key, "deadline": question.lapses_at}
    return Event("question", fields, encode_cursor(known))


def _build_invitation_event(invitation: WaitingInvitation, known: Told) -> Event:
    fields: dict[str, object] = {
        "token": invitation.token,
        "table": invitation.table,
        "game": invitation.game,
        "by": invitation.by,
    }
    return Event("invitation", fields, encode_cursor(known))


def _name_seat(seat: EndedSeat | RunningSeat | WaitingQuestion) -> dict[str, object]:
    return {"match": seat.code, "game": seat.game, "seat": seat.seat}


def _compute_fingerprint(question: WaitingQuestion) -> bytes:
    text = f"{question.match}:{question.seat}:{question.key}"
    return hashlib.sha256(text.encode()).digest()[:_FINGERPRINT_BYTES]


def encode_cursor(told: Told) -> str:
    """Return the cursor of what a program has been told."""
    numbers = [told.since, *_encode_set(told.running), *_encode_set(told.ended)]
    numbers += _encode_set(told.invitations) if told.invitations else ()
    version = _VERSION_WITH_INVITATIONS if told.invitations else _VERSION
    data = bytes([version]) + b"".join(map(_encode_number, numbers)) + b"".join(sorted(told.questions))
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode_cursor(cursor: str) -> Told:
    """Return what a program with this cursor has been told.

    :raises ValueError: if it's no cursor
    """
    try:
        data = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
    except Error as error:
        raise ValueError(cursor) from error
    if not data or data[0] not in (_VERSION, _VERSION_WITH_INVITATIONS) or len(cursor) > MAX_CURSOR_LENGTH:
        raise ValueError(cursor)
    rest = iter(data[1:])
    since, running, ended = _decode_number(rest), _decode_set(rest), _decode_set(rest)
    invitations = _decode_set(rest) if data[0] == _VERSION_WITH_INVITATIONS else frozenset()
    prints = bytes(rest)
    if since > _MAX_SINCE or len(prints) % _FINGERPRINT_BYTES:
        raise ValueError(cursor)
    starts = range(0, len(prints), _FINGERPRINT_BYTES)
    questions = frozenset(prints[start : start + _FINGERPRINT_BYTES] for start in starts)
    return Told(since, running, ended, questions, invitations)


def _encode_set(keys: Collection[int]) -> Iterator[int]:
    """Yield the size of a set, and then each number as its distance from the one before."""
    yield len(keys)
    last = 0
    for key in sorted(keys):
        yield key - last
        last = key


def _decode_set(data: Iterator[int]) -> frozenset[int]:
    keys, last = set(), 0
    for _ in range(min(_decode_number(data), MAX_CURSOR_LENGTH)):
        last += _decode_number(data)
        keys.add(last)
    if last >= 2**63:
        raise ValueError(last)
    return frozenset(keys)


def _encode_number(number: int) -> bytes:
    """Return a number as bytes of seven bits each, the lowest first. The eighth bit says that another follows."""
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*found, number])


def _decode_number(data: Iterator[int]) -> int:
    number = 0
    for position in range(_MAX_VARINT_BYTES):
        byte = next(data, None)
        if byte is None:
            break
        number |= (byte & 0x7F) << (7 * position)
        if byte <= 0x7F:
            return number
    raise ValueError(number)
