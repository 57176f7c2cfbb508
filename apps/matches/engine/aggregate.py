"""A loaded match: locked, moved on by pure rules, then written at once by the ledger."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

import msgspec

from apps.kernel.chance import Chance, build_bot_chance
from apps.kernel.events import Announced, Event
from apps.kernel.game import AnyAction, AnyAsk, AnyGame, AnyOrder, AnyState, Illegal, Outcome
from apps.kernel.table import HOUSE, REFEREE, AnySetup, Observer, Seat
from apps.matches.engine import bot_strength, deadlines, lessons, proposals, visibility
from apps.matches.engine.attendance import Attendance
from apps.matches.engine.clock import Clock
from apps.matches.engine.position import Position
from apps.matches.engine.projection import LoggedFact, Projection
from apps.matches.engine.standing_orders import Standing
from apps.matches.engine.tenures import SeatedPlayer
from apps.matches.engine.timing import Moved
from apps.matches.errors import Gone, Paused
from apps.matches.models import Chair, Fact, Match, Move, Question


class Endless(Exception):
    """Raised if the rules repeat a question that was just answered automatically, so the match would never stop."""


class Silent(Exception):
    """Raised if the rules name no outcome and ask no question that can expire, so the match would wait for ever."""


class LegalAnswer(NamedTuple):
    """A legal action and its text."""

    action: AnyAction
    text: str
    """The action as the log stores it."""


class Ordered(NamedTuple):
    """A standing order that answers an open question."""

    seat: Seat
    key: str
    ticket: str
    once: bool
    """Whether the order is used up by this answer."""
    lawful: LegalAnswer


class Turn(NamedTuple):
    """A required turn just acted on. The rules show next whether that answered it."""

    question: Question
    move: Move


@dataclass(slots=True)
class MatchAggregate:
    """A match in memory. Its methods change nothing else."""

    match: Match
    game: AnyGame
    setup: AnySetup
    seed: bytes
    chairs: list[Chair]
    attendance: Attendance
    clock: Clock
    projections: dict[Observer, Projection]
    fetch: Callable[[MatchAggregate, Observer], Projection]
    """Loads the projection of an observer that wasn't loaded with the match."""
    orders: Standing
    now: datetime
    """The time of everything that happens while the match is held, never before the last move of the log."""
    seated: tuple[SeatedPlayer, ...] = ()
    """The players of the chairs when the match was loaded; empty for a match that was just created."""
    mine: Seat | None = None
    """The seat of the player for whom the match was loaded, if any."""
    latest: list[LoggedFact] = field(default_factory=list)
    """The latest facts of the log, including new ones."""
    moves: list[Move] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    new: list[tuple[int, int, Event]] = field(default_factory=list)
    """Events since the match was loaded, as (n, audience, event)."""
    stirred: int = 0
    """The bits of all observers who have news that isn't a fact."""
    lapses: list[tuple[Move.Cause, timedelta]] = field(default_factory=list)
    """For each expired question, the cause that answered it and how long after the deadline."""
    by_itself: set[tuple[int, str]] = field(default_factory=set)
    """Questions that the clock, a bot or a standing order has answered since the match was loaded."""

    @property
    def truth(self) -> AnyState:
        """Return the referee's state."""
        return self.know(REFEREE)

    def know(self, observer: Observer) -> AnyState:
        """Return what an observer knows now."""
        return self.projection(observer).state

    def projection(self, observer: Observer) -> Projection:
        """Return the observer's projection, up to the last fact."""
        projection = self.projections.get(observer)
        if projection is None:
            projection = self.projections[observer] = self.fetch(self, observer)
        projection.learn(self.game, self.new)
        return projection

    def position(self, seat: Seat) -> Position:
        """Return the position from which the page of this seat's player is drawn."""
        known, orders = self.projection(seat), self.orders.readable(seat)
        return Position(
            self.match, self.seated, self.game, self.setup, known, self.latest, self.clock.questions, orders
        )

    @property
    def moved(self) -> bool:
        """Check whether anything has happened since the match was loaded, if only that deadlines moved."""
        return bool(self.moves or self.clock.changed_questions)

    # -- moves -------------------------------------------------------------------------

    def deal(self) -> None:
        """Play move 0: deal, and ask the first questions."""
        self._log(Move.Cause.DEAL, self.game.deal(self.setup, Chance(self.seed, 0)))
        self.ask()

    def begin_as_imagined(self, seat: Seat) -> None:
        """Play move 0 of a sandbox: deal nothing, and log that this seat imagined the table."""
        self._log(Move.Cause.DEAL, (Announced(what="imagined", seat=seat),))
        self.ask()

    def answer(self, seat: Seat, key: str, action: AnyAction, along: Sequence[AnyOrder] = ()) -> Gone | Illegal | None:
        """Answer an open question for a player, and replace the seat's standing orders of the given kinds.

        Return a refusal, and change nothing, if the answer can't be given. `Gone` means the question is closed,
        `Paused` that the match is, and `Illegal` that the game doesn't offer the action.
        """
        if (seat, key) not in self.clock.questions:
            return Gone()
        if self.match.status != Match.Status.PLAYING:
            return Paused()
        ask, told, turn = self._asked(seat, key), self.match.lesson, None
        if not (ask.answered and action == ask.default):  # Repeating an answer adds nothing to the log.
            lawful = self._lawful(seat, action)
            if lawful is None:
                return Illegal(action)
            told = self.told(seat)
            turn = self._move(seat, key, lawful, Move.Cause.SEAT)
        for order in along:
            self.orders.replace(seat, order)
        self.attendance.forgive_misses(seat)
        self.ask(turn)
        question = self.clock.questions.get((seat, key))
        if question is None or question.answered:  # Otherwise the question is still open, so the bubble stays.
            self.match.lesson = told
        if lessons.is_guiding(self.match):
            self.settle_expired_questions()
        return None

    def think(self, seat: Seat, key: str, action: AnyAction) -> Gone | Illegal | None:
        """Play what Flint chose outside the match, if the question is still open; otherwise return why not."""
        question = self.clock.questions.get((seat, key))
        if question is None or question.answered or not bot_strength.needs_thinking_time(self.match, self.chairs[seat]):
            return Gone()
        if self.match.status != Match.Status.PLAYING:
            return Paused()
        lawful = self._lawful(seat, action)
        if lawful is None:
            return Illegal(action)
        self._move(seat, key, lawful, Move.Cause.BOT)
        self.ask()
        return None

    def told(self, seat: Seat) -> dict[str, object] | None:
        """Return a guided match's progress once the current bubble has been read, or None for other matches."""
        if self.match.lesson is None:
            return None
        asked = next((ask for ask in self.clock.asks if ask.seat == seat), None)
        return lessons.advance_progress(self.match, self.game, self.know(seat), seat, asked)

    def settle_expired_questions(self) -> None:
        """Answer every expired question: with the bot's choice for automatic seats, with the default for others."""
        while (lapsed := self.clock.find_lapsed_question(self.now)) is not None:
            seat, late = Seat(lapsed.seat), self.now - lapsed.lapses_at
            if self.clock.is_played_by_bot(seat):
                level, ask = bot_strength.get_bot_strength(self.match, self.chairs[seat]), self._asked(seat, lapsed.key)
                whim = build_bot_chance(self.seed, self.match.moves)
                action = bot_strength.choose_quick_answer(self.game, level, self.know(seat), ask, whim)
                lawful = self._lawful(seat, action)
                if lawful is None:
                    raise Illegal(action)
                self._move(seat, lapsed.key, lawful, Move.Cause.BOT)
                self.lapses.append((Move.Cause.BOT, late))
            else:
                silent, default = self.clock.find_missed_questions(lapsed), self._asked(seat, lapsed.key).default
                # The default needn't be something that a seat could choose, so it isn't checked.
                self._move(
                    seat, lapsed.key, LegalAnswer(default, msgspec.json.encode(default).decode()), Move.Cause.CLOCK
                )
                self.lapses.append((Move.Cause.CLOCK, late))
                counts = self.match.lesson is None and not self.match.origin  # Those two kept no one waiting.
                for ask in silent:
                    self.attendance.miss_turn(ask.seat, self.now, spent=ask.seat == lapsed.seat, counts=counts)
            self.ask()

    def ask(self, turn: Turn | None = None) -> None:
        """Open the new questions, close the old ones and let standing orders answer. An open question keeps its clock.

        While the match is paused, nothing is asked and nothing answered.

        :param turn: the required turn just acted on, if any
        """
        if self.match.status != Match.Status.PLAYING:
            return
        self._reask(turn)
        while (found := self._ordered()) is not None:
            turn = self._move(found.seat, found.key, found.lawful, Move.Cause.ORDER)
            if found.once:
                self.orders.withdraw(found.seat, found.ticket)
            self.attendance.forgive_misses(found.seat)
            self._reask(turn)

    def announce(self, event: Announced) -> None:
        """Log an announcement by the server."""
        self._log(Move.Cause.HOUSE, (event,), seat=event.seat)

    # -- the clock ---------------------------------------------------------------------

    def set_deadlines(self, moved: Moved) -> None:
        """Set these deadlines, and wake up for the earliest of all."""
        self.clock.set_deadlines(moved, self.now)
        self.clock.set_wake_up()

    def hold_vacations(self) -> None:
        """Hold the questions of players on vacation, which the database knows of before the match does."""
        if deadlines.is_restful(self.match.pace):
            away = any(rest.vacations for rest in self.clock.availabilities.values())
            self.set_deadlines(self.clock.timing.hold_vacations(self.now) if away else {})

    def restart_seat(self, seat: Seat) -> None:
        """Restart the clock of the seat, because someone else answers for it from now on."""
        since = self.match.paused_at or self.now  # The end of the pause will add the rest.
        self.set_deadlines(self.clock.timing.restart_seat(seat, since))

    # -- the table ---------------------------------------------------------------------

    def pause(self, *, until: datetime | None = None) -> None:
        """Stop the clock, if `until` is given only until then."""
        self.clock.set_deadlines(self.clock.timing.stop(self.now), self.now)
        self.match.status, self.match.paused_at = Match.Status.PAUSED, self.now
        self.match.wake_at, self.match.resumes_at = None, until

    def resume(self) -> None:
        """Let the clock run again. Everyone has the time they had left."""
        since = self.match.paused_at or self.now
        self.match.status, self.match.paused_at, self.match.resumes_at = Match.Status.PLAYING, None, None
        self.match.proposals = proposals.remove_proposal(self.match.proposals, what="resume")
        moved, time_banks = self.clock.timing.resume(since, self.now)
        for seat, time_bank in time_banks.items():
            self.attendance.set_time_bank(seat, time_bank)
        self.set_deadlines(moved)
        self.announce(Announced(what="resumed", seconds=int((self.now - since).total_seconds())))
        self.ask()

    def seat(self, seat: Seat, player: int | None, what: Literal["resigned", "replaced"]) -> None:
        """Give the seat to another player or to the bot.

        The announcement is the last fact of a player who resigns, and the first of one who replaces someone.
        """
        since, until = self.seated[seat].since, self.match.facts + (what == "resigned")
        time_bank = self.match.pace.get(deadlines.TIME_BANK, 0)
        self.attendance.seat_player(seat, player, since=since, until=until, time_bank=time_bank)
        self.orders.renew(seat, self.game.habits_at(self.setup))
        self.match.proposals = proposals.remove_consent(self.match.proposals, seat)
        self.announce(Announced(what=what, seat=seat))
        self.restart_seat(seat)

    def close(self, outcome: Outcome) -> None:
        """End the match with this outcome, and delete all standing orders so that no one ever sees the unused ones."""
        for seat in self.setup.everyone():
            self.orders.clear(seat)
        for seat, place in zip(self.setup.everyone(), outcome.places, strict=False):  # Without a result, no one wins.
            if place == 1:
                self.attendance.record_win(seat)
        self.match.status = Match.Status.OVER
        self.match.outcome = msgspec.to_builtins(outcome)
        self.match.over_at = self.now
        self.match.proposals = []
        self.clock.asks = ()
        self.clock.close_questions(keep=set())
        self.clock.set_wake_up()

    # -- inside ------------------------------------------------------------------------

    def _asked(self, seat: int, key: str) -> AnyAsk:
        return next(ask for ask in self.clock.asks if ask.seat == seat and ask.key == key)

    def _let_go(self) -> None:
        """Let the bot answer for seats that missed too many turns.

        It waits until the seat has no open question. Others who can still answer in secret would know what the absent
        said.
        """
        for seat in self.attendance.find_absent({seat for seat, _ in self.clock.questions}):
            self.attendance.leave_to_bot(seat, self.now)
            self.announce(Announced(what="autopilot", seat=seat))

    def _keep(self, question: Question, move: Move) -> None:
        """Credit a seat that did its required turn: log its duration, and charge its time bank for any overrun."""
        if any((ask.seat, ask.key) == (question.seat, question.key) and not ask.answered for ask in self.clock.asks):
            return  # The player did something else first, and the question is still open.
        chair = self.chairs[question.seat]
        move.player_id = None if self.match.origin else chair.player_id  # A sandbox doesn't count towards reliability.
        pace, rest = self.match.pace, self.clock.get_availability(question.seat)
        took, overrun = (
            deadlines.compute_answering_time(pace=pace, start=start, until=self.now, rest=rest)
            for start in (question.opened_at, question.due_at)
        )
        move.took = int(took.total_seconds())
        time_bank = deadlines.compute_refilled_time_bank(pace=pace, time_bank=chair.time_bank, overrun=overrun)
        self.attendance.set_time_bank(question.seat, time_bank)
        self.attendance.forgive_misses(question.seat)

    def _lawful(self, seat: Seat, action: AnyAction) -> LegalAnswer | None:
        """Return the action as the log stores it, or None if the game doesn't offer it to this seat.

        Every answer of a seat, a bot or a standing order is checked here, once. What counts from then on is the action
        as it will be read back from the log. An equal value of another type, such as `True` or `1.0` for 1, would make
        the log unreadable.
        """
        if action not in self.game.legal(self.know(seat), seat):
            return None
        try:
            text = msgspec.json.encode(action)
            return LegalAnswer(self.game.answer.decode(text), text.decode())
        except (msgspec.MsgspecError, TypeError):
            return None

    def _move(self, seat: Seat, key: str, lawful: LegalAnswer, cause: str) -> Turn | None:
        """Log one answered question and the facts that follow, and return the required turn that it can complete."""
        if cause != Move.Cause.SEAT:
            if (seat, key) in self.by_itself:
                raise Endless(f"Question {key} of seat {seat} stays open after it has been answered.")
            self.by_itself.add((seat, key))
        facts = self.game.decide(self.truth, seat, lawful.action, Chance(self.seed, self.match.moves))
        self._log(cause, facts, seat=seat, key=key, action=lawful.text)
        question = self.clock.questions[seat, key]
        given = cause in (Move.Cause.SEAT, Move.Cause.ORDER) and question.duty and not question.answered
        return Turn(question, self.moves[-1]) if given else None

    def _log(
        self, cause: str, events: Iterable[Event], *, seat: Seat | None = None, key: str = "", action: str = ""
    ) -> None:
        match = self.match
        move = Move(
            match_id=match.pk,
            number=match.moves,
            at=self.now,
            cause=cause,
            seat=seat,
            key=key,
            action=action,
            audience=0,
        )
        first = True
        for event in events:
            mask = visibility.compute_event_mask(event, self.setup.seats)
            if first:
                move.audience = mask  # A move whose first event is private is sealed: no one else learns whose it was.
                first = False
            text = msgspec.json.encode(event).decode()
            self.facts.append(Fact(match_id=match.pk, n=match.facts, move=match.moves, audience=mask, event=text))
            self.new.append((match.facts, mask, event))
            self.latest.append(LoggedFact(match.facts, mask, event, cause, move.audience))
            match.facts += 1
        self.moves.append(move)
        match.moves += 1

    def _reask(self, turn: Turn | None) -> None:
        truth = self.truth
        self.clock.asks = self.game.asks(truth)
        if turn is not None:
            self._keep(*turn)
        if (outcome := self.game.outcome(truth)) is not None:
            self.close(outcome)
            return
        self.clock.close_questions(keep={(ask.seat, ask.key) for ask in self.clock.asks})
        self._let_go()
        opened, timing = set(), None
        # The server's questions go first, because a window that the server closes has no time bank.
        for ask in sorted(self.clock.asks, key=lambda ask: ask.seat != HOUSE):
            where = (int(ask.seat), ask.key)
            question = self.clock.questions.get(where)
            if question is None:
                timing = timing or self.clock.timing
                self.clock.open_question(ask, timing, self.now)
                opened.add(ask.key)
            elif question.answered != ask.answered:
                question.answered = ask.answered
                self.clock.changed_questions.add(where)
        if timing:
            self.clock.set_deadlines(timing.align_windows(opened), self.now)
        if self.match.origin:
            closed = self.clock.timing.close_answered_windows(self.clock.asks, self.now)
            self.clock.set_deadlines(closed, self.now)
        self.clock.set_wake_up()
        if self.match.wake_at is None:
            raise Silent

    def _ordered(self) -> Ordered | None:
        """Return the first standing order that answers an open question now."""
        for ask in self.clock.asks:
            if ask.answered or ask.seat == HOUSE or self.clock.is_played_by_bot(ask.seat):
                continue
            for left in self.orders.of(ask.seat):
                order = self.orders.understood(left)
                action = None if order is None else self.game.obey(self.know(ask.seat), ask.seat, order)
                lawful = None if action is None else self._lawful(ask.seat, action)
                if lawful is not None:
                    return Ordered(ask.seat, ask.key, left.ticket, getattr(order, "once", False), lawful)
        return None
