"""Measures each test file's CPU seconds, including finished child processes, and reports files that cost too much.

CPU time hardly depends on how busy a machine is. Nothing fails for it, because no one knows how fast a machine is.
SLOWFUSE_TEST_UNTIL, in seconds since 1970, limits a run: tests that would start later are skipped and counted.
"""

from __future__ import annotations

import os
import resource
import time
from collections import defaultdict
from collections.abc import Generator
from typing import Any, Final

import pytest

FILE: Final = 30.0
"""The CPU seconds of a file; on a slow machine, three times that."""
SHOWN: Final = 8
UNTIL: Final = int(os.environ.get("SLOWFUSE_TEST_UNTIL") or 0)
"""The time after which no further test starts; 0 for no limit."""


def pytest_runtest_setup() -> None:
    if UNTIL and time.time() > UNTIL:
        pytest.skip("NOT TRIED: the time of this run is over")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    before = _spent()
    try:
        return (yield)
    finally:
        _costs(item.config)[item.location[0]] += _spent() - before


def pytest_sessionfinish(session: pytest.Session) -> None:
    output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["costs"] = dict(_costs(session.config))


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    for file, cost in getattr(node, "workeroutput", {}).get("costs", {}).items():
        _costs(node.config)[file] += cost


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if dear := sorted(((cost, file) for file, cost in _costs(config).items() if cost > FILE), reverse=True):
        terminalreporter.section(f"files over their budget of {FILE:.0f} CPU s")
        for cost, file in dear[:SHOWN]:
            terminalreporter.line(f"{cost:6.1f} s  {file}")


_COSTS: Final = pytest.StashKey[defaultdict[str, float]]()


def _costs(config: pytest.Config) -> defaultdict[str, float]:
    return config.stash.setdefault(_COSTS, defaultdict(float))


def _spent() -> float:
    own, ended = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + ended.ru_utime + ended.ru_stime
