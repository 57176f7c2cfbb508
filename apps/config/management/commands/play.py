"""`manage.py play`, which runs everything on one machine without other services."""

from __future__ import annotations

import fcntl
import os
import shutil
import socket
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import IO

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.db import connection

from apps.config import embedded
from apps.config.demo import prepare_demo
from apps.config.statics import gather_static_files


class Command(BaseCommand):
    help = "Prepare the data, then run the pages, the clock and the bots until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--no-demo", action="store_true", help="start without the demo")

    def handle(self, *_args: object, port: int, no_demo: bool, **_options: object) -> None:
        if settings.HOSTED:
            raise CommandError(
                "`play` is for an embedded installation, but SLOWFUSE_DATABASE_URL, _BROKER_URL or _SECRET_KEY is set. "
                "See deploy/README.md for running a hosted installation."
            )
        with only_one(settings.VAR):
            refuse_if_taken(port)
            if gather_static_files():  # The settings decide how to serve them, and were read without them.
                os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606
            call_command("migrate", verbosity=0)
            people = {} if no_demo else prepare_demo()
            # Queued messages belong to an earlier run, and the database knows what is still to do.
            for folder in (settings.QUEUE / "messages", settings.QUEUE / "control"):
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir(parents=True)
            os.environ.setdefault("SLOWFUSE_SITE", f"http://localhost:{port}")  # The base of links in mails.
            connection.close()
            embedded.run_site(port, greeting=self.greeting(port, people))
        self.stdout.write("Good night.")

    def greeting(self, port: int, people: dict[str, str]) -> str:
        lines = [f"Slow Fuse is running: http://localhost:{port}/"]
        if people:
            lines += ["", "Players of the demo, with their passwords:"]
            lines += [f"  {name}  {password}" for name, password in people.items()]
            lines += ["  (ada is also an administrator: /admin/)"]
        return "\n".join([*lines, "", "Press Ctrl-C to stop. Everything is saved."])


def only_one(folder: Path) -> IO[str]:
    """Return a lock that ends with this process, however it ends."""
    folder.mkdir(parents=True, exist_ok=True)
    file = (folder / "play.lock").open("w")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise CommandError(f"Slow Fuse is already running in {folder}.") from None
    return file


def refuse_if_taken(port: int) -> None:
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        raise CommandError(
            f"Port {port} is used by another program. Choose another one: make play PORT={port + 1}"
        ) from None
