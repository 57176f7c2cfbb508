"""Checks pages with the Nu checker, if Java and its jar are installed."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pytest

_KNOWN: Final = re.compile(
    r"^Attribute “(hx|sse)-[\w:-]+” not allowed"  # htmx reads these; the name `data-hx-…` would add nothing.
    r"|^Attribute “interestfor” not allowed on element “button”"  # Newer than the checker.
    r"|^Attribute “pathLength” not allowed on element “circle”"  # SVG 2; the checker knows it only for paths.
    r"|^Attribute “disabled” not allowed on element “div”"  # Django's admin has it in the field that shows no password.
)


def wrong(pages: Iterable[tuple[str, str]], folder: Path) -> list[str]:
    """Return the errors of these pages (name, page), written into a folder. Skip the test without Java."""
    checker, written = _checker(), {}
    for number, (name, page) in enumerate(pages):
        file = folder / f"{number}.html"
        file.write_text(page, encoding="utf-8")
        written[f"file:{file}"] = name
    told = subprocess.run([*checker, str(folder)], capture_output=True, text=True, check=False)
    found = {
        (written.get(one["url"], one["url"]), one["message"], one.get("extract", "").strip())
        for one in json.loads(told.stdout)["messages"]
        if not _KNOWN.match(one["message"])
    }
    return ["\n".join(one) for one in sorted(found)]


def _checker() -> list[str]:
    jar, java = os.environ.get("SLOWFUSE_VNU", ""), shutil.which("java")
    if not (jar and java):
        pytest.skip("no HTML checker: Java and SLOWFUSE_VNU, the path of vnu.jar, are needed")
    # A run of seconds isn't worth optimised compilation, which took longer than the checking.
    quick = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss16m")
    return [java, *quick, "-jar", jar, "--format", "json", "--stdout", "--errors-only"]
