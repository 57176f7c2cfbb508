"""Runs data migrations on a test's rows with the models of their time."""

from __future__ import annotations

import importlib
from functools import cache
from typing import Any

from django.db import connection
from django.db.migrations.loader import MigrationLoader


def run(app: str, migration: str, function: str) -> None:
    """Run this function of a migration on the current rows."""
    filling = getattr(importlib.import_module(f"apps.{app}.migrations.{migration}"), function)
    filling(models_of(app, migration), None)


@cache
def models_of(app: str, migration: str, *others: tuple[str, str]) -> Any:
    """Return the models as they were after this migration, and after those of other apps."""
    loader = MigrationLoader(connection, replace_migrations=False)
    return loader.project_state([(app, migration), *others]).apps
