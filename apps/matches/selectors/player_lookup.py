"""Players by the names that people type."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Model, QuerySet, Value
from django.db.models.functions import Lower


def find_player_by_name(name: str, among: QuerySet[Model, object] | None = None) -> QuerySet[Any, Any]:
    """Return a query for the player with this name, in upper or lower case.

    The condition matches the index that keeps names unique, so that the index is used. `iexact` differs by database and
    scans all rows. The database folds the case of both sides, because each has its own rules.
    """
    people = get_user_model().objects.all() if among is None else among
    return people.alias(lowered=Lower("username")).filter(lowered=Lower(Value(name)))
