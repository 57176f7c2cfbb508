"""Figures of the house, and from when on each is late or wrong. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple


class Verdict(StrEnum):
    """How a figure is to be taken."""

    OK = "OK"
    WARNING = "warning"
    """Worth a look; nobody is harmed yet."""
    FAILING = "failing"
    """Somebody must do something."""


class Unit(StrEnum):
    """What a figure counts."""

    THINGS = ""
    SECONDS = " s"
    BYTES = " bytes"


class Kind(NamedTuple):
    """What is measured, and its bounds."""

    name: str
    unit: Unit = Unit.THINGS
    late: float = float("inf")
    wrong: float = float("inf")
    less_is_worse: bool = False

    def allowing(self, seconds: float) -> Kind:
        """The same where a task that sees to it comes only so often: what it has not come by for is not late yet."""
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
UNSENT: Final = Kind("unsent", Unit.SECONDS, 3600)
QUEUE: Final = Kind("queue", Unit.THINGS, 30, 300)
DISK: Final = Kind("disk", Unit.BYTES, 2 * 1024**3, 256 * 1024**2, less_is_worse=True)
BACKUP: Final = Kind("backup", Unit.SECONDS, 26 * 3600, 50 * 3600)


@dataclass(frozen=True)
class Figure:
    """One measured value and how it is to be taken."""

    kind: Kind
    value: float | None
    """None: it is not known, or there never was one."""
    verdict: Verdict
    of: str = ""
    """Of several of the same kind, which one."""

    @property
    def name(self) -> str:
        return f"{self.kind.name}-{self.of}" if self.of else self.kind.name

    def __str__(self) -> str:
        value = "unknown" if self.value is None else f"{self.value:.0f}{self.kind.unit}"
        return f"{self.name}: {value}, {self.verdict}"


def judge(kind: Kind, value: float | None, *, of: str = "", unknown: Verdict = Verdict.FAILING) -> Figure:
    """A figure of this kind; one that is not known is `unknown`."""
    if value is None:
        return Figure(kind, None, unknown, of)
    worse = _below if kind.less_is_worse else _above
    verdict = (
        Verdict.FAILING if worse(value, kind.wrong) else Verdict.WARNING if worse(value, kind.late) else Verdict.OK
    )
    return Figure(kind, value, verdict, of)


def _above(value: float, bound: float) -> bool:
    return value > bound


def _below(value: float, bound: float) -> bool:
    return value < bound
