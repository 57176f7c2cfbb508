"""The nightly backup, as its service runs it, and the mail that says that it failed."""

from __future__ import annotations

import os
import pwd
import re
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.core.management import CommandError, call_command, get_commands
from django.db import connection

from apps.config.settings import ROOT

UNITS = ROOT / "deploy" / "systemd"
EVERY_NIGHT = "slowfuse-backup.service"


def unit(name: str) -> ConfigParser:
    parser = ConfigParser(interpolation=None, strict=False)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(UNITS / name)
    return parser


def backup(folder: Path, url: str) -> subprocess.CompletedProcess[str]:
    command = [str(ROOT / "deploy" / "backup"), str(folder)]
    return subprocess.run(
        command, env={**os.environ, "SLOWFUSE_DATABASE_URL": url}, capture_output=True, text=True, check=False
    )


@pytest.fixture
def outside_of_tests() -> Iterator[Path]:
    """A folder that every user may enter, which those of tests are not."""
    folder = Path(tempfile.mkdtemp(prefix="slowfuse-backup-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("sqlite3"), reason="only root can be somebody else")
def test_its_user_can_write_where_it_writes_and_nobody_else_can_read(outside_of_tests: Path) -> None:
    service = unit(EVERY_NIGHT)["Service"]
    user, (script, target) = service["User"], service["ExecStart"].split()
    shutil.copy(ROOT / script.removeprefix("/srv/slowfuse/"), outside_of_tests)
    kept = outside_of_tests / "backups" / "here"

    def here(command: str) -> list[str]:
        return [str(kept) if word == target else "nobody" if word == user else word for word in shlex.split(command)]

    before = service["ExecStartPre"]
    assert before.startswith("+"), "as root"
    (outside_of_tests / "backups").mkdir()  # As /var/backups is: root's.
    subprocess.run(here(before[1:]), check=True)
    subprocess.run(here(before[1:]), check=True)  # As every night after the first.
    source = outside_of_tests / "house.sqlite3"
    subprocess.run(["sqlite3", source, "create table t (x)"], check=True)
    shutil.chown(source, "nobody")
    done = subprocess.run(
        [outside_of_tests / Path(script).name, kept],
        env={"PATH": os.environ["PATH"], "SLOWFUSE_DATABASE_URL": f"sqlite:///{source}"},
        user=pwd.getpwnam("nobody").pw_uid, group=pwd.getpwnam("nobody").pw_gid, extra_groups=[],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert (kept.stat().st_mode & 0o777, [file.stat().st_mode & 0o777 for file in kept.iterdir()]) == (0o700, [0o600])


def test_a_failed_backup_leaves_nothing_half_done(tmp_path: Path) -> None:
    done = backup(tmp_path, "postgres://nobody@127.0.0.1:1/nowhere")
    assert done.returncode != 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_backup_of_postgresql_can_be_read(tmp_path: Path) -> None:
    kept = connection.settings_dict
    url = f"postgres://{kept['USER']}:{kept['PASSWORD']}@{kept['HOST']}:{kept['PORT']}/{kept['NAME']}"
    done = backup(tmp_path, url)
    assert done.returncode == 0, done.stderr
    (file,) = tmp_path.glob("*.dump")
    listed = subprocess.run(["pg_restore", "--list", file], capture_output=True, text=True, check=True).stdout
    assert "TABLE DATA public matches_fact" in listed


def test_who_is_told_that_it_failed_is_there() -> None:
    told = unit(EVERY_NIGHT)["Unit"]["OnFailure"]
    template = re.sub(r"@.*(?=\.service$)", "@", told)
    words = unit(template)["Service"]["ExecStart"].split()
    assert words[1:] == ["manage.py", "alert", "%i"]
    assert words[2] in get_commands()


def test_a_failure_is_mailed_to_those_who_run_the_house(settings: Any, mailoutbox: list[EmailMessage]) -> None:
    settings.SLOWFUSE_ADMINS = ["host@example.org", "other@example.org"]
    call_command("alert", EVERY_NIGHT)
    (mail,) = mailoutbox
    assert mail.to == ["host@example.org", "other@example.org"]
    assert f"{EVERY_NIGHT} failed" in mail.subject
    assert f"journalctl -u {EVERY_NIGHT}" in mail.body


def test_without_anybody_named_superusers_are_told(ada: Any, ben: Any, mailoutbox: list[EmailMessage]) -> None:
    type(ada).objects.filter(pk=ada.pk).update(is_superuser=True)
    call_command("alert", EVERY_NIGHT)
    assert [mail.to for mail in mailoutbox] == [[ada.email]]


@pytest.mark.django_db
def test_an_alert_that_reaches_nobody_says_so() -> None:
    with pytest.raises(CommandError, match="SLOWFUSE_ADMINS"):
        call_command("alert", EVERY_NIGHT)
