"""The order of delivery tries, with few at once per player and host, and none at a slow host.

Only the network waits in threads, without a database connection, so one slow address delays no one else.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from smtplib import SMTPRecipientsRefused, SMTPResponseException
from time import monotonic
from typing import Final, Generic, TypeVar

MAX_THREADS: Final = 8
MAX_TRIES_PER_PLAYER: Final = 2
MAX_TRIES_PER_HOST: Final = 4
MAX_CHOSEN_HOST_TRIES: Final = 4
"""Maximum concurrent tries at hosts that players chose, besides the limits in total, per player and per host above."""
SLOW_SECONDS: Final = 3.0
"""Seconds after which a failed try counts as slow, because hosts that refuse do so at once."""

SINGLE_MAIL_REFUSALS: Final = (SMTPRecipientsRefused, SMTPResponseException)
"""A mail server's refusals of one mail, after which other mails continue, however long it took."""

Of = TypeVar("Of")


@dataclass(frozen=True)
class Try(Generic[Of]):
    """A message to hand over."""

    of: Of
    player: int
    host: str
    guest: bool
    """Whether the player chose the host, such as a webhook's."""
    act: Callable[[], None]


@dataclass(frozen=True)
class Tried(Generic[Of]):
    """The result of a try: success unless there is an error, or no try at all if it was put off."""

    of: Of
    host: str
    error: BaseException | None = None
    slow: bool = False
    put_off: bool = False


def run_tries(waiting: Iterable[Try[Of]], *, closed: Collection[str], until: float) -> Iterator[Tried[Of]]:
    """Try each of these once, in any order.

    Tries not started by `until` on the steady clock are put off. So are those for a host that is left alone or proves
    slow.
    """
    left, shut = list(waiting), set(closed)
    running: dict[Future[None], tuple[Try[Of], float]] = {}
    with ThreadPoolExecutor(max_workers=MAX_THREADS) as threads:
        while left or running:
            if monotonic() >= until:
                shut.update(attempt.host for attempt in left)
            yield from _put_off(left, shut)
            _start_tries(threads, left, running)
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                tried = _build_try_result(done, *running.pop(done))
                if tried.slow:
                    shut.add(tried.host)
                yield tried


def _put_off(left: list[Try[Of]], shut: Collection[str]) -> Iterator[Tried[Of]]:
    """Yield the tries for hosts that are left alone, as put off."""
    for attempt in [attempt for attempt in left if attempt.host in shut]:
        left.remove(attempt)
        yield Tried(attempt.of, attempt.host, put_off=True)


def _start_tries(
    threads: ThreadPoolExecutor, left: list[Try[Of]], running: dict[Future[None], tuple[Try[Of], float]]
) -> None:
    """Start the tries that have room beside the running ones, in order."""
    for attempt in list(left):
        if _has_room(attempt, [other for other, _since in running.values()]):
            left.remove(attempt)
            running[threads.submit(attempt.act)] = (attempt, monotonic())


def _build_try_result(done: Future[None], attempt: Try[Of], since: float) -> Tried[Of]:
    error = done.exception()
    slow = error is not None and not isinstance(error, SINGLE_MAIL_REFUSALS) and monotonic() - since > SLOW_SECONDS
    return Tried(attempt.of, attempt.host, error, slow)


def _has_room(attempt: Try[Of], busy: Sequence[Try[Of]]) -> bool:
    return (
        len(busy) < MAX_THREADS
        and sum(other.player == attempt.player for other in busy) < MAX_TRIES_PER_PLAYER
        and sum(other.host == attempt.host for other in busy) < MAX_TRIES_PER_HOST
        and not (attempt.guest and sum(other.guest for other in busy) >= MAX_CHOSEN_HOST_TRIES)
    )
