"""The randomness of tests, the same in every run, so that a failure means a change and not a different draw.

Another value of SLOWFUSE_TEST_LUCK tests other matches.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from unittest import mock

from hypothesis import HealthCheck, settings

LUCK: Final = os.environ.get("SLOWFUSE_TEST_LUCK", "")


def fix_examples() -> None:
    """Make Hypothesis try the same examples in every run, unless `LUCK` is set.

    Slow examples are allowed, because a busy machine isn't their fault.
    """
    slow = (HealthCheck.too_slow,)
    settings.register_profile("ours", derandomize=not LUCK, deadline=None, suppress_health_check=slow)
    settings.load_profile("ours")


@contextmanager
def drawn(name: str) -> Iterator[None]:
    """Derive all deals, codes and keys inside the block from this name, one after another."""
    source = random.Random(f"{LUCK} {name}")
    with (
        mock.patch("secrets.token_bytes", lambda size=32: source.randbytes(size or 32)),
        mock.patch("secrets.choice", source.choice),
        mock.patch("secrets.randbelow", source.randrange),
        mock.patch("secrets.SystemRandom", return_value=source),
    ):
        yield


@contextmanager
def dealt(seed: int) -> Iterator[None]:
    """Make all deals inside the block the same."""
    with mock.patch("secrets.token_bytes", lambda size: random.Random(seed).randbytes(size)):
        yield
