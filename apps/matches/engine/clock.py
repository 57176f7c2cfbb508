"""The clock of a loaded match: its open questions with their deadlines, and when the match must wake up."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from apps.kernel.game import AnyAsk
from apps.kernel.table import HOUSE
from apps.matches.engine import bot_strength, deadlines, lessons, timeouts
from apps.matches.engine.availability import ALWAYS_AWAKE, Availability
from apps.matches.engine.timing import SERVER, Answerer, Moved, Timing, Where
from apps.matches.models import Chair, Match, Question


@dataclass(slots=True)
class Clock:
    """The open questions of a match in memory. Only `set_deadlines` sets a deadline, and `Timing` computes it."""

    match: Match
    chairs: list[Chair]
    questions: dict[Where, Question]
    """The open questions, by (seat, key)."""
    availabilities: dict[int, Availability] = field(default_factory=dict)
    """The availability of the players, by player."""
    asks: tuple[AnyAsk, ...] = ()
    """The questions of the rules now."""
    changed_questions: set[Where] = field(default_factory=set)
    """Questions that must be written."""
    closed_rows: list[Question] = field(default_factory=list)
    """Rows of closed questions, free for new ones."""

    @property
    def timing(self) -> Timing:
        """Return the open questions with all that their deadlines depend on now."""
        answerers = {seat: self._describe_answerer(chair) for seat, chair in enumerate(self.chairs)}
        return Timing(self.match.pace, {HOUSE: SERVER, **answerers}, self.questions)

    def is_played_by_bot(self, seat: int) -> bool:
        """Check whether a bot answers for the seat."""
        return seat != HOUSE and (self.chairs[seat].bot or self.chairs[seat].autopilot)

    def get_availability(self, seat: int) -> Availability:
        """Return the availability of the seat's player as far as this match honours it. A paused match honours none."""
        still = seat == HOUSE or self.match.status == Match.Status.PAUSED
        player = None if still else self.chairs[seat].player_id
        rest = ALWAYS_AWAKE if player is None else self.availabilities.get(player, ALWAYS_AWAKE)
        return rest if self.match.vacations else Availability(rest.quiet)

    def find_lapsed_question(self, now: datetime) -> Question | None:
        """Return the question that expired first, if any."""
        if self.match.status != Match.Status.PLAYING:
            return None
        return timeouts.select_lapsed_question(self.asks, self.questions, self.is_played_by_bot, now)

    def find_missed_questions(self, lapse: Question) -> list[AnyAsk]:
        """Return the questions of all seats that miss a turn by this silence."""
        return timeouts.select_missed_questions(self.asks, lapse, self.is_played_by_bot)

    def open_question(self, ask: AnyAsk, timing: Timing, now: datetime) -> None:
        """Open a new question of the rules."""
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
        due_at = timing.compute_due_time(ask.seat, ask.about, now)
        self.set_deadlines({(ask.seat, ask.key): timing.compute_deadline(question, due_at)}, now)

    def close_questions(self, *, keep: set[Where]) -> None:
        """Close all questions except these."""
        for where in [where for where in self.questions if where not in keep]:
            self.changed_questions.discard(where)
            question = self.questions.pop(where)
            if question.pk is not None:
                self.closed_rows.append(question)

    def set_deadlines(self, moved: Moved, now: datetime) -> None:
        """Set these deadlines. Other players' answers that move nothing must leave no trace in `moved_at`."""
        for where, deadline in moved.items():
            question = self.questions[where]
            if question.lapses_at not in (None, deadline.lapses_at):
                question.moved_at = now
            question.due_at, question.lapses_at = deadline
            self.changed_questions.add(where)

    def set_wake_up(self) -> None:
        """Set `wake_at` to the earliest deadline, or to None while the match isn't running."""
        self.match.wake_at = None
        if self.match.status == Match.Status.PLAYING:
            ticking = timeouts.select_ticking_questions(self.asks, self.questions, self.is_played_by_bot)
            self.match.wake_at = min((question.lapses_at for question in ticking), default=None)

    def _describe_answerer(self, chair: Chair) -> Answerer:
        thinks = self._compute_thinking_time(chair) if chair.bot or chair.autopilot else None
        return Answerer(thinks, chair.time_bank, self.get_availability(chair.index))

    def _compute_thinking_time(self, chair: Chair) -> timedelta:
        """Return how long the bot in this seat thinks."""
        if lessons.is_guiding(self.match):
            return timedelta()  # In a guided match, the learner waits for no one.
        if bot_strength.needs_thinking_time(self.match, chair):
            return deadlines.THINKING_TIME
        # At a deserted table, bots that don't pause would finish the match before anyone could come back.
        attended = not all(each.bot or each.autopilot for each in self.chairs)
        return deadlines.BOT_PAUSE * (self.match.bot_pause if attended else max(1, self.match.bot_pause))
