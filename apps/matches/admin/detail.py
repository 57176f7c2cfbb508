"""A match as organisers read it in the admin: what was agreed, how it ended, and its log."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

import msgspec
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.games import catalogue
from apps.kernel.game import Outcome
from apps.kernel.table import REFEREE, Observer
from apps.matches.errors import Unreadable
from apps.matches.models import Match
from apps.matches.selectors import match_view, seating
from apps.matches.selectors.options import summary
from apps.matches.selectors.wording import labelled, times
from apps.matches.store.log import read_log


def agreed(match: Match) -> SafeString:
    """Seats and options in words; as it is kept, if nobody here can read it."""
    try:
        game, setup = match_view.rules(match)
    except Unreadable:
        return format_html("<code>{}</code>", match.setup)
    seats = ngettext("%(count)d seat", "%(count)d seats", setup.seats) % {"count": setup.seats}
    return lines([seats, *summary(game, msgspec.structs.asdict(setup.options))])


def pace(match: Match) -> SafeString:
    """How long each kind of question stays open; as it is kept, if nobody here can read it."""
    try:
        return lines([labelled(*each) for each in times(catalogue()[match.game].meta, match.pace)])
    except (KeyError, TypeError, ValueError):
        return format_html("<code>{}</code>", match.pace)


def result(match: Match) -> SafeString:
    """Places and points, best first; as it is kept, if nobody can read it."""
    if match.outcome is None:
        return SafeString("–")
    try:
        outcome = msgspec.convert(match.outcome, Outcome)
        seats = match.seats.all()
        ranked = sorted(zip(outcome.places, outcome.scores, seats, strict=bool(outcome.places)), key=itemgetter(0))
    except (msgspec.ValidationError, ValueError):
        return format_html("<code>{}</code>", match.outcome)
    if not ranked:
        return lines([_("Ended without a result")])
    return lines([f"{place}. {labelled(seating.name(chair), score)}" for place, score, chair in ranked])


def log(match: Match, *, observer: Observer) -> SafeString:
    """The facts an observer was told, one a line: with their number and their move's, or counted as they were heard."""
    try:
        facts = read_log(match, observer).facts
    except Unreadable as error:
        return lines([_("%s can’t be read.") % match.code, str(error.__cause__)])
    if observer == REFEREE:
        rows = ((fact.n, fact.move, fact.event) for fact in facts)
        return format_html_join("\n", "<div><code>{} · {} · {}</code></div>", rows)
    heard = enumerate((fact.event for fact in facts), start=1)  # The true numbers count what was sealed, too.
    return format_html_join("\n", "<div><code>{} · {}</code></div>", heard)


def lines(sentences: Sequence[str]) -> SafeString:
    """One below the other."""
    return format_html_join("", "<div>{}</div>", ([line] for line in sentences))
