"""Organisers' actions on a match: stop its clock, give more time, end it, or retry it."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

import msgspec
from django.utils.translation import gettext as _

from apps.common.errors import Busy
from apps.common.transactions import atomic_or_busy
from apps.kernel.events import Announced
from apps.kernel.game import NO_RESULT
from apps.kernel.table import HOUSE
from apps.matches.engine.aggregate import MatchAggregate
from apps.matches.errors import MatchRefused, Stuck
from apps.matches.models import NO_ORDERS, Match, Question
from apps.matches.selectors import match_view
from apps.matches.services.session import change_match

logger = logging.getLogger(__name__)

SET_ASIDE_TIME: Final = timedelta(hours=1)
"""How long a match whose pause can't end is left alone."""


def pause_match(*, code: str, now: datetime) -> None:
    """Stop the clock.

    :raises MatchRefused: if it isn't running
    """
    change_match(code, _pause_match, now=now)


def resume_match(*, code: str, now: datetime) -> None:
    """Let the clock run again. Everyone has the time they had left.

    :raises MatchRefused: if the match isn't paused
    """
    change_match(code, _resume_match, now=now)


def resume_due(*, now: datetime, limit: int = 100) -> int:
    """End the agreed pauses that are over, and return how many."""
    due = Match.objects.filter(resumes_at__lte=now).order_by("resumes_at").values_list("code", flat=True)
    ended = 0
    for code in list(due[:limit]):
        try:
            with suppress(MatchRefused, Busy):  # Another process is handling it.
                resume_match(code=code, now=now)
                ended += 1
        except Exception:  # One broken match must not stop the clock of all the others.
            logger.exception("Match %s: could not resume after its pause", code)
            Match.objects.filter(code=code, status=Match.Status.PAUSED).update(resumes_at=now + SET_ASIDE_TIME)
    return ended


def extend_deadlines(*, code: str, by: timedelta, now: datetime) -> None:
    """Move all open deadlines later.

    :raises MatchRefused: if the match isn't running
    """
    change_match(code, lambda run: _extend_deadlines(run, by), now=now)


def end_match(*, code: str, now: datetime) -> tuple[int, ...]:
    """End the match without a result, and return the seats that owed an answer.

    This works even if the match can't go on or its log can't be read.

    :raises MatchRefused: if it's already over, or ended by a deadline that was just settled
    """
    try:
        try:
            return change_match(code, _end_match, now=now)
        except Stuck:
            return change_match(code, _end_match, now=now, mending=True)
    except match_view.Unreadable:
        return _end_unreadable_match(code, now)


def retry_match(*, code: str, now: datetime) -> None:
    """Let the sweep retry a match that was set aside.

    :raises MatchRefused: if it wasn't
    """
    if not Match.objects.filter(code=code, status=Match.Status.PLAYING).exclude(trouble="").update(wake_at=now):
        raise MatchRefused(_("This match isn’t set aside."))


def _pause_match(run: MatchAggregate) -> MatchRefused | None:
    if run.match.status != Match.Status.PLAYING:
        return MatchRefused(_("Only a running match can be paused."))
    run.pause()
    run.announce(Announced(what="paused"))
    return None


def _resume_match(run: MatchAggregate) -> MatchRefused | None:
    if run.match.paused_at is None:
        return MatchRefused(_("This match isn’t paused."))
    run.resume()
    return None


def _extend_deadlines(run: MatchAggregate, by: timedelta) -> MatchRefused | None:
    if run.match.status != Match.Status.PLAYING:
        return MatchRefused(_("Only a running match has deadlines."))
    run.set_deadlines(run.clock.timing.postpone(by))
    run.announce(Announced(what="extended", seconds=int(by.total_seconds())))
    return None


def _end_match(run: MatchAggregate) -> tuple[int, ...] | MatchRefused:
    if run.match.status == Match.Status.OVER:
        return MatchRefused(_("The match is already over."))
    owed = _list_owing_seats(run.clock.questions.values())
    run.announce(Announced(what="ended"))
    run.match.paused_at = run.match.resumes_at = None
    run.close(NO_RESULT)
    return owed


def _list_owing_seats(questions: Iterable[Question]) -> tuple[int, ...]:
    owed = (question for question in questions if question.duty and not question.answered)
    return tuple(sorted({question.seat for question in owed} - {HOUSE}))


def _end_unreadable_match(code: str, now: datetime) -> tuple[int, ...]:
    """End a match without loading it, so its story doesn't mention this."""
    with atomic_or_busy():
        match = Match.objects.select_for_update().exclude(status=Match.Status.OVER).filter(code=code).first()
        if match is None:
            raise MatchRefused(_("The match is already over."))
        owed = _list_owing_seats(match.questions.all())
        match.questions.all().delete()
        match.seats.update(orders=NO_ORDERS)
        match.status, match.over_at, match.outcome = Match.Status.OVER, now, msgspec.to_builtins(NO_RESULT)
        match.wake_at = match.paused_at = match.resumes_at = None
        match.proposals = []
        match.save()
    return owed
