"""Details of a match in the admin: its rules and settings, result and log."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

import msgspec
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.games import load_games
from apps.kernel.game import Outcome
from apps.kernel.table import REFEREE, Observer
from apps.matches.errors import Unreadable
from apps.matches.models import Match
from apps.matches.selectors import match_view, seating
from apps.matches.selectors.options import describe_unusual_options
from apps.matches.selectors.wording import format_labelled_value, list_pace_times
from apps.matches.store.log import read_log


def render_setup(match: Match) -> SafeString:
    """Return seats and options in words, or as stored if they can't be read."""
    try:
        game, setup = match_view.get_match_rules(match)
    except Unreadable:
        return format_html("<code>{}</code>", match.setup)
    seats = ngettext("%(count)d seat", "%(count)d seats", setup.seats) % {"count": setup.seats}
    return render_lines([seats, *describe_unusual_options(game, msgspec.structs.asdict(setup.options))])


def render_pace(match: Match) -> SafeString:
    """Return how long each kind of question stays open, or the pace as stored if it can't be read."""
    try:
        return render_lines(
            [format_labelled_value(*each) for each in list_pace_times(load_games()[match.game].meta, match.pace)]
        )
    except (KeyError, TypeError, ValueError):
        return format_html("<code>{}</code>", match.pace)


def render_result(match: Match) -> SafeString:
    """Return places and points, best first, or the outcome as stored if it can't be read."""
    if match.outcome is None:
        return SafeString("–")
    try:
        outcome = msgspec.convert(match.outcome, Outcome)
        seats = match.seats.all()
        ranked = sorted(zip(outcome.places, outcome.scores, seats, strict=bool(outcome.places)), key=itemgetter(0))
    except (msgspec.ValidationError, ValueError):
        return format_html("<code>{}</code>", match.outcome)
    if not ranked:
        return render_lines([_("Ended without a result")])
    return render_lines(
        [f"{place}. {format_labelled_value(seating.get_sitter_name(chair), score)}" for place, score, chair in ranked]
    )


def render_log(match: Match, *, observer: Observer) -> SafeString:
    """Return the facts an observer can see, one per line.

    The referee sees their numbers and moves. For others they are counted as seen.
    """
    try:
        facts = read_log(match, observer).facts
    except Unreadable as error:
        return render_lines([_("%s can’t be read.") % match.code, str(error.__cause__)])
    if observer == REFEREE:
        rows = ((fact.n, fact.move, fact.event) for fact in facts)
        return format_html_join("\n", "<div><code>{} · {} · {}</code></div>", rows)
    heard = enumerate((fact.event for fact in facts), start=1)  # The true numbers count sealed facts, too.
    return format_html_join("\n", "<div><code>{} · {}</code></div>", heard)


def render_lines(sentences: Sequence[str]) -> SafeString:
    """Return the sentences one below the other."""
    return format_html_join("", "<div>{}</div>", ([line] for line in sentences))
