"""Tests that the lists of leagues, ladders and arenas show everything, page by page."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from apps.tournaments.models import Arena, Ladder, League
from tests.factories.ladders import ladder
from tests.factories.leagues import league
from tests.tournaments.test_arenas import arena
from tests.tournaments.test_public import seen

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.mark.parametrize(
    ("path", "make"), [("leagues", league), ("ladders", ladder), ("arenas", arena)], ids=lambda one: str(one)[:12]
)
def test_beyond_a_page_there_is_another(
    path: str, make: Callable[..., Any], client: Client, django_assert_max_num_queries: Any
) -> None:
    made = make(name="One of many")
    kind: type[League | Ladder | Arena] = type(made)
    rows = []
    for number in range(119):
        made.pk, made.name = None, f"One of many {number}"
        made._state.adding = True
        rows.append(kind(**{field.attname: getattr(made, field.attname) for field in kind._meta.concrete_fields}))
    kind.objects.bulk_create(rows)  # type: ignore[arg-type]
    found = []
    for number in (1, 2, 3):
        with django_assert_max_num_queries(4):
            page = seen(client, f"/tournaments/{path}/?page={number}")
        assert f"Page {number} of 3" in page
        found += re.findall(rf'<a href="/tournaments/{path}/(\d+)/">', page)
    assert len(found) == len(set(found)) == 120
    for odd in ("0", "x", "99"):
        seen(client, f"/tournaments/{path}/?page={odd}")
