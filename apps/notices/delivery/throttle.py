"""Who is tried when: few tries at once for one person and at one host, and none at a host that keeps us waiting.

Only the network waits in threads, without a database connection: one slow address holds nobody else up.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
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
            over = monotonic() >= until
            for one in list(left):
                if over or one.host in shut:
                    left.remove(one)
                    yield Tried(one.of, one.host, put_off=True)
                elif _room(one, [each for each, _since in running.values()]):
                    left.remove(one)
                    running[threads.submit(one.act)] = (one, monotonic())
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                one, since = running.pop(done)
                error = done.exception()
                slow = error is not None and not isinstance(error, ANSWERS) and monotonic() - since > SLOW
                if slow:
                    shut.add(one.host)
                yield Tried(one.of, one.host, error, slow)


def _room(one: Try[Of], running: list[Try[Of]]) -> bool:
    return (
        len(running) < THREADS
        and sum(each.player == one.player for each in running) < A_PERSON
        and sum(each.host == one.host for each in running) < A_HOST
        and not (one.guest and sum(each.guest for each in running) >= GUESTS)
    )
