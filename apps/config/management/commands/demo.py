"""`manage.py demo`: two people, and a club around them to look at."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from apps.config.demo import prepare


class Command(BaseCommand):
    help = "Prepares the demo once and prints its people with their passwords."

    def handle(self, *_args: Any, **_options: Any) -> None:
        if settings.STRICT:
            raise CommandError("The demo's people have printed passwords; they have no place in a hosted house.")
        for name, password in prepare().items():
            self.stdout.write(f"{name}  {password}")
