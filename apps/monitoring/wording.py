"""What figures are called on the House page, how their values are said, and what to do when one is wrong."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.template.defaultfilters import filesizeformat
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from apps.monitoring import figures
from apps.monitoring.figures import Figure, Kind, Unit, Verdict

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
SEVERAL: Final = 2
"""Up to two minutes are told in seconds, up to two hours in minutes."""


class Words(NamedTuple):
    """What a figure is, and what to do."""

    title: str | Promise
    advice: str | Promise


WORDS: Final[dict[str, Words]] = {
    figures.DATABASE.name: Words(
        gettext_lazy("Database answers"),
        gettext_lazy("Nothing works without it. See whether PostgreSQL runs, and whether its disk is full."),
    ),
    figures.MIGRATIONS.name: Words(
        gettext_lazy("Migrations not applied"),
        gettext_lazy("The code is newer than the tables: run manage.py migrate, and restart all processes."),
    ),
    figures.CLOCK.name: Words(
        gettext_lazy("How far the clock of this machine is off"),
        gettext_lazy(
            "The database's clock counts. Let all machines set theirs by NTP, or tasks are taken for outdated."
        ),
    ),
    figures.SWEEP.name: Words(
        gettext_lazy("Last look for deadlines"),
        gettext_lazy("What lapses waits until somebody looks at it: see whether beat, clock and the broker run."),
    ),
    figures.PULSE.name: Words(
        gettext_lazy("Last sign that pages are served"),
        gettext_lazy("While no process of web says that people can answer, no deadline is settled: see its log."),
    ),
    figures.DUE.name: Words(gettext_lazy("Matches that are due now"), ""),
    figures.OVERDUE.name: Words(
        gettext_lazy("Matches that are overdue"),
        gettext_lazy("The clock does not get round to them: see its log, and whether it needs a second process."),
    ),
    figures.OVERDUE_AGE.name: Words(
        gettext_lazy("Longest wait of a match that is due"),
        gettext_lazy("If it grows, the clock stands still: see whether beat and clock run."),
    ),
    figures.OUTBOX.name: Words(
        gettext_lazy("The oldest notice that nobody has taken up"),
        gettext_lazy("Nobody is told that it is their turn: see whether beat and outbound run."),
    ),
    figures.OUTBOX_LENGTH.name: Words(gettext_lazy("Notices and messages that wait"), ""),
    figures.UNSENT.name: Words(
        gettext_lazy("The oldest message not handed over"),
        gettext_lazy("A dead webhook is tried for a day, which is no harm; if it is mail, see the log of outbound."),
    ),
    figures.QUEUE.name: Words(
        gettext_lazy("Messages in the queue “%(queue)s”"),
        gettext_lazy("The worker of this queue stands still or is too slow, or the broker is away: see its log."),
    ),
    figures.DISK.name: Words(
        gettext_lazy("Free on the disk"),
        gettext_lazy("Make room before it is full: a full disk stops the database."),
    ),
    figures.BACKUP.name: Words(
        gettext_lazy("Last backup"),
        gettext_lazy("Make one now with deploy/backup, and see why the nightly one failed."),
    ),
}
VERDICTS: Final[dict[Verdict, str | Promise]] = {
    Verdict.WELL: pgettext_lazy("figure of the house", "well"),
    Verdict.LATE: pgettext_lazy("figure of the house", "late"),
    Verdict.WRONG: pgettext_lazy("figure of the house", "wrong"),
}


class Line(NamedTuple):
    """A row of the House page."""

    title: str
    value: str
    verdict: Verdict
    said: str
    """The verdict in words."""
    advice: str
    """Empty while all is well."""


def line(figure: Figure) -> Line:
    title, advice = WORDS[figure.kind.name]
    return Line(
        title=str(title) % {"queue": figure.of} if figure.of else str(title),
        value=value(figure.kind, figure.value),
        verdict=figure.verdict,
        said=str(VERDICTS[figure.verdict]),
        advice="" if figure.verdict == Verdict.WELL else str(advice),
    )


def value(kind: Kind, number: float | None) -> str:
    """As people read it."""
    if number is None:
        return _("not known")
    if kind.name == figures.DATABASE.name:
        return _("yes") if number else _("no")
    if kind.unit == Unit.BYTES:
        return filesizeformat(number)
    if kind.unit == Unit.SECONDS:
        return _lasting(round(number))
    return f"{number:.0f}"


def _lasting(seconds: int) -> str:
    if seconds < SEVERAL * MINUTE:
        return _("%(number)d s") % {"number": seconds}
    if seconds < SEVERAL * HOUR:
        return _("%(number)d min") % {"number": seconds // MINUTE}
    return _("%(number)d h") % {"number": seconds // HOUR}
