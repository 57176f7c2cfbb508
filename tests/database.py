"""What stands in the database, and what was asked of it."""

from __future__ import annotations

from typing import Any

from django.test.utils import CaptureQueriesContext

from apps.matches.models import Chair, Fact, Match, Move, Question, Seed


def everything(*codes: str) -> dict[str, list[Any]]:
    """All rows of these matches (of all, if none is named): for tests in which nothing may be written.

    Without what players have seen, which every look at a page may write.
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
    """What was asked of the database, without the words around transactions."""
    around = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK")
    return [query["sql"] for query in context.captured_queries if not query["sql"].startswith(around)]
