"""Hints from Flint: requested at once, thought about elsewhere, outside any transaction.

A hint comes from what the seat knows, just like Flint's own answers (`thinking`).
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from datetime import datetime
from time import monotonic
from typing import Final

import msgspec
from django.db import InterfaceError, OperationalError

from apps.common import clocks, metrics, task_queue
from apps.kernel.advice import build_advice
from apps.kernel.chance import SEED_BYTES, Chance
from apps.kernel.table import Seat
from apps.matches.engine import hints
from apps.matches.engine.aggregate import MatchAggregate
from apps.matches.errors import Gone, NoHints, NotSeated
from apps.matches.models import Hint
from apps.matches.selectors import thinking
from apps.matches.selectors.hints import (
    FLINT_UNAVAILABLE_AFTER,
    REQUEST_ABANDONED_AFTER,
    decode_advice,
    find_waiting_hint,
)
from apps.matches.services.session import change_match

logger = logging.getLogger(__name__)

ROUGH_HINT_SECONDS: Final = 0.8
"""Seconds Flint thinks about a rough hint."""
SHARPENED_HINT_SECONDS: Final = 3.0
"""Seconds Flint then thinks about a better one."""


def request_hint(*, code: str, player: int | None, key: str, now: datetime) -> None:
    """Have Flint think about a question, once, or again if there was no hint in time.

    The match is marked as hinted from now on, even if the request is dropped.

    :raises NotSeated: if the player doesn't sit there
    :raises NoHints: if the match doesn't offer hints
    :raises Gone: if the question is closed
    :raises Match.DoesNotExist, Unreadable, Busy: as in `play.answer_question`
    """
    change_match(code, lambda run: _request_hint(run, key, now), player=player, now=now)


def think_about_one(clock: Callable[[], datetime] = clocks.now) -> bool:
    """Think about the oldest request for a hint, and return whether there was one.

    If time runs out, the player gets a rough hint, which `sharpen_one` improves later.
    """
    hint = find_waiting_hint(now=clock())
    return hint is not None and _think_about_hint(hint, ROUGH_HINT_SECONDS)


def sharpen_one(clock: Callable[[], datetime] = clocks.now) -> bool:
    """Think again about a rough hint, and return whether there was one."""
    hint = find_waiting_hint(now=clock(), rough=True)
    return hint is not None and _think_about_hint(hint, SHARPENED_HINT_SECONDS)


def _think_about_hint(hint: Hint, seconds: float) -> bool:
    rows = Hint.objects.filter(pk=hint.pk, asked_at=hint.asked_at)
    try:
        about = thinking.load_thought(hint.match.code, Seat(hint.seat), hint.key)
        if about is None:
            rows.delete()  # The question is gone: the player has answered it without a hint.
            return True
        began = monotonic()
        until = began + seconds
        advice = build_advice(about.game, about.state, about.ask, _create_chance(), lambda: monotonic() >= until)
    except (OperationalError, InterfaceError):
        raise  # A lock or a missing database isn't the match's fault.
    except Exception:  # A failure must not keep the next request waiting.
        logger.exception("Match %s: could not think about a hint for seat %s", hint.match.code, hint.seat)
        rows.update(asked_at=hint.asked_at - REQUEST_ABANDONED_AFTER, rough=False)  # Drop the request.
        return True
    metrics.count_thought(of="hint", seconds=monotonic() - began)
    rough = not hint.rough and monotonic() >= until
    rows.update(found=msgspec.json.encode(advice).decode(), rough=rough)
    if rough:
        task_queue.queue_on_commit("apps.matches.tasks.analyse")
    return True


def _request_hint(run: MatchAggregate, key: str, now: datetime) -> NotSeated | NoHints | Gone | None:
    if run.mine is None:
        return NotSeated()
    if not hints.can_offer_hints(run.game, run.match, run.seated, run.mine):
        return NoHints()
    question = run.clock.questions.get((run.mine, key))
    if question is None or question.answered:
        return Gone()
    hint, _new = Hint.objects.get_or_create(match=run.match, seat=run.mine, key=key, defaults={"asked_at": now})
    if decode_advice(hint) is None and hint.asked_at + FLINT_UNAVAILABLE_AFTER <= now:
        Hint.objects.filter(pk=hint.pk).update(asked_at=now, found="", rough=False)
    run.match.hinted = True
    task_queue.queue_on_commit("apps.matches.tasks.think")
    return None


def _create_chance() -> Chance:
    return Chance(secrets.token_bytes(SEED_BYTES), 0)
