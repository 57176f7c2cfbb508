"""A migration that keeps people's permissions when a model is renamed."""

from __future__ import annotations

from collections.abc import Callable

from django.db import migrations
from django.db.migrations.state import StateApps

PERMISSION_ACTIONS = ("add", "change", "delete", "view")


def keep_rights(app: str, *, old: str, new: str) -> migrations.RunPython:
    """Return an operation that moves permissions to the model's new name. Django would give no one the new ones."""

    def renaming(old: str, new: str) -> Callable[[StateApps, object], None]:
        def rename(apps: StateApps, _schema: object) -> None:
            given = apps.get_model("auth", "Permission").objects.filter(content_type__app_label=app)
            for action in PERMISSION_ACTIONS:
                given.filter(codename=f"{action}_{old}").update(codename=f"{action}_{new}")

        return rename

    return migrations.RunPython(renaming(old, new), renaming(new, old))
