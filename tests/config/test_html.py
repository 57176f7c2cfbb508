"""Every page of the house is HTML that a validator accepts: the Nu checker, where there is Java and its jar."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from django.test import Client
from django.urls import reverse

from apps.accounts.models import Player
from tests.config import house
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db

KNOWN: Final = re.compile(
    r"^Attribute “(hx|sse)-[\w:-]+” not allowed"  # What htmx reads; called `data-hx-…` it would say no more.
    r"|^Attribute “disabled” not allowed on element “div”"  # Django's admin, of the field that shows no password.
)


@pytest.fixture
def checker() -> list[str]:
    jar, java = os.environ.get("SLOWFUSE_VNU", ""), shutil.which("java")
    if not (jar and java):
        pytest.skip("no HTML checker: Java and SLOWFUSE_VNU, the path of vnu.jar, are needed")
    return [java, "-Xss1m", "-jar", jar, "--format", "json", "--stdout", "--errors-only"]


def pages() -> Iterator[tuple[str, str, bytes]]:
    """Who sees which page, and the page."""
    for name, office in (("anybody", False), ("ada", False), ("ben", True)):
        client = Client()
        if name != "anybody":
            client.force_login(Player.objects.get(username=name))
            client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
        for path in house.addresses(office=office):
            answer: Any = client.get(path)
            if answer.get("Content-Type", "").startswith("text/html") and answer.content.lstrip()[:9] == b"<!DOCTYPE":
                yield name, path, answer.content


def test_every_page_is_html_as_it_should_be(checker: list[str], tmp_path: Path, furnished: None) -> None:
    written: dict[str, str] = {}
    for number, (name, path, page) in enumerate(pages()):
        file = tmp_path / f"{number}.html"
        file.write_bytes(page)
        written[f"file:{file}"] = f"{path} for {name}"
    assert len(written) > 200
    told = subprocess.run([*checker, str(tmp_path)], capture_output=True, text=True, check=False)
    wrong = {
        (written.get(one["url"], one["url"]), one["message"], one.get("extract", "").strip())
        for one in json.loads(told.stdout)["messages"]
        if not KNOWN.match(one["message"])
    }
    assert not wrong, "\n\n".join("\n".join(one) for one in sorted(wrong))
