"""Tests that functions have names one can search for, that imports keep names, and that types are checked."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

import pytest

from apps.config.settings import ROOT

pytestmark = pytest.mark.once

MAX_ONE_WORD_SHARE: Final = 0.035
"""Maximum share of functions named by one word. Hooks of `Game`, template tags and tasks are."""
MAX_ALIASES: Final = 70
"""Maximum number of our own modules and names that are imported under another name. It only goes down."""

MAX_IGNORED_TYPES: Final = 9
"""Maximum number of lines for which types aren't checked. It only goes down."""

MAX_ANY_TYPES: Final = 144
"""Maximum number of places where a type is `Any`, so that nothing is checked. It only goes down."""


def parse_modules() -> Iterator[ast.Module]:
    for path in (ROOT / "apps").rglob("*.py"):
        if "migrations" not in path.parts:
            yield ast.parse(path.read_text(encoding="utf-8"))


def is_renamed(alias: ast.alias) -> bool:
    return alias.asname not in (None, "_", alias.name)


def test_functions_are_named_by_verb_and_object() -> None:
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    names = [each.name.strip("_") for module in parse_modules() for each in module.body if isinstance(each, kinds)]
    one_word = [name for name in names if "_" not in name]
    assert len(one_word) < MAX_ONE_WORD_SHARE * len(names), sorted(one_word)


def test_what_is_imported_keeps_its_name() -> None:
    imports = [each for module in parse_modules() for each in ast.walk(module) if isinstance(each, ast.ImportFrom)]
    own = [each for each in imports if (each.module or "").startswith("apps.")]
    renamed = [f"{each.module}.{alias.name}" for each in own for alias in each.names if is_renamed(alias)]
    assert len(renamed) <= MAX_ALIASES, renamed


def test_few_types_are_any() -> None:
    names = [each for module in parse_modules() for each in ast.walk(module) if isinstance(each, ast.Name)]
    assert sum(name.id == "Any" for name in names) <= MAX_ANY_TYPES


def test_types_are_checked_almost_everywhere() -> None:
    files = [path for path in (ROOT / "apps").rglob("*.py") if "migrations" not in path.parts]
    ignored = [
        path for path in files for line in path.read_text(encoding="utf-8").splitlines() if "type: ignore" in line
    ]
    assert len(ignored) <= MAX_IGNORED_TYPES, ignored
