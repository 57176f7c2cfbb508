"""Tests that the lock files are complete, hashed, and without any address."""

from __future__ import annotations

import re
from importlib.metadata import distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
LOCKS = ("requirements.txt", "requirements-dev.txt")


def pins(name: str) -> dict[str, str]:
    return dict(re.findall(r"^([\w.-]+)(?:\[[\w, -]+\])?==(\S+)", (DEPLOY / name).read_text(), re.MULTILINE))


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


def test_a_pin_names_the_extras_that_others_ask_of_it() -> None:
    """Check the pinned extras. Without them, pip before 23.3 takes the newest release, which has no hash here."""
    lines = re.findall(r"^(\S.*==\S+)", (DEPLOY / "requirements-dev.txt").read_text(), re.MULTILINE)
    named = {canonicalize_name(it.name): it.extras for it in map(Requirement, lines)}
    asked = [Requirement(line) for it in distributions() for line in it.requires or ()]
    wants = [it for it in asked if it.extras and (not it.marker or it.marker.evaluate({"extra": ""}))]
    assert [str(it) for it in wants if not it.extras <= named.get(canonicalize_name(it.name), it.extras)] == []
