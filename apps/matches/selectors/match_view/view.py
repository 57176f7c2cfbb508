"""A match as one observer sees it now, loaded or drawn from a position."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec

from apps.common import clocks, sql
from apps.common.transactions import passing_locks
from apps.games import load_games
from apps.kernel.game import CLAIMED, AnyAsk, AnyOrder, Outcome
from apps.kernel.lesson import Hint
from apps.kernel.table import AnySetup, Observer, Seat
from apps.matches.engine import hints, lessons, origin, proposals
from apps.matches.engine.deadlines import is_restful
from apps.matches.engine.position import Position
from apps.matches.engine.standing_orders import decode_readable_orders
from apps.matches.errors import Unreadable
from apps.matches.models import Match
from apps.matches.selectors.match_view import people as at_table
from apps.matches.selectors.match_view import questions as asked
from apps.matches.selectors.match_view.loading import get_game_title, get_match_rules, load_match
from apps.matches.selectors.match_view.people import Person, Proposed
from apps.matches.selectors.match_view.plate_clocks import PlateClock, plate_clocks
from apps.matches.selectors.match_view.questions import Question
from apps.matches.selectors.match_view.story import Sentence, build_story
from apps.matches.store import snapshots
from apps.matches.store.seating import LoadedMatch

ASTIR_AFTER_END: Final = timedelta(days=1)
"""How long after its end the players of a match can still chat there and arrange a rematch."""


@dataclass(frozen=True)
class Terms:
    """The rules and settings of a table."""

    game: str
    setup: AnySetup
    pace: tuple[tuple[str, int], ...]
    rated: bool
    vacations: bool


@dataclass(frozen=True)
class Sandbox:
    """The starting point of a sandbox."""

    match: str
    """The code of the match it was taken from."""
    move: int
    """The last unchanged move."""
    at: int
    """The same move, as the seat's replay counts it."""
    seat: Seat
    days: int
    """The days it is still kept, the current one included."""


@dataclass(frozen=True)
class MatchView:
    """A match as one observer sees it. Templates get this and nothing else."""

    code: str
    game: str
    title: str
    setup: AnySetup
    observer: Observer
    seat: Seat | None
    """The observer's seat, if they have one."""
    status: str
    """`playing`, `paused` or `over`"""
    heard: int
    """The number of facts the observer can see. It grows only when there is something new."""
    beside: str
    """A fingerprint of what they see besides facts; empty if there is nothing."""
    board: Any
    """The game's own record of the table."""
    people: tuple[Person, ...]
    due_at: datetime | None
    """When silence counts as the observer's answer; else the soonest deadline of an awaited player."""
    clocks: tuple[PlateClock | None, ...]
    """The clocks of the seats at a live pace; empty at others."""
    bot_pause: int
    """Seconds for which bots pause here before they play, if no one else waits for them."""
    bot_awaited: bool
    """Whether only a bot is awaited, which plays within seconds, so that the page checks more often."""
    questions: tuple[Question, ...]
    """What the observer can answer now, including answers they can still change."""
    orders: tuple[AnyOrder, ...]
    """The observer's own standing orders."""
    tickets: tuple[str, ...]
    """The ticket by which pages name each of them."""
    story: tuple[Sentence, ...]
    """The story of the latest facts, newest first."""
    outcome: Outcome | None
    commitment: str
    occasion: str
    """The name of what the match is part of; empty if nothing."""
    occasion_path: str
    rated: bool
    """Whether its outcome counts for ratings."""
    vacations: bool
    """Whether the match waits for players on vacation, at a pace that allows it."""
    pace: dict[str, int]
    proposals: tuple[Proposed, ...]
    """The open proposals, for the people at the table only."""
    claimable: bool
    """Whether the observer is the only player left, and can claim the win."""
    time_bank: int
    """Seconds left in the time bank of the observer's seat. At a slow pace no one else sees it."""
    astir: bool
    """Whether the match is running, or ended so recently that its players can still chat and arrange a rematch."""
    sandbox: Sandbox | None
    """The starting point, if this is a sandbox."""
    guided: bool
    """Whether it started as a guided first match, whose shuffle was known in advance."""
    hint: Hint | None
    """The current bubble of a guided match."""
    flint: str
    """The key of the question for which the observer can ask Flint; empty if there's none."""
    hinted: bool
    """Whether a player has asked Flint in this match."""

    @property
    def names(self) -> tuple[str, ...]:
        """Return everyone's name in seat order. Unlike `people`, this doesn't depend on the awaited seats."""
        return tuple(person.name for person in self.people)

    @property
    def sitters(self) -> tuple[Person, ...]:
        """Return `people` as if no one were awaited: what's drawn of them then stays the same from answer to answer."""
        return tuple(msgspec.structs.replace(person, awaited=False) for person in self.people)

    @property
    def puzzle(self) -> bool:
        """Check whether this is a decision of a finished match, asked again without deadlines or standing orders."""
        return not self.code

    @property
    def talks(self) -> bool:
        """Check whether there's anyone to chat with: not in a sandbox, and not for a player among bots."""
        others = any(not person.dealt for person in self.people if not person.me)
        return self.sandbox is None and (self.seat is None or others)

    @property
    def alone(self) -> bool:
        """Check whether the observer is the only person at the table."""
        return self.seat is not None and all(person.bot for person in self.people if not person.me)

    @property
    def live(self) -> bool:
        """Check whether it's played at a live pace, where every minute counts."""
        return not is_restful(self.pace)

    @property
    def analysable(self) -> bool:
        """Check whether the match was won at the table, and its game can imagine others."""
        won = self.outcome is not None and bool(self.outcome.places) and self.outcome.why != CLAIMED
        return won and load_games()[self.game].imagines

    @property
    def flint_place(self) -> str:
        """Return the id of the place for Flint's hint. What's kept there is found by a selector."""
        return f"flint-{self.flint.replace(':', '-').replace('.', '-')}"

    @property
    def asked(self) -> str:
        """Return the kind of the observer's first question; empty if there's none."""
        return self.questions[0].ask.about if self.questions else ""

    @property
    def orders_left(self) -> tuple[tuple[AnyOrder, str, str], ...]:
        """Return the observer's standing orders with their tickets and templates.

        Those that are tried last of all are left out: habits that everyone has, and orders given once for good.
        """
        return tuple(
            (order, ticket, f"{self.game}/orders/{order.__struct_config__.tag}.html")
            for order, ticket in zip(self.orders, self.tickets, strict=True)
            if not getattr(order, "last", False)
        )

    @property
    def programs(self) -> bool:
        """Return whether a bot with an account sits there."""
        return any(person.program for person in self.people)

    @property
    def terms(self) -> Terms:
        return Terms(self.game, self.setup, tuple(self.pace.items()), self.rated, self.vacations)

    @property
    def foot(self) -> str:
        """Return a fingerprint of what the foot of the page depends on. It is drawn less often than the table."""
        depends = self.seat, self.status == Match.Status.OVER, self.pace, self.hinted
        return f"{zlib.crc32(repr(depends).encode()):08x}"

    @property
    def resting(self) -> tuple[Person, ...]:
        """Return the players on vacation for whom the match waits."""
        if self.status == Match.Status.OVER:
            return ()
        return tuple(person for person in self.people if person.away_until and not person.bot)

    @property
    def leaving(self) -> tuple[Person, ...]:
        """Return the players with a planned vacation for which the match will wait."""
        if self.status == Match.Status.OVER:
            return ()
        return tuple(person for person in self.people if person.ahead and not person.bot)

    @property
    def thinking(self) -> tuple[Person, ...]:
        """Return the awaited bots if no one else is awaited. They answer within a moment."""
        waited = tuple(person for person in self.people if person.awaited)
        bots = all((person.bot or person.autopilot) and not person.me for person in waited)
        return waited if bots else ()

    @property
    def wanted(self) -> tuple[Person, ...]:
        """Return the seats for which an observer from outside the table can step in."""
        if self.seat is not None or self.status != Match.Status.PLAYING:
            return ()
        return tuple(person for person in self.people if person.vacant)

    @property
    def missing(self) -> tuple[Person, ...]:
        """Return the players for whom an observer at the table can agree, now or later, to find a substitute."""
        if self.seat is None or self.status == Match.Status.OVER:
            return ()
        return tuple(person for person in self.people if person.missing_at)

    @property
    def me(self) -> Person | None:
        """Return the observer at the table."""
        return None if self.seat is None else self.people[self.seat]


def load_match_view(
    *, code: str, player: int | None, observer: Observer | None = None, loaded: LoadedMatch | None = None
) -> MatchView:
    """Return a match as a player or another observer sees it now.

    :param loaded: the match as it was just loaded for the player
    :raises Match.DoesNotExist: if there's no such match
    :raises Unreadable: if its log can't be read
    """
    position = load_position(code=code, player=player, observer=observer, loaded=loaded)
    try:
        return build_match_view(position)
    except Exception as error:
        raise Unreadable(code) from error  # The facts make no sense.


def load_position(
    *, code: str, player: int | None, observer: Observer | None = None, loaded: LoadedMatch | None = None
) -> Position:
    """Return the match as it is now, as far as a player or another observer knows it.

    :param loaded: the match as it was just loaded for the player
    :raises Match.DoesNotExist: if there's no such match
    :raises Unreadable: if its log can't be read
    """
    table = loaded or load_match(code, player=player)
    match, who = table.match, observer if observer is not None else table.observer
    game, setup = get_match_rules(match)
    wanted = snapshots.Wanted(game, setup, (who,), match.origin)
    known = snapshots.load_recollections({match.pk: wanted}, latest=snapshots.LATEST_FACTS)[match.pk]
    if isinstance(known, Exception):
        raise Unreadable(code) from known
    if known.latest and known.latest[-1].n >= match.facts:
        # A move was made after the seats were read. A mixed page that claims to be current would never be replaced.
        return load_position(code=code, player=player, observer=observer)
    projection = known.projections[who]
    with passing_locks():  # Readers never wait for writers.
        if stale := snapshots.build_snapshots(match.pk, (projection,)):
            sql.run_statements(snapshots.build_snapshot_statements(stale))
    try:
        orders = decode_readable_orders(table.orders, game.order)
    except Exception as error:
        raise Unreadable(code) from error  # The standing orders make no sense.
    return Position(match, table.seats, game, setup, projection, known.latest, known.due, orders)


def look_all(tables: Iterable[LoadedMatch], *, latest: int) -> dict[int, MatchView]:
    """Return the views of several matches loaded for a player, by key, with one statement per seat.

    Unreadable matches are left out, and nothing is written.

    :param latest: the number of latest facts for the story
    """
    by_seat: defaultdict[Observer, list[LoadedMatch]] = defaultdict(list)
    for table in tables:
        by_seat[table.observer].append(table)
    seen: dict[int, MatchView] = {}
    for who, group in by_seat.items():
        agreed = {}
        for table in group:
            with suppress(Unreadable):
                agreed[table.match.pk] = snapshots.Wanted(*get_match_rules(table.match), (who,), table.match.origin)
        found = snapshots.load_recollections(agreed, latest=latest) if agreed else {}
        for table in group:
            known = found.get(table.match.pk)
            if not isinstance(known, snapshots.Recollection):
                continue
            with suppress(Exception):  # If its facts make no sense, its own page says so.
                game, setup, *_ = agreed[table.match.pk]
                position = Position(
                    table.match, table.seats, game, setup, known.projections[who], known.latest, known.due
                )
                seen[table.match.pk] = build_match_view(position)
    return seen


def build_match_view(position: Position) -> MatchView:
    """Return the view of a match's observer in this position.

    Questions come from what the observer knows, never from the clock. The rules' own questions would reveal sealed
    answers.
    """
    if position.match.origin:
        position = replace(position, deadlines={})  # A sandbox is deleted before any deadline passes.
    match, game, projection = position.match, position.game, position.projection
    observer = projection.observer
    asks = game.asks(projection.state) if match.status != Match.Status.OVER else ()
    awaited = asked.filter_awaited_asks(asks, observer) if match.status == Match.Status.PLAYING else ()
    proposed = at_table.build_open_proposals(match, position.seats, observer)
    return MatchView(
        code=match.code,
        game=match.game,
        title=get_game_title(match),
        setup=position.setup,
        observer=observer,
        seat=None if isinstance(observer, str) else observer,
        status=match.status,
        heard=projection.heard,
        beside=at_table.fingerprint_proposals(proposed),
        board=game.board(projection.state, observer),
        people=at_table.build_people(position, awaited),
        due_at=asked.awaited_until(position, awaited),
        clocks=plate_clocks(position, asks, awaited),
        bot_pause=match.bot_pause,
        bot_awaited=asked.bot_awaited(position, awaited),
        questions=asked.build_questions(position, asks),
        orders=tuple(each.order for each in position.orders),
        tickets=tuple(each.ticket for each in position.orders),
        story=build_story(position, tuple(seated.name for seated in position.seats)),
        outcome=msgspec.convert(match.outcome, Outcome | None),
        commitment=match.commitment,
        occasion=match.occasion,
        occasion_path=match.occasion_path,
        rated=match.rated,
        vacations=match.vacations,
        pace=match.pace,
        proposals=proposed,
        claimable=_can_claim_win(position),
        time_bank=0 if isinstance(observer, str) else position.seats[observer].chair.time_bank,
        astir=match.over_at is None or match.over_at + ASTIR_AFTER_END > clocks.now(),
        sandbox=_build_sandbox(match),
        guided=match.lesson is not None,
        hint=_get_lesson_hint(position, asks),
        flint=_get_flint_question_key(position, asks),
        hinted=match.hinted,
    )


def _can_claim_win(position: Position) -> bool:
    """Check whether the observer can claim the win now, which isn't possible in a replay or a sandbox."""
    match, observer = position.match, position.projection.observer
    if isinstance(observer, str) or match.origin or match.status != Match.Status.PLAYING or position.at is not None:
        return False
    chairs = [seated.chair for seated in position.seats]
    return proposals.can_claim_win(chairs, observer, match, clocks.now())


def _build_sandbox(match: Match) -> Sandbox | None:
    if not match.origin:
        return None
    found = origin.decode_origin(match.origin)
    days = max(1, -((clocks.now() - match.begun_at - origin.SANDBOX_LIFETIME) // timedelta(days=1)))
    return Sandbox(found.match, found.move, found.at, found.seat, days)


def _get_lesson_hint(position: Position, asks: Sequence[AnyAsk]) -> Hint | None:
    """Return the bubble of a guided match, or None in a replay."""
    if position.match.lesson is None or position.at is not None:
        return None
    projection = position.projection
    return lessons.hint_at(position.match, position.game, projection.state, projection.observer, asks)


def _get_flint_question_key(position: Position, asks: Sequence[AnyAsk]) -> str:
    """Return the key of the question Flint can be asked about; empty in a replay."""
    seat = position.projection.observer
    if (
        isinstance(seat, str)
        or position.at is not None
        or not hints.can_offer_hints(position.game, position.match, position.seats, seat)
    ):
        return ""
    return next((ask.key for ask in asks if ask.seat == seat and not ask.answered), "")
