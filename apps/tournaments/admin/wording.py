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
from apps.tournaments.pairing.seats import EDGE_SEAT_LEAN
from apps.tournaments.selectors.audit import format_entrant_name
from apps.tournaments.selectors.pods import PodState, list_substitute_names
from apps.tournaments.wording.numbers import format_local_number


def format_moment(at: datetime) -> str:
    """Format a time in the reader's zone."""
    return dates.format_time(at, "DATETIME_FORMAT")


def format_entrant_names(numbers: Iterable[int], entries: Mapping[int, Entry]) -> str:
    return ", ".join(format_entrant_name(entries.get(number)) for number in numbers)


def list_names_at_table(table: PodState, entries: Mapping[int, Entry]) -> list[str]:
    """Return the names of those who sit at a table, each with the name of their substitute there."""
    instead = list_substitute_names(table, entries)
    return [_format_sitter(format_entrant_name(entries.get(number)), instead.get(number)) for number in table.seats]


def _format_sitter(name: str, substitute: str | None) -> str:
    return _("%(name)s (substitute: %(substitute)s)") % {"name": name, "substitute": substitute} if substitute else name


def describe_round_flaws(proposal: Proposal) -> list[str]:
    """Return the flaws of a round, the worst first, or "none"."""
    cost = proposal.cost
    faults: list[tuple[Fraction | int, str]] = [
        (cost.byes, ngettext("%(n)s unwanted bye", "%(n)s unwanted byes", cost.byes)),
        (cost.blocks, ngettext("%(n)s unwanted pairing", "%(n)s unwanted pairings", cost.blocks)),
        (cost.repeats, _("rematches (%(n)s)")),
        (cost.spread, _("score differences (%(n)s)")),
        (Fraction(proposal.uneven, EDGE_SEAT_LEAN**2), _("uneven seating (%(n)s)")),
    ]
    return [text % {"n": format_local_number(value)} for value, text in faults if value] or [_("none")]


def describe_pod_flaws(pod: Pod, entries: Mapping[int, Entry]) -> Iterator[str]:
    """Yield the arguments against a pod. Blocks are for organisers only."""
    why = pod.reasons
    for one, other in why.blocks:
        yield _("%(one)s and %(other)s shouldn’t meet.") % _build_pair_words(one, other, entries)
    for again in why.repeats:
        sentence = ngettext(
            "%(one)s and %(other)s have met once before.",
            "%(one)s and %(other)s have met %(n)d times before.",
            again.times,
        )
        yield sentence % {**_build_pair_words(again.one, again.other, entries), "n": again.times}
    for number, lean in zip(pod.seats, why.leans, strict=True):
        if abs(lean) > EDGE_SEAT_LEAN:
            sentence = (
                _("%(one)s has mostly been late in the turn order so far.")
                if lean > 0
                else _("%(one)s has mostly been early in the turn order so far.")
            )
            yield sentence % {"one": format_entrant_name(entries.get(number))}


def format_pod_entrants(pod: Pod, entries: Mapping[int, Entry]) -> str:
    """Return the entrants of a pod with their scores, in seat order."""
    people = zip(pod.seats, pod.reasons.scores, strict=True)
    return ", ".join(
        f"{format_entrant_name(entries.get(number))} ({format_local_number(score)})" for number, score in people
    )


def describe_spot(entry: Entry | None, table: int | None, groups: Mapping[int, str]) -> str:
    """Describe an entrant at a table, numbered from 0, or with a bye, in a way that is unique in the round."""
    words: dict[str, str | int] = {"name": format_entrant_name(entry)}
    if table is None:
        return _("%(name)s (bye)") % words
    words["table"] = table + 1
    if entry is not None and entry.number in groups:
        return _("%(name)s (group %(group)s, table %(table)d)") % {**words, "group": groups[entry.number]}
    return _("%(name)s (table %(table)d)") % words


def _build_pair_words(one: int, other: int, entries: Mapping[int, Entry]) -> dict[str, str]:
    return {"one": format_entrant_name(entries.get(one)), "other": format_entrant_name(entries.get(other))}
