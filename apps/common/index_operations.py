"""Migrations that build indexes while people play."""

from __future__ import annotations

from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db.migrations.operations import AddIndex


class AddIndexBeside(AddIndexConcurrently):
    """An operation that builds an index without blocking writers on PostgreSQL. A half-built one is replaced.

    On SQLite it's an ordinary index. The migration needs `atomic = False`.
    """

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        name = schema_editor.quote_name(self.index.name)
        if schema_editor.connection.vendor != "postgresql":
            schema_editor.execute(f"DROP INDEX IF EXISTS {name}")
            AddIndex.database_forwards(self, app_label, schema_editor, from_state, to_state)
            return
        self._ensure_not_in_transaction(schema_editor)
        schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
        super().database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor != "postgresql":
            AddIndex.database_backwards(self, app_label, schema_editor, from_state, to_state)
            return
        super().database_backwards(app_label, schema_editor, from_state, to_state)
