"""Every page of the house is HTML that a validator accepts: the Nu checker, where there is Java and its jar."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.config import furnished_site
from tests.config.sights import Sights

pytestmark = pytest.mark.django_db

KNOWN: Final = re.compile(
    r"^Attribute “(hx|sse)-[\w:-]+” not allowed"  # What htmx reads; called `data-hx-…` it would say no more.
    r"|^Attribute “interestfor” not allowed on element “button”"  # Newer than the checker.
    r"|^Attribute “pathLength” not allowed on element “circle”"  # SVG 2; the checker knows it of paths only.
    r"|^Attribute “disabled” not allowed on element “div”"  # Django's admin, of the field that shows no password.
)


@pytest.fixture(scope="module")
def checker() -> list[str]:
    """Asked for before the house is furnished, which would be in vain without it."""
    jar, java = os.environ.get("SLOWFUSE_VNU", ""), shutil.which("java")
    if not (jar and java):
        pytest.skip("no HTML checker: Java and SLOWFUSE_VNU, the path of vnu.jar, are needed")
    # What runs for seconds is not worth compiling well: that took more than the checking.
    quick = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss16m")
    return [java, *quick, "-jar", jar, "--format", "json", "--stdout", "--errors-only"]


def pages(house_of: Sights) -> Iterator[tuple[str, str, str]]:
    """Who sees which page, and the page."""
    for name, office in (("anybody", False), ("ada", False), ("ben", True)):
        for path in furnished_site.addresses(office=office):
            text = house_of.of(name, path).text
            if text.lstrip().startswith("<!DOCTYPE"):
                yield name, path, text


def test_every_page_is_html_as_it_should_be(checker: list[str], tmp_path: Path, furnished: Sights) -> None:
    written: dict[str, str] = {}
    for number, (name, path, page) in enumerate(pages(furnished)):
        file = tmp_path / f"{number}.html"
        file.write_text(page, encoding="utf-8")
        written[f"file:{file}"] = f"{path} for {name}"
    assert len(written) > 200
    told = subprocess.run([*checker, str(tmp_path)], capture_output=True, text=True, check=False)
    wrong = {
        (written.get(one["url"], one["url"]), one["message"], one.get("extract", "").strip())
        for one in json.loads(told.stdout)["messages"]
        if not KNOWN.match(one["message"])
    }
    assert not wrong, "\n\n".join("\n".join(one) for one in sorted(wrong))
