"""`manage.py forget`: delete all snapshots, so that today's rules fold every log again."""

from __future__ import annotations

from django.core.management.base import BaseCommand

from apps.matches.models import Memory


class Command(BaseCommand):
    help = "Delete the snapshots kept beside the logs. Affects nothing but speed. Part of every upgrade."

    def handle(self, *_args: object, **_options: object) -> None:
        gone, _models = Memory.objects.all().delete()
        self.stdout.write(f"{gone} snapshots deleted. Each log will be folded from its start once.")
