"""Fixtures shared by the tests of the log: the lines written, in either format."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from io import StringIO
from typing import Any

import pytest

from apps.config.logs.formatters import Json, Text
from tests.factories.fixtures import at as at
from tests.factories.fixtures import just_started as just_started


class Lines:
    """Everything that was logged, as text and as JSON."""

    def __init__(self) -> None:
        self.text, self.json = StringIO(), StringIO()

    @property
    def both(self) -> str:
        return self.text.getvalue() + self.json.getvalue()

    def parsed(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.json.getvalue().splitlines()]


@pytest.fixture
def lines() -> Iterator[Lines]:
    written = Lines()
    root, added = logging.getLogger(), []
    for stream, formatter in ((written.text, Text()), (written.json, Json())):
        handler = logging.StreamHandler(stream)
        handler.setFormatter(formatter)
        added.append(handler)
    before = root.level
    root.setLevel("DEBUG")
    root.handlers += added
    yield written
    root.setLevel(before)
    for handler in added:
        root.removeHandler(handler)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return a function that makes answers at a table fail with these secrets in the variables."""

    def breaks(*secrets: Any) -> None:
        def answer_as(**_given: Any) -> None:
            hand, seed, password = secrets[0], secrets, [*secrets]
            assert hand == seed[0] == password[0]
            raise RuntimeError("This is broken.")

        monkeypatch.setattr("apps.matches.services.play.answer_as", answer_as)

    return breaks
