"""Tests that the Python client can be built, installed without the site, and used by its own tests."""

from __future__ import annotations

import re
import tarfile
import zipfile
from pathlib import Path
from typing import Final

import pytest

from apps.config.settings import ROOT
from tests.clients.environments import install_package, run

PACKAGE: Final = ROOT / "clients" / "python"

pytestmark = [pytest.mark.once, pytest.mark.slow]


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the Python of a fresh environment, in which the client is installed with what its tests need."""
    return install_package(PACKAGE, tmp_path_factory.mktemp("client"))


def test_the_installed_client_passes_its_own_tests_and_its_types_are_strict(python: Path, tmp_path: Path) -> None:
    told = run(python, "-m", "pytest", "-p", "no:cacheprovider", PACKAGE / "tests", cwd=tmp_path)
    assert re.search(r"\d\d passed", told), told
    check = (python, "-m", "mypy", "--strict", "--cache-dir", tmp_path)
    run(*check, "-p", "slowfuse", cwd=tmp_path)
    run(*check, PACKAGE / "examples/random_bot.py", PACKAGE / "tests", cwd=tmp_path)


def test_the_client_needs_only_httpx(python: Path, tmp_path: Path) -> None:
    told = run(
        python, "-c", "from importlib.metadata import metadata as read; print(read('slowfuse-client').json)",
        cwd=tmp_path,
    )  # fmt: skip
    assert "'requires_dist': ['httpx<1,>=0.27']" in told, told
    run(
        python, "-c", "import sys, slowfuse; assert not {'apps', 'django'} & sys.modules.keys()",
        cwd=tmp_path,
    )  # fmt: skip


def test_an_sdist_of_the_client_builds_the_same_wheel(python: Path, tmp_path: Path) -> None:
    build = "import hatchling.build as b, sys; getattr(b, 'build_' + sys.argv[1])(sys.argv[2])"
    run(python, "-c", build, "sdist", tmp_path, cwd=PACKAGE)
    run(python, "-c", build, "wheel", tmp_path / "direct", cwd=PACKAGE)
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as packed:
        packed.extractall(tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    run(python, "-c", build, "wheel", tmp_path / "again", cwd=unpacked)
    (direct,), (again,) = ([*(tmp_path / folder).glob("*.whl")] for folder in ("direct", "again"))
    assert direct.read_bytes() == again.read_bytes()
    assert {"slowfuse/client.py", "slowfuse/py.typed"} <= set(zipfile.ZipFile(direct).namelist())
