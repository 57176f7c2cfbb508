"""Migrations that fill in what older rows lack, run on rows of a test with the models of their own time."""

from __future__ import annotations

import importlib
from functools import cache
from typing import Any

from django.db import connection
from django.db.migrations.loader import MigrationLoader


def run(app: str, migration: str, function: str) -> None:
    """What this function of a migration does to the rows there are now."""
    filling = getattr(importlib.import_module(f"apps.{app}.migrations.{migration}"), function)
    filling(models_of(app, migration), None)


@cache
def models_of(app: str, migration: str, *others: tuple[str, str]) -> Any:
    """The models as they were after this migration, and after those of other apps."""
    loader = MigrationLoader(connection, replace_migrations=False)
    return loader.project_state([(app, migration), *others]).apps
