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
from apps.kernel.policies import play_as_flint
from apps.kernel.table import Seat
from apps.matches.errors import Gone
from apps.matches.models import Match
from apps.matches.selectors import thinking
from apps.matches.services import play

logger = logging.getLogger(__name__)

THOUGHT_SECONDS: Final = 2.5
"""Seconds of processor time for one thought."""
ANSWER_MARGIN_SECONDS: Final = 0.3
"""Seconds before Cinder's answer (`deadlines.THINKING_TIME`) at which Flint answers, however little it has thought."""


def think_about_one(clock: Callable[[], datetime] = clocks.now) -> bool:
    """Answer the most urgent question of a bot that thinks, and return whether one was answered."""
    return any(_try_to_answer(*question, clock) for question in thinking.open_questions(now=clock()))


def _try_to_answer(code: str, seat: Seat, key: str, lapses_at: datetime, clock: Callable[[], datetime]) -> bool:
    """Answer a question and return whether that worked. If not, Cinder answers."""
    try:
        _think_and_answer(code, seat, key, lapses_at, clock)
    except (Gone, Busy, Match.DoesNotExist):
        return False  # It's too late, or another process has the match.
    except (OperationalError, InterfaceError):
        raise  # A lock or a missing database isn't the match's fault.
    except Exception:  # Other questions must not suffer from any failure.
        logger.exception("Match %s: could not think about an answer for seat %s", code, seat)
        return False
    return True


def _think_and_answer(code: str, seat: Seat, key: str, lapses_at: datetime, clock: Callable[[], datetime]) -> None:
    about = thinking.load_thought(code, seat, key)
    if about is None:
        raise Gone
    began, left = monotonic(), (lapses_at - clock()).total_seconds() - ANSWER_MARGIN_SECONDS
    action = play_as_flint(about.game, long_enough(left))(
        about.state, about.ask, Chance(secrets.token_bytes(SEED_BYTES), 0)
    )
    metrics.count_thought(of="answer", seconds=monotonic() - began)
    play.answer_as_bot(code=code, seat=seat, key=key, action=action, now=clock())


def long_enough(left: float = inf) -> Callable[[], bool]:
    """Return a check whether `THOUGHT_SECONDS` of processor time, or `left` seconds on the clock, are over.

    Reading the processor time is slow on some machines, so it is read only after that much time on the clock.
    """
    now, until = monotonic(), process_time() + THOUGHT_SECONDS
    return lambda: monotonic() > now + left or (monotonic() > now + THOUGHT_SECONDS and process_time() > until)
