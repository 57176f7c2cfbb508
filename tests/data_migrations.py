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
    filling(_models(app, migration), None)


@cache
def _models(app: str, migration: str) -> Any:
    return MigrationLoader(connection, replace_migrations=False).project_state((app, migration)).apps
