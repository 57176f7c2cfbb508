"""What tests draw: the same in every run, so that a red one tells of a change and not of its draw. Who names another
luck (SLOWFUSE_TEST_LUCK) looks at other matches."""

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
    """Hypothesis, too, tries the same examples in every run, unless a luck was named. How long one takes is no matter:
    that a machine has much else to do is no fault of what is tried.
    """
    slow = (HealthCheck.too_slow,)
    settings.register_profile("ours", derandomize=not LUCK, deadline=None, suppress_health_check=slow)
    settings.load_profile("ours")


@contextmanager
def drawn(name: str) -> Iterator[None]:
    """What is dealt while this lasts, and every code and key, follows from its name, one after another."""
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
    """All that is dealt while this lasts is the same deal."""
    with mock.patch("secrets.token_bytes", lambda size: random.Random(seed).randbytes(size)):
        yield
