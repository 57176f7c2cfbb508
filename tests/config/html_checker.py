"""What the Nu checker says against pages, where there is Java and its jar."""

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
    r"^Attribute “(hx|sse)-[\w:-]+” not allowed"  # What htmx reads; called `data-hx-…` it would say no more.
    r"|^Attribute “interestfor” not allowed on element “button”"  # Newer than the checker.
    r"|^Attribute “pathLength” not allowed on element “circle”"  # SVG 2; the checker knows it of paths only.
    r"|^Attribute “disabled” not allowed on element “div”"  # Django's admin, of the field that shows no password.
)


def wrong(pages: Iterable[tuple[str, str]], folder: Path) -> list[str]:
    """What is wrong with which of these (name, page), which are written into a folder; skips the test without Java."""
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
    # What runs for seconds is not worth compiling well: that took more than the checking.
    quick = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss16m")
    return [java, *quick, "-jar", jar, "--format", "json", "--stdout", "--errors-only"]
