"""A match in hand: loaded under lock, moved on by pure rules, then written at once by the ledger."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import msgspec

from apps.kernel.chance import Chance, mood
from apps.kernel.events import Announced, Event
from apps.kernel.game import Ask, Game, Illegal, Outcome
from apps.kernel.table import HOUSE, REFEREE, Observer, Seat, Setup
from apps.matches import audience, pace, proposals
from apps.matches.clock import Clock
from apps.matches.memories import Mind, Told
from apps.matches.models import Fact, Match, Missed, Move, Question
from apps.matches.models import Seat as Chair
from apps.matches.standing import Left, Standing


class Gone(Exception):
    """The question is no longer open: answered already, or out of time."""


class Endless(Exception):
    """The rules ask again what was just answered: going on by itself, the match would never stop."""


class Silent(Exception):
    """The rules name no outcome and ask nobody whom the clock could answer for: the match would wait for ever."""


@dataclass(slots=True)
class Running:
    """A match in hand. Its methods change only what is in memory."""

    match: Match
    game: Game[Any, Any, Any]
    setup: Setup[Any]
    seed: bytes
    chairs: list[Chair]
    clock: Clock
    minds: dict[Observer, Mind]
    fetch: Callable[[Running, Observer], Mind]
    """Recalls an observer who was not loaded with the match."""
    orders: Standing
    mine: Seat | None = None
    """The seat of the player for whom the match was taken in hand, if any."""
    latest: list[Told] = field(default_factory=list)
    """The latest facts of the log, the new ones included."""
    moves: list[Move] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    new: list[tuple[int, int, Event]] = field(default_factory=list)
    """What happened since the match was loaded: (n, audience, event)."""
    changed: set[int] = field(default_factory=set)
    """Seats whose chair must be written."""
    misses: list[Missed] = field(default_factory=list)
    """Duties that lapsed."""
    by_itself: set[tuple[int, str]] = field(default_factory=set)
    """Questions that the clock, a bot or an order has answered since the match was loaded."""
    done: tuple[Question, Move] | None = None
    """A duty somebody acted on, and how; the rules say next whether that answered it."""

    @property
    def truth(self) -> Any:
        """The referee's state."""
        return self.know(REFEREE)

    def know(self, observer: Observer) -> Any:
        """What an observer knows now."""
        return self.mind(observer).state

    def mind(self, observer: Observer) -> Mind:
        """The observer's memory, up to the last fact."""
        mind = self.minds.get(observer)
        if mind is None:
            mind = self.minds[observer] = self.fetch(self, observer)
        mind.learn(self.game, self.new)
        return mind

    # -- moves -------------------------------------------------------------------------

    def deal(self, now: datetime) -> None:
        """Move 0."""
        self._log(Move.Cause.DEAL, self.game.deal(self.setup, Chance(self.seed, 0)), now)
        self.ask(now)

    def answer(self, seat: Seat, key: str, action: Any, now: datetime, along: Sequence[Any] = ()) -> None:
        """A player's answer to an open question, and standing orders that replace the seat's others of their kind.

        :raises Gone: if the question is closed
        :raises Illegal: if the game does not offer the action
        """
        if self.match.status != Match.Status.PLAYING or (seat, key) not in self.clock.questions:
            raise Gone
        ask = self._asked(seat, key)
        if not (ask.answered and action == ask.default):  # Said twice is said once; the log is not for leaning on.
            self._move(seat, key, action, Move.Cause.SEAT, now)
        for order in along:
            self.orders.replace(seat, order)
        chair = self.chairs[seat]
        if chair.missed:
            chair.missed = 0
            self.changed.add(seat)
        self.ask(now)

    def settle(self, now: datetime) -> None:
        """Answer every lapsed question: the bot for its seats, the default for everybody else."""
        while (lapsed := self.clock.lapsed(now)) is not None:
            seat = Seat(lapsed.seat)
            if self.clock.automatic(seat):
                action = self.game.bot(self.know(seat), seat, mood(self.seed, self.match.moves))
                self._move(seat, lapsed.key, action, Move.Cause.BOT, now)
            else:
                silent = self.clock.silent(lapsed)
                self._move(seat, lapsed.key, self._asked(seat, lapsed.key).default, Move.Cause.CLOCK, now)
                for ask in silent:
                    self._miss(ask.seat, now, spent=ask.seat == lapsed.seat)
            self.ask(now)

    def ask(self, now: datetime) -> None:
        """Open the new questions, close the old ones, let standing orders answer. An open question keeps its clock.

        While the match is paused, nothing is asked and nothing answered.
        """
        if self.match.status != Match.Status.PLAYING:
            return
        self._reask(now)
        while (found := self._ordered()) is not None:
            seat, key, one, order, action = found
            self._move(seat, key, action, Move.Cause.ORDER, now)
            if getattr(order, "once", False):
                self.orders.withdraw(seat, one.ticket)
            if self.chairs[seat].missed:
                self.chairs[seat].missed = 0
                self.changed.add(seat)
            self._reask(now)

    def announce(self, event: Announced, now: datetime) -> None:
        """Put a word of the house into the log."""
        self._log(Move.Cause.HOUSE, (event,), now, seat=event.seat)

    # -- the table ---------------------------------------------------------------------

    def pause(self, now: datetime, *, until: datetime | None = None) -> None:
        """Stop the clock, perhaps only until then."""
        self.match.status, self.match.paused_at = Match.Status.PAUSED, now
        self.match.wake_at, self.match.resumes_at = None, until

    def resume(self, now: datetime) -> None:
        """Let the clock run again; every deadline moves by the length of the pause."""
        gap = now - (self.match.paused_at or now)
        self.match.status, self.match.paused_at, self.match.resumes_at = Match.Status.PLAYING, None, None
        self.match.proposals = proposals.without(self.match.proposals, what="resume")
        self.clock.shift(gap)
        self.announce(Announced(what="resumed", seconds=int(gap.total_seconds())), now)
        self.ask(now)

    def close(self, outcome: Outcome, now: datetime) -> None:
        """The match is over. What was ordered and never needed is nobody's business any more."""
        for seat in self.setup.everyone():
            self.orders.clear(seat)
        self.match.status = Match.Status.OVER
        self.match.outcome = msgspec.to_builtins(outcome)
        self.match.over_at = now
        self.match.proposals = []
        self.clock.asks = ()
        self.clock.drop(set())
        self.clock.wind()

    # -- inside ------------------------------------------------------------------------

    def _asked(self, seat: int, key: str) -> Ask[Any]:
        return next(ask for ask in self.clock.asks if ask.seat == seat and ask.key == key)

    def _miss(self, seat: Seat, now: datetime, *, spent: bool) -> None:
        """A duty of the seat lapsed; if it was the seat's own clock that ran out, its reserve is spent."""
        chair = self.chairs[seat]
        chair.missed += 1
        chair.reserve = 0 if spent else chair.reserve
        self.changed.add(seat)
        if chair.player_id is not None:
            self.misses.append(Missed(match_id=self.match.pk, player_id=chair.player_id, at=now))

    def _let_go(self, now: datetime) -> None:
        """The bot answers for whoever missed too many turns. Not while others may still answer unseen: they would know
        what the absent said.
        """
        asked = {seat for seat, _ in self.clock.questions}
        for seat in self.setup.everyone():
            chair = self.chairs[seat]
            if chair.missed >= pace.MISSES and not self.clock.automatic(seat) and seat not in asked:
                chair.autopilot, chair.absent_at = True, now
                self.changed.add(seat)
                self.announce(Announced(what="autopilot", seat=seat), now)

    def _keep(self, now: datetime) -> None:
        """If a seat did its duty: the log says how quickly, and the reserve pays for what it was too late."""
        if self.done is None:
            return
        (question, move), self.done = self.done, None
        if any((ask.seat, ask.key) == (question.seat, question.key) and not ask.answered for ask in self.clock.asks):
            return  # Something was done beside the question, which is still open.
        chair = self.chairs[question.seat]
        move.player_id, move.took = chair.player_id, int(self.clock.took(question, now).total_seconds())
        overrun = self.clock.overrun(question, now)
        reserve = pace.refilled(pace=self.match.pace, reserve=chair.reserve, overrun=overrun)
        if (reserve, 0) != (chair.reserve, chair.missed):
            chair.reserve, chair.missed = reserve, 0
            self.changed.add(question.seat)

    def _move(self, seat: Seat, key: str, action: Any, cause: str, now: datetime) -> None:
        """One answered question and the facts that follow."""
        if cause != Move.Cause.SEAT:
            if (seat, key) in self.by_itself:
                raise Endless(f"{key} of seat {seat} stays open, however often it is answered.")
            self.by_itself.add((seat, key))
        truth = self.truth
        known = truth if cause == Move.Cause.CLOCK else self.know(seat)
        if action not in self.game.legal(known, seat):
            raise Illegal(action)
        chance = Chance(self.seed, self.match.moves)
        facts = self.game.decide(truth, seat, action, chance)
        self._log(cause, facts, now, seat=seat, key=key, action=msgspec.json.encode(action).decode())
        question = self.clock.questions[seat, key]
        if cause in (Move.Cause.SEAT, Move.Cause.ORDER) and question.duty and not question.answered:
            self.done = question, self.moves[-1]

    def _log(
        self, cause: str, events: Iterable[Event], now: datetime,
        *, seat: Seat | None = None, key: str = "", action: str = "",
    ) -> None:  # fmt: skip
        match = self.match
        move = Move(
            match_id=match.pk,
            number=match.moves,
            at=now,
            cause=cause,
            seat=seat,
            key=key,
            action=action,
            audience=0,
        )
        first = True
        for event in events:
            mask = audience.mask(event, self.setup.seats)
            if first:
                move.audience = mask  # A move that begins with a whisper is sealed: nobody else learns whose it was.
                first = False
            text = msgspec.json.encode(event).decode()
            self.facts.append(Fact(match_id=match.pk, n=match.facts, move=match.moves, audience=mask, event=text))
            self.new.append((match.facts, mask, event))
            self.latest.append(Told(match.facts, mask, event, cause, move.audience))
            match.facts += 1
        self.moves.append(move)
        match.moves += 1

    def _reask(self, now: datetime) -> None:
        truth = self.truth
        self.clock.asks = self.game.asks(truth)
        self._keep(now)
        if (outcome := self.game.outcome(truth)) is not None:
            self.close(outcome, now)
            return
        self.clock.drop({(ask.seat, ask.key) for ask in self.clock.asks})
        self._let_go(now)
        opened = set()
        # The house first: a window that it closes has no reserve.
        for ask in sorted(self.clock.asks, key=lambda ask: ask.seat != HOUSE):
            where = (int(ask.seat), ask.key)
            question = self.clock.questions.get(where)
            if question is None:
                self.clock.open(ask, now)
                opened.add(ask.key)
            elif question.answered != ask.answered:
                question.answered = ask.answered
                self.clock.stirred.add(where)
        for key in opened:
            self.clock.even(key)
        self.clock.wind()
        if self.match.wake_at is None:
            raise Silent

    def _ordered(self) -> tuple[Seat, str, Left, Any, Any] | None:
        """The first standing order that answers an open question now: seat, key, it, what it says, the answer."""
        for ask in self.clock.asks:
            if ask.answered or ask.seat == HOUSE or self.clock.automatic(ask.seat):
                continue
            for one in self.orders.of(ask.seat):
                order, known = self.orders.understood(one), self.know(ask.seat)
                action = None if order is None else self.game.obey(known, ask.seat, order)
                if action is not None and action in self.game.legal(known, ask.seat):
                    return ask.seat, ask.key, one, order, action
        return None
