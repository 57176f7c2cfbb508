"""Tests of the nightly backup as its service runs it: restoring it, and the e-mail when it fails."""

from __future__ import annotations

import os
import pwd
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.core.management import CommandError, call_command, get_commands
from django.db import connection

from apps.config.settings import ROOT
from apps.matches.models import Fact
from tests.factories.matches import new_match
from tests.processes import database_url, environment

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


def checking(place: Path, var: Path) -> subprocess.Popen[str]:
    """Start a check that stores its temporary files in `aside`."""
    (var / "aside").mkdir(exist_ok=True)
    env = environment(var) | {"TMPDIR": str(var / "aside")}
    command = [str(ROOT / "deploy" / "backup"), "--check", str(place)]
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def checked(place: Path, var: Path) -> tuple[int, str]:
    """Return the status and output of a check, which must have left nothing behind."""
    with checking(place, var) as process:
        out, err = process.communicate(timeout=60)
    assert left_behind(var) == []
    return process.returncode, out + err


def written(folder: Path) -> Path:
    """Return the backup in this folder, next to its checksum."""
    (file,) = (path for path in folder.iterdir() if path.suffix != ".sha256")
    return file


def left_behind(var: Path) -> list[str]:
    return [*(path.name for path in (var / "aside").iterdir()), *scratch_databases()]


def scratch_databases() -> list[str]:
    if connection.vendor != "postgresql":
        return []
    with connection.cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database WHERE datname LIKE 'slowfuse\\_check\\_%%'")
        return [name for (name,) in cursor.fetchall()]


@pytest.fixture
def outside_of_tests() -> Iterator[Path]:
    """Yield a folder that every user can enter, unlike those of tests."""
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
    (outside_of_tests / "backups").mkdir()  # Like /var/backups, it belongs to root.
    subprocess.run(here(before[1:]), check=True)
    subprocess.run(here(before[1:]), check=True)  # As on every night after the first.
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
    assert (kept.stat().st_mode & 0o777, [file.stat().st_mode & 0o777 for file in kept.iterdir()]) == (
        0o700,
        [0o600, 0o600],
    )


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


can_back_up = pytest.mark.skipif(not shutil.which("sqlite3") or not shutil.which("pg_dump"), reason="nothing to do it")


@pytest.mark.slow
@can_back_up
@pytest.mark.django_db(transaction=True)
def test_a_backup_is_restored_and_a_changed_fact_is_found(ada: Any, ben: Any, tmp_path: Path) -> None:
    table = new_match(ada, ben, short_fuse=True).finish()
    assert backup(tmp_path / "kept", database_url()).returncode == 0
    status, said = checked(tmp_path / "kept", tmp_path)
    file = written(tmp_path / "kept")
    facts = len(table.facts())
    assert (status, said) == (0, f"{file.name} is whole: 1 of 1 finished matches re-run, {facts} facts OK.\n")

    fact = Fact.objects.filter(match=table.match, event__contains='"laid"').earliest("n")
    Fact.objects.filter(pk=fact.pk).update(event=re.sub('"card":[0-9]+', '"card":1', fact.event))
    shutil.rmtree(tmp_path / "kept")
    assert backup(tmp_path / "kept", database_url()).returncode == 0
    status, said = checked(tmp_path / "kept", tmp_path)
    assert status == 1
    assert said.startswith(f"{table.code}: WRONG: Fact 0 of move ")
    assert said.endswith(" is DAMAGED: not as they were played: 1 of the matches that were dealt again.\n")


@can_back_up
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("left", [0.0, 0.5, 0.95])
def test_a_backup_that_was_cut_off_is_found(left: float, ada: Any, tmp_path: Path) -> None:
    assert backup(tmp_path / "kept", database_url()).returncode == 0
    file = written(tmp_path / "kept")
    file.with_name(f"{file.name}.sha256").unlink()  # Pretend that the file was copied alone.
    os.truncate(file, int(file.stat().st_size * left))
    status, said = checked(file, tmp_path)
    assert status == 1
    assert f"{file.name} is DAMAGED: " in said


@can_back_up
@pytest.mark.django_db(transaction=True)
def test_a_backup_that_changed_on_the_disk_is_found(ada: Any, tmp_path: Path) -> None:
    assert backup(tmp_path / "kept", database_url()).returncode == 0
    file = written(tmp_path / "kept")
    whole = file.read_bytes()
    file.write_bytes(whole.replace(b"ada", b"eda") if b"ada" in whole else whole[:-9] + b"x" + whole[-8:])
    status, said = checked(file, tmp_path)
    assert (status, said) == (1, f"{file.name} is DAMAGED: it is not what was written; its SHA-256 is another.\n")


@can_back_up
@pytest.mark.once
def test_fourteen_backups_are_kept_each_with_its_checksum(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    for day in range(1, 20):
        for end in (".sqlite3", ".sqlite3.sha256"):
            (tmp_path / "kept" / f"slowfuse-202001{day:02}T041500Z{end}").touch()
    subprocess.run(["sqlite3", tmp_path / "house.sqlite3", "create table t (x)"], check=True)
    assert backup(tmp_path / "kept", f"sqlite:///{tmp_path / 'house.sqlite3'}").returncode == 0
    names = sorted(path.name for path in (tmp_path / "kept").iterdir())
    assert len(names) == 28
    assert names[0] == "slowfuse-20200107T041500Z.sqlite3"
    subprocess.run(["sha256sum", "--check", "--quiet", names[-1]], cwd=tmp_path / "kept", check=True)


@can_back_up
@pytest.mark.django_db(transaction=True)
def test_a_check_that_is_told_to_stop_leaves_nothing_behind(ada: Any, tmp_path: Path) -> None:
    assert backup(tmp_path / "kept", database_url()).returncode == 0
    with checking(tmp_path / "kept", tmp_path) as process:
        until = time.monotonic() + 20
        while not (scratch_databases() or any((tmp_path / "aside").glob("*/house.sqlite3"))):
            assert process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.02)
        process.send_signal(signal.SIGTERM)
        began = time.monotonic()
        process.communicate(timeout=20)
    assert process.returncode == 128 + signal.SIGTERM
    assert time.monotonic() - began < 10, "it does not first do what it was doing"
    assert left_behind(tmp_path) == []


@pytest.mark.once
def test_what_is_no_backup_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("x")
    places = {
        "notes.txt": "is no backup of ours",
        "nothing.dump": "there is no such file",
        ".": "there is no backup in",
    }
    for place, sentence in places.items():
        done = subprocess.run(
            [ROOT / "deploy" / "backup", "--check", tmp_path / place],
            env={**os.environ, "SLOWFUSE_DATABASE_URL": "postgres://nobody@127.0.0.1:1/nowhere"},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 1
        assert sentence in done.stderr


@can_back_up
@pytest.mark.django_db(transaction=True)
def test_where_the_house_does_not_start_nothing_is_said_of_the_backup(ada: Any, tmp_path: Path) -> None:
    assert backup(tmp_path / "kept", database_url()).returncode == 0
    file = written(tmp_path / "kept")
    done = subprocess.run(
        [ROOT / "deploy" / "backup", "--check", file],
        env=environment(tmp_path) | {"SLOWFUSE_DEBUG": "false", "SLOWFUSE_SECRET_KEY": ""},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "SLOWFUSE_SECRET_KEY is missing" in done.stderr
    assert done.stderr.endswith(f"{file.name} cannot be checked here: manage.py does not start.\n")


def test_every_night_the_backup_is_checked_where_it_was_written() -> None:
    service = unit(EVERY_NIGHT)["Service"]
    script, place = service["ExecStart"].split()
    assert service["ExecStartPost"].split() == [script, "--check", place]
    assert place in service["ReadWritePaths"]
