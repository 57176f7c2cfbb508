"""Tests that the papers for contributors name files and functions that exist, and stay easy to read."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Final

import pytest

from apps.config.settings import ROOT

PAPERS: Final = [ROOT / "ARCHITECTURE.md", *sorted((ROOT / "docs").rglob("*.md"))]
FILE: Final = re.compile(r"`([\w/]+\.py)(?:: (\w+))?`")


def find_files(path: str) -> list[Path]:
    """Return the Python files of the project whose path ends like this."""
    found = (each for folder in ("apps", "tests") for each in (ROOT / folder).rglob(Path(path).name))
    return [each for each in found if f"/{each}".endswith(f"/{path}")]


def list_names(file: Path) -> set[str]:
    """Return the names of functions and classes at the top of a file."""
    body = ast.parse(file.read_text(encoding="utf-8")).body
    return {each.name for each in body if isinstance(each, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef)}


@pytest.mark.once
@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_every_named_file_and_function_exists(paper: Path) -> None:
    for path, name in FILE.findall(paper.read_text(encoding="utf-8")):
        found = find_files(path)
        assert found, f"{paper.name} names {path}"
        assert not name or any(name in list_names(each) for each in found), f"{paper.name} names {name} in {path}"


@pytest.mark.once
def test_the_architecture_is_read_in_minutes() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert len(text.split()) < 1_600
    for paper in PAPERS:
        for line in paper.read_text(encoding="utf-8").splitlines():
            cells = line.strip("|").split("|") if line.startswith("|") else []
            assert all(len(cell) <= 200 for cell in cells), line
            assert cells or len(line) <= 100, line
    glossary = text.partition("## Glossary")[2]
    assert sum(line.startswith("| ") for line in glossary.splitlines()) - 1 <= 35
