"""Tests that newcomers to a game are recognised at tables and in one-click matches alike."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from apps.matches.models import Match
from apps.matches.selectors import experience
from tests.factories.finished_matches import recorded_match
from tests.factories.matches import new_match

pytestmark = pytest.mark.django_db


def test_whoever_has_finished_no_match_of_a_game_is_new_to_it(ada: Any, ben: Any, cleo: Any, dora: Any) -> None:
    everyone = [ada.pk, ben.pk, cleo.pk, dora.pk]
    recorded_match("fuse", [ada, ben], seed=3)
    new_match(cleo, dora, now=timezone.now())
    assert experience.new_to("fuse", everyone) == {cleo.pk, dora.pk}, "one that goes on teaches little"
    assert experience.new_to("kobolds", everyone) == set(everyone)
    assert experience.new_to("fuse", []) == set()


def test_a_lesson_makes_nobody_experienced(ada: Any, ben: Any) -> None:
    match = recorded_match("fuse", [ada, ben], seed=3)
    Match.objects.filter(pk=match.pk).update(lesson={"step": 1})
    assert experience.new_to("fuse", [ada.pk, ben.pk]) == {ada.pk, ben.pk}
