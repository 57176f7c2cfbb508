"""Who is tried when: few tries at once for one person and at one host, and none at a host that keeps us waiting.

Only the network waits in threads, without a database connection: one slow address holds nobody else up.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from smtplib import SMTPRecipientsRefused, SMTPResponseException
from time import monotonic
from typing import Final, Generic, TypeVar

THREADS: Final = 8
A_PERSON: Final = 2
A_HOST: Final = 4
GUESTS: Final = 4
"""Tries at once: altogether, for one person, at one host, and at hosts that people chose for themselves."""
SLOW: Final = 3.0
"""Seconds after which a try that fails anyway has kept us waiting: whoever refuses us does so at once."""

ANSWERS: Final = (SMTPRecipientsRefused, SMTPResponseException)
"""What a mail server says of one mail, having looked into it as long as it likes: all others go on."""

Of = TypeVar("Of")


@dataclass(frozen=True)
class Try(Generic[Of]):
    """Something to hand over."""

    of: Of
    player: int
    host: str
    guest: bool
    """Whether the host is one that the person chose, such as a webhook's."""
    act: Callable[[], None]


@dataclass(frozen=True)
class Tried(Generic[Of]):
    """How it went: well, unless there is an error; not at all, if it was put off."""

    of: Of
    host: str
    error: BaseException | None = None
    slow: bool = False
    put_off: bool = False


def take(waiting: Iterable[Try[Of]], *, closed: Collection[str], until: float) -> Iterator[Tried[Of]]:
    """Try each of these once, in any order; what is not begun when the steady clock says `until`, and whatever is for a
    host that is closed or proves slow, is put off.
    """
    left, shut = list(waiting), set(closed)
    running: dict[Future[None], tuple[Try[Of], float]] = {}
    with ThreadPoolExecutor(max_workers=THREADS) as threads:
        while left or running:
            if monotonic() >= until:
                shut.update(attempt.host for attempt in left)
            yield from _put_off(left, shut)
            _begin(threads, left, running)
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                tried = _tried(done, *running.pop(done))
                if tried.slow:
                    shut.add(tried.host)
                yield tried


def _put_off(left: list[Try[Of]], shut: Collection[str]) -> Iterator[Tried[Of]]:
    """Whatever is for a host that is left alone."""
    for attempt in [attempt for attempt in left if attempt.host in shut]:
        left.remove(attempt)
        yield Tried(attempt.of, attempt.host, put_off=True)


def _begin(
    threads: ThreadPoolExecutor, left: list[Try[Of]], running: dict[Future[None], tuple[Try[Of], float]]
) -> None:
    """Whatever has room beside what runs, the first of it first."""
    for attempt in list(left):
        if _room(attempt, [other for other, _since in running.values()]):
            left.remove(attempt)
            running[threads.submit(attempt.act)] = (attempt, monotonic())


def _tried(done: Future[None], attempt: Try[Of], since: float) -> Tried[Of]:
    error = done.exception()
    slow = error is not None and not isinstance(error, ANSWERS) and monotonic() - since > SLOW
    return Tried(attempt.of, attempt.host, error, slow)


def _room(attempt: Try[Of], busy: Sequence[Try[Of]]) -> bool:
    return (
        len(busy) < THREADS
        and sum(other.player == attempt.player for other in busy) < A_PERSON
        and sum(other.host == attempt.host for other in busy) < A_HOST
        and not (attempt.guest and sum(other.guest for other in busy) >= GUESTS)
    )
