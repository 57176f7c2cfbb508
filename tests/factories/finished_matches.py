"""Finished matches: as numbers only, as a replay, or as they were played."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Any

import msgspec
from django.utils import timezone

from apps.games import load_games
from apps.kernel.chance import compute_commitment
from apps.kernel.playout import Playout, by_bots, play_out_match
from apps.kernel.table import HOUSE, AnySetup
from apps.matches.engine import digest, visibility
from apps.matches.models import Chair, Fact, Match, MatchDigest, Memory, Move, Seed
from tests.factories.matches import MatchDriver

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
_count = itertools.count()


def finished_match(
    players: Sequence[Any], places: Sequence[int] = (), *, game: str = "fuse", at: datetime | None = None,
    rated: bool = True, listed: bool = True, moves: int = 30, days: float = 2.0, **seats: dict[str, Any],
) -> Match:  # fmt: skip
    """Create a finished match of these players (None for a bot). Without places, it ended without a result.

    `s1={"autopilot": True}` sets more fields of seat 1. Each match ends a minute after the one before.
    """
    at = at or NOW - timedelta(days=30) + timedelta(minutes=next(_count))
    rules = load_games()[game]
    match = Match.objects.create(
        game=game,
        setup=_text(rules.setup(max(len(players), rules.meta.seats[0]))),
        pace={},
        status=Match.Status.OVER,
        listed=listed,
        rated=rated,
        moves=moves,
        begun_at=at - timedelta(days=days),
        over_at=at,
        commitment="0" * 64,
        outcome={"places": list(places), "scores": [10 * (9 - place) for place in places], "why": "ended"},
    )
    Chair.objects.bulk_create(
        Chair(match=match, index=i, **{"player": player, "bot": player is None, **seats.get(f"s{i}", {})})
        for i, player in enumerate(players)
    )
    return match


def digest_row(match: Match, *, moves: int | None = None, seats: int = 2, **figures: Any) -> MatchDigest:
    """Return an unsaved digest of a match that no one played."""
    told = {"leads": 0, "margin": None, "excitement": 0, "course": b""} | figures
    moves = match.moves if moves is None else moves
    length = digest.classify_length(moves, load_games()[match.game].meta.thirds)
    return MatchDigest(
        match=match, edition=digest.DIGEST_EDITION, game=match.game, month=date(2026, 4, 1), begun_at=match.begun_at,
        seats=seats, moves=moves, length=length, **told,
    )  # fmt: skip


def end_match(code: str, *places: int, now: datetime, why: str = "ended") -> None:
    """End this match now with these places by seat, as if it had been played."""
    outcome = {"places": places, "scores": [10 * (9 - place) for place in places], "why": why}
    Match.objects.filter(code=code).update(status=Match.Status.OVER, over_at=now, wake_at=None, outcome=outcome)


@cache
def _played(slug: str, setup: AnySetup, seed: int) -> Playout:
    """Return a playout, cached because many tests use the same one."""
    game = load_games()[slug]
    return play_out_match(game, setup, random.Random(seed).randbytes(32), by_bots(game))


def recorded_match(
    slug: str, players: Sequence[Any], *, seed: int = 1, now: datetime | None = None, **options: Any
) -> Match:
    """Create a finished match played by bots in these players' seats, always the same for one seed."""
    game, now = load_games()[slug], now or timezone.now()
    setup = game.setup(len(players), options)
    played = _played(slug, setup, seed)
    moves = [
        (None, "", "", played.deal),
        *((step.seat, step.key, _text(step.action), step.facts) for step in played.steps),
    ]
    match = Match.objects.create(
        game=slug,
        setup=_text(setup),
        pace=game.meta.paces["daily"],
        status=Match.Status.OVER,
        begun_at=now - timedelta(hours=1),
        over_at=now,
        moves=len(moves),
        facts=len(played.events()),
        commitment=compute_commitment(played.seed),
        outcome=msgspec.to_builtins(played.outcome),
    )
    Seed.objects.create(match=match, seed=played.seed)
    Chair.objects.bulk_create(
        Chair(match=match, index=n, player=player, won=place == 1)
        for n, (player, place) in enumerate(zip(players, played.outcome.places, strict=True))
    )
    facts: list[Fact] = []
    for number, (_, _, _, said) in enumerate(moves):
        for event in said:
            mask = visibility.compute_event_mask(event, setup.seats)
            facts.append(Fact(match=match, n=len(facts), move=number, audience=mask, event=_text(event)))
    Fact.objects.bulk_create(facts)
    opened = {fact.move: fact.audience for fact in reversed(facts)}
    Move.objects.bulk_create(
        Move(
            match=match, number=number, at=now, seat=seat, key=key, action=action, audience=opened.get(number, 0),
            cause="deal" if seat is None else "clock" if seat == HOUSE else "seat",
        )
        for number, (seat, key, action, _) in enumerate(moves)
    )  # fmt: skip
    return match


_ROWS: dict[Any, tuple[MatchDriver, dict[str, Any], list[tuple[Any, list[dict[str, Any]]]]]] = {}


def played_once(finished: Callable[..., MatchDriver], *players: Any) -> MatchDriver:
    """Return the match that these players finish, played only for the first test that needs it.

    Other tests start with an empty database, so its rows are copied there.
    """
    if finished not in _ROWS:
        table = finished(*players)
        (match,) = _rows(Match, code=table.code)
        rows = [(model, _rows(model, match=match["id"])) for model in (Seed, Chair, Move, Fact, Memory)]
        _ROWS[finished] = table, match, rows
        return table
    table, match, rows = _ROWS[finished]
    pk = Match.objects.create(**_new(match)).pk
    model: Any
    for model, each in rows:
        own = [{"player_id": players[row["index"]].pk} if model is Chair else {} for row in each]
        model.objects.bulk_create(model(**_new(row), match_id=pk, **mine) for row, mine in zip(each, own, strict=True))
    return MatchDriver(table.code, table.now, game=table.game, people=players)


def _rows(model: Any, **which: Any) -> list[dict[str, Any]]:
    return list(model._default_manager.filter(**which).values())


def _new(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row without its own and related keys."""
    return {name: value for name, value in row.items() if name not in ("id", "match_id", "player_id")}


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()
