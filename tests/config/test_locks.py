"""The lock files: complete, hashed, and without any address."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
LOCKS = ("requirements.txt", "requirements-dev.txt")


def pins(name: str) -> dict[str, str]:
    return dict(re.findall(r"^([\w.-]+)(?:\[[\w,-]+\])?==(\S+)", (DEPLOY / name).read_text(), re.MULTILINE))


def wanted(name: str) -> set[str]:
    return set(re.findall(r"^(?!-)([\w.-]+)", (DEPLOY / name).read_text(), re.MULTILINE))


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_names_no_address(name: str) -> None:
    assert "://" not in (DEPLOY / name).read_text()


@pytest.mark.parametrize("name", LOCKS)
def test_every_pin_has_a_hash(name: str) -> None:
    entries = re.split(r"\n(?=\S)", (DEPLOY / name).read_text().strip())
    assert [entry for entry in entries if "--hash=sha256:" not in entry] == []


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_holds_all_that_is_asked_for(name: str) -> None:
    assert wanted(name.replace(".txt", ".in")) <= set(pins(name))


def test_both_locks_agree() -> None:
    development = pins("requirements-dev.txt")
    assert {name: version for name, version in pins("requirements.txt").items() if development[name] != version} == {}
