"""Tests that dumps contain every public match of a month once, verifiable by anyone, however often writing stops."""

from __future__ import annotations

import hashlib
import subprocess
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
import zstandard
from django.core.management import CommandError, call_command
from django.test import Client

from apps.accounts.models import Player
from apps.common import clocks
from apps.games import load_games
from apps.kernel.record import Record, parse_record
from apps.kernel.table import Observer
from apps.kernel.verify import verify_record
from apps.matches.errors import Unreadable
from apps.matches.models import Chair, Match
from apps.matches.selectors import match_export
from apps.matches.selectors.dumps import Dump, list_dumps
from apps.matches.selectors.match_view import LoadedMatch
from apps.matches.services import dumps
from apps.people.services import account_deletion
from tests.concurrency import together
from tests.factories.finished_matches import recorded_match
from tests.factories.matches import sealed_match

pytestmark = pytest.mark.django_db
MONTH = date(2026, 4, 1)
SINCE, NOW = datetime(2026, 4, 1, tzinfo=UTC), datetime(2026, 5, 1, 5, tzinfo=UTC)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.SLOWFUSE_DUMPS = str(tmp_path / "dumps")
    return tmp_path / "dumps"


def finished(*players: Any, at: datetime = NOW - timedelta(days=9), game: str = "fuse", **fields: Any) -> str:
    match = recorded_match(game, players, now=at)
    Match.objects.filter(pk=match.pk).update(**{"listed": True, **fields})
    return match.code


def write(month: date = MONTH, **more: Any) -> Dump:
    written = dumps.write_dump(month, now=NOW, **more)
    assert written is not None
    return written


def split_records(content: bytes) -> Iterator[list[bytes]]:
    """Yield the lines of each record, as `record.md` says: a record starts at each header."""
    record: list[bytes] = []
    for line in content.splitlines():
        if line.startswith(b'{"line":"header"') and record:
            yield record
            record = []
        record.append(line)
    if record:
        yield record


def read(packed: bytes) -> list[Record]:
    content = zstandard.ZstdDecompressor().stream_reader(BytesIO(packed), read_across_frames=True).read()
    return [parse_record(lines) for lines in split_records(content)]


def codes(dump: Dump, folder: Path) -> list[str]:
    return [record.header.code for record in read((folder / dump.file).read_bytes())]


def names(dump: Dump, folder: Path) -> set[str]:
    return {player.name for record in read((folder / dump.file).read_bytes()) for player in record.header.players}


def test_a_program_reads_and_verifies_a_dump_with_nothing_but_public_documents(
    ada: Any, ben: Any, cleo: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dumps, "PIECE_SIZE", 2)
    played = [finished(ada, ben, cleo, game=game) for game in ("fuse", "frogs", "bombe")]
    write()
    browser = Client()
    [told] = browser.get("/api/v1/dumps/").json()
    assert (told["month"], told["matches"]) == ("2026-04", 3)
    answer = browser.get("/api/" + told["url"].partition("/api/")[2])
    packed = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
    assert len(packed) == told["bytes"]
    assert hashlib.sha256(packed).hexdigest() == told["sha256"]
    path = "/api/" + told["checksum_url"].partition("/api/")[2]
    said = b"".join(browser.get(path).streaming_content).decode()  # type: ignore[attr-defined]
    assert said == f"{told['sha256']}  {told['url'].rpartition('/')[2]}\n"
    records = read(packed)
    assert [record.header.code for record in records] == played
    assert all(verify_record(load_games()[record.header.game], record).right for record in records)
    for record, code in zip(records, played, strict=True):
        alone = browser.get(f"/api/v1/matches/{code}/record/").content
        assert parse_record(alone.splitlines()) == record


def test_a_match_with_words_is_verifiable_too(ada: Any, ben: Any, folder: Path) -> None:
    table = sealed_match("fuse", ada, ben, now=NOW - timedelta(days=30))
    while table.match.status != Match.Status.OVER:
        table.settle(after=timedelta(days=30))
    Match.objects.update(listed=True, over_at=NOW - timedelta(days=3))
    [record] = read((folder / write().file).read_bytes())
    assert verify_record(load_games()["fuse"], record).right


def test_it_has_the_public_matches_that_ended_in_the_month(ada: Any, ben: Any, folder: Path) -> None:
    first = finished(ada, ben, at=SINCE)
    last = finished(ada, ben, at=datetime(2026, 4, 30, 23, 59, 59, 999999, tzinfo=UTC))
    finished(ada, ben, at=SINCE - timedelta(microseconds=1))
    finished(ada, ben, at=datetime(2026, 5, 1, tzinfo=UTC))
    finished(ada, ben, listed=False)
    finished(ada, ben, lesson="first")
    finished(ada, ben, origin="sandbox")
    sealed_match("fuse", ada, ben, now=NOW - timedelta(days=9))
    assert codes(write(), folder) == [first, last]


def test_it_goes_on_where_it_was_stopped(ada: Any, ben: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = [finished(ada, ben, at=SINCE + timedelta(days=n // 2)) for n in range(7)]
    monkeypatch.setattr(dumps, "PIECE_SIZE", 2)
    whole = write()
    content = (folder / whole.file).read_bytes()
    build, built = dumps._build_piece, list[str]()

    def killed(codes: list[str]) -> tuple[bytes, int]:
        if len(built) in (2, 5):
            built.append("")
            raise KeyboardInterrupt
        built.extend(codes)
        return build(codes)

    monkeypatch.setattr(dumps, "_build_piece", killed)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            dumps.write_dump(MONTH, now=NOW)
        with next(iter(folder.glob(".*.part"))).open("ab") as part:
            part.write(b"half a piece")
    assert list_dumps(folder) == [whole], "readers see the last complete one"
    assert write() == whole
    assert (folder / whole.file).read_bytes() == content
    assert codes(whole, folder) == played
    assert [code for code in built if code] == played, "nothing was built twice"
    assert not list(folder.glob(".*.part"))


def test_a_run_ends_in_time_and_the_next_one_continues(
    ada: Any, ben: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = [finished(ada, ben, at=SINCE + timedelta(days=n)) for n in range(3)]
    monkeypatch.setattr(dumps, "PIECE_SIZE", 1)
    dumps.keep_dumps(now=NOW, seconds=-1)
    assert list_dumps(folder) == []
    dumps.keep_dumps(now=NOW, seconds=60)
    [dump] = list_dumps(folder)
    assert codes(dump, folder) == played
    dumps.keep_dumps(now=NOW + timedelta(days=1), seconds=60)
    assert list_dumps(folder) == [dump], "nothing is missing"


def test_months_without_a_run_follow(ada: Any, ben: Any, folder: Path) -> None:
    write(date(2026, 1, 1))
    dumps.keep_dumps(now=NOW, seconds=60)
    assert [dump.month for dump in list_dumps(folder)] == ["2026-04", "2026-03", "2026-02", "2026-01"]
    dumps.keep_dumps(now=datetime(2027, 1, 1, 5, tzinfo=UTC), seconds=60)
    assert [dump.month for dump in list_dumps(folder)][:2] == ["2026-12", "2026-11"]


def test_a_closed_account_and_a_hidden_match_leave_older_dumps(ada: Any, ben: Any, cleo: Any, folder: Path) -> None:
    kept, hidden = finished(ada, ben), finished(ben, cleo)
    before = write()
    assert names(before, folder) == {"ada", "ben", "cleo"}
    account_deletion.delete_account(player=Player.objects.get(pk=ada.pk), now=NOW)
    Match.objects.filter(code=hidden).update(listed=False)
    dumps.keep_dumps(now=NOW, seconds=60)
    [after] = list_dumps(folder)
    assert sorted(path.name for path in folder.glob("slowfuse-*")) == [after.file, f"{after.file}.sha256"]
    assert codes(after, folder) == [kept]
    assert names(after, folder) == {"ben", "someone who left"}
    assert Client().get(f"/api/dumps/{before.file}").status_code == 404


def test_one_match_that_cannot_be_read_is_left_out(
    ada: Any, ben: Any, folder: Path, caplog: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = finished(ada, ben), finished(ada, ben)
    build = match_export.build_match_record

    def build_unless_broken(loaded: LoadedMatch, *, observer: Observer) -> Record:
        if loaded.match.code == broken:
            raise Unreadable(broken)
        return build(loaded, observer=observer)

    monkeypatch.setattr(match_export, "build_match_record", build_unless_broken)
    dump = write()
    assert (codes(dump, folder), dump.matches) == ([sound], 1)
    assert broken in caplog.text


@pytest.mark.django_db(transaction=True)
def test_two_beats_write_one_dump(ada: Any, ben: Any, folder: Path) -> None:
    played = [finished(ada, ben, at=SINCE + timedelta(days=n)) for n in range(3)]
    together(*[lambda: dumps.keep_dumps(now=NOW, seconds=60)] * 3)
    [dump] = list_dumps(folder)
    assert codes(dump, folder) == played
    assert len(list(folder.glob("slowfuse-*"))) == 2


def test_the_command_writes_one(ada: Any, ben: Any, folder: Path, settings: Any) -> None:
    finished(ada, ben)
    said = StringIO()
    call_command("dump", "2026-04", stdout=said)
    [dump] = list_dumps(folder)
    assert dump.file in said.getvalue()
    assert subprocess.run(["sha256sum", "-c", f"{dump.file}.sha256"], cwd=folder, check=False).returncode == 0
    for month in (f"{clocks.now():%Y-%m}", "2026-13", "april"):
        with pytest.raises(CommandError):
            call_command("dump", month)
    settings.SLOWFUSE_DUMPS = ""
    with pytest.raises(CommandError, match="SLOWFUSE_DUMPS"):
        call_command("dump", "2026-04")


def test_without_a_folder_there_are_none(ada: Any, ben: Any, folder: Path, settings: Any) -> None:
    write()
    (folder / "secret.txt").touch()
    settings.SLOWFUSE_DUMPS = ""
    dumps.keep_dumps(now=NOW, seconds=60)
    assert Client().get("/api/v1/dumps/").json() == []
    for name in ("slowfuse-2026-04.jsonl.zst", "secret.txt", ".lock", "..%2Fsecret.txt"):
        assert Client().get(f"/api/dumps/{name}").status_code == 404


def test_a_month_without_matches_is_an_empty_file(folder: Path) -> None:
    dump = write()
    assert (dump.matches, codes(dump, folder)) == (0, [])
    assert not Chair.objects.exists()
