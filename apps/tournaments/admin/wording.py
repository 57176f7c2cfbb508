"""Sentences about rounds for organisers: costs, reasons, times."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.common import dates
from apps.tournaments.models import Entry
from apps.tournaments.pairing.proposal import Pod, Proposal
from apps.tournaments.pairing.seats import HALF
from apps.tournaments.selectors.audit import name
from apps.tournaments.selectors.pods import PodState, substitutes
from apps.tournaments.wording.numbers import localized


def moment(at: datetime) -> str:
    """Format a time in the reader's zone."""
    return dates.written(at, "DATETIME_FORMAT")


def names(numbers: Iterable[int], entries: Mapping[int, Entry]) -> str:
    return ", ".join(name(entries.get(number)) for number in numbers)


def sitters(table: PodState, entries: Mapping[int, Entry]) -> list[str]:
    """Return the names of those who sit at a table, each with the name of their substitute there."""
    instead = substitutes(table, entries)
    return [_sitter(name(entries.get(number)), instead.get(number)) for number in table.seats]


def _sitter(name: str, substitute: str | None) -> str:
    return _("%(name)s (substitute: %(substitute)s)") % {"name": name, "substitute": substitute} if substitute else name


def priced(proposal: Proposal) -> list[str]:
    """Return the flaws of a round, the worst first, or "none"."""
    cost = proposal.cost
    faults: list[tuple[Fraction | int, str]] = [
        (cost.byes, ngettext("%(n)s unwanted bye", "%(n)s unwanted byes", cost.byes)),
        (cost.blocks, ngettext("%(n)s unwanted pairing", "%(n)s unwanted pairings", cost.blocks)),
        (cost.repeats, _("rematches (%(n)s)")),
        (cost.spread, _("score differences (%(n)s)")),
        (Fraction(proposal.uneven, HALF**2), _("uneven seating (%(n)s)")),
    ]
    return [text % {"n": localized(value)} for value, text in faults if value] or [_("none")]


def reasons(pod: Pod, entries: Mapping[int, Entry]) -> Iterator[str]:
    """Yield the arguments against a pod. Blocks are for organisers only."""
    why = pod.reasons
    for one, other in why.blocks:
        yield _("%(one)s and %(other)s shouldn’t meet.") % _two(one, other, entries)
    for again in why.repeats:
        sentence = ngettext(
            "%(one)s and %(other)s have met once before.",
            "%(one)s and %(other)s have met %(n)d times before.",
            again.times,
        )
        yield sentence % {**_two(again.one, again.other, entries), "n": again.times}
    for number, lean in zip(pod.seats, why.leans, strict=True):
        if abs(lean) > HALF:
            sentence = (
                _("%(one)s has mostly been late in the turn order so far.")
                if lean > 0
                else _("%(one)s has mostly been early in the turn order so far.")
            )
            yield sentence % {"one": name(entries.get(number))}


def seated(pod: Pod, entries: Mapping[int, Entry]) -> str:
    """Return the entrants of a pod with their scores, in seat order."""
    people = zip(pod.seats, pod.reasons.scores, strict=True)
    return ", ".join(f"{name(entries.get(number))} ({localized(score)})" for number, score in people)


def spot(entry: Entry | None, table: int | None, groups: Mapping[int, str]) -> str:
    """Describe an entrant at a table, numbered from 0, or with a bye, in a way that is unique in the round."""
    words: dict[str, str | int] = {"name": name(entry)}
    if table is None:
        return _("%(name)s (bye)") % words
    words["table"] = table + 1
    if entry is not None and entry.number in groups:
        return _("%(name)s (group %(group)s, table %(table)d)") % {**words, "group": groups[entry.number]}
    return _("%(name)s (table %(table)d)") % words


def _two(one: int, other: int, entries: Mapping[int, Entry]) -> dict[str, str]:
    return {"one": name(entries.get(one)), "other": name(entries.get(other))}
