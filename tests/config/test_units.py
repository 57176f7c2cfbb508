"""Tests of what systemd protects each service from, and of the memory it can use."""

from __future__ import annotations

import re
import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest

from apps.config.settings import ROOT

UNITS = ROOT / "deploy" / "systemd"
SERVICES = sorted(file.name for file in UNITS.glob("*.service"))
MAX_EXPOSURE = 3.0
"""The maximum exposure of a service, from 0 to 10, as systemd rates it."""
BYTES = {"M": 2**20, "G": 2**30}


def in_bytes(text: str) -> int:
    return int(text[:-1]) * BYTES[text[-1]]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the root of a machine on which the units are installed as deploy/README.md says."""
    root = tmp_path_factory.mktemp("root")
    shutil.copytree(UNITS, root / "etc" / "systemd" / "system")
    return root


def exposure(root: Path, service: str) -> float:
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", f"--root={root}", service],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if "unrecognized option" in done.stderr or "Unknown" in done.stderr:
        pytest.skip("this systemd-analyze looks at no files")
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    assert found, done.stdout + done.stderr
    return float(found[1])


@pytest.mark.once
@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd-analyze here")
def test_every_service_is_kept_from_what_it_does_not_need(installed: Path, tmp_path: Path) -> None:
    assert {service: level for service in SERVICES if (level := exposure(installed, service)) > MAX_EXPOSURE} == {}
    shutil.copytree(installed, tmp_path / "bare")
    shutil.rmtree(tmp_path / "bare" / "etc" / "systemd" / "system" / "slowfuse-.service.d")
    assert exposure(tmp_path / "bare", SERVICES[0]) > MAX_EXPOSURE, "it is the drop-in that does it"


def test_a_worker_that_is_stopped_finishes_what_its_processes_are_at() -> None:
    """Check that stopping a worker doesn't stop its processes at the same time.

    They'd drop their work, and each restart would send an error by e-mail.
    """
    workers = [text for file in UNITS.glob("*.service") if " worker --queues " in (text := file.read_text())]
    assert workers
    assert all("\nKillMode=mixed\n" in text for text in workers)


def test_every_service_says_how_much_memory_it_may_take_and_why() -> None:
    docs = "\n".join(path.read_text() for path in sorted((ROOT / "deploy").glob("*.md")))
    told = dict(re.findall(r"^\| \*(\w+)\* \| (\d+ M / \d+ [MG]) \|", docs, re.MULTILINE))
    for name in SERVICES:
        parser = ConfigParser(interpolation=None, strict=False)
        parser.read(UNITS / name)
        high, most = parser["Service"]["MemoryHigh"], parser["Service"]["MemoryMax"]
        assert in_bytes(high) < in_bytes(most), name
        called = name.removeprefix("slowfuse-").removesuffix(".service").rstrip("@")
        assert told[called].replace(" ", "") == f"{high}/{most}", name


def test_the_way_to_install_them_takes_the_folder_along() -> None:
    docs = "\n".join(path.read_text() for path in sorted((ROOT / "deploy").glob("*.md")))
    assert set(re.findall(r"^cp (.*)deploy/systemd/\*", docs, re.MULTILINE)) == {"-r "}
