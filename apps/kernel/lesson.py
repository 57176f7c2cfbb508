"""A guided first match: which bubble is shown at a question, and which answer it suggests. Pure.

A lesson is an ordinary match. Its shuffle was chosen so that everything worth knowing happens. Its steps only look at
what the learner knows. Each explains something that has happened, and they're tried in order. Learners who don't follow
a suggestion see the step that fits their situation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from apps.kernel.game import AnyAction, AnyAsk, AnyOrder, AnyState
from apps.kernel.table import Seat

Target: TypeAlias = Literal["table", "hand", "answer", "people"]
"""The target of a bubble: the table, the learner's hand, the buttons below it, or the players."""

LEARNER: Final = Seat(0)
"""The learner's seat. All others are bots."""


class Scene(Struct, frozen=True):
    """The situation that a lesson looks at."""

    state: AnyState
    """The learner's knowledge."""
    seat: Seat
    ask: AnyAsk | None
    """The learner's open question, or None when the match is over."""

    @property
    def about(self) -> str:
        """Return the kind of question, or an empty string when the match is over."""
        return "" if self.ask is None else self.ask.about


def _say_nothing(_scene: Scene) -> Mapping[str, object]:
    return {}


def _suggest_any_answer(_scene: Scene) -> AnyAction:
    return None


def _no_orders(_scene: Scene) -> tuple[AnyOrder, ...]:
    return ()


class Step(Struct, frozen=True):
    """A bubble: when it's shown, what it points at, and what it suggests."""

    name: str
    """Name of its block in `<slug>/lesson.html`. It is stored, so it must never be reused for another step."""
    at: Target
    when: Callable[[Scene], bool]
    """Check whether the step fits. A question is open, or the match is over (see `Scene.about`)."""
    answer: Callable[[Scene], AnyAction] = _suggest_any_answer
    """Return the suggested action, or None if any will do."""
    words: Callable[[Scene], Mapping[str, object]] = _say_nothing
    """Return the numbers and faces that its sentence needs besides the action."""
    after: tuple[str, ...] = ()
    """Names of the steps that must have been answered or closed before."""
    again: bool = False
    """True if it can be shown more than once, to help when there's nothing new to explain."""


class Lesson(Struct, frozen=True):
    """The guided first match of a game."""

    seats: int
    seed: str
    """Seed of the shuffle and of the bots' randomness, in hex, found by `manage.py lessons`."""
    steps: tuple[Step, ...]
    options: Mapping[str, object] = {}
    moves: int = 12
    """Maximum number of answers until everything has been explained, if the learner takes every suggestion."""
    orders: tuple[AnyOrder, ...] | None = None
    """The standing orders the learner starts with. None means the usual ones."""
    along: Callable[[Scene], tuple[AnyOrder, ...]] = _no_orders
    """Return the standing orders that the form of an answer sends along if the learner doesn't change them."""


class Progress(Struct, frozen=True):
    """A learner's progress, as stored with the match."""

    passed: tuple[str, ...] = ()
    """The steps that the learner has answered or closed."""
    skipped: bool = False
    """True if the learner has turned the bubbles off."""


class Hint(Struct, frozen=True):
    """A bubble as a page draws it."""

    name: str
    at: Target
    again: bool
    action: AnyAction
    """The suggested action."""
    words: Mapping[str, object]
    told: int
    """Its number among the steps that are shown once, or how many of those have been shown so far."""
    steps: int
    """Number of steps that are shown once."""


def choose_hint(lesson: Lesson, progress: Progress, scene: Scene) -> Hint | None:
    """Return the first bubble that fits and hasn't been shown. If there's none, return one that can be repeated."""
    if progress.skipped:
        return None
    told = sum(not step.again and step.name in progress.passed for step in lesson.steps)
    for step in sorted(lesson.steps, key=lambda step: step.again):
        if _can_show_step(step, progress, scene):
            action, words = step.answer(scene), step.words(scene)
            return Hint(
                step.name, step.at, step.again, action, words, told + (not step.again), count_unrepeated_steps(lesson)
            )
    return None


def _can_show_step(step: Step, progress: Progress, scene: Scene) -> bool:
    fresh = step.again or step.name not in progress.passed
    return fresh and all(before in progress.passed for before in step.after) and step.when(scene)


def count_unrepeated_steps(lesson: Lesson) -> int:
    """Count the bubbles that are shown once."""
    return sum(not step.again for step in lesson.steps)


def add_passed_step(progress: Progress, shown: Hint | None) -> Progress:
    """Return the progress after this bubble was answered or closed."""
    if shown is None or shown.again or shown.name in progress.passed:
        return progress
    return Progress((*progress.passed, shown.name), progress.skipped)
