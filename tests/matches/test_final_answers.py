"""Tests that a form shows its deadline if the answer is final, and nothing if it can be changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from apps.matches.models import Question
from tests.factories.matches import new_match, sealed_match

pytestmark = [pytest.mark.django_db, pytest.mark.once]
Browser = Callable[..., Client]


def test_a_turn_is_final_and_says_until_when_it_is_awaited(at: Browser, ada: Any, ben: Any) -> None:
    table = new_match(ada, ben, now=timezone.now())
    asked = Question.objects.get(match__code=table.code)
    html = at((ada, ben)[asked.seat]).get(f"/m/{table.code}/").content.decode()
    assert html.count(f'data-final="{asked.lapses_at.isoformat()}"') == html.count('hx-post="/m/')


def test_a_sealed_answer_may_be_changed_and_is_not_final(at: Browser, ada: Any, ben: Any, cleo: Any) -> None:
    table = sealed_match("bombe", ada, ben, cleo)
    html = at(ada).get(f"/m/{table.code}/").content.decode()
    assert 'name="question"' in html
    assert "data-final" not in html
