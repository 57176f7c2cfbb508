"""Tests of the demo that `manage.py play` prepares: a club with a past, created by the normal services."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.utils import timezone

from apps.accounts.models import Player
from apps.clubs.models import Club
from apps.config import demo
from apps.config.demo import puzzles
from apps.games import load_games
from apps.kernel.chance import Chance
from apps.kernel.table import REFEREE
from apps.lobby.selectors import listing
from apps.matches.models import Match, Missed
from apps.matches.selectors import decisions, match_export, match_view, player_matches
from apps.matches.selectors.verification import verify_match_record
from apps.matches.services import play
from apps.notices.selectors import inbox
from apps.puzzles.finding.found import Found, find_puzzle
from apps.puzzles.finding.theme import compute_difficulty
from apps.puzzles.models import Attempt, Puzzle
from apps.ratings.models import Rating, Result
from apps.talk.admin import waiting as reports
from apps.talk.models import Message
from apps.tournaments.admin import waiting as desks
from apps.tournaments.models import Arena, LadderTable, League, Tournament
from apps.tournaments.selectors import listing as tournaments

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def var(tmp_path: Path, settings: Any) -> Path:
    settings.VAR = tmp_path
    return tmp_path


def test_the_demo_is_a_club_with_a_past_and_is_made_once(var: Path) -> None:
    people = demo.prepare_demo()

    assert set(people) == {"ada", "ben"}
    over = Match.objects.filter(status=Match.Status.OVER, occasion="")
    played = Counter(over.values_list("game", flat=True))
    assert sum(played.values()) >= 30
    assert set(played) >= set(load_games()) - {"magpies"}
    assert not over.filter(over_at__gt=timezone.now()).exists()
    assert Rating.objects.values("player").distinct().count() >= 12
    ends = list(Result.objects.order_by("pk").values_list("over_at", flat=True))
    assert ends == sorted(ends), "results are recorded by the end of their matches"
    assert Message.objects.count() >= 5
    states = set(Tournament.objects.values_list("status", flat=True))
    assert states == {Tournament.Status.OVER, Tournament.Status.RUNNING, Tournament.Status.OPEN}
    assert Match.objects.filter(status=Match.Status.PLAYING, occasion_path__startswith="/tournaments/").exists()
    assert Club.objects.get().members.count() == Rating.objects.values("player").distinct().count()
    assert LadderTable.objects.exclude(counted_at=None).count() >= 3
    assert Arena.objects.get().players.exists()
    assert League.objects.get().members.count() == Club.objects.get().members.count()
    assert not over.filter(digest=None).exists()
    _something_waits_for_the_organiser(Player.objects.get(username="ada"))
    _something_waits_for_ada(Player.objects.get(username="ada"))
    ada = Player.objects.get(username="ada")
    new = [row.title for row in player_matches.load_own_page(player=ada.pk).rows if row.news]
    assert new in ([], ["Fuse"]), "only the end of the hosts' own match, unless it was her move"
    unread = [row.at for row in inbox.load_inbox_rows(ada.pk) if row.new]
    assert min(unread) > timezone.now() - timedelta(days=3), "she has played for weeks and looked at her bell"
    kobolds = over.filter(game="kobolds")[0]
    record = match_export.build_match_record(match_view.load_match(kobolds.code), observer=REFEREE)
    assert verify_match_record(load_games()["kobolds"], record).right

    play.settle_due(now=timezone.now() + timedelta(hours=1))
    assert not Missed.objects.exists()  # No one is late already.

    before = (var / "demo.json").read_text(), Match.objects.count()
    assert demo.prepare_demo() == people
    assert ((var / "demo.json").read_text(), Match.objects.count()) == before


def _something_waits_for_the_organiser(ada: Player) -> None:
    """Check that every kind of work is on the first page of the admin."""
    now = timezone.now()
    kinds = [*desks.find_open_tasks(ada, now=now), *reports.find_open_tasks(ada)]
    assert [len(kind.lines) for kind in kinds] == [1, 2, 1, 1]
    assert all(line.people for line in kinds[1].lines), "who holds up a table is named"


def _something_waits_for_ada(ada: Player) -> None:
    """Check that she has turns, an invitation, tables to join and a tournament that runs."""
    assert player_matches.load_player_turns(player=ada.pk).waiting >= 2
    lobby = listing.load_lobby_page(listing.Wanted(), player=ada.pk)
    assert [row.by for row in lobby.asked] == ["Chloé"]
    assert [row.joinable for row in lobby.rows] == [True, True, True]
    assert {row.rated for row in lobby.rows} == {True, False}
    assert tournaments.list_tournaments_until(reader=ada.pk, until=timezone.now())


def test_a_house_that_was_opened_without_a_club_stays_without_one(var: Path) -> None:
    (var / "demo.json").write_text(json.dumps({"people": {}, "matches": {}}))
    demo.prepare_demo()
    assert Match.objects.count() == 2
    assert not Tournament.objects.exists()


def test_puzzles_of_every_game_are_there_from_the_start(var: Path) -> None:
    people = demo.prepare_demo()
    stored = list(puzzles.load_stored_matches())
    assert Puzzle.objects.count() == sum(len(each.puzzles) for each in stored), (
        "every stored puzzle still fits its match"
    )
    published = Puzzle.objects.filter(published_on__isnull=False)
    assert published.count() >= 12
    today = published.filter(published_on=timezone.now().date())
    assert set(today.values_list("game", flat=True)) == set(load_games()) - {"magpies"}
    assert not Attempt.objects.filter(player__username__in=people).exists(), "they're left to the players you log in as"
    assert {compute_difficulty(round(1500 + 30 * (each.mu - 25)), each.rated) for each in published} >= {1, 3}
    assert not Attempt.objects.filter(at__gt=timezone.now()).exists()


@pytest.mark.slow
def test_the_search_finds_the_puzzles_of_the_demo_again(var: Path) -> None:
    demo.prepare_demo()
    codes = json.loads((var / "demo.json").read_text())["club"]["puzzles"]
    for code, stored in zip(codes, puzzles.load_stored_matches(), strict=True):
        seed = hashlib.sha256(b"puzzles:" + stored.code.encode()).digest()
        for _reached, decided in decisions.load_decisions(code):
            if decided is not None and decided.move in stored.puzzles:
                whim = Chance(seed, decided.move)
                found = find_puzzle(decided.game, decided.state, decided.ask, decided.given, whim)
                kept = msgspec.json.decode(stored.puzzles[decided.move], type=Found)
                assert found == kept, (stored.code, decided.move)
