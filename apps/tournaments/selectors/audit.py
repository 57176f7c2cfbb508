"""The log of a tournament: what organisers and the house did, in words for everybody."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from apps.tournaments.models import AuditEntry, Entry, Tournament

WORDS: Final[Mapping[str, str]] = {
    "announced": gettext_noop("The tournament was announced."),
    "opened": gettext_noop("Registration was opened."),
    "closed": gettext_noop("Registration was closed."),
    "changed": gettext_noop("What was agreed was changed."),
    "started": gettext_noop("The tournament began with %(count)s entrants."),
    "swapped": gettext_noop("Round %(round)s: %(one)s and %(other)s changed places before it was published."),
    "paired-anew": gettext_noop(
        "Round %(round)s was paired anew, as somebody left or joined or a result was corrected."
    ),
    "published": gettext_noop("Round %(round)s was published. Tables: %(tables)s."),
    "round-over": gettext_noop("Round %(round)s is over."),
    "round-extended": gettext_noop("Round %(round)s was given %(hours)s h more."),
    "table-extended": gettext_noop("Round %(round)s, table %(table)s was given %(hours)s h more."),
    "time-up": gettext_noop("Round %(round)s, table %(table)s: the time was up, and the house ended it."),
    "corrected": gettext_noop("Round %(round)s, table %(table)s: the result was corrected. %(reason)s"),
    "left": gettext_noop("%(one)s withdrew."),
    "removed": gettext_noop("%(one)s was taken out by the organisers. %(reason)s"),
    "dropped": gettext_noop("%(one)s did not come to a table and is out until they say that they are back."),
    "absent": gettext_noop("%(one)s had not checked in and was taken out."),
    "incomplete": gettext_noop("%(one)s was too few for all boards and was taken out."),
    "returned": gettext_noop("%(one)s is back."),
    "joined": gettext_noop("%(one)s joined after the beginning."),
    "replaced": gettext_noop("%(other)s took over the running seats of %(one)s."),
    "cut": gettext_noop("There were too few people for the next round; the rest of the stage was left out."),
    "asleep": gettext_noop("The house was closed for %(minutes)s min; tables that were played have them back."),
    "closed-briefly": gettext_noop("The house was closed for a moment; tables that were played have it back."),
    "paused": gettext_noop("The tournament was paused."),
    "resumed": gettext_noop("The tournament goes on."),
    "wrote": gettext_noop("The organisers wrote to everybody who takes part."),
    "took-back": gettext_noop("What the organisers had written was taken back."),
    "finished": gettext_noop("The tournament is over."),
    "cancelled": gettext_noop("The tournament was cancelled. %(reason)s"),
}
"""What happened, in English. `one` and `other` are numbers of entrants: whose account goes, their name goes."""


@dataclass(frozen=True)
class AuditLine:
    """An entry of the log, as its reader finds it."""

    key: int
    what: str
    round: int | None
    """Of which it tells, from 1."""
    at: datetime
    by: str
    """Whose doing it was; empty: the house's."""
    text: str


def lines(
    tournament: Tournament, entries: Mapping[int, Entry], *, limit: int = 200, only: Collection[str] = WORDS.keys()
) -> list[AuditLine]:
    """The latest first."""
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
            text=(_(WORDS[act.what]) % _named(act.words, entries)).strip(),
        )
        for act in found[:limit]
    ]


def _named(words: Mapping[str, str | int], entries: Mapping[int, Entry]) -> dict[str, str | int]:
    people = {key: name(entries.get(int(words[key]))) for key in ("one", "other") if key in words}
    return {"reason": "", **words, **people}


def name(entry: Entry | None) -> str:
    """What an entrant is called; the row was read with its `name`."""
    if entry is None:
        return _("somebody")
    if entry.bot:
        return _("Bot %(number)s") % {"number": entry.number}
    return getattr(entry, "name", None) or _("somebody who left")
