"""Tests of random whole tournaments in the database, each of which ends with everyone ranked once."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.utils import translation

from apps.accounts.models import Player
from apps.matches.models import Match
from apps.notices.models import Kind, Notice
from apps.notices.wording import Words, build_notice_line, use_locale_of
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.formats.stages import Groups, Knockout, Stage, Swiss
from apps.tournaments.models import Entry, PodMatch, Tournament
from apps.tournaments.selectors import audit
from apps.tournaments.services import corrections, entries, lifecycle, matches, notify, rounds
from tests.factories.tournaments import NOON, decide, look, people, running, seen, tournament

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
STAGES: list[tuple[Stage, ...]] = [
    (Swiss(3, 4, 3),),
    (Swiss(2, 4, 3, pods=2), Knockout(4, 4, 3, 1)),
    (Groups(2, 3, 4, 3), Knockout(6, 3, 3, 1)),
    (Knockout(0, 4, 3, 2),),
    (Swiss(2, 2, 2, matches=3), Knockout(4, 2, 2, 1)),
    (Knockout(0, 2, 2, 1),),
]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(6))
def test_whatever_people_and_organisers_do_it_ends_with_everybody_ranked_once(number: int, player: Any) -> None:
    luck = random.Random(number)
    cup = tournament(
        *STAGES[number % len(STAGES)],
        by_itself=luck.random() < 0.6, round_hours=luck.choice([None, 5]), break_hours=luck.choice([0, 1]),
        plan={"drop": luck.random() < 0.7, "late": luck.choice([0, 1])},
    )  # fmt: skip
    who = people(cup, player, luck.randint(8, 14))
    strangers = [player(f"late{one}") for one in range(4)]
    now = NOON
    while not cup.ended:
        assert now < NOON + 60 * HOUR, "it never ends"
        look(cup, now=now)
        for _act in range(luck.randint(0, 3)):
            with suppress(TournamentRefused):
                _meddle(cup, who, strangers, luck, now)
        _play(cup, luck, now)
        now += HOUR / 2
    book = seen(cup)
    if cup.status == Tournament.Status.OVER:
        assert Counter(line.entrant for line in book.ranking) == dict.fromkeys([e.number for e in book.entrants], 1)
        assert all(turn.done for turn in book.published)
    assert not PodMatch.objects.filter(match=None).exists() or any(table.correction for table in _tables(book))
    assert Match.objects.count() == PodMatch.objects.filter(match__isnull=False).count()
    assert audit.build_audit_lines(cup, book.entries)
    keys = Notice.objects.filter(kind=Kind.TOURNAMENT).values_list("player", "key")
    assert len(keys) == len(set(keys))
    assert matches.deal_owed(now=now) == 0


def _tables(book: Any) -> list[Any]:
    return [table for turn in book.published for table in turn.pods]


def _play(cup: Tournament, luck: random.Random, now: Any) -> None:
    """Finish some tables, with some players absent."""
    for table in running(cup):
        if any(match.over_at is None for match in table.came) and luck.random() < 0.7:
            places = [luck.randint(1, 3) for _seat in table.seats]
            silent = [seat for seat in range(len(table.seats)) if luck.random() < 0.07]
            ranked = [1 + sum(other < place for other in places) for place in places]
            decide(table, *ranked, now=now, silent=silent)


def _meddle(cup: Tournament, who: list[Player], strangers: list[Player], luck: random.Random, now: Any) -> None:
    """Try something for someone that can be refused."""
    book = seen(cup)
    one = luck.choice(who)
    number = luck.choice(sorted(book.entries))
    said: dict[str, Any] = {"code": cup.code, "now": now}
    match luck.randrange(12):
        case 0:
            entries.leave_tournament(player=one, **said)
        case 1:
            entries.come_back(player=one, **said)
        case 2:
            entries.register_player(player=luck.choice(strangers), **said)
        case 3:
            entries.replace_entrant(number=number, player=luck.choice(strangers), by=None, **said)
        case 4:
            entries.remove_entrant(number=number, reason="So.", by=None, **said)
        case 5 if book.proposed:
            rounds.swap_in_proposed_round(one=number, other=luck.choice(sorted(book.entries)), by=None, **said)
        case 6 if book.published:
            table = luck.choice(_tables(book))
            turn = next(turn for turn in book.published if table in turn.pods)
            places = luck.sample(range(1, len(table.seats) + 1), len(table.seats))
            corrections.correct_result(
                number=turn.round.number, index=table.pod.index, places=places, reason="So.", by=None, **said
            )
        case 7 if book.published:
            rounds.extend_round(number=book.published[-1].round.number, hours=1, by=None, **said)
        case 8:
            lifecycle.pause_tournament(by=None, **said)
            lifecycle.resume_tournament(by=None, code=cup.code, now=now + timedelta(minutes=5))
        case _:
            _organise(cup, book, now)


def _organise(cup: Tournament, book: Any, now: Any) -> None:
    """Do the organiser's work in a tournament that doesn't run automatically."""
    if cup.status == Tournament.Status.OPEN and now >= cup.starts_at:
        try:
            lifecycle.start_tournament(code=cup.code, by=None, now=now)
        except TournamentRefused:
            lifecycle.cancel_tournament(code=cup.code, reason="Too few came.", by=None, now=now)
    elif book.proposed is not None:
        rounds.publish_round(code=cup.code, number=book.proposed.round.number, by=None, now=now,
                       as_of=book.proposed.round.changed_at)  # fmt: skip


def test_everybody_is_told_in_their_own_language(player: Any) -> None:
    """Check that message ids are stored, which each reader sees in their own language."""
    cup = tournament(Swiss(1, 4, 3), name="100 % Cup")
    who = people(cup, player, 3)
    who[0].language, who[0].time_zone = "de", "Asia/Tokyo"
    who[0].save()
    look(cup)
    notices = Notice.objects.filter(player=who[0], kind=Kind.TOURNAMENT).order_by("pk")
    with use_locale_of(who[0]):
        lines = [build_notice_line(msgspec.convert(one.words, Words)) for one in notices]
        assert all("100 % Cup" in one.title for one in lines)
        assert "21:00" in lines[0].text
    with translation.override("en"):
        assert build_notice_line(msgspec.convert(notices[0].words, Words)).title == notify.REGISTERED % {
            "tournament": "100 % Cup"
        }
    assert cup.entries.filter(state=Entry.State.IN).count() == 3
