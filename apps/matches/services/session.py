"""The locked unit of work: a match is locked, loaded, settled, changed and written. Every service goes through here."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from django.db import InterfaceError, OperationalError

from apps.common.transactions import atomic_or_busy
from apps.kernel.table import Seat
from apps.matches.engine.aggregate import MatchAggregate
from apps.matches.errors import NotSeated, Stuck
from apps.matches.store import repository

R = TypeVar("R")


def change_match(
    code: str, change: Callable[[MatchAggregate], R | Exception], *observers: Seat, player: int | None = None,
    now: datetime, mending: bool = False,
) -> R:  # fmt: skip
    """Lock a match, settle what has expired, apply `change`, and return its result.

    So no one can act on a match that silence has already ended. A `change` refuses by returning an exception before it
    has changed anything. What was settled is written all the same, and then the refusal is raised. If `change` raises,
    nothing is written.

    :param mending: don't settle first, for organisers of a match that can't
    :raises Match.DoesNotExist: if there's no such match
    :raises Unreadable: if its log can't be read
    :raises Stuck: if the rules or a bot fail while settling, which isn't the caller's fault
    :raises Busy: if it's locked for too long
    """
    with atomic_or_busy():
        run = repository.lock_match(code, *observers, player=player, now=now)
        if not mending:
            _settle_match(run)
        result = change(run)
        if run.moved or not isinstance(result, Exception):
            repository.write_matches([run])
    if isinstance(result, Exception):
        raise result
    return result


def change_seated(
    player: int | None, code: str, seat: Seat, now: datetime, change: Callable[[MatchAggregate], R | Exception]
) -> R:
    """Change a match as `change_match` does, for the player in this seat or for the server (None).

    :raises NotSeated: if someone else sits there
    """

    def seated(run: MatchAggregate) -> R | Exception:
        if player is not None and run.mine != seat:  # The seat could have changed hands since.
            return NotSeated()
        return change(run)

    return change_match(code, seated, seat, player=player, now=now)


def _settle_match(run: MatchAggregate) -> None:
    try:
        run.settle_expired_questions()
    except (OperationalError, InterfaceError):
        raise  # A missing database isn't the match's fault.
    except Exception as error:
        raise Stuck(run.match.code) from error
