"""Tests of the way from one match that is waiting for the player to the next."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from apps.matches.models import Question
from apps.matches.views.next_match import _select_neighbour
from tests.factories.matches import new_match

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.mark.parametrize(
    ("here", "step", "there"),
    [("a", 1, "b"), ("c", 1, "a"), ("a", -1, "c"), ("elsewhere", 1, "a"), ("", -1, "c")],
)
def test_it_goes_round(here: str, step: int, there: str) -> None:
    assert _select_neighbour(["a", "b", "c"], here, step) == there


def test_the_soonest_deadline_comes_first_and_who_is_not_awaited_goes_to_all_matches(
    at: Callable[..., Client], ada: Any, ben: Any, cleo: Any
) -> None:
    tables = [new_match(ada, ben) for _ in range(3)]
    for table, late in zip(tables, (3, 1, 2), strict=True):
        asked = Question.objects.filter(match__code=table.code)
        asked.update(seat=0, lapses_at=asked.get().opened_at + timedelta(hours=late))
    client = at(ada)
    there = [client.get("/mine/next/", {"from": table.code})["Location"] for table in tables]
    assert there == [f"/m/{tables[n].code}/" for n in (1, 2, 0)]
    assert at(cleo).get("/mine/next/")["Location"] == "/mine/"
    assert "/accounts/login/" in at(None).get("/mine/next/")["Location"]
