"""The clock of a match in hand: until when every open question waits, and for whom time stands still meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from apps.kernel.game import Ask
from apps.kernel.table import HOUSE, Seat
from apps.matches.engine import deadlines, lessons, opponents, timeouts
from apps.matches.engine.availability import AWAKE, Availability, Span
from apps.matches.models import Chair, Match, Question


@dataclass(slots=True)
class Clock:
    """Its methods change only what is in memory."""

    match: Match
    chairs: list[Chair]
    questions: dict[tuple[int, str], Question]
    """The open ones, by (seat, key)."""
    rests: dict[int, Availability] = field(default_factory=dict)
    """When the people of the match rest, by player."""
    asks: tuple[Ask[Any], ...] = ()
    """What the rules ask now."""
    stirred: set[tuple[int, str]] = field(default_factory=set)
    """Questions that must be written."""
    moved: set[tuple[int, str]] = field(default_factory=set)
    """Open questions whose deadline has moved. Answers of others that move nothing must leave no trace here."""
    gone: list[Question] = field(default_factory=list)
    """Rows of closed questions, free for new ones."""

    def automatic(self, seat: int) -> bool:
        """Whether a bot answers for the seat."""
        return seat != HOUSE and (self.chairs[seat].bot or self.chairs[seat].autopilot)

    # -- what is asked -----------------------------------------------------------------

    def open(self, ask: Ask[Any], now: datetime) -> None:
        """The rules ask something new."""
        self.moved.discard((ask.seat, ask.key))
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

    def drop(self, keep: set[tuple[int, str]]) -> None:
        """All other questions are closed."""
        for where in [where for where in self.questions if where not in keep]:
            self.stirred.discard(where)
            self.moved.discard(where)
            question = self.questions.pop(where)
            if question.pk is not None:
                self.gone.append(question)

    def even(self, key: str) -> None:
        """All people who are asked under this key, and the house that closes it, have as long as whoever has most."""
        due_at = timeouts.common(self.questions, self.automatic, key)
        for question in self.questions.values():
            if due_at is None or question.key != key or self.automatic(question.seat):
                continue
            if question.due_at != due_at:
                self._allow(question, due_at)

    def close_windows(self, now: datetime) -> None:
        """In a sandbox nobody would learn anything from when a window closes: the house does once all have answered."""
        open_ = {ask.key for ask in self.asks if ask.seat != HOUSE and not ask.answered}
        for (seat, key), question in self.questions.items():
            if seat == HOUSE and key not in open_ and question.lapses_at > now:
                self._allow(question, now)

    def wind(self) -> None:
        """The house looks when the next question lapses; never, while the match stands still."""
        self.match.wake_at = None
        if self.match.status == Match.Status.PLAYING:
            ticking = timeouts.ticking(self.asks, self.questions, self.automatic)
            self.match.wake_at = min((question.lapses_at for question in ticking), default=None)

    def lapsed(self, now: datetime) -> Question | None:
        """The question that lapsed first, if any."""
        if self.match.status != Match.Status.PLAYING:
            return None
        return timeouts.lapsed(self.asks, self.questions, self.automatic, now)

    def silent(self, lapse: Question) -> list[Ask[Any]]:
        """Who misses a turn by this lapse."""
        return timeouts.missed(self.asks, lapse, self.automatic)

    def overrun(self, question: Question, now: datetime) -> timedelta:
        """How much too late an answer comes now, in time in which its seat could have answered."""
        rest = self._rest(question.seat)
        return deadlines.passed(pace=self.match.pace, start=question.due_at, until=now, rest=rest)

    def took(self, question: Question, now: datetime) -> timedelta:
        """How long an answer that comes now has taken, in time in which its seat could have given it."""
        rest = self._rest(question.seat)
        return deadlines.passed(pace=self.match.pace, start=question.opened_at, until=now, rest=rest)

    # -- when time is given ------------------------------------------------------------

    def shift(self, by: timedelta) -> None:
        """Move all deadlines but those of bots, who need no time given back."""
        for where, question in self.questions.items():
            if not self.automatic(where[0]):
                question.due_at += by
                question.lapses_at += by
                self.stirred.add(where)
                self.moved.add(where)
        self.wind()

    def stop(self, now: datetime) -> None:
        """The match stands still from now on: as long as it does, a question is due when what is left of its time would
        be over if nobody rested, for what will be known of nights and vacations then counts when it goes on.
        """
        for key in {key for _, key in self.questions}:
            window = self._window(key)
            left = {seat: self._left(question, now) for seat, question in window.items()}
            least = min((left[seat] for seat in window if seat != HOUSE), default=timedelta())
            for seat, question in window.items():
                owed = left[seat] if seat == HOUSE else self._owed(question, left[seat], least, now)
                bank = self._shown_bank(question)
                question.due_at = now + owed
                question.lapses_at = question.due_at + bank
                self.stirred.add((seat, key))
                self.moved.add((seat, key))

    def go_on(self, since: datetime, now: datetime) -> set[int]:
        """A match goes on that stood still `since` then: everybody has the time that was left to them; a reserve that
        was drawn on before is paid. The seats whose reserve that changes.
        """
        paid = set()
        for (seat, _), question in self.questions.items():
            if self.automatic(seat):
                continue
            left, rest, bank = question.due_at - since, self._rest(seat), self._shown_bank(question)
            if left > timedelta():
                due_at = deadlines.after(pace=self.match.pace, start=now, seconds=left.total_seconds(), rest=rest)
            else:
                if question.duty and not question.answered and seat != HOUSE and self.chairs[seat].reserve:
                    self.chairs[seat].reserve = max(0, self.chairs[seat].reserve + round(left.total_seconds()))
                    paid.add(seat)
                # Due within a vacation, it would be taken for time that the vacation holds (see `await_vacations`).
                due_at = min([now, *(begins_at for begins_at, ends_at in rest.vacations if begins_at <= now < ends_at)])
            self._allow(question, due_at)
            if question.answered and not deadlines.restful(self.match.pace):
                overrun = timedelta(seconds=round(max(timedelta(), -left).total_seconds()))
                question.lapses_at = question.due_at + max(timedelta(), bank - overrun)
        for key in {key for _, key in self.questions}:
            self.even(key)
        self.wind()
        return paid

    def reseat(self, seat: Seat, now: datetime) -> None:
        """Somebody else answers for the seat from now on: its open questions get the clock that befits them.

        In a window a person gets the deadline of the others: one of their own would tell who has not answered yet.
        """
        since = self.match.paused_at or now  # The end of a pause gives the rest.
        for where, question in self.questions.items():
            if where[0] == seat:
                others = timeouts.common(self._without(where), self.automatic, question.key)
                own = self._due(seat, question.about, since)
                self._allow(question, own if others is None or self.automatic(seat) else others)
        self.wind()

    def reclock(self, now: datetime) -> None:
        """Everybody gets the time that the pace of the match gives from now on for what they are asked."""
        for question in self.questions.values():
            self._allow(question, self._due(question.seat, question.about, now))
        for key in {key for _, key in self.questions}:
            self.even(key)
        self.wind()

    def await_vacations(self, now: datetime) -> None:
        """What somebody on vacation is asked waits until they are back: then they have the time they had left, be it
        only of their reserve.
        """
        if not deadlines.restful(self.match.pace):
            return
        if any(rest.vacations for rest in self.rests.values()):
            for key in dict.fromkeys(key for _, key in self.questions):
                window = self._window(key)
                for seat, due_at in self._waiting(window, now).items():
                    self._allow(window[seat], due_at)
        self.wind()

    def hasten(self, seat: Seat, planned: datetime, ends_at: datetime) -> None:
        """The seat's vacation ends earlier than was planned, perhaps where it would have begun; others in a window keep
        what they would have had without it. While the match stands still, no vacation holds anything.
        """
        if self.match.status == Match.Status.PAUSED:
            return
        for key in [key for asked, key in self.questions if asked == seat and not self.automatic(seat)]:
            window = self._window(key)
            due_at = self._hastened(window, seat, planned, ends_at)
            for question in window.values():
                self._allow(question, due_at)
        self.wind()

    # -- inside ------------------------------------------------------------------------

    def _due(self, seat: int, about: str, since: datetime) -> datetime:
        """Until when the seat's answer to a question of this kind costs nothing, if it was asked then."""
        bot = self.automatic(seat)
        if bot and lessons.running(self.match):
            return since  # Who learns does not wait for anybody.
        if bot and opponents.thinks(self.match, self.chairs[seat]):
            return since + deadlines.THINKING_TIME
        # Where nobody sits any more, bots that don't pause would play to the end at once, whoever wants to come back.
        attended = any(not self.automatic(each) for each in range(len(self.chairs)))
        pause = deadlines.BOT_PAUSE * (self.match.bot_pause if attended else max(1, self.match.bot_pause))
        rest = self._rest(seat)
        return deadlines.due(pace=self.match.pace, about=about, opened_at=since, bot=bot, rest=rest, bot_pause=pause)

    def _left(self, question: Question, now: datetime) -> timedelta:
        """Of its time, in which its seat can answer; below zero for what it is overrun by."""
        if question.due_at <= now:
            return -self.overrun(question, now)
        rest = self._rest(question.seat)
        return deadlines.passed(pace=self.match.pace, start=now, until=question.due_at, rest=rest)

    def _owed(self, question: Question, left: timedelta, least: timedelta, now: datetime) -> timedelta:
        """What a question keeps of the time that is left of it: of what it had only because somebody else in its window
        rests, no more than was left to whoever had least.
        """
        if left <= max(least, timedelta()):
            return left
        own = timedelta(seconds=self.match.pace[question.about]) - self.took(question, now)
        return min(left, max(least, own))

    def _window(self, key: str) -> dict[int, Question]:
        """What people are asked under this key, and the house that closes it, by seat."""
        return {
            seat: asked for (seat, about), asked in self.questions.items() if about == key and not self.automatic(seat)
        }

    def _waiting(self, window: Mapping[int, Question], now: datetime) -> dict[int, datetime]:
        """Until when the questions of a window are due because somebody is on vacation, by seat; the others stay as
        they are. All have as long as whoever has most.
        """
        waiting: dict[int, datetime] = {}
        vacations = [(seat, span) for seat in window for span in self._rest(seat).vacations if now < span[1]]
        for seat, vacation in vacations:
            held = self._held(window[seat], waiting.get(seat), vacation)
            if held is not None:
                waiting[seat] = held
                waiting |= _evened({other: waiting.get(other, asked.due_at) for other, asked in window.items()})
        return waiting

    def _held(self, question: Question, moved_to: datetime | None, vacation: Span) -> datetime | None:
        """Until when a question waits for this vacation, if another one has moved it already; None: it need not."""
        return deadlines.held(
            pace=self.match.pace, about=question.about, opened_at=question.opened_at,
            due_at=question.due_at if moved_to is None else moved_to,
            lapses_at=question.lapses_at if moved_to is None else self._lapses(question, moved_to),
            rest=self._rest(question.seat), vacation=vacation,
        )  # fmt: skip

    def _hastened(self, window: Mapping[int, Question], seat: Seat, planned: datetime, ends_at: datetime) -> datetime:
        """Until when a window is due in which the vacation of this seat ends earlier than was planned."""
        question, pace = window[seat], self.match.pace
        if question.due_at <= planned:  # It was due before, and the vacation held the reserve only.
            return question.due_at
        since = max(ends_at, question.opened_at)
        own = deadlines.later(pace=pace, start=planned, due_at=question.due_at, since=since, rest=self._rest(seat))
        owed = (self._due(other, asked.about, asked.opened_at) for other, asked in window.items() if other != HOUSE)
        return min(question.due_at, max([own, *owed]))

    def _allow(self, question: Question, due_at: datetime) -> None:
        """The question is due then."""
        before = question.lapses_at
        question.due_at, question.lapses_at = due_at, self._lapses(question, due_at)
        self.stirred.add((question.seat, question.key))
        if before not in (None, question.lapses_at):
            self.moved.add((question.seat, question.key))

    def _lapses(self, question: Question, due_at: datetime) -> datetime:
        """When a question lapses that is due then: a duty may overrun it by the reserve of its seat."""
        seat = question.seat
        person = (HOUSE, question.key) not in self.questions and not self.automatic(seat)
        if not (question.duty and person and (reserve := self.chairs[seat].reserve)):
            return due_at
        return deadlines.after(pace=self.match.pace, start=due_at, seconds=reserve, rest=self._rest(seat))

    def _shown_bank(self, question: Question) -> timedelta:
        """Return the time bank that plates show at a live pace. An answered question keeps its value from when it
        opened, because the current one would reveal that there's an answer.
        """
        return timedelta() if deadlines.restful(self.match.pace) else question.lapses_at - question.due_at

    def _without(self, where: tuple[int, str]) -> dict[tuple[int, str], Question]:
        return {other: question for other, question in self.questions.items() if other != where}

    def _rest(self, seat: int) -> Availability:
        """When the player of the seat rests, as far as this match waits for that: never while it stands still."""
        still = seat == HOUSE or self.match.status == Match.Status.PAUSED
        player = None if still else self.chairs[seat].player_id
        rest = AWAKE if player is None else self.rests.get(player, AWAKE)
        return rest if self.match.vacations else Availability(rest.quiet)


def _evened(dues: Mapping[int, datetime]) -> dict[int, datetime]:
    """The deadlines of a window that must move, by seat, so that all have as long as whoever has most."""
    longest = max(due_at for seat, due_at in dues.items() if seat != HOUSE)
    return {seat: longest for seat, due_at in dues.items() if due_at != longest}
