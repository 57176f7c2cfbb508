"""Tests of real runs of `manage.py play`: started, stopped, killed, started again."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any, NamedTuple
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest

from apps.config import statics
from tests.made_once import made_once
from tests.ports import free_port

ROOT = Path(__file__).resolve().parents[2]
OPEN = "Slow Fuse is running"
pytestmark = pytest.mark.skipif(not Path("/proc").is_dir(), reason="watches processes through /proc")


class House:
    """A running `manage.py play` on data of its own."""

    def __init__(self, var: Path, port: int) -> None:
        self.var, self.port, self.said = var, port, var.parent / f"said on {port}.txt"
        var.mkdir(exist_ok=True)
        with self.said.open("w") as said:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "play", "--port", str(port)],
                cwd=ROOT,
                env=clean_environment(var),
                stdout=said,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def words(self) -> str:
        return self.said.read_text()

    def opened(self, within: float = 60) -> House:
        eventually(lambda: OPEN in self.words() or self.process.poll() is not None, "it opens", self.words, within)
        assert OPEN in self.words(), self.words()
        return self

    def workers(self) -> list[int]:
        """Return the process ids of its workers, which is one at a time."""
        found = []
        for folder in Path("/proc").iterdir():
            with suppress(OSError, ValueError):
                words = (folder / "cmdline").read_bytes().split(b"\0")
                mine = f"SLOWFUSE_VAR={self.var}".encode() in (folder / "environ").read_bytes().split(b"\0")
                if mine and b"apps.config.embedded" in words:
                    found.append(int(folder.name))
        return found

    def demo(self) -> dict[str, Any]:
        kept: dict[str, Any] = json.loads((self.var / "demo.json").read_text())
        return kept

    def answers(self) -> bool:
        try:
            with urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (URLError, OSError):
            return False

    def stop(self, number: int = signal.SIGTERM) -> None:
        self.process.send_signal(number)
        self.process.wait(timeout=15)


def clean_environment(var: Path) -> dict[str, str]:
    # Compiled files can be shared.
    unlike = ("SLOWFUSE_", "DJANGO_", "PYTHONDONTWRITEBYTECODE")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(unlike)}
    return {**kept, "SLOWFUSE_VAR": str(var)}


def eventually(true: Callable[[], bool], what: str, otherwise: Callable[[], str] = str, within: float = 60) -> None:
    until = time.monotonic() + within
    while not true():
        assert time.monotonic() < until, f"not within {within} s: {what}\n{otherwise()}"
        time.sleep(0.05)


class First(NamedTuple):
    """The data of a site that was started for the first time and stopped again."""

    var: Path
    port: int
    words: str
    workers: int
    """The number of workers while it was running."""
    left: int
    """The number of workers left after it was stopped."""
    code: int

    def demo(self) -> dict[str, Any]:
        kept: dict[str, Any] = json.loads((self.var / "demo.json").read_text())
        return kept


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> First:
    """Prepare a site's data, which is slow."""
    folder = made_once(tmp_path_factory, "first-house", _open_and_close)
    return First(folder / "var", **json.loads((folder / "told.json").read_text()))


def _open_and_close(folder: Path) -> None:
    one = House(folder / "var", free_port())
    try:
        one.opened(within=240)  # It takes some 12 s alone, but far more next to three other workers of the tests.
        eventually(lambda: bool(one.workers()), "it has a worker", one.words)
        workers = len(one.workers())
        assert one.answers()
    finally:
        one.stop(signal.SIGINT)
    told = {"port": one.port, "words": one.words(), "workers": workers, "left": len(one.workers())}
    (folder / "told.json").write_text(json.dumps(told | {"code": one.process.returncode}))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, first: First) -> Iterator[Callable[[], House]]:
    """Yield a function that returns a running site.

    Starting is slow, so it is always the same one until a test stops it; then another one starts on the same folder.
    Its data are a copy of the first site's.
    """
    var = tmp_path_factory.mktemp("house") / "var"
    shutil.copytree(first.var, var)
    started: list[House] = []

    def start() -> House:
        if not started or started[-1].process.poll() is not None:
            started.append(House(var, free_port()))
        return started[-1].opened()

    try:
        yield start
    finally:
        for one in started:
            if one.process.poll() is None:
                one.stop(signal.SIGKILL)
            for pid in one.workers():
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


@pytest.fixture
def running(house: Callable[[], House]) -> House:
    """Return a running site for tests that don't stop it."""
    return house()


def test_it_opens_says_where_and_closes_on_ctrl_c(first: First) -> None:
    assert f"http://localhost:{first.port}/" in first.words
    assert "Good night." in first.words
    assert (first.code, first.workers, first.left) == (0, 1, 0)
    assert "Traceback" not in first.words
    assert set(first.demo()["people"]) == {"ada", "ben"}
    assert set(first.demo()["matches"]) == {"finished", "running"}


def test_static_files_are_compressed_and_kept_by_browsers(running: House) -> None:
    site = f"http://127.0.0.1:{running.port}"
    with urlopen(site, timeout=30) as answer:
        page = answer.read().decode()
        assert "Content-Encoding" not in answer.headers, "what is compressed beside a secret tells of it by its length"
    for path in set(re.findall(r'(?:src|href)="(/static/[^"#]+\.(?:css|js|svg))"', page)):
        with urlopen(Request(site + path, headers={"Accept-Encoding": "gzip"}), timeout=30) as answer:
            assert re.search(r"\.[0-9a-f]{12}\.", path), path
            assert "immutable" in answer.headers["Cache-Control"], path
            small = answer.headers.get("Content-Encoding") != "gzip"
            assert not small or len(answer.read()) < 1000, path


def test_it_gathers_static_files_anew_when_one_has_changed_and_only_then(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.VAR, settings.STATIC_ROOT = tmp_path, str(tmp_path / "static")
    style = tmp_path / "style.css"
    style.write_text("a { color: red }" * 100)
    monkeypatch.setattr(statics, "_list_source_files", lambda: {"style.css": style})
    assert (statics.gather_static_files(), statics.gather_static_files()) == (True, False)
    style.write_text("a { color: blue }" * 100)
    assert statics.gather_static_files()
    named = [path.name for path in (tmp_path / "static").iterdir()]
    assert len(named) == 5, "as it is and by what is in it, each compressed, too, and the list of names"


def test_it_refuses_a_second_house_on_the_same_data(running: House) -> None:
    second = House(running.var, free_port())
    try:
        second.process.wait(timeout=30)
    finally:
        second.process.kill()
    assert second.process.returncode == 1
    assert "is already running" in second.words()


def test_a_dead_worker_is_started_again(running: House) -> None:
    (worker,) = running.workers()
    os.kill(worker, signal.SIGKILL)
    eventually(lambda: running.workers() not in ([worker], []), "another one works", running.words)
    assert running.words().count("Restarting") == 1
    assert running.answers()


@pytest.mark.slow
def test_killed_it_leaves_nobody_behind_and_opens_again_on_the_same_data_with_the_same_people(
    first: First, house: Callable[[], House]
) -> None:
    killed = house()
    eventually(lambda: len(killed.workers()) == 1, "it has a worker", killed.words)
    killed.stop(signal.SIGKILL)
    eventually(lambda: not killed.workers(), "its worker ends", within=15)
    (killed.var / "queue" / "messages" / "1_stale.clock.msg").write_text("{ not a message")
    second = house()
    assert passwords(second.words()) == passwords(killed.words()) == passwords(first.words) != set()
    assert second.demo() == first.demo()
    assert (second.var / "secret_key").read_text() == (first.var / "secret_key").read_text()
    eventually(second.answers, "it answers", second.words)
    time.sleep(2)
    assert second.words().count("Restarting") == 0, second.words()
    _an_open_news_stream_does_not_keep_it_open(second)


def _an_open_news_stream_does_not_keep_it_open(one: House) -> None:
    with urlopen(f"http://127.0.0.1:{one.port}/live/{one.demo()['matches']['running']}/") as stream:
        assert stream.readline() == b"retry: 3000\n"
        began = time.monotonic()
        one.process.send_signal(signal.SIGTERM)
        with suppress(HTTPException, OSError):
            stream.read()
        assert time.monotonic() - began < 4.5  # uvicorn alone would wait for five seconds
    one.process.wait(timeout=30)
    assert "Traceback" not in one.words()


def test_secrets_on_disk_are_for_their_owner_only(first: First) -> None:
    assert {(first.var / name).stat().st_mode & 0o777 for name in ("secret_key", "demo.json")} == {0o600}


def test_it_refuses_a_taken_port(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = House(tmp_path / "var", port)
        refused.process.wait(timeout=30)
    assert refused.process.returncode == 1
    assert f"Port {port} is used" in refused.words()


def passwords(words: str) -> set[tuple[str, ...]]:
    return {tuple(line.split()) for line in words.splitlines() if line.startswith(("  ada  ", "  ben  "))}
