"""`manage.py tidy`, which removes tables that never started, old sandboxes and guests long gone."""

from __future__ import annotations

from django.core.management.base import BaseCommand

from apps.common import clocks
from apps.lobby.services import cleanup


class Command(BaseCommand):
    help = (
        "Remove tables that were not started within 30 days, sandboxes older than a week, "
        "and guests who last came over 90 days ago and have no seat anywhere."
    )

    def handle(self, *_args: object, **_options: object) -> None:
        tables, sandboxes, guests = cleanup.clear_stale_data(now=clocks.get_checked_now())
        self.stdout.write(f"Removed: tables {tables}, sandboxes {sandboxes}, guests {guests}.")
