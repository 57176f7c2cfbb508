"""A match as one observer sees it now: looked at, or drawn from a position."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec

from apps.common import clocks
from apps.common.transactions import passing_locks
from apps.kernel.game import Ask, Outcome
from apps.kernel.lesson import Hint
from apps.kernel.table import Observer, Seat, Setup
from apps.matches.engine import hints, lessons, origin, proposals
from apps.matches.engine.deadlines import restful
from apps.matches.engine.position import Position
from apps.matches.engine.standing_orders import readable
from apps.matches.errors import Unreadable
from apps.matches.models import Match
from apps.matches.selectors.match_view import people as at_table
from apps.matches.selectors.match_view import questions as asked
from apps.matches.selectors.match_view.loading import load, rules, title
from apps.matches.selectors.match_view.people import Person, Proposed
from apps.matches.selectors.match_view.plate_clocks import PlateClock, plate_clocks
from apps.matches.selectors.match_view.questions import Question
from apps.matches.selectors.match_view.story import Sentence, story
from apps.matches.store import snapshots, sql
from apps.matches.store.seating import LoadedMatch

AFTERWARDS: Final = timedelta(days=1)
"""How long after its end the people of a match still talk there and meet again."""


@dataclass(frozen=True)
class Terms:
    """On what its people agreed before the deal."""

    game: str
    setup: Setup[Any]
    pace: tuple[tuple[str, int], ...]
    rated: bool
    vacations: bool


@dataclass(frozen=True)
class Sandbox:
    """From where somebody tries what would have been."""

    match: str
    """The code of the match it was taken from."""
    move: int
    """The last move that is left as it was."""
    at: int
    """The same move, as the record counts it for the seat."""
    seat: Seat
    days: int
    """For how many more it is kept, the one that has begun included."""


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
    """When silence counts as the observer's answer; else the soonest deadline of whoever is awaited."""
    clocks: tuple[PlateClock | None, ...]
    """Of the seats, at a live pace; empty where there are none."""
    bot_pause: int
    """How many seconds bots pause here before they play, if no one else waits for them."""
    bot_awaited: bool
    """Whether a bot alone is to play, which it does within seconds: the page looks more often."""
    questions: tuple[Question, ...]
    """What the observer may answer now (also what they answered and may still change)."""
    orders: tuple[Any, ...]
    """The observer's own standing orders."""
    tickets: tuple[str, ...]
    """What pages call each of them."""
    story: tuple[Sentence, ...]
    """Newest first; only the latest facts."""
    outcome: Outcome | None
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
    claimable: bool
    """Whether the observer is the only player left, and can claim the win."""
    reserve: int
    """Seconds left in the time bank of the observer's seat. At a slow pace no one else sees it."""
    astir: bool
    """Whether it goes on, or was over so lately that its people still talk and meet again."""
    sandbox: Sandbox | None
    """What it is an attempt at, if the observer only tries something here."""
    guided: bool
    """Whether it was begun as a guided first match, whose shuffle was known beforehand."""
    hint: Hint | None
    """The bubble of a guided match that stands here now."""
    flint: str
    """About which question the observer may ask what Flint would do; empty if about none."""
    hinted: bool
    """Whether somebody has asked so in this match."""

    @property
    def names(self) -> tuple[str, ...]:
        """What everybody is called, in seat order: unlike `people`, the same whoever is awaited."""
        return tuple(person.name for person in self.people)

    @property
    def sitters(self) -> tuple[Person, ...]:
        """Return `people` as if no one were awaited: what's drawn of them then stays the same from answer to answer."""
        return tuple(msgspec.structs.replace(person, awaited=False) for person in self.people)

    @property
    def puzzle(self) -> bool:
        """Whether this is a decision of a finished match, asked again: nothing runs out, and no order can be left."""
        return not self.code

    @property
    def talks(self) -> bool:
        """Whether there's anybody to chat with: not in a sandbox, and not at the table of a player among bots."""
        others = any(not person.dealt for person in self.people if not person.me)
        return self.sandbox is None and (self.seat is None or others)

    @property
    def alone(self) -> bool:
        """Whether the observer is the only person at the table."""
        return self.seat is not None and all(person.bot for person in self.people if not person.me)

    @property
    def live(self) -> bool:
        """Whether it's played at a live pace, where every minute counts."""
        return not restful(self.pace)

    @property
    def flint_place(self) -> str:
        """An id for where Flint tells something about the question; what is kept there is found by a selector."""
        return f"flint-{self.flint.replace(':', '-').replace('.', '-')}"

    @property
    def asked(self) -> str:
        """What the observer is asked about first; empty if nothing."""
        return self.questions[0].ask.about if self.questions else ""

    @property
    def orders_left(self) -> tuple[tuple[Any, str, str], ...]:
        """The observer's standing orders with their tickets and the templates that say them, without those that are
        tried last of all: habits, which everybody has, and what is said once for good.
        """
        return tuple(
            (order, ticket, f"{self.game}/orders/{order.__struct_config__.tag}.html")
            for order, ticket in zip(self.orders, self.tickets, strict=True)
            if not getattr(order, "last", False)
        )

    @property
    def terms(self) -> Terms:
        return Terms(self.game, self.setup, tuple(self.pace.items()), self.rated, self.vacations)

    @property
    def foot(self) -> str:
        """A fingerprint of what the foot of the page depends on, which is drawn less often than the table."""
        depends = self.seat, self.status == Match.Status.OVER, self.pace, self.hinted
        return f"{zlib.crc32(repr(depends).encode()):08x}"

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
    def thinking(self) -> tuple[Person, ...]:
        """The bots that are awaited, while nobody else is: they answer within a moment."""
        waited = tuple(person for person in self.people if person.awaited)
        bots = all((person.bot or person.autopilot) and not person.me for person in waited)
        return waited if bots else ()

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
    wanted = snapshots.Wanted(game, setup, (who,), match.origin)
    known = snapshots.recollect({match.pk: wanted}, latest=snapshots.LATEST)[match.pk]
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


def look_all(tables: Iterable[LoadedMatch], *, latest: int) -> dict[int, MatchView]:
    """What somebody sees of several matches that were loaded for them, by key, with so many of the latest facts: one
    statement a seat. A match that cannot be read is left out; nothing is written.
    """
    by_seat: defaultdict[Observer, list[LoadedMatch]] = defaultdict(list)
    for table in tables:
        by_seat[table.observer].append(table)
    seen: dict[int, MatchView] = {}
    for who, group in by_seat.items():
        agreed = {}
        for table in group:
            with suppress(Unreadable):
                agreed[table.match.pk] = snapshots.Wanted(*rules(table.match), (who,), table.match.origin)
        found = snapshots.recollect(agreed, latest=latest) if agreed else {}
        for table in group:
            known = found.get(table.match.pk)
            if not isinstance(known, snapshots.Recollection):
                continue
            with suppress(Exception):  # Facts that make no sense: its own page says so.
                game, setup, *_ = agreed[table.match.pk]
                position = Position(
                    table.match, table.seats, game, setup, known.projections[who], known.latest, known.due
                )
                seen[table.match.pk] = of(position)
    return seen


def of(position: Position) -> MatchView:
    """What its observer sees of a match in this position.

    What is asked is asked of what the observer knows, never taken over from the clock: the rules' own questions tell
    who has answered unseen.
    """
    if position.match.origin:
        position = replace(position, deadlines={})  # A sandbox is gone before any of them: nobody waits for its owner.
    match, game, projection = position.match, position.game, position.projection
    observer = projection.observer
    asks = game.asks(projection.state) if match.status != Match.Status.OVER else ()
    awaited = asked.awaited(asks, observer) if match.status == Match.Status.PLAYING else ()
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
        people=at_table.people(position, awaited),
        due_at=asked.awaited_until(position, awaited),
        clocks=plate_clocks(position, asks, awaited),
        bot_pause=match.bot_pause,
        bot_awaited=asked.bot_awaited(position, awaited),
        questions=asked.questions(position, asks),
        orders=tuple(each.order for each in position.orders),
        tickets=tuple(each.ticket for each in position.orders),
        story=story(position, tuple(seated.name for seated in position.seats)),
        outcome=msgspec.convert(match.outcome, Outcome | None),
        commitment=match.commitment,
        occasion=match.occasion,
        occasion_path=match.occasion_path,
        rated=match.rated,
        vacations=match.vacations,
        pace=match.pace,
        proposals=proposed,
        claimable=_claimable(position),
        reserve=0 if isinstance(observer, str) else position.seats[observer].chair.reserve,
        astir=match.over_at is None or match.over_at + AFTERWARDS > clocks.now(),
        sandbox=_sandbox(match),
        guided=match.lesson is not None,
        hint=_hint(position, asks),
        flint=_flint(position, asks),
        hinted=match.hinted,
    )


def _claimable(position: Position) -> bool:
    """Return whether the observer can claim the win now; never in a record, or where they only try something."""
    match, observer = position.match, position.projection.observer
    if isinstance(observer, str) or match.origin or match.status != Match.Status.PLAYING or position.at is not None:
        return False
    chairs = [seated.chair for seated in position.seats]
    return proposals.claimable(chairs, observer, match, clocks.now())


def _sandbox(match: Match) -> Sandbox | None:
    if not match.origin:
        return None
    found = origin.read(match.origin)
    days = max(1, -((clocks.now() - match.begun_at - origin.STAYS) // timedelta(days=1)))
    return Sandbox(found.match, found.move, found.at, found.seat, days)


def _hint(position: Position, asks: Sequence[Ask[Any]]) -> Hint | None:
    """The bubble of a guided match; none in a record of it."""
    if position.match.lesson is None or position.at is not None:
        return None
    projection = position.projection
    return lessons.hint_at(position.match, position.game, projection.state, projection.observer, asks)


def _flint(position: Position, asks: Sequence[Ask[Any]]) -> str:
    """The key of the question Flint may be asked about; none in a record."""
    seat = position.projection.observer
    if isinstance(seat, str) or position.at is not None or not hints.possible(position.match, position.seats, seat):
        return ""
    return next((ask.key for ask in asks if ask.seat == seat and not ask.answered), "")
