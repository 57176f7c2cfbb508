"""Players by the names that people type."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import QuerySet, Value
from django.db.models.functions import Lower


def called(name: str, among: QuerySet[Any, Any] | None = None) -> QuerySet[Any, Any]:
    """The player of this name, if there is one, whether its letters are typed large or small.

    Asked in the words of the index that keeps names unique, so that it answers: `iexact` says something else on every
    database and goes through everybody. The database makes both sides small, for each has its own idea of letters.
    """
    people = get_user_model().objects.all() if among is None else among
    return people.alias(lowered=Lower("username")).filter(lowered=Lower(Value(name)))
