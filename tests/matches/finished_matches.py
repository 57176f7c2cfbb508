"""Finished matches of any length, written down as they were played out without a table."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any

import msgspec
from django.utils import timezone

from apps.games import catalogue
from apps.kernel.chance import commitment
from apps.kernel.playout import Playout, by_bots, playout
from apps.kernel.table import HOUSE, Setup
from apps.matches.engine import visibility
from apps.matches.models import Chair, Fact, Match, Memory, Move, Seed
from tests.matches.table import Table


@cache
def _played(slug: str, setup: Setup[Any], seed: int) -> Playout:
    """Many tests ask for the same one."""
    game = catalogue()[slug]
    return playout(game, setup, random.Random(seed).randbytes(32), by_bots(game))


def recorded(slug: str, players: Sequence[Any], *, seed: int = 1, now: datetime | None = None, **options: Any) -> Match:
    """A match of bots that is over, though its seats are these players'; always the same for one seed."""
    game, now = catalogue()[slug], now or timezone.now()
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
        commitment=commitment(played.seed),
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
            mask = visibility.mask(event, setup.seats)
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


_ROWS: dict[Any, tuple[Table, dict[str, Any], list[tuple[Any, list[dict[str, Any]]]]]] = {}


def again(finished: Callable[..., Table], *players: Any) -> Table:
    """The match that these players finish. It is played for the first test that asks for it; for the others, who find
    an empty house again, its rows are written as they were.
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
    return Table(table.code, table.now)


def _rows(model: Any, **which: Any) -> list[dict[str, Any]]:
    return list(model._default_manager.filter(**which).values())


def _new(row: dict[str, Any]) -> dict[str, Any]:
    """A row that has yet to find its place."""
    return {name: value for name, value in row.items() if name not in ("id", "match_id", "player_id")}


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()
