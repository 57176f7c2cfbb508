"""Finished matches of any length, written down as they were played out without a table."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
from django.utils import timezone

from apps.games import catalogue
from apps.kernel.chance import commitment
from apps.kernel.playout import by_bots, playout
from apps.kernel.table import HOUSE
from apps.matches import audience
from apps.matches.models import Fact, Match, Move, Seed
from apps.matches.models import Seat as Chair


def recorded(slug: str, players: Sequence[Any], *, seed: int = 1, now: datetime | None = None, **options: Any) -> Match:
    """A match of bots that is over, though its seats are these players'; always the same for one seed."""
    game, now = catalogue()[slug], now or timezone.now()
    setup = game.setup(len(players), options)
    played = playout(game, setup, random.Random(seed).randbytes(32), by_bots(game))
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
    Chair.objects.bulk_create(Chair(match=match, index=n, player=player) for n, player in enumerate(players))
    facts: list[Fact] = []
    for number, (_, _, _, said) in enumerate(moves):
        for event in said:
            mask = audience.mask(event, setup.seats)
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


def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()
