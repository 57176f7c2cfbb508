"""The clock of a loaded match: the deadline of every open question, and when time stops for a player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from apps.kernel.game import AnyAsk
from apps.kernel.table import HOUSE, Seat
from apps.matches.engine import bot_strength, deadlines, lessons, timeouts
from apps.matches.engine.availability import ALWAYS_AWAKE, Availability, Span
from apps.matches.models import Chair, Match, Question


@dataclass(slots=True)
class Clock:
    """The deadlines of a match in memory. Its methods change nothing else."""

    match: Match
    chairs: list[Chair]
    questions: dict[tuple[int, str], Question]
    """The open questions, by (seat, key)."""
    rests: dict[int, Availability] = field(default_factory=dict)
    """The availability of the players, by player."""
    asks: tuple[AnyAsk, ...] = ()
    """The questions of the rules now."""
    stirred: set[tuple[int, str]] = field(default_factory=set)
    """Questions that must be written."""
    moved: set[tuple[int, str]] = field(default_factory=set)
    """Open questions whose deadline has moved. Other players' answers that move nothing must leave no trace here."""
    gone: list[Question] = field(default_factory=list)
    """Rows of closed questions, free for new ones."""

    def automatic(self, seat: int) -> bool:
        """Check whether a bot answers for the seat."""
        return seat != HOUSE and (self.chairs[seat].bot or self.chairs[seat].autopilot)

    # -- what is asked -----------------------------------------------------------------

    def open(self, ask: AnyAsk, now: datetime) -> None:
        """Open a new question of the rules."""
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
        """Close all questions except these."""
        for where in [where for where in self.questions if where not in keep]:
            self.stirred.discard(where)
            self.moved.discard(where)
            question = self.questions.pop(where)
            if question.pk is not None:
                self.gone.append(question)

    def even(self, key: str) -> None:
        """Give all players asked under this key, and the server's own question, the longest of their deadlines."""
        due_at = timeouts.compute_common_deadline(self.questions, self.automatic, key)
        for question in self.questions.values():
            if due_at is None or question.key != key or self.automatic(question.seat):
                continue
            if question.due_at != due_at:
                self._allow(question, due_at)

    def close_windows(self, now: datetime) -> None:
        """Close a sandbox's windows once everyone has answered. There's no one from whom the moment must be hidden."""
        open_ = {ask.key for ask in self.asks if ask.seat != HOUSE and not ask.answered}
        for (seat, key), question in self.questions.items():
            if seat == HOUSE and key not in open_ and question.lapses_at > now:
                self._allow(question, now)

    def wind(self) -> None:
        """Set `wake_at` to the earliest deadline, or to None while the match isn't running."""
        self.match.wake_at = None
        if self.match.status == Match.Status.PLAYING:
            ticking = timeouts.select_ticking_questions(self.asks, self.questions, self.automatic)
            self.match.wake_at = min((question.lapses_at for question in ticking), default=None)

    def lapsed(self, now: datetime) -> Question | None:
        """Return the question that expired first, if any."""
        if self.match.status != Match.Status.PLAYING:
            return None
        return timeouts.select_lapsed_question(self.asks, self.questions, self.automatic, now)

    def silent(self, lapse: Question) -> list[AnyAsk]:
        """Return the questions of all seats that miss a turn by this silence."""
        return timeouts.select_missed_questions(self.asks, lapse, self.automatic)

    def overrun(self, question: Question, now: datetime) -> timedelta:
        """Return how late an answer comes now, counting only time in which its seat could have answered."""
        rest = self._rest(question.seat)
        return deadlines.compute_answering_time(pace=self.match.pace, start=question.due_at, until=now, rest=rest)

    def took(self, question: Question, now: datetime) -> timedelta:
        """Return how long an answer given now has taken, counting only time in which its seat could have given it."""
        rest = self._rest(question.seat)
        return deadlines.compute_answering_time(pace=self.match.pace, start=question.opened_at, until=now, rest=rest)

    # -- when time is given ------------------------------------------------------------

    def shift(self, by: timedelta) -> None:
        """Postpone all deadlines except those of bots, which need no time back."""
        for where, question in self.questions.items():
            if not self.automatic(where[0]):
                question.due_at += by
                question.lapses_at += by
                self.stirred.add(where)
                self.moved.add(where)
        self.wind()

    def stop(self, now: datetime) -> None:
        """Stop the clock, and set each deadline to now plus the time that is left.

        Nights and vacations are left out until the match goes on, because only then is it known which of them count.
        """
        for key in {key for _, key in self.questions}:
            window = self._window(key)
            left = {seat: self._left(question, now) for seat, question in window.items()}
            least = min((left[seat] for seat in window if seat != HOUSE), default=timedelta())
            for seat, question in window.items():
                owed = left[seat] if seat == HOUSE else self._owed(question, left[seat], least, now)
                time_bank = self._compute_shown_time_bank(question)
                question.due_at = now + owed
                question.lapses_at = question.due_at + time_bank
                self.stirred.add((seat, key))
                self.moved.add((seat, key))

    def go_on(self, since: datetime, now: datetime) -> set[int]:
        """Start the clock again after a stop at `since`, giving each question the time it had left.

        Charge the time banks that were in use before the stop, and return the seats that paid.
        """
        paid = set()
        for (seat, _), question in self.questions.items():
            if self.automatic(seat):
                continue
            left, rest, time_bank = question.due_at - since, self._rest(seat), self._compute_shown_time_bank(question)
            if left > timedelta():
                due_at = deadlines.advance_answering_time(
                    pace=self.match.pace, start=now, seconds=left.total_seconds(), rest=rest
                )
            else:
                if question.duty and not question.answered and seat != HOUSE and self.chairs[seat].time_bank:
                    self.chairs[seat].time_bank = max(0, self.chairs[seat].time_bank + round(left.total_seconds()))
                    paid.add(seat)
                # A deadline within a vacation would count as time that the vacation holds (see `await_vacations`).
                due_at = min([now, *(begins_at for begins_at, ends_at in rest.vacations if begins_at <= now < ends_at)])
            self._allow(question, due_at)
            if question.answered and not deadlines.is_restful(self.match.pace):
                overrun = timedelta(seconds=round(max(timedelta(), -left).total_seconds()))
                question.lapses_at = question.due_at + max(timedelta(), time_bank - overrun)
        for key in {key for _, key in self.questions}:
            self.even(key)
        self.wind()
        return paid

    def reseat(self, seat: Seat, now: datetime) -> None:
        """Reset the clocks of the seat's open questions, because someone else answers for it from now on.

        In a window, a player gets the others' deadline. One of their own would reveal who hasn't answered yet.
        """
        since = self.match.paused_at or now  # The end of the pause will add the rest.
        for where, question in self.questions.items():
            if where[0] == seat:
                others = timeouts.compute_common_deadline(self._without(where), self.automatic, question.key)
                own = self._due(seat, question.about, since)
                self._allow(question, own if others is None or self.automatic(seat) else others)
        self.wind()

    def reclock(self, now: datetime) -> None:
        """Reset the clock of every open question to the current pace of the match."""
        for question in self.questions.values():
            self._allow(question, self._due(question.seat, question.about, now))
        for key in {key for _, key in self.questions}:
            self.even(key)
        self.wind()

    def await_vacations(self, now: datetime) -> None:
        """Hold the questions of players on vacation until they're back with the time they had left.

        What they had left can be time bank only.
        """
        if not deadlines.is_restful(self.match.pace):
            return
        if any(rest.vacations for rest in self.rests.values()):
            for key in dict.fromkeys(key for _, key in self.questions):
                window = self._window(key)
                for seat, due_at in self._waiting(window, now).items():
                    self._allow(window[seat], due_at)
        self.wind()

    def hasten(self, seat: Seat, planned: datetime, ends_at: datetime) -> None:
        """Bring deadlines forward because the seat's vacation ends earlier than planned, or was cancelled.

        Others in a window keep what they would have had without the vacation. While the match is paused, no vacation
        holds anything.
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
        """Return until when an answer to a question of this kind, asked at `since`, costs no time bank."""
        bot = self.automatic(seat)
        if bot and lessons.is_guiding(self.match):
            return since  # In a guided match, the learner waits for no one.
        if bot and bot_strength.needs_thinking_time(self.match, self.chairs[seat]):
            return since + deadlines.THINKING_TIME
        # At a deserted table, bots that don't pause would finish the match before anyone could come back.
        attended = any(not self.automatic(each) for each in range(len(self.chairs)))
        pause = deadlines.BOT_PAUSE * (self.match.bot_pause if attended else max(1, self.match.bot_pause))
        rest = self._rest(seat)
        return deadlines.compute_deadline(
            pace=self.match.pace, about=about, opened_at=since, bot=bot, rest=rest, bot_pause=pause
        )

    def _left(self, question: Question, now: datetime) -> timedelta:
        """Return the time left in which the question's seat can answer, negative if it's overrun."""
        if question.due_at <= now:
            return -self.overrun(question, now)
        rest = self._rest(question.seat)
        return deadlines.compute_answering_time(pace=self.match.pace, start=now, until=question.due_at, rest=rest)

    def _owed(self, question: Question, left: timedelta, least: timedelta, now: datetime) -> timedelta:
        """Return how much of its remaining time a question keeps when the match stops.

        That's no more than its own remaining time or the shortest in its window, whichever is longer. Anything beyond
        was due only to the rest of another player.
        """
        if left <= max(least, timedelta()):
            return left
        own = timedelta(seconds=self.match.pace[question.about]) - self.took(question, now)
        return min(left, max(least, own))

    def _window(self, key: str) -> dict[int, Question]:
        """Return the questions of this key by seat, without those of bots."""
        return {
            seat: asked for (seat, about), asked in self.questions.items() if about == key and not self.automatic(seat)
        }

    def _waiting(self, window: Mapping[int, Question], now: datetime) -> dict[int, datetime]:
        """Return the deadlines that must move because a player in the window is on vacation, by seat.

        All get the longest deadline. Seats that aren't returned stay as they are.
        """
        waiting: dict[int, datetime] = {}
        vacations = [(seat, span) for seat in window for span in self._rest(seat).vacations if now < span[1]]
        for seat, vacation in vacations:
            held = self._held(window[seat], waiting.get(seat), vacation)
            if held is not None:
                waiting[seat] = held
                waiting |= _align_deadlines(
                    {other: waiting.get(other, asked.due_at) for other, asked in window.items()}
                )
        return waiting

    def _held(self, question: Question, moved_to: datetime | None, vacation: Span) -> datetime | None:
        """Return the deadline that this vacation gives a question, or None if it changes nothing.

        :param moved_to: the deadline that another vacation has given it already, if any
        """
        return deadlines.compute_vacation_deadline(
            pace=self.match.pace, about=question.about, opened_at=question.opened_at,
            due_at=question.due_at if moved_to is None else moved_to,
            lapses_at=question.lapses_at if moved_to is None else self._lapses(question, moved_to),
            rest=self._rest(question.seat), vacation=vacation,
        )  # fmt: skip

    def _hastened(self, window: Mapping[int, Question], seat: Seat, planned: datetime, ends_at: datetime) -> datetime:
        """Return the deadline of a window in which this seat's vacation ends earlier than planned."""
        question, pace = window[seat], self.match.pace
        if question.due_at <= planned:  # The question was due before, and the vacation held the time bank only.
            return question.due_at
        since = max(ends_at, question.opened_at)
        own = deadlines.compute_postponed_deadline(
            pace=pace, start=planned, due_at=question.due_at, since=since, rest=self._rest(seat)
        )
        owed = (self._due(other, asked.about, asked.opened_at) for other, asked in window.items() if other != HOUSE)
        return min(question.due_at, max([own, *owed]))

    def _allow(self, question: Question, due_at: datetime) -> None:
        """Set the deadline of a question."""
        before = question.lapses_at
        question.due_at, question.lapses_at = due_at, self._lapses(question, due_at)
        self.stirred.add((question.seat, question.key))
        if before not in (None, question.lapses_at):
            self.moved.add((question.seat, question.key))

    def _lapses(self, question: Question, due_at: datetime) -> datetime:
        """Return when a question with this deadline expires. A required turn can overrun it by its seat's time bank."""
        seat = question.seat
        person = (HOUSE, question.key) not in self.questions and not self.automatic(seat)
        if not (question.duty and person and (time_bank := self.chairs[seat].time_bank)):
            return due_at
        return deadlines.advance_answering_time(
            pace=self.match.pace, start=due_at, seconds=time_bank, rest=self._rest(seat)
        )

    def _compute_shown_time_bank(self, question: Question) -> timedelta:
        """Return the time bank that plates show at a live pace.

        An answered question keeps its value from when it opened, because the current one would reveal that there's an
        answer.
        """
        return timedelta() if deadlines.is_restful(self.match.pace) else question.lapses_at - question.due_at

    def _without(self, where: tuple[int, str]) -> dict[tuple[int, str], Question]:
        return {other: question for other, question in self.questions.items() if other != where}

    def _rest(self, seat: int) -> Availability:
        """Return the availability of the seat's player as far as this match honours it. A paused match honours none."""
        still = seat == HOUSE or self.match.status == Match.Status.PAUSED
        player = None if still else self.chairs[seat].player_id
        rest = ALWAYS_AWAKE if player is None else self.rests.get(player, ALWAYS_AWAKE)
        return rest if self.match.vacations else Availability(rest.quiet)


def _align_deadlines(dues: Mapping[int, datetime]) -> dict[int, datetime]:
    """Return the deadlines of a window that must move so that all equal the longest one, by seat."""
    longest = max(due_at for seat, due_at in dues.items() if seat != HOUSE)
    return {seat: longest for seat, due_at in dues.items() if due_at != longest}
