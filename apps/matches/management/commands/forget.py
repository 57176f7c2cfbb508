"""`manage.py forget`: drop all memories, so that the rules of today fold every log anew."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from apps.matches.models import Memory


class Command(BaseCommand):
    help = "Drop what is remembered beside the logs. Changes nothing but speed; part of every upgrade."

    def handle(self, *_args: Any, **_options: Any) -> None:
        gone, _models = Memory.objects.all().delete()
        self.stdout.write(f"{gone} memories dropped; the next look folds the log from its start.")
