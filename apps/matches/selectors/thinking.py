"""Flint's open questions, and its seat's knowledge."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef

from apps.kernel.game import AnyAsk, AnyGame, AnyState
from apps.kernel.table import Seat
from apps.matches.engine.deadlines import THINKING_TIME
from apps.matches.errors import Unreadable
from apps.matches.models import DEALT_TO_BOT, Chair, Match, Question
from apps.matches.selectors.match_view.loading import get_match_rules, load_match
from apps.matches.store import snapshots


@dataclass(frozen=True)
class Thought:
    """Something to think about."""

    game: AnyGame
    state: AnyState
    """The seat's knowledge."""
    ask: AnyAsk


def open_questions(*, now: datetime) -> list[tuple[str, Seat, str, datetime]]:
    """Return (match, seat, key, deadline) of unanswered questions to bots that think, the most urgent first.

    These questions expire within seconds, and then Cinder answers. All others leave more time.
    """
    own = Chair.objects.filter(DEALT_TO_BOT, match=OuterRef("match"), index=OuterRef("seat"))
    asked = Question.objects.filter(
        Exists(own),
        match__wake_at__gt=now,
        match__wake_at__lte=now + THINKING_TIME,
        match__opponents=Match.BotStrength.FLINT,
        lapses_at__gt=now,
        lapses_at__lte=now + THINKING_TIME,
        answered=False,
    )
    found = asked.order_by("lapses_at", "pk").values_list("match__code", "seat", "key", "lapses_at")
    return [(code, Seat(seat), key, lapses_at) for code, seat, key, lapses_at in found]


def load_thought(code: str, seat: Seat, key: str) -> Thought | None:
    """Return what the seat has to think about, or None if it's no longer asked.

    :raises Match.DoesNotExist: if there's no such match
    :raises Unreadable: if its log can't be read
    """
    match = load_match(code).match
    game, setup = get_match_rules(match)
    known = snapshots.load_recollections({match.pk: snapshots.Wanted(game, setup, (seat,), match.origin)})[match.pk]
    if isinstance(known, Exception):
        raise Unreadable(code) from known
    state = known.projections[seat].state
    asked = [ask for ask in game.asks(state) if ask.seat == seat and ask.key == key and not ask.answered]
    return Thought(game, state, asked[0]) if asked else None
