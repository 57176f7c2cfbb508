"""a tournament of 512 people: what publishing a round costs, reading its standings after nine, and every page of it"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any, Final

import msgspec
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from apps.accounts.models import Player
from apps.games import load_games
from apps.kernel.game import Outcome, compute_places
from apps.matches.engine import deadlines
from apps.matches.models import Chair, Match
from apps.tournaments.formats.plan import Plan
from apps.tournaments.formats.stages import Swiss
from apps.tournaments.models import Entry, Pod, PodMatch, Round, Tournament
from apps.tournaments.pairing.history import Past
from apps.tournaments.pairing.proposal import build_proposal, encode_proposal
from apps.tournaments.selectors import cache, snapshot
from apps.tournaments.services import lifecycle, matches, rounds, scheduler
from tests.bench.table import people

FIELD: Final = 512
ROUNDS: Final = 9
LOOKS: Final = 5
NOW: Final = timezone.now()


def run() -> None:
    cup = _tournament(people(FIELD))
    began = perf_counter()
    lifecycle.start_tournament(code=cup.code, by=None, now=NOW)
    _say("start and first proposal", perf_counter() - began)
    began = perf_counter()
    rounds.publish_round(code=cup.code, number=0, by=None, now=NOW)
    _say("publish", perf_counter() - began, 3)
    began = perf_counter()
    tables = matches.deal_owed(now=NOW)
    spent = perf_counter() - began
    print(f"  {'deal':<26} {spent:6.2f} s for {tables} tables, {spent / tables * 1e3:.1f} ms each")
    cup.rounds.all().delete()
    _play(cup)
    cup.refresh_from_db()
    _measure("notice that nothing happened", lambda: _load_again(cup))
    _measure("read the book", lambda: snapshot.load_snapshot(cup))
    _measure("read it, and its ranking", lambda: snapshot.load_snapshot(cup).ranking, 0.5)
    _measure("look, nothing to do", lambda: scheduler.advance_tournament(code=cup.code, now=NOW))
    _pages(cup)
    cup.rounds.filter(number=ROUNDS - 1).update(state=Round.State.OVER, over_at=NOW)
    began = perf_counter()
    rounds.propose_next_round(snapshot.load_snapshot(cup), now=NOW)
    _say(f"propose the {ROUNDS + 1}th round", perf_counter() - began)
    began = perf_counter()
    rounds.publish_round(code=cup.code, number=ROUNDS, by=None, now=NOW)
    _say("publish it", perf_counter() - began, 3)
    cup.delete()


PAGES: Final = ("", "standings/", "rounds/9/", "rounds/9/cards/", "of/1/", "rules/", "log/", "talk/", "tournament.json")
PUBLIC: Final = 150
DESK: Final = 300
"""The maximum CPU milliseconds of anyone's page and of the dashboard."""


def _load_again(cup: Tournament) -> None:
    """Load a tournament as its pages do, and return its snapshot from the cache."""
    cache.load_cached_snapshot(cache.annotate_marks(Tournament.objects.select_related("luck")).get(pk=cup.pk))


def _pages(cup: Tournament) -> None:
    """Measure pages as for readers who come within a minute after someone else."""
    reader, staff = Client(), Client()
    desk = Player.objects.create_superuser("desk")
    staff.force_login(desk)
    for path in PAGES:
        _page(reader, cup.get_absolute_url() + path, PUBLIC)
    for path in ("", "standings/", "rounds/"):
        _page(reader, f"/api/v1/tournaments/{cup.code}/{path}", PUBLIC)
    _page(staff, reverse("admin:tournaments_tournament_desk", args=[cup.pk]), DESK)
    desk.delete()


def _page(client: Client, path: str, goal: int) -> None:
    took, size = [], 0
    for _look in range(LOOKS):
        began = process_time()
        answer = client.get(path)
        took.append(1e3 * (process_time() - began))
        size = len(answer.content)
        if answer.status_code != 200:
            raise RuntimeError(f"{path}: {answer.status_code}")
    short = path[-44:]
    print(f"  {short:<46} {min(took[1:]):6.0f} ms, {size // 1024} kB (goal: {goal})")


def _tournament(players: list[Any]) -> Tournament:
    rules = load_games()["fuse"]
    made = Tournament(
        name="Bench",
        game="fuse",
        starts_at=NOW,
        most=FIELD,
        by_itself=False,
        status=Tournament.Status.OPEN,
        options=msgspec.to_builtins(rules.setup(4, {}).options),
        pace=dict(deadlines.list_preset_paces(rules.meta)["daily"]),
        pace_name="daily",
        plan=msgspec.to_builtins(Plan(stages=(Swiss(ROUNDS + 2, 4, 3),))),
        round_hours=200,
    )
    lifecycle.create_tournament(made, by=None, now=NOW)
    Entry.objects.bulk_create(
        Entry(tournament=made, number=number, player=one, at=NOW) for number, one in enumerate(players, start=1)
    )
    return made


def _play(cup: Tournament) -> None:
    """Create nine rounds as rows; the last one still has a running table."""
    luck = random.Random(1)
    players = dict(cup.entries.values_list("number", "player"))
    past = Past()
    for number in range(ROUNDS):
        field = luck.sample(sorted(players), FIELD)
        tables = [tuple(field[i : i + 4]) for i in range(0, FIELD, 4)]
        made = build_proposal([tables], [[]], past)
        past = past.then(tables)
        row = Round.objects.create(
            tournament=cup,
            number=number,
            stage=0,
            within=number,
            field=field,
            proposal=encode_proposal(made),
            proposed_at=NOW,
            changed_at=NOW,
            published_at=NOW,
            state=Round.State.OVER if number < ROUNDS - 1 else Round.State.PUBLISHED,
        )
        pods = Pod.objects.bulk_create(Pod(round=row, index=i, seats=seats) for i, seats in enumerate(tables))
        matches = Match.objects.bulk_create(_over(cup, luck) for _pod in pods)
        Chair.objects.bulk_create(
            Chair(match=match, index=i, player_id=players[one], autopilot=luck.random() < 0.03)
            for match, seats in zip(matches, tables, strict=True)
            for i, one in enumerate(seats)
        )
        PodMatch.objects.bulk_create(PodMatch(pod=pod, match=match) for pod, match in zip(pods, matches, strict=True))
    Match.objects.filter(pk=matches[-1].pk).update(status=Match.Status.PAUSED, over_at=None, outcome=None)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _over(cup: Tournament, luck: random.Random) -> Match:
    scores = tuple(luck.randrange(40) for _seat in range(4))
    outcome = Outcome(places=compute_places([-score for score in scores]), scores=scores, why="told")
    return Match(
        game="fuse", setup="{}", pace={}, status=Match.Status.OVER, begun_at=NOW, over_at=NOW, commitment="",
        outcome=msgspec.to_builtins(outcome),
    )  # fmt: skip


def _measure(what: str, act: Callable[[], Any], most: float | None = None) -> None:
    with CaptureQueriesContext(connection) as context:
        act()
    costs = []
    for _look in range(LOOKS):
        began = perf_counter()
        act()
        costs.append(perf_counter() - began)
    _say(what, min(costs), most, f", {len(context)} statements")


def _say(what: str, seconds: float, most: float | None = None, more: str = "") -> None:
    print(f"  {what:<28} {seconds:8.4f} s{f' (at most {most})' if most else ''}{more}", flush=True)
