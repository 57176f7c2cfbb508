"""`manage.py dump MONTH`, which writes the dump of a month now, as beat does on the first day of the next."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import date

from django.core.management.base import BaseCommand, CommandError

from apps.common import clocks
from apps.matches.services import dumps


class Command(BaseCommand):
    help = "Write the records of all public matches that ended in a month (UTC) to a file in SLOWFUSE_DUMPS."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("month", metavar="MONTH", help="such as 2026-11")

    def handle(self, *_args: object, month: str, **_options: object) -> None:
        try:
            written = dumps.write_dump(date.fromisoformat(f"{month}-01"), now=clocks.get_checked_now())
        except ValueError as error:
            raise CommandError(str(error)) from None
        if written is None:
            raise CommandError("Another process is writing dumps. Try again later.")
        self.stdout.write(f"{written.file}: {written.matches} matches, {written.size} bytes, SHA-256 {written.sha256}")
