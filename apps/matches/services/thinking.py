"""Flint's thinking, outside any transaction. Its answer is a separate action, and if it's late, the question is gone.

Flint knows what its seat knows, and its randomness has no link to the match. Neither its answers nor their timing
reveal anything about hidden cards.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from datetime import datetime
from math import inf
from time import monotonic, process_time
from typing import Final

from django.db import InterfaceError, OperationalError

from apps.common import clocks, metrics
from apps.common.errors import Busy
from apps.kernel.chance import SEED_BYTES, Chance
from apps.kernel.policies import flint
from apps.kernel.table import Seat
from apps.matches.errors import Gone
from apps.matches.models import Match
from apps.matches.selectors import thinking
from apps.matches.services import play

logger = logging.getLogger(__name__)

SECONDS: Final = 2.5
"""Seconds of processor time for one thought."""
MARGIN: Final = 0.3
"""Seconds before Cinder's answer (`deadlines.THINKING_TIME`) at which Flint answers, however little it has thought."""


def think_about_one(clock: Callable[[], datetime] = clocks.now) -> bool:
    """Answer the most urgent question of a bot that thinks, and return whether one was answered."""
    return any(_answered(*question, clock) for question in thinking.open_questions(now=clock()))


def _answered(code: str, seat: Seat, key: str, lapses_at: datetime, clock: Callable[[], datetime]) -> bool:
    """Answer a question and return whether that worked. If not, Cinder answers."""
    try:
        _think(code, seat, key, lapses_at, clock)
    except (Gone, Busy, Match.DoesNotExist):
        return False  # It's too late, or another process has the match.
    except (OperationalError, InterfaceError):
        raise  # A lock or a missing database isn't the match's fault.
    except Exception:  # Other questions must not suffer from any failure.
        logger.exception("Match %s: could not think about an answer for seat %s", code, seat)
        return False
    return True


def _think(code: str, seat: Seat, key: str, lapses_at: datetime, clock: Callable[[], datetime]) -> None:
    about = thinking.about(code, seat, key)
    if about is None:
        raise Gone
    began, left = monotonic(), (lapses_at - clock()).total_seconds() - MARGIN
    action = flint(about.game, long_enough(left))(about.state, about.ask, Chance(secrets.token_bytes(SEED_BYTES), 0))
    metrics.count_thought(of="answer", seconds=monotonic() - began)
    play.think(code=code, seat=seat, key=key, action=action, now=clock())


def long_enough(left: float = inf) -> Callable[[], bool]:
    """Return a check whether `SECONDS` of processor time, or `left` seconds on the clock, are over.

    Reading the processor time is slow on some machines, so it is read only after that much time on the clock.
    """
    now, until = monotonic(), process_time() + SECONDS
    return lambda: monotonic() > now + left or (monotonic() > now + SECONDS and process_time() > until)
