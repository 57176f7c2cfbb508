"""On PostgreSQL, names that start as typed are found by an index.

The index that keeps names unique doesn't serve `LIKE 'ab%'` unless the database sorts by bytes. SQLite has no such
index, so no model declares it.
"""

from __future__ import annotations

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def create_prefix_index(_apps: object, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        drop_prefix_index(_apps, schema_editor)  # A killed migration may have left half of one.
        schema_editor.execute(
            'CREATE INDEX CONCURRENTLY player_name_prefix ON accounts_player (LOWER("username") text_pattern_ops)'
        )


def drop_prefix_index(_apps: object, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP INDEX CONCURRENTLY IF EXISTS player_name_prefix")


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("accounts", "0008_reworded")]

    operations = [migrations.RunPython(create_prefix_index, drop_prefix_index)]
