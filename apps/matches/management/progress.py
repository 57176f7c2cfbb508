"""How commands that go from match to match, each a transaction of its own, say how far they are; Ctrl-C ends them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final

from django.core.management.base import CommandError, OutputWrapper

from apps.common.errors import Busy

EVERY: Final = 5.0
"""Seconds from one line to the next."""
INTERRUPTED: Final = 130
"""The exit status by which a shell knows Ctrl-C."""


@contextmanager
def told(out: OutputWrapper, so_far: Callable[[], str]) -> Iterator[Callable[[], None]]:
    """Gives what is to be called after each match, and says at the end what has been done.

    :raises CommandError: after Ctrl-C, or if somebody else kept the database for too long; it says what was done before
    """
    last = monotonic()

    def step() -> None:
        nonlocal last
        if monotonic() - last >= EVERY:
            last = monotonic()
            out.write(so_far())

    try:
        yield step
    except KeyboardInterrupt:
        raise CommandError(f"Stopped. {so_far()} Run the command again to continue.", returncode=INTERRUPTED) from None
    except Busy as error:
        raise CommandError(f"Blocked by a database lock. {so_far()} Run the command again to continue.") from error
    out.write(so_far())
