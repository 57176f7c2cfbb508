"""Progress of commands that process one match after the other, each in its own transaction. Ctrl-C stops them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final

from django.core.management.base import CommandError, OutputWrapper

from apps.common.errors import Busy

REPORT_SECONDS: Final = 5.0
"""Seconds between two lines."""
INTERRUPTED_STATUS: Final = 130
"""The exit status that tells a shell of Ctrl-C."""


@contextmanager
def report_progress(out: OutputWrapper, so_far: Callable[[], str]) -> Iterator[Callable[[], None]]:
    """Yield a function to call after each match, and write what has been done, now and then and at the end.

    :raises CommandError: after Ctrl-C, or if another process kept the database for too long, with what was done before
    """
    last = monotonic()

    def step() -> None:
        nonlocal last
        if monotonic() - last >= REPORT_SECONDS:
            last = monotonic()
            out.write(so_far())

    try:
        yield step
    except KeyboardInterrupt:
        raise CommandError(
            f"Stopped. {so_far()} Run the command again to continue.", returncode=INTERRUPTED_STATUS
        ) from None
    except Busy as error:
        raise CommandError(f"Blocked by a database lock. {so_far()} Run the command again to continue.") from error
    out.write(so_far())
