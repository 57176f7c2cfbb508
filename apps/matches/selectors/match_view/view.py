"""A match as one observer sees it now: looked at, or drawn from a position."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from django.utils import timezone

from apps.common.transactions import passing_locks
from apps.kernel import length
from apps.kernel.game import Outcome
from apps.kernel.length import Remaining
from apps.kernel.table import Observer, Seat, Setup
from apps.matches.engine.position import Position
from apps.matches.engine.standing_orders import readable
from apps.matches.errors import Unreadable
from apps.matches.models import Match
from apps.matches.selectors.match_view import people as at_table
from apps.matches.selectors.match_view import questions as asked
from apps.matches.selectors.match_view.loading import load, rules, title
from apps.matches.selectors.match_view.people import Person, Proposed
from apps.matches.selectors.match_view.questions import Question
from apps.matches.selectors.match_view.story import Sentence, story
from apps.matches.store import snapshots, sql
from apps.matches.store.seating import LoadedMatch

AFTERWARDS: Final = timedelta(days=1)
"""How long after its end the people of a match still talk there and meet again."""


@dataclass(frozen=True)
class MatchView:
    """A match as one observer sees it. Templates get this and nothing else."""

    code: str
    game: str
    title: str
    setup: Setup[Any]
    observer: Observer
    seat: Seat | None
    """The observer's chair, if they have one."""
    status: str
    """`playing`, `paused` or `over`"""
    heard: int
    """How many facts the observer was told: grows only when there is something new to see."""
    beside: str
    """A fingerprint of what they see that no fact tells; empty if there is nothing."""
    board: Any
    """The game's own record of the table."""
    people: tuple[Person, ...]
    due_at: datetime | None
    """The soonest deadline of a person who is awaited, as far as the observer knows."""
    bot_awaited: bool
    """Whether a bot alone is to play, which it does within seconds: the page looks more often."""
    questions: tuple[Question, ...]
    """What the observer may answer now (also what they answered and may still change)."""
    orders: tuple[Any, ...]
    """The observer's own standing orders."""
    story: tuple[Sentence, ...]
    """Newest first; only the latest facts."""
    outcome: Outcome | None
    remaining: Remaining | None
    """About how much is still to come; None when it is over."""
    commitment: str
    occasion: str
    """What the match is a part of; empty if it stands for itself."""
    occasion_path: str
    rated: bool
    """Whether its outcome counts for ratings."""
    vacations: bool
    """Whether players on vacation are waited for, if the pace is one at which anybody is."""
    pace: dict[str, int]
    proposals: tuple[Proposed, ...]
    """Only the people at the table are asked."""
    reserve: int
    """Seconds the observer's seat may still overrun its duties by; nobody else's business."""
    astir: bool
    """Whether it goes on, or was over so lately that its people still talk and meet again."""

    @property
    def names(self) -> tuple[str, ...]:
        """What everybody is called, in seat order: unlike `people`, the same whoever is awaited."""
        return tuple(person.name for person in self.people)

    @property
    def remaining_seconds(self) -> int:
        """How long that takes at the match's pace, while whoever sits there now plays on."""
        if self.remaining is None:
            return 0
        thinking = sum(not (person.bot or person.autopilot) for person in self.people)
        return round(length.seconds(self.remaining, self.pace, thinking / len(self.people)))

    @property
    def foot(self) -> str:
        """A fingerprint of what the foot of the page depends on, which is drawn less often than the table."""
        return f"{zlib.crc32(repr((self.seat, self.status == Match.Status.OVER, self.pace)).encode()):08x}"

    @property
    def resting(self) -> tuple[Person, ...]:
        """Who is on vacation while the match waits for them."""
        if self.status == Match.Status.OVER:
            return ()
        return tuple(person for person in self.people if person.away_until and not person.bot)

    @property
    def leaving(self) -> tuple[Person, ...]:
        """Who has planned a vacation for which the match will wait."""
        if self.status == Match.Status.OVER:
            return ()
        return tuple(person for person in self.people if person.ahead and not person.bot)

    @property
    def wanted(self) -> tuple[Person, ...]:
        """For whom an observer who does not sit here may step in."""
        if self.seat is not None or self.status != Match.Status.PLAYING:
            return ()
        return tuple(person for person in self.people if person.vacant)

    @property
    def missing(self) -> tuple[Person, ...]:
        """For whom an observer who sits here may agree, now or later, to look for somebody else."""
        if self.seat is None or self.status == Match.Status.OVER:
            return ()
        return tuple(person for person in self.people if person.missing_at)

    @property
    def me(self) -> Person | None:
        """The observer at the table."""
        return None if self.seat is None else self.people[self.seat]


def look(
    *, code: str, player: int | None, observer: Observer | None = None, loaded: LoadedMatch | None = None
) -> MatchView:
    """What a player (or, if named, another observer) sees of a match now (or when it was just `loaded` for them).

    :raises Match.DoesNotExist: if there is none
    :raises Unreadable: if its log cannot be read
    """
    table = loaded or load(code, player=player)
    match, who = table.match, observer if observer is not None else table.observer
    game, setup = rules(match)
    known = snapshots.recollect({match.pk: (game, setup, (who,))}, latest=snapshots.LATEST)[match.pk]
    if isinstance(known, Exception):
        raise Unreadable(code) from known
    if known.latest and known.latest[-1].n >= match.facts:
        # Somebody moved after the seats were read. Half of an old page that says it is new would never be replaced.
        return look(code=code, player=player, observer=observer)
    projection = known.projections[who]
    with passing_locks():  # Who writes may take their time: who reads does not wait for them.
        if stale := snapshots.refresh(match.pk, (projection,)):
            sql.run(snapshots.saving(stale))
    try:
        orders = readable(table.orders, game.order)
        return of(Position(match, table.seats, game, setup, projection, known.latest, known.due, orders))
    except Exception as error:
        raise Unreadable(code) from error  # Facts or orders that make no sense.


def of(position: Position) -> MatchView:
    """What its observer sees of a match in this position.

    What is asked is asked of what the observer knows, never taken over from the clock: the rules' own questions tell
    who has answered unseen.
    """
    match, game, projection = position.match, position.game, position.projection
    observer = projection.observer
    asks = game.asks(projection.state) if match.status != Match.Status.OVER else ()
    proposed = at_table.proposed(match, position.seats, observer)
    return MatchView(
        code=match.code,
        game=match.game,
        title=title(match),
        setup=position.setup,
        observer=observer,
        seat=None if isinstance(observer, str) else observer,
        status=match.status,
        heard=projection.heard,
        beside=at_table.fingerprint(proposed),
        board=game.board(projection.state, observer),
        people=at_table.people(position, asks),
        due_at=asked.awaited_until(position, asks),
        bot_awaited=asked.bot_awaited(position, asks),
        questions=asked.questions(position, asks),
        orders=tuple(position.orders),
        story=story(position, tuple(seated.name for seated in position.seats)),
        outcome=msgspec.convert(match.outcome, Outcome | None),
        remaining=game.remaining(projection.state) if match.status != Match.Status.OVER else None,
        commitment=match.commitment,
        occasion=match.occasion,
        occasion_path=match.occasion_path,
        rated=match.rated,
        vacations=match.vacations,
        pace=match.pace,
        proposals=proposed,
        reserve=0 if isinstance(observer, str) else position.seats[observer].chair.reserve,
        astir=match.over_at is None or match.over_at + AFTERWARDS > timezone.now(),
    )
