"""The law of versions: a transaction that changes a tournament's rows raises its version.

It's checked in every test of tournaments, for every transaction and every single statement of the site itself.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import get_ident
from typing import Any, Final, TypeAlias

import pytest
from django.db import connection
from django.db.models import Model
from django.db.transaction import Atomic

from apps.tournaments.models import Correction, Entry, Pod, PodMatch, Round, TeamMember, Tournament

ROWS: Final[dict[type[Model], str]] = {
    Tournament: "pk", Entry: "tournament", TeamMember: "tournament", Round: "tournament", Pod: "round__tournament",
    PodMatch: "pod__round__tournament", Correction: "pod__round__tournament",
}  # fmt: skip
"""The rows that `load_snapshot` reads besides those of matches and players, and how to reach their tournament."""
_TABLES: Final = "|".join(model._meta.db_table for model in ROWS)
_WRITE: Final = re.compile(rf'(?:INSERT INTO|UPDATE|DELETE FROM) "(?:{_TABLES})"')


def _build_select(model: type[Model], way: str) -> str:
    """Return the statement for all rows of a table, without authors of corrections, because no page shows them."""
    columns = [field.attname for field in model._meta.concrete_fields if field.attname not in ("version", "by_id")]
    return str(model._default_manager.order_by("pk").values_list(way, *columns).query)


_SELECTS: Final = {model.__name__: _build_select(model, way) for model, way in ROWS.items()}

State: TypeAlias = "dict[int, tuple[int, list[tuple[Any, ...]]]]"
"""The version and all rows of each tournament, by key."""


def read_state() -> State:
    """Return everything about every tournament, as the database has it."""
    found: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    with connection.cursor() as cursor:
        for name, statement in _SELECTS.items():
            cursor.execute(statement)
            for tournament, *values in cursor.fetchall():
                found[tournament].append((name, *map(str, values)))
    return {pk: (version, found[pk]) for pk, version in Tournament.objects.values_list("pk", "version")}


class Watch:
    """Compares tournaments before and after each transaction that writes to their tables."""

    def __init__(self) -> None:
        self.broken: list[str] = []
        self._depth, self._reading = 0, False
        self._before: State | None = None
        self._writer = ""

    def execute(self, run: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Run a statement. Before the first write of a transaction, read everything."""
        if self._reading or not _WRITE.match(sql) or not (writer := _find_writer()):
            return run(sql, params, many, context)
        if self._before is None:
            self._before, self._writer = self._read(), writer
        answer = run(sql, params, many, context)
        if not self._depth:
            self.compare()
        return answer

    def compare(self) -> None:
        """Note tournaments that differ from before the transaction, but have the same version."""
        before, self._before = self._before, None
        for pk, (version, rows) in (self._read() if before else {}).items():
            if before and pk in before and before[pk][0] == version and before[pk][1] != rows:
                changes = sorted(set(rows) ^ set(before[pk][1]))
                self.broken.append(f"{self._writer} changed a tournament, but not its version: {changes}")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Count how deep we are in transactions, and compare at the end of the outermost one."""
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            if not self._depth and self._before is not None:
                self.compare()

    def _read(self) -> State:
        self._reading = True
        try:
            return read_state()
        finally:
            self._reading = False


def _find_writer() -> str:
    """Return the part of the site that runs this statement; nothing if the test itself does."""
    frame: Any = sys._getframe(2)
    while frame is not None:
        name = frame.f_code.co_filename
        if "/apps/" in name and "/models/" not in name:
            return f"{name.rpartition('/apps/')[2]}: {frame.f_code.co_name}"
        frame = frame.f_back
    return ""


@pytest.fixture(autouse=True)
def versions(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[Watch]:
    """Check the law during a test."""
    watch, enter, leave = Watch(), Atomic.__enter__, Atomic.__exit__
    if request.node.get_closest_marker("django_db") is None:
        yield watch
        return
    request.getfixturevalue("_django_db_helper")
    within: list[Any] = []
    own = get_ident()

    def began(self: Atomic) -> None:
        enter(self)
        if self.savepoint and get_ident() == own:
            within.append(scope := watch.transaction())
            scope.__enter__()

    def ended(self: Atomic, *why: Any) -> None:
        try:
            leave(self, *why)
        finally:
            if self.savepoint and get_ident() == own:
                within.pop().__exit__(None, None, None)

    monkeypatch.setattr(Atomic, "__enter__", began)
    monkeypatch.setattr(Atomic, "__exit__", ended)
    with connection.execute_wrapper(watch.execute):
        yield watch
    assert not watch.broken, "\n".join(watch.broken)
