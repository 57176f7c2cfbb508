"""Tests that the package of games can be built, installed without the site, and used by its own tests."""

from __future__ import annotations

import re
import tarfile
import zipfile
from pathlib import Path

import pytest

from apps.config.settings import ROOT
from tests.clients.environments import install_package, run

PACKAGE = ROOT / "clients" / "games"
RULES = {
    f"slowfuse_games/{path.relative_to(ROOT / 'apps')}"
    for folder in ("kernel", "games")
    for path in (ROOT / "apps" / folder).rglob("*.py")
}

pytestmark = [pytest.mark.once, pytest.mark.slow]


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the Python of a fresh environment, in which the package is installed with what its tests need."""
    return install_package(PACKAGE, tmp_path_factory.mktemp("games"))


def test_the_installed_package_passes_its_own_tests(python: Path, tmp_path: Path) -> None:
    """Run them with what is installed: laws of encoders, tests of PettingZoo, Gymnasium and OpenSpiel, the README."""
    told = run(python, "-m", "pytest", "-p", "no:cacheprovider", PACKAGE / "tests", cwd=tmp_path)
    print(told)  # noqa: T201 -- says aloud what was skipped
    assert re.search(r"\d{3} passed", told), told
    assert "skipped" not in told, told


def test_its_types_are_checked_where_numpy_is_known(python: Path, tmp_path: Path) -> None:
    run(
        python, "-m", "mypy", "--strict", "--ignore-missing-imports", "--cache-dir", tmp_path,
        "--disable-error-code=misc", "-p", "slowfuse_games",
        cwd=tmp_path,
    )  # fmt: skip


def test_nothing_of_the_site_is_installed(python: Path, tmp_path: Path) -> None:
    told = run(
        python, "-c", "import sys, slowfuse_games.gym; print(*sorted({name.split('.')[0] for name in sys.modules}))",
        cwd=tmp_path,
    )  # fmt: skip
    assert {"slowfuse_games", "msgspec"} <= set(told.split())
    assert not {"apps", "django"} & set(told.split())


def test_an_sdist_contains_the_rules_and_builds_the_same_wheel(python: Path, tmp_path: Path) -> None:
    build = "import hatchling.build as b, sys; getattr(b, 'build_' + sys.argv[1])(sys.argv[2])"
    run(python, "-c", build, "sdist", tmp_path, cwd=PACKAGE)
    run(python, "-c", build, "wheel", tmp_path / "direct", cwd=PACKAGE)
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as packed:
        packed.extractall(tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    run(python, "-c", build, "wheel", tmp_path / "again", cwd=unpacked)
    (direct,), (again,) = ([*(tmp_path / folder).glob("*.whl")] for folder in ("direct", "again"))
    contents = []
    for path in (direct, again):
        with zipfile.ZipFile(path) as wheel:
            contents.append({name: wheel.read(name) for name in wheel.namelist() if not name.endswith("RECORD")})
    assert contents[0] == contents[1]
    assert set(contents[0]) >= RULES
    assert not any(re.search(rb"\bapps\.(kernel|games)\b", text) for text in contents[0].values())
