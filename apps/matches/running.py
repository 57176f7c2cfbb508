"""A match in hand: loaded under lock, moved on by pure rules, then written at once by the ledger."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import msgspec

from apps.kernel.chance import Chance, mood
from apps.kernel.events import Announced, Event
from apps.kernel.game import Ask, Game, Illegal, Outcome
from apps.kernel.table import HOUSE, REFEREE, Observer, Seat, Setup
from apps.matches import audience, lapses, pace, proposals
from apps.matches.memories import Mind, Told
from apps.matches.models import Fact, Match, Missed, Move, Question
from apps.matches.models import Seat as Chair
from apps.matches.rest import AWAKE, Rested
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
    questions: dict[tuple[int, str], Question]
    minds: dict[Observer, Mind]
    fetch: Callable[[Running, Observer], Mind]
    """Recalls an observer who was not loaded with the match."""
    orders: Standing
    rests: dict[int, Rested] = field(default_factory=dict)
    """When its people rest, by player."""
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
    gone: list[Question] = field(default_factory=list)
    """Rows of closed questions, free for new ones."""
    stirred: set[tuple[int, str]] = field(default_factory=set)
    """Questions that must be written."""
    automatic: set[tuple[int, str]] = field(default_factory=set)
    """Questions that the clock, a bot or an order has answered since the match was loaded."""
    asks: tuple[Ask[Any], ...] = ()
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
        if self.match.status != Match.Status.PLAYING or (seat, key) not in self.questions:
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
        while (lapsed := self._lapsed(now)) is not None:
            seat = Seat(lapsed.seat)
            if self._automatic(seat):
                action = self.game.bot(self.know(seat), seat, mood(self.seed, self.match.moves))
                self._move(seat, lapsed.key, action, Move.Cause.BOT, now)
            else:
                silent = lapses.missed(self.asks, lapsed, self._automatic)
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
        self.shift(gap)
        self.announce(Announced(what="resumed", seconds=int(gap.total_seconds())), now)
        self.ask(now)

    def shift(self, by: timedelta) -> None:
        """Move all deadlines but those of bots, who need no time given back."""
        for where, question in self.questions.items():
            if not self._automatic(where[0]):
                question.due_at += by
                question.lapses_at += by
                self.stirred.add(where)
        self._wake()

    def reseat(self, seat: Seat, now: datetime) -> None:
        """Somebody else answers for the seat from now on: its open questions get the clock that befits them.

        In a window a person gets the deadline of the others: one of their own would tell who has not answered yet.
        """
        since = self.match.paused_at or now  # The end of a pause gives the rest.
        for where, question in self.questions.items():
            if where[0] == seat:
                others = lapses.common(self._without(where), self._automatic, question.key)
                own = self._due(seat, question.about, since)
                self._allow(question, own if others is None or self._automatic(seat) else others)
        self._wake()

    def reclock(self, now: datetime) -> None:
        """Everybody gets the time that the pace of the match gives from now on for what they are asked."""
        for question in self.questions.values():
            self._allow(question, self._due(question.seat, question.about, now))
        for key in {key for _, key in self.questions}:
            self._even(key)
        self._wake()

    def await_vacations(self, now: datetime) -> None:
        """What somebody on vacation is asked waits until they are back: then they have the time they had left, be it
        only of their reserve.
        """
        if not pace.restful(self.match.pace):
            return
        for (seat, _), question in self.questions.items():
            rest = AWAKE if self._automatic(seat) else self._rest(seat)
            for begins_at, ends_at in rest.vacations:
                since = max(begins_at, question.opened_at)
                if now >= ends_at or question.lapses_at <= since:  # It had lapsed before.
                    continue
                if question.due_at <= since:
                    self._allow(question, question.due_at)
                elif question.due_at <= ends_at:
                    self._allow(question, self._later(seat, since, question.due_at, ends_at))
                elif (due_at := self._due(seat, question.about, question.opened_at)) > question.due_at:
                    self._allow(question, due_at)  # There was more time than the vacation lasts.
                self._even(question.key)
        self._wake()

    def hasten(self, seat: Seat, planned: datetime, ends_at: datetime) -> None:
        """The seat's player is back from vacation earlier than was planned; others in a window keep what they would
        have had without it.
        """
        for where, question in self.questions.items():
            if where[0] == seat and not self._automatic(seat):
                owed = [
                    self._due(other.seat, other.about, other.opened_at)
                    for other in self.questions.values()
                    if other.key == question.key and other.seat != HOUSE and not self._automatic(other.seat)
                ]
                due_at = question.due_at
                if due_at > planned:  # Else it was due before, and the vacation held the reserve only.
                    since = max(ends_at, question.opened_at)
                    due_at = min(due_at, max([self._later(seat, planned, due_at, since), *owed]))
                for other in self.questions.values():
                    if other.key == question.key and not self._automatic(other.seat):
                        self._allow(other, due_at)
        self._wake()

    def close(self, outcome: Outcome, now: datetime) -> None:
        """The match is over. What was ordered and never needed is nobody's business any more."""
        for seat in self.setup.everyone():
            self.orders.clear(seat)
        self.match.status = Match.Status.OVER
        self.match.outcome = msgspec.to_builtins(outcome)
        self.match.over_at = now
        self.match.proposals = []
        self.asks = ()
        self._drop(set())
        self._wake()

    # -- inside ------------------------------------------------------------------------

    def _automatic(self, seat: int) -> bool:
        return seat != HOUSE and (self.chairs[seat].bot or self.chairs[seat].autopilot)

    def _asked(self, seat: int, key: str) -> Ask[Any]:
        return next(ask for ask in self.asks if ask.seat == seat and ask.key == key)

    def _lapsed(self, now: datetime) -> Question | None:
        if self.match.status != Match.Status.PLAYING:
            return None
        return lapses.lapsed(self.asks, self.questions, self._automatic, now)

    def _ticking(self) -> Iterator[Question]:
        return lapses.ticking(self.asks, self.questions, self._automatic)

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
        asked = {seat for seat, _ in self.questions}
        for seat in self.setup.everyone():
            chair = self.chairs[seat]
            if chair.missed >= pace.MISSES and not self._automatic(seat) and seat not in asked:
                chair.autopilot, chair.absent_at = True, now
                self.changed.add(seat)
                self.announce(Announced(what="autopilot", seat=seat), now)

    def _keep(self, now: datetime) -> None:
        """If a seat did its duty: the log says how quickly, and the reserve pays for what it was too late."""
        if self.done is None:
            return
        (question, move), self.done = self.done, None
        if any((ask.seat, ask.key) == (question.seat, question.key) and not ask.answered for ask in self.asks):
            return  # Something was done beside the question, which is still open.
        chair, rest = self.chairs[question.seat], self._rest(question.seat)
        move.player_id, move.took = chair.player_id, max(0, int((now - question.opened_at).total_seconds()))
        overrun = pace.passed(pace=self.match.pace, start=question.due_at, until=now, rest=rest)
        reserve = pace.refilled(pace=self.match.pace, reserve=chair.reserve, overrun=overrun)
        if (reserve, 0) != (chair.reserve, chair.missed):
            chair.reserve, chair.missed = reserve, 0
            self.changed.add(question.seat)

    def _move(self, seat: Seat, key: str, action: Any, cause: str, now: datetime) -> None:
        """One answered question and the facts that follow."""
        if cause != Move.Cause.SEAT:
            if (seat, key) in self.automatic:
                raise Endless(f"{key} of seat {seat} stays open, however often it is answered.")
            self.automatic.add((seat, key))
        truth = self.truth
        known = truth if cause == Move.Cause.CLOCK else self.know(seat)
        if action not in self.game.legal(known, seat):
            raise Illegal(action)
        chance = Chance(self.seed, self.match.moves)
        facts = self.game.decide(truth, seat, action, chance)
        self._log(cause, facts, now, seat=seat, key=key, action=msgspec.json.encode(action).decode())
        question = self.questions[seat, key]
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
        self.asks = self.game.asks(truth)
        self._keep(now)
        if (outcome := self.game.outcome(truth)) is not None:
            self.close(outcome, now)
            return
        self._drop({(ask.seat, ask.key) for ask in self.asks})
        self._let_go(now)
        opened = set()
        for ask in sorted(self.asks, key=lambda ask: ask.seat != HOUSE):  # A window the house closes has no reserve.
            where = (int(ask.seat), ask.key)
            question = self.questions.get(where)
            if question is None:
                self._open(ask, now)
                opened.add(ask.key)
            elif question.answered != ask.answered:
                question.answered = ask.answered
                self.stirred.add(where)
        for key in opened:
            self._even(key)
        self._wake()
        if self.match.wake_at is None:
            raise Silent

    def _drop(self, keep: set[tuple[int, str]]) -> None:
        for where in [where for where in self.questions if where not in keep]:
            self.stirred.discard(where)
            question = self.questions.pop(where)
            if question.pk is not None:
                self.gone.append(question)

    def _open(self, ask: Ask[Any], now: datetime) -> None:
        self.questions[ask.seat, ask.key] = question = Question(
            pk=self.gone.pop().pk if self.gone else None,
            match_id=self.match.pk,
            seat=ask.seat,
            key=ask.key,
            about=ask.about,
            opened_at=now,
            answered=ask.answered,
            duty=ask.duty,
        )
        self._allow(question, self._due(ask.seat, ask.about, now))

    def _due(self, seat: int, about: str, since: datetime) -> datetime:
        """Until when the seat's answer to a question of this kind costs nothing, if it was asked then."""
        bot = self._automatic(seat)
        return pace.due(pace=self.match.pace, about=about, opened_at=since, bot=bot, rest=self._rest(seat))

    def _later(self, seat: Seat | int, start: datetime, due_at: datetime, since: datetime) -> datetime:
        """When the time that was left at `start` until it was due is over, if it begins to run only then."""
        rest = Rested(self._rest(seat).quiet)
        left = pace.passed(pace=self.match.pace, start=start, until=due_at, rest=rest)
        return pace.after(pace=self.match.pace, start=since, seconds=left.total_seconds(), rest=rest)

    def _allow(self, question: Question, due_at: datetime) -> None:
        """The question is due then; a duty may overrun it by the reserve of its seat."""
        seat = question.seat
        question.due_at = question.lapses_at = due_at
        person = (HOUSE, question.key) not in self.questions and not self._automatic(seat)
        if question.duty and person and (reserve := self.chairs[seat].reserve):
            rest = self._rest(seat)
            question.lapses_at = pace.after(pace=self.match.pace, start=due_at, seconds=reserve, rest=rest)
        self.stirred.add((seat, question.key))

    def _even(self, key: str) -> None:
        """All people who are asked under this key, and the house that closes it, have as long as whoever has most."""
        due_at = lapses.common(self.questions, self._automatic, key)
        for question in self.questions.values():
            if due_at is None or question.key != key or self._automatic(question.seat):
                continue
            if question.due_at != due_at:
                self._allow(question, due_at)

    def _without(self, where: tuple[int, str]) -> dict[tuple[int, str], Question]:
        return {other: question for other, question in self.questions.items() if other != where}

    def _rest(self, seat: int) -> Rested:
        """When the player of the seat rests, as far as this match waits for that."""
        player = None if seat == HOUSE else self.chairs[seat].player_id
        rest = AWAKE if player is None else self.rests.get(player, AWAKE)
        return rest if self.match.vacations else Rested(rest.quiet)

    def _ordered(self) -> tuple[Seat, str, Left, Any, Any] | None:
        """The first standing order that answers an open question now: seat, key, it, what it says, the answer."""
        for ask in self.asks:
            if ask.answered or ask.seat == HOUSE or self._automatic(ask.seat):
                continue
            for one in self.orders.of(ask.seat):
                order, known = self.orders.understood(one), self.know(ask.seat)
                action = None if order is None else self.game.obey(known, ask.seat, order)
                if action is not None and action in self.game.legal(known, ask.seat):
                    return ask.seat, ask.key, one, order, action
        return None

    def _wake(self) -> None:
        playing = self.match.status == Match.Status.PLAYING
        self.match.wake_at = (
            min((question.lapses_at for question in self._ticking()), default=None) if playing else None
        )
