"""A guided first match: which bubble stands at a question, and which answer it suggests. Pure.

A lesson is an ordinary match with a shuffle that was searched for, so that what is worth knowing happens. Its steps
look at what the learner knows and at nothing else: they speak of whatever has happened, in the order in which they
stand, and whoever does something else than is suggested is told what fits there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct

from apps.kernel.game import Ask
from apps.kernel.table import Seat

Target: TypeAlias = Literal["table", "hand", "answer", "people"]
"""What a bubble points at: what lies open, one's own cards, the buttons below them, who has what."""

LEARNER: Final = Seat(0)
"""Where the learner sits; all others are bots."""


class Scene(Struct, frozen=True):
    """What a lesson looks at."""

    state: Any
    """What the learner knows."""
    seat: Seat
    ask: Ask[Any] | None
    """What they are asked; None when the match is over."""

    @property
    def about(self) -> str:
        """The kind of question; empty when the match is over."""
        return "" if self.ask is None else self.ask.about


def _nothing(_scene: Scene) -> Mapping[str, Any]:
    return {}


def _any(_scene: Scene) -> Any:
    return None


def _no_orders(_scene: Scene) -> tuple[Any, ...]:
    return ()


class Step(Struct, frozen=True):
    """One bubble: when it stands there, what it points at, what it suggests."""

    name: str
    """Its block in `<slug>/lesson.html`. It is stored: never used again for another one."""
    at: Target
    when: Callable[[Scene], bool]
    """The question is open, or the match is over: see `Scene.about`."""
    answer: Callable[[Scene], Any] = _any
    """The action it suggests; None where any will do."""
    words: Callable[[Scene], Mapping[str, Any]] = _nothing
    """What its sentence says beside the action: numbers and faces."""
    after: tuple[str, ...] = ()
    """Which steps must have been told before."""
    again: bool = False
    """Whether it may stand there more than once: what helps where nothing new is to be told."""


class Lesson(Struct, frozen=True):
    """The guided first match of a game."""

    seats: int
    seed: str
    """Of its shuffle and of the bots' whims, in hex; found by `manage.py lessons`."""
    steps: tuple[Step, ...]
    options: Mapping[str, Any] = {}
    moves: int = 12
    """After so many answers of the learner, at most, all has been told, if they take every suggestion."""
    orders: tuple[Any, ...] | None = None
    """The standing orders the learner begins with; None: those everybody begins with."""
    along: Callable[[Scene], tuple[Any, ...]] = _no_orders
    """The standing orders that the form of an answer brings along if nobody touches them."""


class Progress(Struct, frozen=True):
    """How far a learner has come, as it is kept with the match."""

    passed: tuple[str, ...] = ()
    """The steps they have answered or put away."""
    skipped: bool = False
    """Whether they want no more bubbles."""


class Hint(Struct, frozen=True):
    """A bubble as a page draws it."""

    name: str
    at: Target
    again: bool
    action: Any
    """What it suggests."""
    words: Mapping[str, Any]
    told: int
    """Which of the steps that come once it is, or how many of them there have been."""
    steps: int
    """How many of them there are."""


def hint(lesson: Lesson, progress: Progress, scene: Scene) -> Hint | None:
    """The first bubble that fits and has not been told yet; one that may come again, if none does."""
    if progress.skipped:
        return None
    told = sum(not step.again and step.name in progress.passed for step in lesson.steps)
    for step in sorted(lesson.steps, key=lambda step: step.again):
        if _fits(step, progress, scene):
            action, words = step.answer(scene), step.words(scene)
            return Hint(step.name, step.at, step.again, action, words, told + (not step.again), once(lesson))
    return None


def _fits(step: Step, progress: Progress, scene: Scene) -> bool:
    fresh = step.again or step.name not in progress.passed
    return fresh and all(before in progress.passed for before in step.after) and step.when(scene)


def once(lesson: Lesson) -> int:
    """How many bubbles are told once."""
    return sum(not step.again for step in lesson.steps)


def told(progress: Progress, shown: Hint | None) -> Progress:
    """The progress after this bubble was answered or put away."""
    if shown is None or shown.again or shown.name in progress.passed:
        return progress
    return Progress((*progress.passed, shown.name), progress.skipped)
