"""Decisions of a finished match: its log as it is analysed, and the results as pages show them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby, pairwise
from math import sqrt
from operator import attrgetter
from typing import Final, NamedTuple

import msgspec
from django.db.models import Q

from apps.games import load_games
from apps.kernel.analysis import Judged, Rated, split_results
from apps.kernel.events import Event
from apps.kernel.game import CLAIMED, AnyGame
from apps.kernel.table import AnySetup, Seat
from apps.kernel.worth import compute_place_worths
from apps.matches.engine import bot_strength
from apps.matches.engine.insight import Insight, Made, Point
from apps.matches.models import Analysis, Chair, Match, Move
from apps.matches.selectors import match_view, replay
from apps.matches.selectors.chart import Chart, assign_lanes, draw_chart
from apps.matches.selectors.match_view import LoadedMatch
from apps.matches.selectors.replay import MoveLabel, Replay, Turn
from apps.matches.selectors.score_history import Curve
from apps.matches.selectors.verdicts import (
    PITIES,
    Kind,
    Marks,
    Verdict,
    build_verdicts,
    compute_loss,
    compute_percent,
    count_marks,
    grade_decision,
    is_choice,
)
from apps.matches.store.compact import MoveRow
from apps.matches.store.log import read_log

MAX_CACHED_INSIGHTS: Final = 16
"""The number of matches whose results are cached in each process. The longest take a megabyte."""
MAX_TURNING_POINTS: Final = 3
"""The number of turning points shown."""
_MIN_TURNING_CHANGE: Final = 0.1
"""The smallest change of prospects that counts as a turning point."""


@dataclass(frozen=True)
class Log:
    """A match in the form in which it is analysed."""

    game: AnyGame
    setup: AnySetup
    moves: tuple[Made, ...]


@dataclass(frozen=True)
class Share:
    """How a seat's decisions and its luck went."""

    seat: Seat
    name: str
    face: str
    """The seed of its face."""
    marks: Marks
    """How good its decisions were; without any, all are 0."""
    lost: int
    """The sum of what the marks of its decisions say they lost against the best answers, in percent."""
    give: int
    """The uncertainty of that: it's most likely within this much."""
    luck: int
    """How much luck changed its prospects, in percent."""


@dataclass(frozen=True)
class SeatTotals:
    """How a seat's decisions and its luck went, in numbers to sum up over many matches."""

    seat: int
    decisions: int
    sound: int
    """The number of decisions that were neither inaccuracies nor mistakes."""
    luck: int
    """How much luck changed its prospects, in percent."""


@dataclass(frozen=True)
class Turning:
    """A move that changed a player's prospects most."""

    at: int
    """The move in the reader's replay."""
    move: int
    """Its number in the match."""
    x: float
    """The position in percent of the chart's width."""
    seat: int
    name: str
    before: int
    after: int
    lane: int = 0
    """The row its mark is drawn in, because marks in one would overlap."""


@dataclass(frozen=True)
class Choice:
    """An answer, and what it was worth in percent."""

    tag: str
    calls: dict[str, object]
    """The values for its words."""
    worth: int
    error: int
    given: bool


@dataclass(frozen=True)
class Decision:
    """One decision of the seat whose page it is."""

    at: int
    """The move of the seat's own replay at which it was asked."""
    before: int
    """The number of the last move before the answer."""
    question: str
    """The question in English."""
    choices: tuple[Choice, ...]
    """The answers, best first."""
    lost: int
    """How much more the best answer was worth than the given one, in percent; 0 unless that is certain."""
    kind: Kind

    @property
    def is_pity(self) -> bool:
        """Check whether another answer was worth more."""
        return self.kind in PITIES

    @property
    def best(self) -> Choice:
        """Return the answer that was clearly better than a pity."""
        return self.choices[0]

    @property
    def given(self) -> Choice:
        return next(each for each in self.choices if each.given)


@dataclass(frozen=True)
class Overview:
    """The analysis of a whole match, as far as it has come."""

    shares: tuple[Share, ...]
    """Empty before it is done."""
    chart: Chart | None
    moves: int
    rough: float | None
    """Where the chart starts to be only a sketch, in percent of its width; None once the analysis is done."""
    turnings: tuple[Turning, ...]

    @property
    def rest(self) -> float:
        """Return how much of the chart's width is only a sketch, in percent."""
        return 0 if self.rough is None else round(100 - self.rough, 1)


@dataclass(frozen=True)
class Look:
    """The decisions of one seat."""

    template: str
    """The template with a block for each kind of answer."""
    names: tuple[str, ...]
    seat: Seat
    people: tuple[Seat, ...]
    """The seats whose decisions can be read."""
    decisions: tuple[Decision, ...]

    @property
    def pities(self) -> int:
        """Count the decisions for which another answer was worth more."""
        return sum(each.is_pity for each in self.decisions)


@dataclass(frozen=True)
class MoveLook:
    """The analysis of the move at which a replay is."""

    template: str
    """The template with a block for each kind of answer."""
    names: tuple[str, ...]
    seat: Seat | None
    """The seat that decided; None if there was no decision, or none the observer knows of."""
    decision: Decision | None
    verdict: Verdict
    turning: Turning | None
    """The turning point, if the move is one."""


class Stops(NamedTuple):
    """The nearest moves before and after a shown one that are worth a stop: pities, luck and turning points."""

    before: int | None
    after: int | None


class ReplayLook(NamedTuple):
    """The analysis of what a replay shows."""

    move: MoveLook | None
    """None if there's nothing to say of the shown move."""
    turns: list[Turn]
    """The listed moves with their verdicts."""
    next_mistake: int | None
    """The reader's next inaccuracy or mistake, after the last one their first; None if they made none."""
    stops: Stops
    """The nearest marked moves."""


def can_analyse(match: Match) -> bool:
    """Check whether a match can be analysed: it is over, was won at the table, and isn't a sandbox.

    Its game can imagine tables, unless it's unknown here.
    """
    game = load_games().get(match.game)
    if game is not None and not game.imagines:
        return False
    outcome = match.outcome or {}
    won = bool(outcome.get("places")) and outcome["why"] != CLAIMED
    return not match.origin and match.status == Match.Status.OVER and won


def find_analysis(match: Match) -> Analysis | None:
    """Return the analysis, even an unfinished one.

    None if it wasn't requested, or another release wrote it differently.
    """
    found = Analysis.objects.filter(match=match).first()
    return found if found is None or not found.found or _can_decode_insight(found) else None


def _can_decode_insight(found: Analysis) -> bool:
    try:
        decode_insight(found)
    except msgspec.DecodeError:
        return False
    return True


def load_analysis_log(match: Match) -> Log:
    """Return the match from its log.

    :raises Unreadable: if its rules are unknown here
    """
    game, setup = match_view.get_match_rules(match)
    logged = read_log(match)
    told = {
        number: tuple(game.fact.decode(fact.event) for fact in heard)
        for number, heard in groupby(logged.facts, attrgetter("move"))
    }
    chairs = {chair.index: chair for chair in Chair.objects.filter(match=match)}
    return Log(
        game,
        setup,
        tuple(_build_made_move(game, match, chairs, move, told.get(move.number, ())) for move in logged.moves),
    )


def _build_made_move(
    game: AnyGame, match: Match, chairs: dict[int, Chair], move: MoveRow, facts: tuple[Event, ...]
) -> Made:
    chair = chairs.get(-1 if move.seat is None else move.seat)
    bot = move.cause == Move.Cause.BOT
    level = bot_strength.get_bot_strength(match, chair) if chair else None
    return Made(
        number=move.number,
        seat=None if chair is None else Seat(chair.index),
        key=move.key,
        action=game.answer.decode(move.action) if move.action else None,
        facts=facts,
        by_person=not bot,
        by_house=bot and level == bot_strength.BotStrength.CINDER,
        by_clock=move.cause == Move.Cause.CLOCK,
    )


def compute_progress(found: Analysis, match: Match) -> int:
    """Return how much of the analysis is done, in percent."""
    return min(99, round(100 * found.reached / max(match.moves, 1)))


def count_analyses_ahead(found: Analysis) -> int:
    """Count the matches that are analysed before this one."""
    earlier = Q(asked_at__lt=found.asked_at) | Q(asked_at=found.asked_at, pk__lt=found.pk)
    return Analysis.objects.filter(earlier, over=False).count()


def decode_insight(found: Analysis) -> Insight:
    """Decode the results so far.

    :raises msgspec.DecodeError: if another release wrote them differently
    """
    return _decode_cached_insight(found.found)


@lru_cache(MAX_CACHED_INSIGHTS)
def _decode_cached_insight(text: str) -> Insight:
    """Decode results, once for all steps of a reader."""
    return msgspec.json.decode(text, type=Insight)


def build_overview(loaded: LoadedMatch, found: Analysis, numbers: Sequence[int]) -> Overview | None:
    """Return the analysis of the whole match, or None if it can't be analysed or has no results yet.

    :param numbers: the moves that the reader can see
    """
    match, insight = loaded.match, _decode_insight_or_empty(found)
    if not (insight.course or insight.sketch):
        return None
    names = tuple(map(replay.format_sitter_names, loaded.seats))
    results = compute_place_worths((match.outcome or {})["places"])
    return Overview(
        shares=_build_shares(loaded, insight.judged, results, names) if found.over else (),
        chart=_draw_prospects_chart(_merge_course_and_sketch(insight, found.reached), names, match.moves),
        moves=match.moves,
        rough=None if found.over else round(100 * found.reached / max(match.moves - 1, 1), 1),
        turnings=_build_turning_points(insight, names, numbers, match.moves) if found.over else (),
    )


def find_prospects_chart(match: Match, names: Sequence[str]) -> Chart | None:
    """Return everyone's prospects after each move; None if the match hasn't been analysed to its end."""
    found = find_analysis(match) if can_analyse(match) else None
    if found is None or not found.over or not (course := _decode_insight_or_empty(found).course):
        return None
    return _draw_prospects_chart(course, names, match.moves)


def build_seat_decisions(loaded: LoadedMatch, found: Analysis, seat: Seat | None) -> Look | None:
    """Return the decisions of this seat, or else of the reader's, or else of the first seat with any.

    None if the match can't be analysed.
    """
    if not found.found:
        return None
    match = loaded.match
    game, _setup = match_view.get_match_rules(match)
    insight = decode_insight(found)
    people = tuple(sorted({each.seat for each in insight.judged if is_choice(each)}))
    wanted = [each for each in (seat, loaded.own) if each is not None and each in people]
    seat = next(iter((*wanted, *people)), Seat(0))
    own = [each.number for each in replay.load_heard_moves(loaded, seat)]
    return Look(
        template=f"{match.game}/answers.html",
        names=tuple(map(replay.format_sitter_names, loaded.seats)),
        seat=seat,
        people=people,
        decisions=tuple(
            _build_seat_decision(game, each, max(0, bisect_left(own, each.move) - 1))
            for each in insight.judged
            if each.seat == seat and is_choice(each)
        ),
    )


def at_move(loaded: LoadedMatch, found: Analysis, replayed: Replay, listed: Sequence[MoveLabel]) -> ReplayLook:
    """Return what to show of the move that a replay shows, of the listed moves if any, and of the reader's own.

    Whose answer an observer was not told, they read nothing about: it was sealed, and may be opened later.
    """
    game, _setup = match_view.get_match_rules(loaded.match)
    insight = _decode_insight_or_empty(found)
    known = build_verdicts(game, insight)
    decided = {each.move: each for each in insight.judged}
    labels = [_judge_label(game, label, known, decided, replayed.numbers[label.n]) for label in listed]
    turns = replay.group_moves_by_turn(labels, _count_turn_marks(known, replayed)) if labels else []
    verdict = _filter_verdict(known.get(replayed.number), replayed.labels[replayed.at])
    names = tuple(map(replay.format_sitter_names, loaded.seats))
    turnings = _build_turning_points(insight, names, replayed.numbers, loaded.match.moves) if found.over else ()
    turning = next((each for each in turnings if each.at == replayed.at), None)
    next_mistake = _find_next_mistake(known, replayed) if found.over else None
    stops = _find_stops(known, replayed, {each.at for each in turnings}) if found.over else Stops(None, None)
    if verdict is None and turning is None:
        return ReplayLook(None, turns, next_mistake, stops)
    verdict = verdict or Verdict()
    judged = decided.get(replayed.number) if verdict.kind else None
    look = MoveLook(
        template=f"{loaded.match.game}/answers.html",
        names=names,
        seat=judged.seat if judged else None,
        decision=_build_seat_decision(game, judged, max(0, replayed.at - 1)) if judged else None,
        verdict=verdict,
        turning=turning,
    )
    return ReplayLook(look, turns, next_mistake, stops)


def _judge_label(
    game: AnyGame, label: MoveLabel, known: Mapping[int, Verdict], decided: Mapping[int, Judged], number: int
) -> MoveLabel:
    """Return the label with its verdict and, after an inaccuracy or a mistake, with what was better."""
    verdict = _filter_verdict(known.get(number), label)
    if verdict is None or not verdict.is_pity:
        return replace(label, verdict=verdict)
    best = game.answer.decode(decided[number].answers[0].action)
    return replace(label, verdict=verdict, better=replay.build_played_answer(game, best))


def _find_next_mistake(known: Mapping[int, Verdict], replayed: Replay) -> int | None:
    """Return the reader's next inaccuracy or mistake, after the last one their first."""
    own = [
        label.n
        for label, number in zip(replayed.labels, replayed.numbers, strict=True)
        if label.mine and known.get(number, Verdict()).is_pity
    ]
    return next((n for n in own if n > replayed.at), own[0] if own else None)


def _find_stops(known: Mapping[int, Verdict], replayed: Replay, turnings: Collection[int]) -> Stops:
    """Return the nearest marked moves, as far as the observer knows whose they were."""
    found = [
        label.n
        for label, number in zip(replayed.labels, replayed.numbers, strict=True)
        if label.n in turnings or ((verdict := _filter_verdict(known.get(number), label)) and verdict.is_stop)
    ]
    before, after = bisect_left(found, replayed.at), bisect_right(found, replayed.at)
    return Stops(found[before - 1] if before else None, found[after] if after < len(found) else None)


def _count_turn_marks(known: Mapping[int, Verdict], replayed: Replay) -> dict[int, Marks]:
    """Return how good the decisions of each turn were, as far as the observer knows whose they were."""
    kinds: dict[int, list[Kind]] = {}
    for label, number in zip(replayed.labels, replayed.numbers, strict=True):
        verdict = _filter_verdict(known.get(number), label)
        if verdict is not None and verdict.kind is not None and label.turn:
            kinds.setdefault(label.turn, []).append(verdict.kind)
    return {turn: count_marks(of_turn) for turn, of_turn in kinds.items() if len(of_turn) > 1}


def _filter_verdict(verdict: Verdict | None, label: MoveLabel) -> Verdict | None:
    """Return the verdict as far as the observer knows whose move it was."""
    if verdict is None or label.who:
        return verdict
    return Verdict(luck=verdict.luck) if verdict.luck else None


def _decode_insight_or_empty(found: Analysis) -> Insight:
    """Decode the results so far, which are empty if the match can't be analysed."""
    return decode_insight(found) if found.found else Insight()


def _build_shares(
    loaded: LoadedMatch, judged: Sequence[Judged], results: Sequence[float], names: Sequence[str]
) -> tuple[Share, ...]:
    """Return the share of each seat: its decisions against the best answers, and its luck."""
    luck = [parts.luck for parts in split_results(judged, results)]
    return tuple(
        _build_share(
            seated.seat,
            name,
            match_view.get_sitter_face(loaded.match, seated),
            luck[seated.seat],
            [each for each in judged if each.seat == seated.seat],
        )
        for seated, name in zip(loaded.seats, names, strict=True)
    )


def compute_seat_totals(insight: Insight, places: Sequence[int]) -> list[SeatTotals]:
    """Return the totals of each seat of a match that ended with these places."""
    luck = [parts.luck for parts in split_results(insight.judged, compute_place_worths(places))]
    found = []
    for seat in range(len(places)):
        choices = [each for each in insight.judged if each.seat == seat and is_choice(each)]
        marks = count_marks(map(grade_decision, choices))
        found.append(SeatTotals(seat, marks.total, marks.sound, compute_percent(luck[seat])))
    return found


def _build_share(seat: Seat, name: str, face: str, luck: float, judged: Sequence[Judged]) -> Share:
    choices = [each for each in judged if is_choice(each)]
    pities = [each for each in choices if compute_loss(each)]
    spread = sum(rated.error**2 for each in pities for rated in (each.answers[0], each.answers[each.given]))
    return Share(
        seat,
        name,
        face,
        marks=count_marks(map(grade_decision, choices)),
        lost=sum(map(compute_loss, pities)),
        give=compute_percent(sqrt(spread)),
        luck=compute_percent(luck),
    )


def _merge_course_and_sketch(insight: Insight, reached: int) -> tuple[Point, ...]:
    """Return all seats' prospects: exact where they are known, then roughly."""
    return (*insight.course, *(point for point in insight.sketch if point.move >= reached))


def _draw_prospects_chart(course: Sequence[Point], names: Sequence[str], moves: int) -> Chart | None:
    """Draw all seats' prospects after each move. They stay the same until the next known ones."""
    points = [(point.move, point.worths) for point in course]
    numbers = [move for move, _worths in points]
    after = [points[max(0, bisect_right(numbers, move) - 1)][1] for move in range(moves)]
    lines = [Curve(seat, name, tuple(compute_percent(each[seat]) for each in after)) for seat, name in enumerate(names)]
    return draw_chart(lines, reach=(0, 100))


def _build_turning_points(
    insight: Insight, names: Sequence[str], heard: Sequence[int], moves: int
) -> tuple[Turning, ...]:
    last = max(moves - 1, 1)
    found = []
    for before, after in pairwise(insight.course):
        seat = max(range(len(names)), key=lambda seat: after.worths[seat] - before.worths[seat])
        change = after.worths[seat] - before.worths[seat]
        at, across = min(bisect_left(heard, after.move), len(heard) - 1), round(100 * after.move / last, 2)
        rise = compute_percent(before.worths[seat]), compute_percent(after.worths[seat])
        told = Turning(at, after.move, across, seat, names[seat], *rise)
        found.append((change, told))
    best = sorted((each for each in found if each[0] >= _MIN_TURNING_CHANGE), key=lambda each: -each[0])[
        :MAX_TURNING_POINTS
    ]
    shown = sorted((told for _change, told in best), key=lambda each: each.move)
    lanes = assign_lanes([each.x for each in shown])
    return tuple(replace(each, lane=lane) for each, lane in zip(shown, lanes, strict=True))


def _build_seat_decision(game: AnyGame, judged: Judged, at: int) -> Decision:
    kind = grade_decision(judged)
    # What is called better stands first, even if a worth that was measured less often looks higher.
    first = 0 if kind in PITIES else None
    ranked = sorted(enumerate(judged.answers), key=lambda each: (each[0] != first, -each[1].worth))
    choices = tuple(build_choice(game, each, given=number == judged.given) for number, each in ranked)
    about = game.meta.questions.get(judged.about, judged.about)
    return Decision(at, judged.move - 1, about, choices, compute_loss(judged), kind)


def build_choice(game: AnyGame, rated: Rated, *, given: bool = False) -> Choice:
    """Return an answer as a page shows it."""
    action = game.answer.decode(rated.action)
    tag = type(action).__struct_config__.tag
    calls = dict(game.calls(action))
    # An estimate is never certain, and an error rounded to 0 would claim that.
    return Choice(str(tag), calls, compute_percent(rated.worth), max(1, compute_percent(rated.error)), given)
