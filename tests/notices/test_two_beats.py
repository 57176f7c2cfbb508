"""Tests of two machines with a beat each: every task is sent twice, and two workers run it at the same time."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.conf import settings
from django.db.models import Count
from django.utils import timezone

from apps.config.celery import app
from apps.matches.models import Match, MatchDigest, Move
from apps.notices.models import Delivery, Kind, Notice
from apps.notices.services import outbox
from apps.notices.wording import Words
from apps.puzzles.models import Puzzle
from apps.ratings.models import RatingStep, Sheet
from apps.tournaments.models import PodMatch
from tests.concurrency import together
from tests.factories.finished_matches import recorded_match
from tests.factories.matches import new_match
from tests.factories.puzzles import puzzle
from tests.factories.tournaments import bots, tournament

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
HOUR = timedelta(hours=1)


def test_whatever_beat_says_may_be_said_twice_at_once(ada: Any, ben: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    now = timezone.now()
    over = [recorded_match("fuse", (ada, ben), seed=seed, now=now - HOUR) for seed in (1, 2)]
    Match.objects.filter(pk=over[0].pk).update(rated=True)
    Match.objects.filter(pk=over[1].pk).update(over_at=now - 60 * 24 * HOUR)
    puzzle(over[0])
    due = new_match(ada, ben, now=now - 100 * 24 * HOUR)
    cup = tournament(starts_at=now - HOUR)
    bots(cup, 6)
    outbox.post_notice(player=ada.pk, kind=Kind.HOUSE, key="once", words=Words("Once"), now=now - HOUR)

    app.loader.import_default_modules()
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        task = app.tasks[entry["task"]]
        run = partial(task, seconds=0.1) if task.name.endswith("mine_puzzles") else task  # One decision each is enough.
        assert together(run, run) == [None, None], entry["task"]

    assert Sheet.objects.filter(match=over[0].pk).count() == 1
    assert RatingStep.objects.filter(match=over[0].pk).count() == 2
    assert MatchDigest.objects.filter(match__in=over).count() == 2
    assert Puzzle.objects.filter(published_on=now.date()).count() == 1
    lapsed = Move.objects.filter(match__code=due.code).values("number").annotate(times=Count("pk"))
    assert lapsed
    assert all(each["times"] == 1 for each in lapsed)
    dealt = PodMatch.objects.filter(pod__round__tournament=cup)
    assert dealt.count() == dealt.values("match").distinct().count() > 0
    told = [pk for notices in Delivery.objects.values_list("notices", flat=True) for pk in notices]
    assert sorted(told) == sorted(set(told))
    assert Notice.objects.get(key="once").pk in told
