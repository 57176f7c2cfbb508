"""Asking what Flint would do: noted at once, thought of elsewhere, outside any transaction.

What Flint tells comes from what the seat knows, as what it answers itself does (`thinking`).
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

from apps.common import clocks, metrics
from apps.kernel.advice import advise
from apps.kernel.chance import SEED_BYTES, Chance
from apps.kernel.imagined import nothing
from apps.kernel.table import Seat
from apps.matches.engine import hints
from apps.matches.engine.aggregate import MatchAggregate
from apps.matches.errors import Gone, NoHints, NotSeated
from apps.matches.models import Hint
from apps.matches.selectors import hints as asked
from apps.matches.selectors import thinking
from apps.matches.services.session import change_match

logger = logging.getLogger(__name__)

SECONDS: Final = 0.8
"""Seconds Flint thinks about a rough hint."""
SHARPENED: Final = 3.0
"""Seconds Flint then thinks about a better one."""


def ask(*, code: str, player: int | None, key: str, now: datetime) -> None:
    """Have Flint think about a question, once; of one it has not thought about in time, anew.

    The match says from now on that somebody asked, whatever becomes of it.

    :raises NotSeated: if the player does not sit there
    :raises NoHints: if this is no table at which one may ask
    :raises Gone: if the question is closed
    :raises Match.DoesNotExist, Unreadable, Busy: as in `play.answer`
    """
    change_match(code, lambda run: _ask(run, key, now), player=player, now=now)


def think_about_one(clock: Callable[[], datetime] = clocks.now, *, meanwhile: Callable[[], None] = nothing) -> bool:
    """Find out what Flint would do about what was asked first, and meanwhile do something else; whether there was
    anything.

    Where that takes longer than somebody likes to wait they are told what Flint would do so far (`sharpen_one`).
    """
    hint = asked.waiting(now=clock())
    return hint is not None and _think(hint, SECONDS, meanwhile)


def sharpen_one(clock: Callable[[], datetime] = clocks.now, *, meanwhile: Callable[[], None] = nothing) -> bool:
    """Think on about what Flint gave a rough answer to; whether there was anything."""
    hint = asked.waiting(now=clock(), rough=True)
    return hint is not None and _think(hint, SHARPENED, meanwhile)


def _think(hint: Hint, seconds: float, meanwhile: Callable[[], None]) -> bool:
    rows = Hint.objects.filter(pk=hint.pk, asked_at=hint.asked_at)
    try:
        about = thinking.about(hint.match.code, Seat(hint.seat), hint.key)
        if about is None:
            rows.delete()  # The question is gone, and whoever asked has answered it without.
            return True
        began = monotonic()
        until = began + seconds
        advice = advise(about.game, about.state, about.ask, _whim(), lambda: monotonic() >= until, meanwhile)
    except (OperationalError, InterfaceError):
        raise  # Somebody's lock, or no database: that is no fault of the match.
    except Exception:  # Whatever it is: whoever asks next is served all the same.
        logger.exception("Match %s: could not think about a hint for seat %s", hint.match.code, hint.seat)
        rows.update(asked_at=hint.asked_at - asked.LATELY, rough=False)  # Drop the request.
        return True
    metrics.count_thought(of="hint", seconds=monotonic() - began)
    rough = not hint.rough and monotonic() >= until
    rows.update(found=msgspec.json.encode(advice).decode(), rough=rough)
    return True


def _ask(run: MatchAggregate, key: str, now: datetime) -> NotSeated | NoHints | Gone | None:
    if run.mine is None:
        return NotSeated()
    if not hints.possible(run.match, run.seated, run.mine):
        return NoHints()
    question = run.clock.questions.get((run.mine, key))
    if question is None or question.answered:
        return Gone()
    hint, _new = Hint.objects.get_or_create(match=run.match, seat=run.mine, key=key, defaults={"asked_at": now})
    if asked.advice(hint) is None and hint.asked_at + asked.PATIENCE <= now:
        Hint.objects.filter(pk=hint.pk).update(asked_at=now, found="", rough=False)
    run.match.hinted = True
    return None


def _whim() -> Chance:
    return Chance(secrets.token_bytes(SEED_BYTES), 0)
