"""`manage.py demo`, which creates two players and a club around them."""

from __future__ import annotations

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from apps.config.demo import prepare_demo


class Command(BaseCommand):
    help = "Create the demo, if it is not there yet, and print the names and passwords of its players."

    def handle(self, *_args: object, **_options: object) -> None:
        if settings.STRICT:
            raise CommandError("The demo prints passwords, so it is not available on a hosted installation.")
        for name, password in prepare_demo().items():
            self.stdout.write(f"{name}  {password}")
