"""Helpers for tests of tournaments: a tournament in one line, and a clock that plays its matches."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from apps.accounts.models import Player
from apps.games import load_games
from apps.kernel.game import Outcome
from apps.matches.engine import deadlines
from apps.matches.models import Chair, Match
from apps.matches.services import play
from apps.notices.models import Kind, Notice
from apps.notices.wording import Words
from apps.tournaments.formats.plan import Plan
from apps.tournaments.formats.stages import Groups, Knockout, Stage, Swiss
from apps.tournaments.models import Entry, Tournament
from apps.tournaments.scoring.pod_matches import rotate_seats
from apps.tournaments.selectors import snapshot
from apps.tournaments.selectors.pods import PodState
from apps.tournaments.selectors.snapshot import TournamentSnapshot
from apps.tournaments.services import entries, lifecycle, scheduler, session

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
SWISS = Swiss(rounds=3, most=4, least=3)
GROUPS = Groups(groups=2, rounds=3, most=4, least=4)
KNOCKOUT = Knockout(top=0, most=4, least=3, onward=2)
CUT = Knockout(top=4, most=4, least=3, onward=1)


def tournament(
    *stages: Stage, game: str = "fuse", by: Player | None = None, plan: dict[str, Any] | None = None, **more: Any
) -> Tournament:
    """Create a tournament that is open for registration and starts at noon."""
    rules = load_games()[game]
    options = {"short_fuse": True} if game == "fuse" else {}
    given = {"name": "Spring Cup", "least": 3, "most": 64, "starts_at": NOON, "rated": False, **more}
    made = Tournament(
        game=game,
        options=msgspec.to_builtins(rules.setup(rules.meta.seats[-1], options).options),
        pace=dict(deadlines.list_preset_paces(rules.meta)["daily"]),
        pace_name="daily",
        plan=msgspec.to_builtins(Plan(stages=stages or (SWISS,), **(plan or {}))),
        status=Tournament.Status.OPEN,
        **given,
    )
    return lifecycle.create_tournament(made, by=by.pk if by else None, now=NOON - timedelta(days=7))


def bots(of: Tournament, count: int) -> None:
    """Enter this number of bots, all at once if entering has no other effect."""
    fresh, before, eve = Tournament.objects.get(pk=of.pk), of.entries.count(), NOON - timedelta(days=1)
    if fresh.live or before + count > fresh.most:
        for _bot in range(count):
            entries.add_entrant(code=of.code, player=None, by=None, now=eve)
        return
    numbers = range(before + 1, before + count + 1)
    Entry.objects.bulk_create(Entry(tournament=of, number=number, bot=True, at=eve) for number in numbers)
    session.raise_version(of)


def people(of: Tournament, player: Any, count: int) -> list[Player]:
    """Enter this number of people."""
    made = [player(f"p{number:03}") for number in range(count)]
    for one in made:
        entries.register_player(code=of.code, player=one, now=NOON - timedelta(days=1))
    return made


def played(of: Tournament, *, now: datetime = NOON, until: datetime | None = None, step: timedelta) -> datetime:
    """Run the scheduler and the matches' clock until the tournament is over, and return the time then."""
    end = until or now + 200 * step
    while now < end:
        scheduler.advance_tournaments(now=now)
        while play.settle_due(now=now, limit=1000):
            pass
        of.refresh_from_db()
        if of.ended:
            return now
        now += step
    return now


def seen(of: Tournament) -> TournamentSnapshot:
    of.refresh_from_db()
    return snapshot.load_snapshot(of)


def begun(*stages: Stage, entrants: int = 8, player: Any = None, **more: Any) -> tuple[Tournament, list[Player]]:
    """Create and start a tournament of people, or without `player` of bots.

    If it runs automatically, its first round is dealt.
    """
    made = tournament(*stages, **more)
    who = people(made, player, entrants) if player else []
    if not player:
        bots(made, entrants)
    look(made)
    return made, who


def look(of: Tournament, *, now: datetime = NOON) -> TournamentSnapshot:
    """Run the scheduler, and return the state then."""
    scheduler.advance_tournaments(now=now)
    return seen(of)


def running(of: Tournament) -> list[PodState]:
    """Return the tables that are being played."""
    return [table for turn in seen(of).published for table in turn.pods if table.result is None]


def decide(
    table: PodState, *places: int, scores: tuple[int, ...] = (), now: datetime = NOON, silent: Collection[int] = ()
) -> None:
    """End a table's match with these places by seat (by default in seat order), as if it had been played.

    Seats in `silent` left it to the bot from the start.
    """
    [match] = [match for match in table.came if match.over_at is None]
    outcome = Outcome(places=places or tuple(range(1, len(table.seats) + 1)), scores=scores, why="told")
    rows = Match.objects.filter(code=match.code)
    rows.update(status=Match.Status.OVER, over_at=now, wake_at=None, outcome=msgspec.to_builtins(outcome))
    Chair.objects.filter(match__code=match.code, index__in=silent).update(autopilot=True)


def decide_all(of: Tournament, *, now: datetime = NOON, best: Sequence[int] = ()) -> None:
    """End every running table, with the named entrants before all others, in this order."""
    for table in running(of):
        order = sorted(table.seats, key=lambda one: best.index(one) if one in best else len(best))
        decide(table, *(order.index(one) + 1 for one in rotate_seats(table.seats, len(table.came) - 1)), now=now)


def decided(of: Tournament, *, now: datetime = NOON) -> TournamentSnapshot:
    """End the tournament without really playing its matches."""
    look(of, now=now)
    for _round in range(20):
        if not of.ended:
            decide_all(of, now=now)
            look(of, now=now)
    assert of.ended
    return seen(of)


def told(player: Player | None, *titles: str) -> list[str]:
    """Return a player's notices about tournaments (with these titles, if any are named), oldest first."""
    found = Notice.objects.filter(player=player, kind=Kind.TOURNAMENT).order_by("pk")
    every = [msgspec.convert(one.words, Words).title for one in found]
    return [title for title in every if not titles or title in titles]


def log(of: Tournament) -> list[str]:
    """Return the entries of its log, oldest first."""
    return list(of.acts.order_by("pk").values_list("what", flat=True))
