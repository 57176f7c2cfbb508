"""`manage.py alert UNIT`, which mails the operators. systemd runs it when a service has failed."""

from __future__ import annotations

import socket
from argparse import ArgumentParser

from django.conf import settings
from django.core.mail import send_mail
from django.core.management import BaseCommand, CommandError
from django.db import DatabaseError

from apps.accounts.models import Player
from apps.common import clocks


class Command(BaseCommand):
    help = "E-mail SLOWFUSE_ADMINS (every superuser, if that is not set) that a service has failed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("unit", help="name of the systemd unit that failed")

    def handle(self, *_args: object, unit: str, **_options: object) -> None:
        people = settings.SLOWFUSE_ADMINS or find_superuser_addresses()
        if not people:
            raise CommandError("No one to notify. Set SLOWFUSE_ADMINS, or give a superuser an e-mail address.")
        subject = f"[{settings.SLOWFUSE_SITE.partition('://')[2]}] {unit} failed"
        text = (
            f"{unit} failed on {socket.gethostname()} at {clocks.now():%Y-%m-%d %H:%M} UTC.\n\n"
            f"See its log there:\n\n    journalctl -u {unit} --since today\n"
        )
        send_mail(subject, text, None, people)


def find_superuser_addresses() -> list[str]:
    """Return the mail addresses of superusers, or none if it was the database that failed."""
    try:
        found = Player.objects.filter(is_superuser=True, is_active=True).exclude(email="").order_by("pk")
        return list(found.values_list("email", flat=True))
    except DatabaseError:
        return []
