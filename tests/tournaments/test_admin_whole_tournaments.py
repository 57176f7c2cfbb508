"""Tests of whole tournaments of 64 bots in every format, run by hand in the admin from template to prizes."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry

from apps.tournaments.models import Entry, PodMatch, Round, Tournament
from tests.factories.people import browser, staff
from tests.factories.tournaments import seen
from tests.tournaments.admin_pages import create, do, play_on

pytestmark = pytest.mark.django_db
FIELD = 64
once = pytest.mark.once


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pattern", "terms", "rounds"),
    [
        ("evening", {"rounds": 2, "most": FIELD}, 2),
        pytest.param("groups", {"groups": 4, "rounds": 2, "least": 16, "most": FIELD, "cut": ""}, 1, marks=once),
        pytest.param("knockout", {}, 5, marks=once),
        pytest.param("month", {"rounds": 2}, 4, marks=once),
    ],
)
def test_a_tournament_of_64_is_run_from_its_pattern_to_its_end(
    pattern: str, terms: dict[str, Any], rounds: int, quick: None
) -> None:
    host = browser(staff("olga", "add_tournament"))
    cup = create(host, pattern, by_itself=False, **terms)
    assert cup.options["short_fuse"]
    do(host, cup, "bots", count=FIELD)
    assert cup.entries.filter(bot=True, state=Entry.State.IN).count() == FIELD
    for deed, status in (("announce", "announced"), ("open", "open"), ("start", "running")):
        do(host, cup, deed)
        assert cup.status == status
    for number in range(rounds):
        do(host, cup, "publish")
        assert cup.rounds.get(number=number).state == Round.State.PUBLISHED
        play_on(cup)
    assert cup.status == Tournament.Status.OVER
    book = seen(cup)
    assert len(book.published) == rounds
    assert [line.place for line in book.ranking][:1] == [1]
    assert sorted(line.entrant for line in book.ranking) == list(range(1, FIELD + 1))
    assert not PodMatch.objects.filter(match=None).exists()
    assert cup.entries.filter(state=Entry.State.IN).count() == FIELD
    assert LogEntry.objects.count() == 5 + rounds
