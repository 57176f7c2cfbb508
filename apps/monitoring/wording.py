"""Titles of metrics on the Monitoring page, their values in words, and advice for failures."""

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
MIN_UNITS_SHOWN: Final = 2
"""Number of minutes still shown in seconds, and of hours still shown in minutes."""


class Words(NamedTuple):
    """The title of a metric, and advice."""

    title: str | Promise
    advice: str | Promise


FIGURE_WORDS: Final[dict[str, Words]] = {
    figures.DATABASE.name: Words(
        gettext_lazy("Database responding"),
        gettext_lazy("Nothing works without it. Check that PostgreSQL is running and its disk isn’t full."),
    ),
    figures.MIGRATIONS.name: Words(
        gettext_lazy("Unapplied migrations"),
        gettext_lazy("The code is newer than the tables. Run manage.py migrate, then restart all processes."),
    ),
    figures.CLOCK.name: Words(
        gettext_lazy("This machine’s clock offset"),
        gettext_lazy(
            "The database’s clock is the reference. Sync every machine with NTP, or tasks will be treated as outdated."
        ),
    ),
    figures.SWEEP.name: Words(
        gettext_lazy("Last deadline sweep"),
        gettext_lazy(
            "Missed deadlines aren’t settled until someone opens the match. Check that beat, clock and the "
            "broker are running."
        ),
    ),
    figures.PULSE.name: Words(
        gettext_lazy("Last web heartbeat"),
        gettext_lazy(
            "Missed deadlines aren’t processed until a web process reports that players can make moves. Check"
            " the web log."
        ),
    ),
    figures.DUE.name: Words(gettext_lazy("Matches due now"), ""),
    figures.OVERDUE.name: Words(
        gettext_lazy("Overdue matches"),
        gettext_lazy("The clock worker can’t keep up. Check its log and see whether it needs a second process."),
    ),
    figures.OVERDUE_AGE.name: Words(
        gettext_lazy("Longest wait for a due match"),
        gettext_lazy("If this grows, the clock worker has stopped. Check that beat and clock are running."),
    ),
    figures.OUTBOX.name: Words(
        gettext_lazy("Oldest unprocessed notification"),
        gettext_lazy("Players aren’t being notified of their turns. Check that beat and outbound are running."),
    ),
    figures.OUTBOX_LENGTH.name: Words(gettext_lazy("Queued notifications and messages"), ""),
    figures.HOOKS.name: Words(
        gettext_lazy("Longest delay of a tournament’s or club’s webhook"),
        gettext_lazy("Webhooks of tournaments and clubs are behind. Check that beat and outbound are running."),
    ),
    figures.HOOKS_LENGTH.name: Words(gettext_lazy("Queued messages of these webhooks"), ""),
    figures.UNSENT.name: Words(
        gettext_lazy("Oldest undelivered message"),
        gettext_lazy("A dead webhook is retried for a day, which does no harm. For e-mail, check the outbound log."),
    ),
    figures.QUEUE.name: Words(
        gettext_lazy("Messages in the queue “%(queue)s”"),
        gettext_lazy("The worker is down or too slow, or the broker is unreachable. Check the worker’s log."),
    ),
    figures.DISK.name: Words(
        gettext_lazy("Free disk space"),
        gettext_lazy("Free up space before the disk is full. A full disk stops the database."),
    ),
    figures.BACKUP.name: Words(
        gettext_lazy("Last backup"),
        gettext_lazy("Make one now with deploy/backup, and see why the nightly one failed."),
    ),
}
VERDICT_WORDS: Final[dict[Verdict, str | Promise]] = {
    Verdict.OK: pgettext_lazy("figure of the house", "OK"),
    Verdict.WARNING: pgettext_lazy("figure of the house", "warning"),
    Verdict.FAILING: pgettext_lazy("figure of the house", "failing"),
}


class Line(NamedTuple):
    """A row of the Monitoring page."""

    title: str
    value: str
    verdict: Verdict
    said: str
    """The status in words."""
    advice: str
    """The advice, empty while all is well."""


def build_monitoring_line(figure: Figure) -> Line:
    title, advice = FIGURE_WORDS[figure.kind.name]
    return Line(
        title=str(title) % {"queue": figure.of} if figure.of else str(title),
        value=format_value(figure.kind, figure.value),
        verdict=figure.verdict,
        said=str(VERDICT_WORDS[figure.verdict]),
        advice="" if figure.verdict == Verdict.OK else str(advice),
    )


def format_value(kind: Kind, number: float | None) -> str:
    """Return a value as people read it."""
    if number is None:
        return _("unknown")
    if kind.name == figures.DATABASE.name:
        return _("yes") if number else _("no")
    if kind.unit == Unit.BYTES:
        return filesizeformat(number)
    if kind.unit == Unit.SECONDS:
        return _format_duration(round(number))
    return f"{number:.0f}"


def _format_duration(seconds: int) -> str:
    if seconds < MIN_UNITS_SHOWN * MINUTE:
        return _("%(number)d s") % {"number": seconds}
    if seconds < MIN_UNITS_SHOWN * HOUR:
        return _("%(number)d min") % {"number": seconds // MINUTE}
    return _("%(number)d h") % {"number": seconds // HOUR}
