"""The event log of a tournament: actions of organisers and the server, in words for everyone."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from apps.matches.engine import tenures
from apps.matches.selectors.wording import format_rough_duration
from apps.tournaments.models import AuditEntry, Entry, Tournament

EVENT_SENTENCES: Final[Mapping[str, str]] = {
    "announced": gettext_noop("The tournament was announced."),
    "opened": gettext_noop("Registration opened."),
    "closed": gettext_noop("Registration closed."),
    "changed": gettext_noop("The settings were changed."),
    "started": gettext_noop("The tournament started with %(count)s entrants."),
    "swapped": gettext_noop("Round %(round)s: %(one)s and %(other)s were swapped before it was published."),
    "paired-anew": gettext_noop(
        "Round %(round)s was paired again because someone left or joined or a result was corrected."
    ),
    "published": gettext_noop("Round %(round)s was published. Tables: %(tables)s."),
    "round-over": gettext_noop("Round %(round)s is over."),
    "round-extended": gettext_noop("Round %(round)s was extended by %(time)s."),
    "table-extended": gettext_noop("Round %(round)s: table %(table)s was extended by %(time)s."),
    "reminded": gettext_noop("Round %(round)s: the organisers reminded table %(table)s to play on."),
    "time-up": gettext_noop("Round %(round)s: table %(table)s was ended because its time was up."),
    "corrected": gettext_noop("Round %(round)s, table %(table)s: the result was corrected. %(reason)s"),
    "left": gettext_noop("%(one)s withdrew."),
    "removed": gettext_noop("%(one)s was removed by the organisers. %(reason)s"),
    "dropped": gettext_noop("%(one)s missed a match and is out until they say they’re back."),
    "absent": gettext_noop("%(one)s did not check in and was removed."),
    "incomplete": gettext_noop("%(one)s did not have enough players for every board and was removed."),
    "returned": gettext_noop("%(one)s is back."),
    "added": gettext_noop("%(one)s was added."),
    "joined": gettext_noop("%(one)s joined after the start."),
    "replaced": gettext_noop("%(other)s took over the seats of %(one)s in unfinished matches."),
    "cut": gettext_noop("There were too few entrants for another round, so the rest of the stage was cancelled."),
    "asleep": gettext_noop("The site was down for %(time)s. Unfinished tables got that time back."),
    "closed-briefly": gettext_noop("The site was down for a moment. Unfinished tables got that time back."),
    "paused": gettext_noop("The tournament was paused."),
    "resumed": gettext_noop("The tournament was resumed."),
    "wrote": gettext_noop("The organisers posted an announcement."),
    "took-back": gettext_noop("An announcement was deleted."),
    "finished": gettext_noop("The tournament is over."),
    "cancelled": gettext_noop("The tournament was cancelled. %(reason)s"),
}
"""The events in English. `one` and `other` are numbers of entrants, so names disappear with deleted accounts."""

TIME_CHANGING_EVENTS: Final = (
    "changed", "started", "published", "round-over", "round-extended", "asleep", "closed-briefly", "resumed",
    "finished", "cancelled",
)  # fmt: skip
"""Events that can move the start or the end of a round, or end everything."""


@dataclass(frozen=True)
class AuditLine:
    """An entry of the event log as its reader sees it."""

    key: int
    what: str
    round: int | None
    """The round it is about, from 1."""
    at: datetime
    by: str
    """The user's name; empty for the server."""
    text: str


def build_audit_lines(
    tournament: Tournament,
    entries: Mapping[int, Entry],
    *,
    limit: int = 200,
    only: Collection[str] = EVENT_SENTENCES.keys(),
) -> list[AuditLine]:
    """Return the entries, the latest first."""
    found = (
        AuditEntry.objects.filter(tournament=tournament, what__in=only).annotate(name=F("by__username")).order_by("-pk")
    )
    return [
        AuditLine(
            key=act.pk,
            what=act.what,
            round=act.words.get("round"),
            at=act.at,
            by=act.name or "",
            text=(_(EVENT_SENTENCES[act.what]) % _build_event_words(act.words, entries)).strip(),
        )
        for act in found[:limit]
    ]


@dataclass(frozen=True)
class Changes:
    """Events that can have moved the start or the end of a round, each with its round, if any, and time."""

    noted: tuple[tuple[int | None, datetime], ...]

    def of_start(self) -> list[datetime]:
        """Return the times at which the start can have moved."""
        return [at for round_, at in self.noted if round_ is None]

    def of_round(self, number: int) -> list[datetime]:
        """Return the times at which the end of this round, from 1, can have moved."""
        return [at for round_, at in self.noted if round_ in (None, number)]


def find_time_changes(tournament: Tournament) -> Changes:
    """Return the changes of times from the event log."""
    found = AuditEntry.objects.filter(tournament=tournament, what__in=TIME_CHANGING_EVENTS).order_by("pk")
    return Changes(tuple((words.get("round"), at) for words, at in found.values_list("words", "at")))


def _build_event_words(words: Mapping[str, str | int], entries: Mapping[int, Entry]) -> dict[str, str | int]:
    people = {key: format_entrant_name(entries.get(int(words[key]))) for key in ("one", "other") if key in words}
    seconds = 3600 * int(words.get("hours", 0)) + 60 * int(words.get("minutes", 0))
    return {"reason": "", "time": format_rough_duration(seconds), **words, **people}


def format_entrant_name(entry: Entry | None) -> str:
    """Return an entrant's name. The row was read with its `format_entrant_name`."""
    if entry is None:
        return _("someone")
    if entry.bot:
        return tenures.format_bot_name(entry.number)
    return getattr(entry, "name", None) or _("someone who left")
