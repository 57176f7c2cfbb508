"""Tests of what a process prepares before it serves its first page."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from django.conf import settings

pytestmark = pytest.mark.once

READ_ALL = """
import sys
import msgspec
from apps.config.{server} import application

def list_structs(kind):
    for each in kind.__subclasses__():
        yield each
        yield from list_structs(each)

def watch(frame, event, _):
    if event == "call" and frame.f_code.co_name == "get_class_annotations":
        late.add(struct.__qualname__)

late = set()
sys.setprofile(watch)
for struct in list_structs(msgspec.Struct):
    if struct.__module__.startswith("apps."):
        msgspec.json.Decoder(struct)
sys.setprofile(None)
found = [each for each in list_structs(msgspec.Struct) if each.__module__.startswith("apps.")]
print(len(found) > 200, sorted(late))
"""
"""Says whether a server knows all Structs, and which of them it would only prepare when it first reads one."""


@pytest.mark.parametrize("server", ["asgi", "wsgi"])
def test_a_server_has_prepared_all_structs_before_it_has_threads(server: str) -> None:
    command = [sys.executable, "-c", READ_ALL.format(server=server)]
    env = {**os.environ, "SLOWFUSE_DEBUG": "true"}
    done = subprocess.run(command, cwd=settings.ROOT, env=env, capture_output=True, text=True, check=True)
    assert done.stdout == "True []\n"
