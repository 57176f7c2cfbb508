"""`manage.py tidy`: clear away tables that never began and guests who are long gone."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from apps.lobby import leftovers


class Command(BaseCommand):
    help = "Remove tables that were not started within 30 days, and guests of 90 days ago who sit nowhere."

    def handle(self, *_: Any, **options: Any) -> None:
        tables, guests = leftovers.clear(now=timezone.now())
        self.stdout.write(f"{tables} tables and {guests} guests removed.")
