"""Summary of a finished match: scores, leads, the turning point and the sources of points.

Only numbers and facts are cached, without names, because players can rename or delete themselves. A finished match
doesn't change, so its log is read once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Final

import msgspec
from django.core.cache import caches

from apps.games import load_games
from apps.matches.engine import leads, moments
from apps.matches.engine.moments import Moment
from apps.matches.models import Match
from apps.matches.selectors import gist, match_view, replay, score_history
from apps.matches.selectors.chart import Chart, assign_lanes, draw_chart
from apps.matches.selectors.gist import Decided, GistLine
from apps.matches.selectors.match_view import LoadedMatch, Sentence
from apps.matches.selectors.score_history import Curve

COURSE_CACHE_SECONDS: Final = 30 * 24 * 60 * 60


class Course(msgspec.Struct, frozen=True):
    """The cached course of a finished match: scores after each move, points by source and key moments."""

    game: str
    scores: tuple[tuple[int, ...], ...]
    got: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]
    takeovers: tuple[tuple[int, int], ...]
    """The numbers of the moves by which the lead changed, with the new leaders."""
    telling: tuple[tuple[int, str], ...]
    """Moves that are key moments by a fact, with its tag."""
    why: str
    decided: Decided | None


@dataclass(frozen=True)
class Spell:
    """A piece of the band under the chart, in percent of its width."""

    seat: int | None
    """The leader; None if several shared the lead."""
    x: float
    end: float

    @property
    def width(self) -> float:
        return round(self.end - self.x, 2)


@dataclass(frozen=True)
class Highlight:
    """A move worth seeing again."""

    seat: int
    name: str
    move: int
    x: float
    """The position in percent of the chart's width."""
    points: int = 0
    picture: str = ""
    """The symbol of the key moment; empty if it is none."""


@dataclass(frozen=True)
class Mark:
    """A key moment, drawn under the chart."""

    move: int
    x: float
    """The position in percent of the chart's width."""
    what: str
    picture: str
    lane: int
    """The row it's drawn in, because pictures in one would overlap."""


@dataclass(frozen=True)
class Row:
    """The points of one seat by source."""

    name: str
    got: tuple[int, ...]
    total: int


@dataclass(frozen=True)
class Summary:
    """The summary of a match, shown at its end."""

    chart: Chart
    band: tuple[Spell, ...]
    changes: int
    turning: Highlight | None
    """How the winner took the lead for good; None if several won, or they led from the deal on."""
    throughout: Highlight | None
    """The deal, if the winner led from there on."""
    biggest: Highlight | None
    moments: tuple[Mark, ...]
    sources: tuple[str, ...]
    """The sources of points, in English; empty if the game shows them at the table itself."""
    rows: tuple[Row, ...]
    gist: tuple[GistLine, ...]
    """Its story in a few sentences; empty without a result."""
    decided: int | None
    """The move that decided it; None if none did."""
    scene: tuple[Sentence, ...]
    """The fact that decided it and those before it, newest first; empty if none did."""

    @property
    def tale(self) -> str:
        """Return the story as one text."""
        return " ".join(line.text for line in self.gist)


def load_summary(loaded: LoadedMatch, names: Sequence[str], *, me: int | None = None) -> Summary | None:
    """Return the summary of a match with these names for its seats. None while it runs, and without a score.

    :raises Unreadable: if its log can't be read
    """
    found = load_summary_course(loaded)
    return build_summary(found, names, me=me) if found else None


def load_summary_course(loaded: LoadedMatch) -> Course | None:
    """Return the course of a match, read from its log if it isn't cached. None while the match runs.

    :raises Unreadable: if its log can't be read
    """
    if loaded.match.status != Match.Status.OVER:
        return None
    return get_cached_course(loaded.match.code) or _cache_course(loaded)


def at_end(code: str, names: Sequence[str], *, me: int | None = None) -> Summary | None:
    """Return the summary for the match page, or None if the log can't be read."""
    known = get_cached_course(code)
    try:
        return build_summary(known, names, me=me) if known else load_summary(match_view.load_match(code), names, me=me)
    except match_view.Unreadable:
        return None


def build_summary(course: Course, names: Sequence[str], *, me: int | None = None) -> Summary | None:
    """Summarise a course for the reader in seat `me`.

    :param names: in seat order
    """
    if not course.scores or not course.scores[0]:
        return None
    chart = draw_chart(
        [Curve(seat, name, line) for seat, (name, line) in enumerate(zip(names, course.scores, strict=True))]
    )
    if chart is None:
        return None
    game = load_games()[course.game]
    last = max(len(course.scores[0]) - 1, 1)
    winners = [seat for seat, place in enumerate(course.places) if place == 1]
    turn = leads.turning_point(course.scores, winners[0]) if len(winners) == 1 else None
    gain = leads.biggest_gain(course.scores)
    used = [any(column) for column in zip(*course.got, strict=True)]

    def across(move: int) -> float:
        return round(100 * min(move, last) / last, 2)

    def highlight(seat: int, move: int, points: int = 0) -> Highlight:
        picture = next((mark.picture for mark in marks if mark.move == move), "")
        return Highlight(seat, names[seat], move, across(move), points, picture)

    def mine(moment: Moment) -> bool:
        return me is not None and moment.leader == me

    told = moments.merge_moments(course.telling, dict(leads.list_takeovers(course.scores)))
    marks = tuple(
        Mark(
            each.move,
            across(each.move),
            *replay.moment_words(game, each, _get_seat_name(names, each.leader), mine=mine(each)),
            lane,
        )
        for each, lane in zip(told, assign_lanes([across(each.move) for each in told]), strict=True)
    )
    return Summary(
        chart=chart,
        band=tuple(
            Spell(each.seat, across(each.begin), across(each.end))
            for each in leads.list_lead_stretches(course.scores)
            if each.begin < last
        ),
        changes=leads.count_lead_changes(course.scores),
        turning=highlight(winners[0], turn) if turn else None,
        throughout=highlight(winners[0], turn) if turn == 0 else None,
        biggest=highlight(gain.seat, gain.move, gain.points) if gain else None,
        moments=marks,
        sources=tuple(compress(game.sources, used)),
        rows=tuple(
            Row(name, tuple(compress(got, used)), line[-1])
            for name, got, line in zip(names, course.got, course.scores, strict=True)
        ),
        gist=gist.build_gist_lines(game, course.scores, course.places, course.why, course.decided, names, me),
        decided=course.decided.move if course.decided else None,
        scene=gist.build_deciding_scene(game, course.decided, names, me),
    )


def get_cached_course(code: str) -> Course | None:
    """Return the course of a match that was looked at before; None if nothing was kept, or it can't be read.

    Another release can have kept it, an older one or, after going back, a newer one.
    """
    text = caches["default"].get(_build_course_key(code))
    try:
        found = msgspec.json.decode(text, type=Course) if text else None
        if found is not None:
            gist.scene_facts(load_games()[found.game], found.decided)
    except (msgspec.DecodeError, KeyError):
        return None
    return found


def _cache_course(loaded: LoadedMatch) -> Course:
    match = loaded.match
    went = score_history.load_score_course(loaded)
    takeovers = tuple((went.numbers[move], seat) for move, seat in leads.list_takeovers(went.scores))
    outcome = match.outcome or {}
    places, why = tuple(outcome.get("places") or ()), outcome.get("why", "")
    decided = gist.select_deciding_moment(load_games()[match.game], went.scores, places, went.events)
    found = Course(match.game, went.scores, went.got, places, takeovers, went.telling, why, decided)
    caches["default"].set(_build_course_key(match.code), msgspec.json.encode(found), COURSE_CACHE_SECONDS)
    return found


def _get_seat_name(names: Sequence[str], seat: int | None) -> str:
    return "" if seat is None else names[seat]


def _build_course_key(code: str) -> str:
    return f"match-course:{code}"
