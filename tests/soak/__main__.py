"""`python -m tests.soak [SECONDS [HOSTS]]`: play on a whole site, on one machine or two, while it is broken repeatedly.

Nothing must be lost.
"""

# Nothing of Django can be imported before the settings are in the environment.
# ruff: noqa: PLC0415

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from tests.soak.machines import Ground, laid_out

DATABASE = os.environ.get("SLOWFUSE_TEST_DATABASE_URL", "postgres://postgres@127.0.0.1:5432/postgres")
BROKER = os.environ.get("SLOWFUSE_TEST_BROKER_URL", "redis://127.0.0.1:6379/13")


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 600.0
    hosts = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    folder = Path(tempfile.mkdtemp(prefix="slowfuse-soak-"))
    with laid_out(hosts, DATABASE, BROKER) as ground:
        faults = _soaked(ground, folder, seconds)
    if faults:
        sys.exit("\n".join(("", *faults, f"What the processes said: {folder}/*.log")))


def _soaked(ground: Ground, folder: Path, seconds: float) -> list[str]:
    os.environ |= {
        "SLOWFUSE_DATABASE_URL": ground.database,
        "SLOWFUSE_BROKER_URL": ground.broker,
        "SLOWFUSE_CACHE_URL": ground.broker,
        "SLOWFUSE_SECRET_KEY": "only-for-the-soak-only-for-the-soak-only-for-the-soak",
        "SLOWFUSE_ALLOWED_HOSTS": "localhost",
        "SLOWFUSE_SITE": "https://fuse.example.org",
        "SLOWFUSE_HTTPS": "false",
        "SLOWFUSE_DATABASE_POOL": "0",  # This is for the players; the site has its own.
        "SLOWFUSE_VAR": str(folder),
        "DJANGO_SETTINGS_MODULE": "tests.bench.settings",
    }
    import django

    django.setup()
    from django.db import connection

    from tests.soak.run import soak

    name = connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        return soak(folder, ground.database.rpartition("/")[0] + "/" + name, ground, seconds)
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


main()
