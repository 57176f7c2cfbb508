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
    availabilities: dict[int, Availability] = field(default_factory=dict)
    """The availability of the players, by player."""
    asks: tuple[AnyAsk, ...] = ()
    """The questions of the rules now."""
    changed_questions: set[tuple[int, str]] = field(default_factory=set)
    """Questions that must be written."""
    moved_questions: set[tuple[int, str]] = field(default_factory=set)
    """Open questions whose deadline has moved. Other players' answers that move nothing must leave no trace here."""
    closed_rows: list[Question] = field(default_factory=list)
    """Rows of closed questions, free for new ones."""

    def is_played_by_bot(self, seat: int) -> bool:
        """Check whether a bot answers for the seat."""
        return seat != HOUSE and (self.chairs[seat].bot or self.chairs[seat].autopilot)

    # -- what is asked -----------------------------------------------------------------

    def open_question(self, ask: AnyAsk, now: datetime) -> None:
        """Open a new question of the rules."""
        self.moved_questions.discard((ask.seat, ask.key))
        self.questions[ask.seat, ask.key] = question = Question(
            pk=self.closed_rows.pop().pk if self.closed_rows else None,
            match_id=self.match.pk,
            seat=ask.seat,
            key=ask.key,
            about=ask.about,
            opened_at=now,
            answered=ask.answered,
            duty=ask.duty,
        )
        self._set_deadline(question, self._compute_own_deadline(ask.seat, ask.about, now))

    def close_questions(self, *, keep: set[tuple[int, str]]) -> None:
        """Close all questions except these."""
        for where in [where for where in self.questions if where not in keep]:
            self.changed_questions.discard(where)
            self.moved_questions.discard(where)
            question = self.questions.pop(where)
            if question.pk is not None:
                self.closed_rows.append(question)

    def align_deadlines(self, key: str) -> None:
        """Give all players asked under this key, and the server's own question, the longest of their deadlines."""
        due_at = timeouts.compute_common_deadline(self.questions, self.is_played_by_bot, key)
        for question in self.questions.values():
            if due_at is None or question.key != key or self.is_played_by_bot(question.seat):
                continue
            if question.due_at != due_at:
                self._set_deadline(question, due_at)

    def close_answered_windows(self, now: datetime) -> None:
        """Close a sandbox's windows once everyone has answered. There's no one from whom the moment must be hidden."""
        open_ = {ask.key for ask in self.asks if ask.seat != HOUSE and not ask.answered}
        for (seat, key), question in self.questions.items():
            if seat == HOUSE and key not in open_ and question.lapses_at > now:
                self._set_deadline(question, now)

    def set_wake_up(self) -> None:
        """Set `wake_at` to the earliest deadline, or to None while the match isn't running."""
        self.match.wake_at = None
        if self.match.status == Match.Status.PLAYING:
            ticking = timeouts.select_ticking_questions(self.asks, self.questions, self.is_played_by_bot)
            self.match.wake_at = min((question.lapses_at for question in ticking), default=None)

    def find_lapsed_question(self, now: datetime) -> Question | None:
        """Return the question that expired first, if any."""
        if self.match.status != Match.Status.PLAYING:
            return None
        return timeouts.select_lapsed_question(self.asks, self.questions, self.is_played_by_bot, now)

    def find_missed_questions(self, lapse: Question) -> list[AnyAsk]:
        """Return the questions of all seats that miss a turn by this silence."""
        return timeouts.select_missed_questions(self.asks, lapse, self.is_played_by_bot)

    def measure_overrun(self, question: Question, now: datetime) -> timedelta:
        """Return how late an answer comes now, counting only time in which its seat could have answered."""
        rest = self._get_availability(question.seat)
        return deadlines.compute_answering_time(pace=self.match.pace, start=question.due_at, until=now, rest=rest)

    def measure_answering_time(self, question: Question, now: datetime) -> timedelta:
        """Return how long an answer given now has taken, counting only time in which its seat could have given it."""
        rest = self._get_availability(question.seat)
        return deadlines.compute_answering_time(pace=self.match.pace, start=question.opened_at, until=now, rest=rest)

    # -- when time is given ------------------------------------------------------------

    def postpone_deadlines(self, by: timedelta) -> None:
        """Postpone all deadlines except those of bots, which need no time back."""
        for where, question in self.questions.items():
            if not self.is_played_by_bot(where[0]):
                question.due_at += by
                question.lapses_at += by
                self.changed_questions.add(where)
                self.moved_questions.add(where)
        self.set_wake_up()

    def stop_time(self, now: datetime) -> None:
        """Stop the clock, and set each deadline to now plus the time that is left.

        Nights and vacations are left out until the match goes on, because only then is it known which of them count.
        """
        for key in {key for _, key in self.questions}:
            window = self._select_window(key)
            left = {seat: self._measure_time_left(question, now) for seat, question in window.items()}
            least = min((left[seat] for seat in window if seat != HOUSE), default=timedelta())
            for seat, question in window.items():
                owed = left[seat] if seat == HOUSE else self._compute_kept_time(question, left[seat], least, now)
                time_bank = self._compute_shown_time_bank(question)
                question.due_at = now + owed
                question.lapses_at = question.due_at + time_bank
                self.changed_questions.add((seat, key))
                self.moved_questions.add((seat, key))

    def resume_time(self, since: datetime, now: datetime) -> set[int]:
        """Start the clock again after a stop at `since`, giving each question the time it had left.

        Charge the time banks that were in use before the stop, and return the seats that paid.
        """
        paid = set()
        for (seat, _), question in self.questions.items():
            if self.is_played_by_bot(seat):
                continue
            left, rest, time_bank = (
                question.due_at - since,
                self._get_availability(seat),
                self._compute_shown_time_bank(question),
            )
            if left > timedelta():
                due_at = deadlines.advance_answering_time(
                    pace=self.match.pace, start=now, seconds=left.total_seconds(), rest=rest
                )
            else:
                if question.duty and not question.answered and seat != HOUSE and self.chairs[seat].time_bank:
                    self.chairs[seat].time_bank = max(0, self.chairs[seat].time_bank + round(left.total_seconds()))
                    paid.add(seat)
                # A deadline within a vacation would count as time that the vacation holds (see `hold_for_vacations`).
                due_at = min([now, *(begins_at for begins_at, ends_at in rest.vacations if begins_at <= now < ends_at)])
            self._set_deadline(question, due_at)
            if question.answered and not deadlines.is_restful(self.match.pace):
                overrun = timedelta(seconds=round(max(timedelta(), -left).total_seconds()))
                question.lapses_at = question.due_at + max(timedelta(), time_bank - overrun)
        for key in {key for _, key in self.questions}:
            self.align_deadlines(key)
        self.set_wake_up()
        return paid

    def reset_seat_deadlines(self, seat: Seat, now: datetime) -> None:
        """Reset the clocks of the seat's open questions, because someone else answers for it from now on.

        In a window, a player gets the others' deadline. One of their own would reveal who hasn't answered yet.
        """
        since = self.match.paused_at or now  # The end of the pause will add the rest.
        for where, question in self.questions.items():
            if where[0] == seat:
                others = timeouts.compute_common_deadline(
                    self._select_other_questions(where), self.is_played_by_bot, question.key
                )
                own = self._compute_own_deadline(seat, question.about, since)
                self._set_deadline(question, own if others is None or self.is_played_by_bot(seat) else others)
        self.set_wake_up()

    def reset_all_deadlines(self, now: datetime) -> None:
        """Reset the clock of every open question to the current pace of the match."""
        for question in self.questions.values():
            self._set_deadline(question, self._compute_own_deadline(question.seat, question.about, now))
        for key in {key for _, key in self.questions}:
            self.align_deadlines(key)
        self.set_wake_up()

    def hold_for_vacations(self, now: datetime) -> None:
        """Hold the questions of players on vacation until they're back with the time they had left.

        What they had left can be time bank only.
        """
        if not deadlines.is_restful(self.match.pace):
            return
        if any(rest.vacations for rest in self.availabilities.values()):
            for key in dict.fromkeys(key for _, key in self.questions):
                window = self._select_window(key)
                for seat, due_at in self._compute_held_deadlines(window, now).items():
                    self._set_deadline(window[seat], due_at)
        self.set_wake_up()

    def bring_deadlines_forward(self, seat: Seat, planned: datetime, ends_at: datetime) -> None:
        """Bring deadlines forward because the seat's vacation ends earlier than planned, or was cancelled.

        Others in a window keep what they would have had without the vacation. While the match is paused, no vacation
        holds anything.
        """
        if self.match.status == Match.Status.PAUSED:
            return
        for key in [key for asked, key in self.questions if asked == seat and not self.is_played_by_bot(seat)]:
            window = self._select_window(key)
            due_at = self._compute_earlier_deadline(window, seat, planned, ends_at)
            for question in window.values():
                self._set_deadline(question, due_at)
        self.set_wake_up()

    # -- inside ------------------------------------------------------------------------

    def _compute_own_deadline(self, seat: int, about: str, since: datetime) -> datetime:
        """Return until when an answer to a question of this kind, asked at `since`, costs no time bank."""
        bot = self.is_played_by_bot(seat)
        if bot and lessons.is_guiding(self.match):
            return since  # In a guided match, the learner waits for no one.
        if bot and bot_strength.needs_thinking_time(self.match, self.chairs[seat]):
            return since + deadlines.THINKING_TIME
        # At a deserted table, bots that don't pause would finish the match before anyone could come back.
        attended = any(not self.is_played_by_bot(each) for each in range(len(self.chairs)))
        pause = deadlines.BOT_PAUSE * (self.match.bot_pause if attended else max(1, self.match.bot_pause))
        rest = self._get_availability(seat)
        return deadlines.compute_deadline(
            pace=self.match.pace, about=about, opened_at=since, bot=bot, rest=rest, bot_pause=pause
        )

    def _measure_time_left(self, question: Question, now: datetime) -> timedelta:
        """Return the time left in which the question's seat can answer, negative if it's overrun."""
        if question.due_at <= now:
            return -self.measure_overrun(question, now)
        rest = self._get_availability(question.seat)
        return deadlines.compute_answering_time(pace=self.match.pace, start=now, until=question.due_at, rest=rest)

    def _compute_kept_time(self, question: Question, left: timedelta, least: timedelta, now: datetime) -> timedelta:
        """Return how much of its remaining time a question keeps when the match stops.

        That's no more than its own remaining time or the shortest in its window, whichever is longer. Anything beyond
        was due only to the rest of another player.
        """
        if left <= max(least, timedelta()):
            return left
        own = timedelta(seconds=self.match.pace[question.about]) - self.measure_answering_time(question, now)
        return min(left, max(least, own))

    def _select_window(self, key: str) -> dict[int, Question]:
        """Return the questions of this key by seat, without those of bots."""
        return {
            seat: asked
            for (seat, about), asked in self.questions.items()
            if about == key and not self.is_played_by_bot(seat)
        }

    def _compute_held_deadlines(self, window: Mapping[int, Question], now: datetime) -> dict[int, datetime]:
        """Return the deadlines that must move because a player in the window is on vacation, by seat.

        All get the longest deadline. Seats that aren't returned stay as they are.
        """
        waiting: dict[int, datetime] = {}
        vacations = [
            (seat, span) for seat in window for span in self._get_availability(seat).vacations if now < span[1]
        ]
        for seat, vacation in vacations:
            held = self._compute_held_deadline(window[seat], waiting.get(seat), vacation)
            if held is not None:
                waiting[seat] = held
                waiting |= _align_deadlines(
                    {other: waiting.get(other, asked.due_at) for other, asked in window.items()}
                )
        return waiting

    def _compute_held_deadline(self, question: Question, moved_to: datetime | None, vacation: Span) -> datetime | None:
        """Return the deadline that this vacation gives a question, or None if it changes nothing.

        :param moved_to: the deadline that another vacation has given it already, if any
        """
        return deadlines.compute_vacation_deadline(
            pace=self.match.pace, about=question.about, opened_at=question.opened_at,
            due_at=question.due_at if moved_to is None else moved_to,
            lapses_at=question.lapses_at if moved_to is None else self._compute_lapse(question, moved_to),
            rest=self._get_availability(question.seat), vacation=vacation,
        )  # fmt: skip

    def _compute_earlier_deadline(
        self, window: Mapping[int, Question], seat: Seat, planned: datetime, ends_at: datetime
    ) -> datetime:
        """Return the deadline of a window in which this seat's vacation ends earlier than planned."""
        question, pace = window[seat], self.match.pace
        if question.due_at <= planned:  # The question was due before, and the vacation held the time bank only.
            return question.due_at
        since = max(ends_at, question.opened_at)
        own = deadlines.compute_postponed_deadline(
            pace=pace, start=planned, due_at=question.due_at, since=since, rest=self._get_availability(seat)
        )
        owed = (
            self._compute_own_deadline(other, asked.about, asked.opened_at)
            for other, asked in window.items()
            if other != HOUSE
        )
        return min(question.due_at, max([own, *owed]))

    def _set_deadline(self, question: Question, due_at: datetime) -> None:
        """Set the deadline of a question."""
        before = question.lapses_at
        question.due_at, question.lapses_at = due_at, self._compute_lapse(question, due_at)
        self.changed_questions.add((question.seat, question.key))
        if before not in (None, question.lapses_at):
            self.moved_questions.add((question.seat, question.key))

    def _compute_lapse(self, question: Question, due_at: datetime) -> datetime:
        """Return when a question with this deadline expires. A required turn can overrun it by its seat's time bank."""
        seat = question.seat
        person = (HOUSE, question.key) not in self.questions and not self.is_played_by_bot(seat)
        if not (question.duty and person and (time_bank := self.chairs[seat].time_bank)):
            return due_at
        return deadlines.advance_answering_time(
            pace=self.match.pace, start=due_at, seconds=time_bank, rest=self._get_availability(seat)
        )

    def _compute_shown_time_bank(self, question: Question) -> timedelta:
        """Return the time bank that plates show at a live pace.

        An answered question keeps its value from when it opened, because the current one would reveal that there's an
        answer.
        """
        return timedelta() if deadlines.is_restful(self.match.pace) else question.lapses_at - question.due_at

    def _select_other_questions(self, where: tuple[int, str]) -> dict[tuple[int, str], Question]:
        return {other: question for other, question in self.questions.items() if other != where}

    def _get_availability(self, seat: int) -> Availability:
        """Return the availability of the seat's player as far as this match honours it. A paused match honours none."""
        still = seat == HOUSE or self.match.status == Match.Status.PAUSED
        player = None if still else self.chairs[seat].player_id
        rest = ALWAYS_AWAKE if player is None else self.availabilities.get(player, ALWAYS_AWAKE)
        return rest if self.match.vacations else Availability(rest.quiet)


def _align_deadlines(dues: Mapping[int, datetime]) -> dict[int, datetime]:
    """Return the deadlines of a window that must move so that all equal the longest one, by seat."""
    longest = max(due_at for seat, due_at in dues.items() if seat != HOUSE)
    return {seat: longest for seat, due_at in dues.items() if due_at != longest}
