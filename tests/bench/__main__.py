"""`python -m tests.bench [NAME …]`: run the benches on a PostgreSQL database made for the purpose."""

# Nothing of Django can be imported before the settings are in the environment.
# ruff: noqa: PLC0415

from __future__ import annotations

import os
import sys
import tempfile

NAMES = (
    "kernel", "playouts", "thinking", "ladder", "habits", "promises", "insights", "turn", "wire", "games", "growth",
    "volume", "compaction", "lobby", "records", "people", "settling", "lateness", "streams", "idle", "cups", "rounds",
)  # fmt: skip
DATABASE = os.environ.get("SLOWFUSE_TEST_DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
BROKER = os.environ.get("SLOWFUSE_TEST_BROKER_URL", "redis://127.0.0.1:6379/13")


def main() -> None:
    os.environ |= {
        "SLOWFUSE_DATABASE_URL": DATABASE,
        "SLOWFUSE_BROKER_URL": BROKER,
        "SLOWFUSE_CACHE_URL": BROKER,
        "SLOWFUSE_SECRET_KEY": "only-for-the-bench-only-for-the-bench-only-for-the-bench",
        "SLOWFUSE_ALLOWED_HOSTS": "testserver,localhost",
        "SLOWFUSE_HTTPS": "false",
        "SLOWFUSE_DATABASE_POOL": "8",  # The sweepers share a process with the measurement.
        "SLOWFUSE_VAR": tempfile.mkdtemp(prefix="slowfuse-bench-"),
        "DJANGO_SETTINGS_MODULE": "tests.bench.settings",
    }
    import django

    django.setup()
    from importlib import import_module

    from django.db import connection

    from apps.config import heartbeat

    wanted = sys.argv[1:] or NAMES
    for unknown in set(wanted) - set(NAMES):
        sys.exit(f"There is no bench called {unknown}; there are: {', '.join(NAMES)}.")
    name = connection.creation.create_test_db(verbosity=0, autoclobber=True)
    wrong: list[str] = []
    stop = heartbeat.start_heartbeat()  # Pages are rarely served here, and a server without any counts as down.
    try:
        for bench in wanted:
            print(f"\n{bench}: {import_module(f'tests.bench.{bench}').__doc__}", flush=True)
            if said := import_module(f"tests.bench.{bench}").run():
                wrong.append(f"{bench}: {said}")
    finally:
        stop()
        connection.creation.destroy_test_db(name, verbosity=0)
    if wrong:
        sys.exit("\n".join(("", *wrong)))


main()
