"""Garbage collection of processes that serve pages: what they were started with is not looked through again."""

from __future__ import annotations

import gc

_YOUNG = 20_000
"""Objects made since the last look: a page makes some thousands, and nearly all of them go by being let go of."""


def rare() -> None:
    """From now on look seldom, and never again at what is there: it took a tenth of a turn."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, 20, 20)
