"""Tests that a slow request logs what slowed it down."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import RequestFactory

from apps.config.logs.middleware import RequestScope
from apps.config.logs.statements import Statements
from tests.config.logs.conftest import Lines

pytestmark = pytest.mark.django_db


def ask(_request: Any = None) -> HttpResponse:
    with connection.cursor() as cursor:
        cursor.execute("SELECT %s", ["hunter2"])
        cursor.execute("SELECT length(%s)  ,\n %s", ["hunter2", 1])
    return HttpResponse()


def test_a_slow_request_is_one_warning_with_its_statements(settings: Any, lines: Lines) -> None:
    settings.SLOWFUSE_SLOW_SECONDS = 1e-9
    RequestScope(ask)(RequestFactory().get("/secret/"))
    (line,) = lines.parsed()
    assert (line["level"], line["statements"]) == ("WARNING", 2)
    assert {each["sql"] for each in line["slowest"]} == {"SELECT %s", "SELECT length(%s) , %s"}
    assert 0 <= line["database"] < line["duration"], "which may be less than is told"
    took = r"Slow request: GET \(no view\) took 0\.\d\d s, including 0\.\d\d s for 2 database statements\."
    assert re.search(took, line["message"])
    assert "hunter2" not in lines.both
    assert "/secret/" not in lines.both


def test_a_long_statement_is_told_by_its_beginning_and_its_end() -> None:
    statements = Statements()
    statements(lambda *_: None, f"SELECT {', '.join(['a'] * 500)} FROM t WHERE b = %s", None, False, None)
    (line,) = statements.fields()["slowest"]
    assert line["sql"].startswith("SELECT a, ")
    assert line["sql"].endswith(" FROM t WHERE b = %s")
    assert len(line["sql"]) < 310


@pytest.mark.parametrize("limit", [0, 60])
def test_a_quick_request_is_none(settings: Any, lines: Lines, limit: float) -> None:
    settings.SLOWFUSE_SLOW_SECONDS = limit
    RequestScope(ask)(RequestFactory().get("/"))
    assert lines.parsed() == []
    assert not connection.execute_wrappers, "nothing is left behind"
