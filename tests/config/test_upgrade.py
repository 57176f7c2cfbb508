"""Tests that a database and an export of an earlier version are as good as new ones."""

from __future__ import annotations

import gzip
import json
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.loader import MigrationLoader

from apps.games import load_games
from apps.kernel.record import encode_record, parse_record
from apps.kernel.verify import verify_record
from tests.made_once import made_once
from tests.processes import environment

TABLES = {"accounts", "clubs", "lobby", "matches", "monitoring", "notices", "puzzles", "ratings", "talk", "tournaments"}
"""Our apps that have tables."""
EARLIER = Path(__file__).parent / "upgrade"
"""Data of the version before folders became layers: something of everything, including four running matches."""


@pytest.mark.django_db
def test_no_migration_is_missing() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_a_new_database_is_what_all_steps_lead_to() -> None:
    """Compare the migrations of each app in one step with all steps, as declared and not as created in a database."""
    new, steps = MigrationLoader(None), MigrationLoader(None, replace_migrations=False)
    last = [(app, Migration.replaces[-1][1]) for app, Migration in _squashed(new)]
    assert len(last) == 10
    squashed = new.project_state([(Migration.app_label, Migration.name) for _, Migration in _squashed(new)])
    assert MigrationAutodetector(steps.project_state(last), squashed).changes(new.graph) == {}
    assert MigrationAutodetector(squashed, steps.project_state(last)).changes(new.graph) == {}


def _squashed(loader: MigrationLoader) -> list[tuple[str, Any]]:
    found = ((app, migration) for (app, _), migration in sorted(loader.disk_migrations.items()))
    return [(app, migration) for app, migration in found if migration.replaces and app in TABLES]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return what is found on the old site after the upgrade."""
    return json.loads((made_once(tmp_path_factory, "upgraded", _look_around) / "found.json").read_text())


def _look_around(folder: Path) -> None:
    old = sqlite3.connect(folder / "old.sqlite3")
    old.executescript(gzip.decompress((EARLIER / "database.sql.gz").read_bytes()).decode())
    old.close()
    env = environment(folder / "var") | {"SLOWFUSE_DATABASE_URL": f"sqlite:///{folder / 'old.sqlite3'}"}
    command = [sys.executable, "-m", "tests.config.upgrade.look_around"]
    looked = subprocess.run(command, env=env, cwd=settings.ROOT, capture_output=True, text=True, check=False)
    assert looked.returncode == 0, looked.stderr
    (folder / "found.json").write_text(looked.stdout)


@pytest.mark.slow
@pytest.mark.once
def test_every_match_of_an_earlier_version_can_be_seen_by_everybody(found: Any) -> None:
    assert found["unreadable"] == []
    assert found["observed"] == 77


@pytest.mark.slow
@pytest.mark.once
def test_finished_matches_of_an_earlier_version_verify_and_know_who_won(found: Any) -> None:
    assert found["wrong"] == []
    assert found["verified"] == 9
    assert found["victories"] == found["first places"] > 0


@pytest.mark.slow
@pytest.mark.once
def test_running_matches_of_an_earlier_version_go_on_to_their_end(found: Any) -> None:
    assert found["went on"] == {"bombe": "over", "frogs": "over", "fuse": "over", "kobolds": "over"}


@pytest.mark.slow
@pytest.mark.once
def test_pages_and_rights_of_an_earlier_version_are_there_still(found: Any) -> None:
    assert {path: status for path, status in found["pages"].items() if status != 200} == {}
    assert found["sees seats"]


def test_an_export_of_an_earlier_version_verifies_and_is_written_as_it_was() -> None:
    lines = (EARLIER / "match.jsonl").read_bytes()
    record = parse_record(lines.splitlines())
    assert verify_record(load_games()[record.header.game], record).right
    assert b"".join(encode_record(record)) == lines
