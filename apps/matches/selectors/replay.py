"""The replay of a match: what an observer knew at any move."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import Final

from django.utils.translation import gettext as _

from apps.kernel.game import AnyAction, AnyGame
from apps.kernel.table import HOUSE, PUBLIC, REFEREE, Observer, Seat
from apps.matches.engine import moments, origin, tenures, visibility
from apps.matches.engine.moments import Moment
from apps.matches.engine.position import Position
from apps.matches.engine.projection import LoggedFact, Projection
from apps.matches.engine.tenures import SeatedPlayer
from apps.matches.errors import Hidden, NoSuchMove
from apps.matches.models import Match
from apps.matches.selectors import match_view
from apps.matches.selectors.match_view import LoadedMatch, Sentence
from apps.matches.selectors.match_view.story import build_sentence
from apps.matches.selectors.verdicts import Marks, Verdict
from apps.matches.store.compact import MoveRow
from apps.matches.store.log import read_log
from apps.matches.store.snapshots import LATEST_FACTS

_KEY_NUMBER: Final = re.compile(r":(\d+)")


@dataclass(frozen=True)
class HeardMove:
    """The facts of one move that an observer can see."""

    facts: tuple[LoggedFact, ...]
    key: str
    """The question it answered; empty if they can't know, and for the deal and announcements."""
    number: int
    """Its number in the match, which observers who see less must not learn."""
    answer: str = ""
    """The answer as JSON. It can hold secrets, so it's empty for all but its own seat and the referee."""
    seat: Seat | None = None
    """The seat that gave it, if any."""


@dataclass(frozen=True)
class Played:
    """An answer, as its game's few words for it need it."""

    tag: str
    calls: Mapping[str, object]


@dataclass(frozen=True)
class MoveLabel:
    """A move in the list of all moves."""

    n: int
    who: str
    """The player's name; empty if there's none, or it is another player's sealed answer."""
    cause: str
    """The cause of the move; empty for another player's sealed answer."""
    turn: int
    """The turn or lot in which it was made, as the game counts them; 0 before the first."""
    moment: str = ""
    """What makes it a key moment; empty for most."""
    picture: str = ""
    """The symbol of `matches/pictures.html` for that."""
    mine: bool = False
    """Whether it was the reader's."""
    verdict: Verdict | None = None
    """The analysis of it, if its match was analysed."""
    seat: Seat | None = None
    """The seat of the player with this name."""
    played: Played | None = None
    """What was answered, as far as the observer knows; None before `describe_moves`."""
    told: tuple[Sentence, ...] = ()
    """Otherwise, the sentences about its facts."""
    better: Played | None = None
    """What would have been better than an inaccuracy or a mistake."""


@dataclass(frozen=True)
class Turn:
    """Moves of the list that belong to the same turn."""

    number: int
    """0 before the first."""
    moves: tuple[MoveLabel, ...]
    marks: Marks | None = None
    """How good the decisions of the whole turn were; None of one with fewer than two, which has its mark itself."""


@dataclass(frozen=True)
class Scene:
    """The table just before a key moment cleared it."""

    sight: match_view.MatchView
    what: str
    """The name of the moment."""
    picture: str


@dataclass(frozen=True)
class MovesPart:
    """A part of the list of moves that is folded and unfolded as one. It splits no turn if it can help it."""

    first: int
    last: int
    turns: tuple[int, int] | None
    """The first and last turn, by which it's called; None if the numbers of its moves say as much."""


@dataclass(frozen=True)
class Replay:
    """A match at one of its moves, as an observer knew it then."""

    sight: match_view.MatchView
    at: int
    """The last move included, as this observer counts moves."""
    last: int
    observer: Observer
    labels: tuple[MoveLabel, ...]
    before: MoveLabel | None
    """The nearest key moment before this move."""
    after: MoveLabel | None
    """The nearest key moment after this move."""
    begins: int
    """The number of facts the observer had seen before this move."""
    moves: tuple[HeardMove, ...]
    position: Position
    scene: Scene | None
    """What to draw instead of the table after this move, if that no longer shows what happened."""

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """Return the numbers of these moves in the match, which no one sees while it runs."""
        return tuple(move.number for move in self.moves)

    @property
    def number(self) -> int:
        """Return the number of the move in the match."""
        return self.numbers[self.at]

    @property
    def is_moment(self) -> bool:
        """Check whether this is a key moment."""
        return bool(self.labels[self.at].moment)


def group_moves_by_turn(labels: Sequence[MoveLabel], marks: Mapping[int, Marks] | None = None) -> list[Turn]:
    """Return these moves by turn, with the marks of each turn."""
    known = marks or {}
    return [Turn(turn, tuple(moves), known.get(turn)) for turn, moves in groupby(labels, attrgetter("turn"))]


def split_moves_into_parts(labels: Sequence[MoveLabel], *, most: int) -> list[MovesPart]:
    """Return the parts of the list of these moves, with up to `most` moves each."""
    found: list[list[MoveLabel]] = [[]]
    for turn in group_moves_by_turn(labels):
        for at in range(0, len(turn.moves), most):
            moves = turn.moves[at : at + most]
            if len(found[-1]) + len(moves) > most:
                found.append([])
            found[-1].extend(moves)
    return [_build_moves_part(moves) for moves in found]


def _build_moves_part(moves: Sequence[MoveLabel]) -> MovesPart:
    first, last = moves[0], moves[-1]
    turns = max(first.turn, 1), last.turn
    return MovesPart(first.n, last.n, turns if 2 * (turns[1] - turns[0] + 1) <= len(moves) else None)


def may_look(loaded: LoadedMatch, *, wanted: str) -> Observer:
    """Return the observer a reader wants to be: `seat` (their own), a seat's number, `public` or `referee`.

    :raises Hidden: if it isn't their own and the match isn't over
    """
    if wanted in ("", "seat"):
        return loaded.observer
    if wanted == "public" and not loaded.match.origin:
        return PUBLIC
    over = loaded.match.status == Match.Status.OVER
    if wanted == "referee" and over:
        return REFEREE
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 3 and int(wanted) < len(loaded.seats):
        seat = Seat(int(wanted))
        if over or seat == loaded.own:
            return seat
    raise Hidden


def build_replay(
    loaded: LoadedMatch,
    *,
    observer: Observer,
    at: int | None,
    number: int | None = None,
    beyond: bool = False,
    takeovers: Sequence[tuple[int, int]] = (),
) -> Replay:
    """Return what the observer knew after one of their moves.

    The true scores are known to no one while the match runs, so there are no `takeovers` then. If the observer didn't
    see such a move, the next one they saw counts.

    :param at: the move as the observer counts them (0 for the deal, None for the last)
    :param number: instead, the last move up to the one with this number in the match
    :param beyond: use the last move if `at` is too large, because another observer who sees more counted it
    :param takeovers: the numbers of the moves by which the lead changed, with the new leaders
    :raises NoSuchMove: if there's no such move
    :raises Unreadable: if the log can't be read
    """
    match = loaded.match
    game, setup = match_view.get_match_rules(match)
    with convert_log_errors(match):
        moves = _decode_heard_moves(match, game, observer)
    last = len(moves) - 1
    if number is not None:
        at = max(0, bisect_right([move.number for move in moves], number) - 1)
    if at is None or (beyond and at > last):
        at = last
    if not 0 <= at <= last:
        raise NoSuchMove
    before_move = [fact for move in moves[:at] for fact in move.facts]
    known = [*before_move, *moves[at].facts]
    cleared = next((n for n, fact in enumerate(moves[at].facts) if type(fact.event) in game.clears), None)
    with convert_log_errors(match):
        projection = origin.build_first_projection(game, setup, observer, match.origin)
        board = None
        if cleared is not None:
            _learn_facts(projection, game, known[: len(before_move) + cleared])
            board = game.board(projection.state, observer)
        _learn_facts(projection, game, known)
        then = None if at == last else known[-1].n
        position = Position(
            match, loaded.seats, game, setup, projection, known[-LATEST_FACTS:], at=then, reader=loaded.own
        )
        view = match_view.build_match_view(position)
    if loaded.own is not None:
        # The board calls the reader's own seat “You”, even if they watch as another one.
        view = replace(view, seat=loaded.own)
    if at < last or match.status != Match.Status.OVER:
        view = replace(view, questions=(), outcome=None)
    scene = None
    if cleared is not None:
        scene = _build_scene(replace(view, board=board, outcome=None), game, moves[at].facts[cleared])
    found = _select_key_moments(game, moves, takeovers)
    labels = _build_move_labels(game, loaded.seats, moves, found, observer, loaded.own)
    before, after = moments.select_neighbouring_moves(labels, at, found.keys())
    return Replay(view, at, last, observer, labels, before, after, len(before_move), tuple(moves), position, scene)


def _learn_facts(projection: Projection, game: AnyGame, facts: Iterable[LoggedFact]) -> None:
    projection.learn(game, [(fact.n, fact.audience, fact.event) for fact in facts])


def _build_scene(sight: match_view.MatchView, game: AnyGame, fact: LoggedFact) -> Scene:
    return Scene(sight, *moment_words(game, Moment(0, moments.get_event_tag(type(fact.event)), None), ""))


def describe_moves(replayed: Replay, shown: slice) -> list[MoveLabel]:
    """Return the labels of these moves with what was played: the answer or, if it's secret or there's none, the facts.

    :raises Unreadable: if an answer can't be read
    """
    position, game = replayed.position, replayed.position.game
    with convert_log_errors(position.match):
        return [
            replace(label, played=build_played_answer(game, game.answer.decode(move.answer)))
            if move.answer
            else replace(label, told=_build_move_sentences(position, move))
            for label, move in zip(replayed.labels[shown], replayed.moves[shown], strict=True)
        ]


def build_played_answer(game: AnyGame, action: AnyAction) -> Played:
    """Return an answer as a list of moves shows it."""
    return Played(str(type(action).__struct_config__.tag), game.calls(action))


def _build_move_sentences(position: Position, move: HeardMove) -> tuple[Sentence, ...]:
    names = tenures.list_sitter_names(position.seats, move.facts[0].n)
    return tuple(build_sentence(position, fact, 0, names, cause="") for fact in move.facts)


def load_heard_moves(loaded: LoadedMatch, observer: Observer) -> list[HeardMove]:
    """Return the moves of which the observer can see at least one fact.

    :raises Unreadable: if the log can't be read
    """
    game, _setup = match_view.get_match_rules(loaded.match)
    with convert_log_errors(loaded.match):
        return _decode_heard_moves(loaded.match, game, observer)


def _select_key_moments(
    game: AnyGame, moves: Sequence[HeardMove], takeovers: Sequence[tuple[int, int]]
) -> dict[int, Moment]:
    """Return the key moments among these moves, by their places."""
    facts = moments.list_telling_moves(((fact.event for fact in move.facts) for move in moves), game.moments)
    numbers = [move.number for move in moves]
    taken = {bisect_left(numbers, number): seat for number, seat in takeovers}
    return {each.move: each for each in moments.merge_moments(facts, taken) if each.move < len(moves)}


def _build_move_labels(
    game: AnyGame,
    seats: Sequence[SeatedPlayer],
    moves: Sequence[HeardMove],
    found: Mapping[int, Moment],
    observer: Observer,
    own: Seat | None,
) -> tuple[MoveLabel, ...]:
    bit = visibility.get_observer_bit(observer)
    labels, turn = [], 0
    for n, move in enumerate(moves):
        first = move.facts[0]
        plain = not bit or bool(first.open_to & bit)
        seat = _find_mover(move) if plain else None
        who = "" if seat is None else seats[seat].at(first.n).name
        mine = bool(who) and seat is not None and seat == own and first.n >= seats[seat].since
        turn = _parse_turn_number(move.key) or turn
        what, picture = _describe_moment(game, found.get(n), move, seats, own)
        cause = first.cause if plain else ""
        labels.append(MoveLabel(n, who, cause, turn, what, picture, mine, seat=seat if who else None))
    return tuple(labels)


def _find_mover(move: HeardMove) -> Seat | None:
    """Return the seat whose move it was, if any: the one that answered, or else that of the first fact."""
    seat = getattr(move.facts[0].event, "seat", None) if move.seat is None else move.seat
    return None if seat is None else Seat(seat)


def _describe_moment(
    game: AnyGame,
    moment: Moment | None,
    move: HeardMove,
    seats: Sequence[SeatedPlayer],
    own: Seat | None,
) -> tuple[str, str]:
    """Return the name and the picture of a key moment; empty for other moves."""
    if moment is None:
        return "", ""
    last = move.facts[-1].n
    leader = "" if moment.leader is None else seats[moment.leader].at(last).name
    led = own is not None and moment.leader == own and last >= seats[own].since
    return moment_words(game, moment, leader, mine=led)


def list_moment_pictures(game: AnyGame) -> list[tuple[str, str]]:
    """Return the pictures of a game's key moments, each with everything it means, in the reader's language."""
    named: dict[str, list[str]] = {}
    for kind, what in game.moments.items():
        named.setdefault(game.telling[kind], []).append(_(what))
    named.setdefault("crown", []).append(_("someone takes the lead"))
    return [(picture, ", ".join(words)) for picture, words in named.items()]


def moment_words(game: AnyGame, moment: Moment, leader: str, *, mine: bool = False) -> tuple[str, str]:
    """Return a key moment's name, in the reader's language, and its picture.

    :param mine: whether the reader is the leader
    """
    said, picture = [], "crown"
    for kind, what in game.moments.items():
        if moments.get_event_tag(kind) == moment.fact:
            said, picture = [_(what)], game.telling[kind]
    if mine:
        said.append(_("you take the lead"))
    elif leader:
        said.append(_("%(name)s takes the lead") % {"name": leader})
    return ", ".join(said), picture


def _parse_turn_number(key: str) -> int:
    """Return the first number in the key of a question, as in `turn:12` or `bid:3.1`."""
    found = _KEY_NUMBER.search(key)
    return int(found[1]) if found else 0


def format_sitter_names(seated: SeatedPlayer) -> str:
    """Return the names of everyone who scored in a seat, in order."""
    return " → ".join(dict.fromkeys(sitter.name for sitter in seated.ever()))


def _decode_heard_moves(match: Match, game: AnyGame, observer: Observer) -> list[HeardMove]:
    """Return the moves of which the observer can see at least one fact."""
    log = read_log(match, observer)
    made = {move.number: move for move in log.moves}
    heard: dict[int, list[LoggedFact]] = {}
    for n, move, heard_by, text in log.facts:
        known = made.get(move)
        cause, open_to = (known.cause, known.audience) if known else ("", 0)
        heard.setdefault(move, []).append(LoggedFact(n, heard_by, game.fact.decode(text), cause, open_to))
    return [_build_heard_move(tuple(told), number, made.get(number), observer) for number, told in heard.items()]


def _build_heard_move(
    facts: tuple[LoggedFact, ...], number: int, known: MoveRow | None, observer: Observer
) -> HeardMove:
    """Return a move; without what is `known` of it, the observer knows only its consequences."""
    if known is None:
        return HeardMove(facts, "", number)
    own = known.seat not in (None, HOUSE) and observer in (REFEREE, known.seat)
    if not own or not known.action or known.seat is None:
        return HeardMove(facts, known.key, number)
    return HeardMove(facts, known.key, number, known.action, Seat(known.seat))


@contextmanager
def convert_log_errors(match: Match) -> Iterator[None]:
    """Convert all errors within the block.

    :raises Unreadable: if a fact can't be read, or makes no sense
    """
    try:
        yield
    except Exception as error:
        raise match_view.Unreadable(match.code) from error
