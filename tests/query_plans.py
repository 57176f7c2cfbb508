"""Shows how PostgreSQL would run statements, and which tables they scan."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from django.db import connection
from django.db.models import Model


@contextmanager
def watched() -> Iterator[list[tuple[str, list[Any]]]]:
    """Yield all statements run inside the block; those sent as one text are split."""
    seen: list[tuple[str, list[Any]]] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        values = iter(params or ())
        parts = [(part, list(islice(values, part.count("%s")))) for part in sql.split("; ")]
        seen.extend(part for part in parts if re.match(r"\s*(SELECT|WITH|INSERT|UPDATE|DELETE)", part[0]))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield seen


def scanned(sql: str, params: list[Any], *, growing: Collection[type[Model]]) -> set[str]:
    """Return the growing tables that a statement would scan from end to end."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", params)
        [[[plan]]] = cursor.fetchall()
    tables = {model._meta.db_table for model in growing}
    return {node["Relation Name"] for node in nodes(plan["Plan"]) if "Seq Scan" in node["Node Type"]} & tables


def nodes(plan: Any) -> Iterator[dict[str, Any]]:
    """Yield all steps of a plan, each before those it takes its rows from."""
    yield plan
    for part in plan.get("Plans", ()):
        yield from nodes(part)
