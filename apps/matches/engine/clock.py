"""The clock of a match in hand: until when every open question waits, and for whom time stands still meanwhile."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from apps.kernel.game import Ask
from apps.kernel.table import HOUSE, Seat
from apps.matches import lapses, pace
from apps.matches.models import Match, Question
from apps.matches.models import Seat as Chair
from apps.matches.rest import AWAKE, Rested


@dataclass(slots=True)
class Clock:
    """Its methods change only what is in memory."""

    match: Match
    chairs: list[Chair]
    questions: dict[tuple[int, str], Question]
    """The open ones, by (seat, key)."""
    rests: dict[int, Rested] = field(default_factory=dict)
    """When the people of the match rest, by player."""
    asks: tuple[Ask[Any], ...] = ()
    """What the rules ask now."""
    stirred: set[tuple[int, str]] = field(default_factory=set)
    """Questions that must be written."""
    gone: list[Question] = field(default_factory=list)
    """Rows of closed questions, free for new ones."""

    def automatic(self, seat: int) -> bool:
        """Whether a bot answers for the seat."""
        return seat != HOUSE and (self.chairs[seat].bot or self.chairs[seat].autopilot)

    # -- what is asked -----------------------------------------------------------------

    def open(self, ask: Ask[Any], now: datetime) -> None:
        """The rules ask something new."""
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
            question = self.questions.pop(where)
            if question.pk is not None:
                self.gone.append(question)

    def even(self, key: str) -> None:
        """All people who are asked under this key, and the house that closes it, have as long as whoever has most."""
        due_at = lapses.common(self.questions, self.automatic, key)
        for question in self.questions.values():
            if due_at is None or question.key != key or self.automatic(question.seat):
                continue
            if question.due_at != due_at:
                self._allow(question, due_at)

    def wind(self) -> None:
        """The house looks when the next question lapses; never, while the match stands still."""
        self.match.wake_at = None
        if self.match.status == Match.Status.PLAYING:
            ticking = lapses.ticking(self.asks, self.questions, self.automatic)
            self.match.wake_at = min((question.lapses_at for question in ticking), default=None)

    def lapsed(self, now: datetime) -> Question | None:
        """The question that lapsed first, if any."""
        if self.match.status != Match.Status.PLAYING:
            return None
        return lapses.lapsed(self.asks, self.questions, self.automatic, now)

    def silent(self, lapse: Question) -> list[Ask[Any]]:
        """Who misses a turn by this lapse."""
        return lapses.missed(self.asks, lapse, self.automatic)

    def overrun(self, question: Question, now: datetime) -> timedelta:
        """How much too late an answer comes now, in time in which its seat could have answered."""
        rest = self._rest(question.seat)
        return pace.passed(pace=self.match.pace, start=question.due_at, until=now, rest=rest)

    def took(self, question: Question, now: datetime) -> timedelta:
        """How long an answer that comes now has taken, in time in which its seat could have given it."""
        rest = self._rest(question.seat)
        return pace.passed(pace=self.match.pace, start=question.opened_at, until=now, rest=rest)

    # -- when time is given ------------------------------------------------------------

    def shift(self, by: timedelta) -> None:
        """Move all deadlines but those of bots, who need no time given back."""
        for where, question in self.questions.items():
            if not self.automatic(where[0]):
                question.due_at += by
                question.lapses_at += by
                self.stirred.add(where)
        self.wind()

    def stop(self, now: datetime) -> None:
        """The match stands still from now on: as long as it does, a question is due when what is left of its time would
        be over if nobody rested, for what will be known of nights and vacations then counts when it goes on.
        """
        for key in {key for _, key in self.questions}:
            asked = [one for (seat, about), one in self.questions.items() if about == key and not self.automatic(seat)]
            left = {one.seat: self._left(one, now) for one in asked}
            # Of what others in a window had because somebody rests, nobody is owed more than whoever had least.
            least = min((left[one.seat] for one in asked if one.seat != HOUSE), default=timedelta())
            for one in asked:
                owed = left[one.seat]
                if one.seat != HOUSE and owed > least:
                    own = timedelta(seconds=self.match.pace[one.about]) - self.took(one, now)
                    owed = owed if owed <= timedelta() else min(owed, max(least, own))
                one.due_at = one.lapses_at = now + owed
                self.stirred.add((one.seat, key))

    def go_on(self, since: datetime, now: datetime) -> set[int]:
        """A match goes on that stood still `since` then: everybody has the time that was left to them; a reserve that
        was drawn on before is paid. The seats whose reserve that changes.
        """
        paid = set()
        for (seat, _), question in self.questions.items():
            if self.automatic(seat):
                continue
            left, rest = question.due_at - since, self._rest(seat)
            if left > timedelta():
                due_at = pace.after(pace=self.match.pace, start=now, seconds=left.total_seconds(), rest=rest)
            else:
                if question.duty and not question.answered and seat != HOUSE and self.chairs[seat].reserve:
                    self.chairs[seat].reserve = max(0, self.chairs[seat].reserve + round(left.total_seconds()))
                    paid.add(seat)
                # Due within a vacation, it would be taken for time that the vacation holds (see `await_vacations`).
                due_at = min([now, *(begins_at for begins_at, ends_at in rest.vacations if begins_at <= now < ends_at)])
            self._allow(question, due_at)
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
                others = lapses.common(self._without(where), self.automatic, question.key)
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
        if not pace.restful(self.match.pace):
            return
        for (seat, _), question in self.questions.items():
            rest = AWAKE if self.automatic(seat) else self._rest(seat)
            for begins_at, ends_at in rest.vacations:
                since = max(begins_at, question.opened_at)
                if now >= ends_at or question.lapses_at <= since:  # It had lapsed before.
                    continue
                if question.due_at <= since:
                    self._allow(question, question.due_at)
                elif question.due_at <= ends_at:
                    others = tuple(span for span in rest.vacations if span != (begins_at, ends_at))
                    left = Rested(rest.quiet, others)
                    self._allow(question, self._later(left, since, question.due_at, ends_at))
                elif (due_at := self._due(seat, question.about, question.opened_at)) > question.due_at:
                    self._allow(question, due_at)  # There was more time than the vacation lasts.
                self.even(question.key)
        self.wind()

    def hasten(self, seat: Seat, planned: datetime, ends_at: datetime) -> None:
        """The seat's vacation ends earlier than was planned, perhaps where it would have begun; others in a window keep
        what they would have had without it. While the match stands still, no vacation holds anything.
        """
        if self.match.status == Match.Status.PAUSED:
            return
        for where, question in self.questions.items():
            if where[0] == seat and not self.automatic(seat):
                owed = [
                    self._due(other.seat, other.about, other.opened_at)
                    for other in self.questions.values()
                    if other.key == question.key and other.seat != HOUSE and not self.automatic(other.seat)
                ]
                due_at = question.due_at
                if due_at > planned:  # Else it was due before, and the vacation held the reserve only.
                    since = max(ends_at, question.opened_at)
                    due_at = min(due_at, max([self._later(self._rest(seat), planned, due_at, since), *owed]))
                for other in self.questions.values():
                    if other.key == question.key and not self.automatic(other.seat):
                        self._allow(other, due_at)
        self.wind()

    # -- inside ------------------------------------------------------------------------

    def _due(self, seat: int, about: str, since: datetime) -> datetime:
        """Until when the seat's answer to a question of this kind costs nothing, if it was asked then."""
        bot = self.automatic(seat)
        return pace.due(pace=self.match.pace, about=about, opened_at=since, bot=bot, rest=self._rest(seat))

    def _left(self, question: Question, now: datetime) -> timedelta:
        """Of its time, in which its seat can answer; below zero for what it is overrun by."""
        if question.due_at <= now:
            return -self.overrun(question, now)
        rest = self._rest(question.seat)
        return pace.passed(pace=self.match.pace, start=now, until=question.due_at, rest=rest)

    def _later(self, rest: Rested, start: datetime, due_at: datetime, since: datetime) -> datetime:
        """When the time that was left at `start` until it was due is over, if it begins to run only at `since`."""
        left = pace.passed(pace=self.match.pace, start=start, until=due_at, rest=rest)
        return pace.after(pace=self.match.pace, start=since, seconds=left.total_seconds(), rest=rest)

    def _allow(self, question: Question, due_at: datetime) -> None:
        """The question is due then; a duty may overrun it by the reserve of its seat."""
        seat = question.seat
        question.due_at = question.lapses_at = due_at
        person = (HOUSE, question.key) not in self.questions and not self.automatic(seat)
        if question.duty and person and (reserve := self.chairs[seat].reserve):
            rest = self._rest(seat)
            question.lapses_at = pace.after(pace=self.match.pace, start=due_at, seconds=reserve, rest=rest)
        self.stirred.add((seat, question.key))

    def _without(self, where: tuple[int, str]) -> dict[tuple[int, str], Question]:
        return {other: question for other, question in self.questions.items() if other != where}

    def _rest(self, seat: int) -> Rested:
        """When the player of the seat rests, as far as this match waits for that: never while it stands still."""
        still = seat == HOUSE or self.match.status == Match.Status.PAUSED
        player = None if still else self.chairs[seat].player_id
        rest = AWAKE if player is None else self.rests.get(player, AWAKE)
        return rest if self.match.vacations else Rested(rest.quiet)
