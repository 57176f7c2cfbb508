"""Tests that an index is built while people write, and that a half-built one is rebuilt."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db import connection, models
from django.db.migrations.state import ProjectState

from apps.accounts.models import Player
from apps.common.index_operations import AddIndexBeside
from tests.conftest import person

NAME = "player_named"
TABLE = Player._meta.db_table


@pytest.mark.django_db(transaction=True)
def test_an_index_is_built_taken_away_and_built_over_one_that_was_left() -> None:
    person("ada")
    operation = AddIndexBeside("player", models.Index(fields=["username"], name=NAME))
    before = ProjectState.from_apps(apps)
    after = before.clone()
    operation.state_forwards("accounts", after)
    for left in (False, True):
        if left:
            with connection.cursor() as cursor:
                cursor.execute(f"CREATE INDEX {NAME} ON {TABLE} (email)")
        with connection.schema_editor(atomic=False) as editor:
            operation.database_forwards("accounts", editor, before, after)
        assert _columns() == ["username"]
        with connection.schema_editor(atomic=False) as editor:
            operation.database_backwards("accounts", editor, after, before)
        assert _columns() == []


def _columns() -> list[str]:
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, TABLE)
    return list(found[NAME]["columns"] or []) if NAME in found else []
