"""Helpers that read the database and its statements."""

from __future__ import annotations

from typing import Any

from django.test.utils import CaptureQueriesContext

from apps.matches.models import Chair, Fact, Match, Move, Question, Seed


def everything(*codes: str) -> dict[str, list[Any]]:
    """Return all rows of these matches (by default of all), for tests in which nothing must be written.

    What players have seen is left out, because every page view can write it.
    """
    found: dict[str, list[Any]] = {}
    for model in (Match, Chair, Move, Fact, Question, Seed):
        rows = model._default_manager.order_by("pk")
        if codes:
            rows = rows.filter(**{"code__in" if model is Match else "match__code__in": codes})
        columns = [field.attname for field in model._meta.concrete_fields if field.name != "seen"]
        found[model.__name__] = [
            tuple(bytes(v) if isinstance(v, memoryview) else v for v in row) for row in rows.values_list(*columns)
        ]
    return found


def statements(context: CaptureQueriesContext) -> list[str]:
    """Return the statements sent to the database, except those for transactions."""
    around = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK")
    return [query["sql"] for query in context.captured_queries if not query["sql"].startswith(around)]
