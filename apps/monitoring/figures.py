"""The metrics of the installation, with the bounds of warning and failure. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple


class Verdict(StrEnum):
    """The status of a metric."""

    OK = "OK"
    WARNING = "warning"
    """A value worth checking that harms no one yet."""
    FAILING = "failing"
    """A value that needs action."""


class Unit(StrEnum):
    """The unit of a metric."""

    THINGS = ""
    SECONDS = " s"
    BYTES = " bytes"


class Kind(NamedTuple):
    """The kind of a metric, with its bounds."""

    name: str
    unit: Unit = Unit.THINGS
    late: float = float("inf")
    wrong: float = float("inf")
    less_is_worse: bool = False

    def allowing(self, seconds: float) -> Kind:
        """Return the kind with bounds that allow for the interval of the task behind it."""
        return self._replace(late=self.late + 2 * seconds, wrong=self.wrong + 2 * seconds)


DATABASE: Final = Kind("database", late=1, wrong=1, less_is_worse=True)
MIGRATIONS: Final = Kind("migrations", late=0, wrong=0)
CLOCK: Final = Kind("clock", Unit.SECONDS, 2, 10)
SWEEP: Final = Kind("sweep", Unit.SECONDS, 20, 60)
PULSE: Final = Kind("pulse", Unit.SECONDS, 10, 60)
DUE: Final = Kind("due")
OVERDUE: Final = Kind("overdue", late=0)
OVERDUE_AGE: Final = Kind("overdue-age", Unit.SECONDS, 30, 120)
OUTBOX: Final = Kind("outbox", Unit.SECONDS, 60, 600)
OUTBOX_LENGTH: Final = Kind("outbox-length")
HOOKS: Final = Kind("webhooks", Unit.SECONDS, 300, 3600)
HOOKS_LENGTH: Final = Kind("webhooks-length")
UNSENT: Final = Kind("unsent", Unit.SECONDS, 3600)
QUEUE: Final = Kind("queue", Unit.THINGS, 30, 300)
DISK: Final = Kind("disk", Unit.BYTES, 2 * 1024**3, 256 * 1024**2, less_is_worse=True)
BACKUP: Final = Kind("backup", Unit.SECONDS, 26 * 3600, 50 * 3600)


@dataclass(frozen=True)
class Figure:
    """A measured value and its status."""

    kind: Kind
    value: float | None
    """The value, None if it's unknown or never existed."""
    verdict: Verdict
    of: str = ""
    """Which one it is, if there are several of the same kind."""

    @property
    def name(self) -> str:
        return f"{self.kind.name}-{self.of}" if self.of else self.kind.name

    def __str__(self) -> str:
        value = "unknown" if self.value is None else f"{self.value:.0f}{self.kind.unit}"
        return f"{self.name}: {value}, {self.verdict}"


def judge_figure(kind: Kind, value: float | None, *, of: str = "", unknown: Verdict = Verdict.FAILING) -> Figure:
    """Return a metric of this kind with its status, which is `unknown` if there is no value."""
    if value is None:
        return Figure(kind, None, unknown, of)
    worse = _is_below if kind.less_is_worse else _is_above
    verdict = (
        Verdict.FAILING if worse(value, kind.wrong) else Verdict.WARNING if worse(value, kind.late) else Verdict.OK
    )
    return Figure(kind, value, verdict, of)


def _is_above(value: float, bound: float) -> bool:
    return value > bound


def _is_below(value: float, bound: float) -> bool:
    return value < bound
