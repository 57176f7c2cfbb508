"""Deadlines of a match's open questions after each event. Pure: the present is an argument."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple, TypeAlias

from apps.kernel.game import AnyAsk
from apps.kernel.table import HOUSE
from apps.matches.engine import deadlines, timeouts
from apps.matches.engine.availability import ALWAYS_AWAKE, Availability, Span
from apps.matches.engine.deadlines import Deadline
from apps.matches.models import Question

Where: TypeAlias = tuple[int, str]
"""The seat and the key of a question."""
Moved: TypeAlias = dict[Where, Deadline]
"""Deadlines to set. Questions that aren't in it keep theirs."""


class Answerer(NamedTuple):
    """The answerer of a seat, as far as deadlines depend on them."""

    thinks: timedelta | None = None
    """How long a bot thinks, or None for a person."""
    time_bank: int = 0
    rest: Availability = ALWAYS_AWAKE
    """When a person rests, as far as the match waits for it."""


SERVER: Final = Answerer()
"""The server, which answers its own questions."""


class Resumed(NamedTuple):
    """The deadlines after a pause, and the time banks of the seats that had used some before it."""

    deadlines: Moved
    time_banks: dict[int, int]


@dataclass(frozen=True, slots=True)
class Timing:
    """The open questions of a match, with all that their deadlines depend on. Its methods return what to set."""

    pace: Mapping[str, int]
    answerers: Mapping[int, Answerer]
    """The answerer of each seat, the server's among them."""
    questions: timeouts.Open

    # -- one question ------------------------------------------------------------------

    def compute_due_time(self, seat: int, about: str, since: datetime) -> datetime:
        """Return until when an answer to a question of this kind, asked at `since`, costs no time bank."""
        thinks, _, rest = self.answerers[seat]
        if thinks is not None:
            return since + thinks
        return deadlines.advance_answering_time(pace=self.pace, start=since, seconds=self.pace[about], rest=rest)

    def compute_deadline(self, question: Question, due_at: datetime, time_bank: int | None = None) -> Deadline:
        """Return the deadline of a question that is due then. A required turn can overrun it by its seat's time bank.

        :param time_bank: the time bank, if it isn't the seat's current one
        """
        thinks, current, rest = self.answerers[question.seat]
        bank = current if time_bank is None else time_bank
        if not (question.duty and bank and thinks is None and (HOUSE, question.key) not in self.questions):
            return Deadline(due_at, due_at)
        return Deadline(due_at, deadlines.advance_answering_time(pace=self.pace, start=due_at, seconds=bank, rest=rest))

    # -- events ------------------------------------------------------------------------

    def align_windows(self, keys: Iterable[str]) -> Moved:
        """Give all players asked under the same key, and the server's own question, the longest of their deadlines."""
        return self._align(keys, {})

    def close_answered_windows(self, asks: Iterable[AnyAsk], now: datetime) -> Moved:
        """Close a sandbox's windows once everyone has answered. There's no one from whom the moment must be hidden."""
        open_ = {ask.key for ask in asks if ask.seat != HOUSE and not ask.answered}
        return {
            (seat, key): Deadline(now, now)
            for (seat, key), question in self.questions.items()
            if seat == HOUSE and key not in open_ and question.lapses_at > now
        }

    def postpone(self, by: timedelta) -> Moved:
        """Postpone all deadlines except those of bots, which need no time back."""
        return {
            where: Deadline(question.due_at + by, question.lapses_at + by) for where, question in self._list_human()
        }

    def stop(self, now: datetime) -> Moved:
        """Set each deadline to now plus the time that is left.

        Nights and vacations are left out until the match goes on, because only then is it known which of them count.
        """
        moved: Moved = {}
        for key in self._list_keys():
            window = self._select_window(key)
            left = {seat: self._measure_time_left(question, now) for seat, question in window.items()}
            least = min((left[seat] for seat in window if seat != HOUSE), default=timedelta())
            for seat, question in window.items():
                kept = left[seat] if seat == HOUSE else self._compute_kept_time(question, left[seat], least, now)
                moved[seat, key] = Deadline(now + kept, now + kept + self._compute_shown_time_bank(question))
        return moved

    def resume(self, since: datetime, now: datetime) -> Resumed:
        """Give each question the time it had left at a stop, and charge the time banks that were in use before it."""
        moved: Moved = {}
        paid: dict[int, int] = {}
        for where, question in self._list_human():
            left, rest, shown = (
                question.due_at - since, self.answerers[where[0]].rest, self._compute_shown_time_bank(question)
            )  # fmt: skip
            if left > timedelta():
                due_at = deadlines.advance_answering_time(
                    pace=self.pace, start=now, seconds=left.total_seconds(), rest=rest
                )
            else:
                time_bank = paid.get(where[0], self.answerers[where[0]].time_bank)
                if question.duty and not question.answered and time_bank:
                    paid[where[0]] = max(0, time_bank + round(left.total_seconds()))
                # A deadline within a vacation would count as time that the vacation holds (see `hold_vacations`).
                due_at = min([now, *(begins_at for begins_at, ends_at in rest.vacations if begins_at <= now < ends_at)])
            moved[where] = self.compute_deadline(question, due_at, paid.get(where[0]))
            if question.answered and not deadlines.is_restful(self.pace):
                overrun = timedelta(seconds=round(max(timedelta(), -left).total_seconds()))
                moved[where] = Deadline(due_at, due_at + max(timedelta(), shown - overrun))
        return Resumed(moved | self._align(self._list_keys(), moved, paid), paid)

    def restart_seat(self, seat: int, since: datetime) -> Moved:
        """Give the seat's open questions new deadlines, because someone else answers for it from now on.

        In a window, a player gets the others' deadline. One of their own would reveal who hasn't answered yet.
        """
        moved: Moved = {}
        for where, question in self.questions.items():
            if where[0] == seat:
                due_at = self.compute_due_time(seat, question.about, since)
                if not self._is_bot(seat):
                    others = {other: asked for other, asked in self.questions.items() if other != where}
                    due_at = timeouts.compute_common_deadline(others, self._is_bot, question.key) or due_at
                moved[where] = self.compute_deadline(question, due_at)
        return moved

    def restart_all(self, now: datetime) -> Moved:
        """Give every open question the whole time of the pace."""
        moved = {
            where: self.compute_deadline(question, self.compute_due_time(question.seat, question.about, now))
            for where, question in self.questions.items()
        }
        return moved | self._align(self._list_keys(), moved)

    def hold_vacations(self, now: datetime) -> Moved:
        """Hold the questions of players on vacation until they're back with the time they had left.

        What they had left can be time bank only.
        """
        return {
            (seat, key): self.compute_deadline(self.questions[seat, key], due_at)
            for key in self._list_keys()
            for seat, due_at in self._hold_window(self._select_window(key), now).items()
        }

    def end_vacation_early(self, seat: int, planned: datetime, ends_at: datetime) -> Moved:
        """Bring deadlines forward because the seat's vacation ends earlier than planned, or was cancelled.

        Others in a window keep what they would have had without the vacation.
        """
        moved: Moved = {}
        for key in [key for asked, key in self.questions if asked == seat and not self._is_bot(seat)]:
            window = self._select_window(key)
            due_at = self._compute_earlier_due_time(window, seat, planned, ends_at)
            moved |= {(each, key): self.compute_deadline(question, due_at) for each, question in window.items()}
        return moved

    # -- inside ------------------------------------------------------------------------

    def _is_bot(self, seat: int) -> bool:
        return self.answerers[seat].thinks is not None

    def _list_human(self) -> Iterator[tuple[Where, Question]]:
        """Yield the questions without those of bots."""
        return ((where, question) for where, question in self.questions.items() if not self._is_bot(where[0]))

    def _list_keys(self) -> list[str]:
        return list(dict.fromkeys(key for _, key in self.questions))

    def _select_window(self, key: str) -> dict[int, Question]:
        """Return the questions of this key by seat, without those of bots."""
        return {seat: question for (seat, about), question in self._list_human() if about == key}

    def _align(self, keys: Iterable[str], moved: Moved, time_banks: Mapping[int, int] | None = None) -> Moved:
        """Return the deadlines that must move, after these have, so that all in a window equal the longest."""
        aligned: Moved = {}
        current: dict[Where, Question | Deadline] = {**self.questions, **moved}
        for key in keys:
            longest = timeouts.compute_common_deadline(current, self._is_bot, key)
            for seat, question in self._select_window(key).items():
                if longest is not None and current[seat, key].due_at != longest:
                    aligned[seat, key] = self.compute_deadline(question, longest, (time_banks or {}).get(seat))
        return aligned

    def _measure_time_left(self, question: Question, now: datetime) -> timedelta:
        """Return the time left in which the question's seat can answer, negative if it's overrun."""
        rest = self.answerers[question.seat].rest
        if question.due_at <= now:
            return -deadlines.compute_answering_time(pace=self.pace, start=question.due_at, until=now, rest=rest)
        return deadlines.compute_answering_time(pace=self.pace, start=now, until=question.due_at, rest=rest)

    def _compute_kept_time(self, question: Question, left: timedelta, least: timedelta, now: datetime) -> timedelta:
        """Return how much of its remaining time a question keeps when the match stops.

        That's no more than its own remaining time or the shortest in its window, whichever is longer. Anything beyond
        was due only to the rest of another player.
        """
        if left <= max(least, timedelta()):
            return left
        rest = self.answerers[question.seat].rest
        taken = deadlines.compute_answering_time(pace=self.pace, start=question.opened_at, until=now, rest=rest)
        return min(left, max(least, timedelta(seconds=self.pace[question.about]) - taken))

    def _compute_shown_time_bank(self, question: Question) -> timedelta:
        """Return the time bank that plates show at a live pace.

        An answered question keeps its value from when it opened, because the current one would reveal that there's an
        answer.
        """
        return timedelta() if deadlines.is_restful(self.pace) else question.lapses_at - question.due_at

    def _hold_window(self, window: Mapping[int, Question], now: datetime) -> dict[int, datetime]:
        """Return when questions are due that must wait because a player in the window is on vacation, by seat.

        All get the longest deadline. Seats that aren't returned stay as they are.
        """
        waiting: dict[int, datetime] = {}
        vacations = [(seat, span) for seat in window for span in self.answerers[seat].rest.vacations if now < span[1]]
        for seat, vacation in vacations:
            held = self._hold_question(window[seat], waiting.get(seat), vacation)
            if held is not None:
                waiting[seat] = held
                waiting |= _align_dues({other: waiting.get(other, asked.due_at) for other, asked in window.items()})
        return waiting

    def _hold_question(self, question: Question, moved_to: datetime | None, vacation: Span) -> datetime | None:
        """Return when this vacation makes a question due, or None if it changes nothing.

        :param moved_to: when another vacation has made it due already, if any
        """
        due_at, lapses_at = (
            (question.due_at, question.lapses_at) if moved_to is None else self.compute_deadline(question, moved_to)
        )
        return deadlines.compute_vacation_deadline(
            pace=self.pace, about=question.about, opened_at=question.opened_at, due_at=due_at, lapses_at=lapses_at,
            rest=self.answerers[question.seat].rest, vacation=vacation,
        )  # fmt: skip

    def _compute_earlier_due_time(
        self, window: Mapping[int, Question], seat: int, planned: datetime, ends_at: datetime
    ) -> datetime:
        """Return when a window is due in which this seat's vacation ends earlier than planned."""
        question = window[seat]
        if question.due_at <= planned:  # The question was due before, and the vacation held the time bank only.
            return question.due_at
        own = deadlines.compute_postponed_deadline(
            pace=self.pace, start=planned, due_at=question.due_at, since=max(ends_at, question.opened_at),
            rest=self.answerers[seat].rest,
        )  # fmt: skip
        whole = (
            self.compute_due_time(other, asked.about, asked.opened_at)
            for other, asked in window.items()
            if other != HOUSE
        )
        return min(question.due_at, max([own, *whole]))


def _align_dues(dues: Mapping[int, datetime]) -> dict[int, datetime]:
    """Return when questions of a window are due that must move so that all equal the longest one, by seat."""
    longest = max(due_at for seat, due_at in dues.items() if seat != HOUSE)
    return {seat: longest for seat, due_at in dues.items() if due_at != longest}
