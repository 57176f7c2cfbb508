"""Recap of a match since its player last looked: the few sentences that matter most, as the story has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext

from apps.kernel.events import Announced, Event
from apps.kernel.game import AnyGame
from apps.kernel.table import Seat
from apps.matches.engine import origin, tenures, visibility
from apps.matches.engine.position import Position
from apps.matches.engine.projection import LoggedFact, Projection
from apps.matches.engine.tenures import SeatedPlayer
from apps.matches.errors import Unreadable
from apps.matches.models import Match, Move
from apps.matches.selectors.match_view.loading import get_match_rules
from apps.matches.selectors.match_view.story import Sentence, build_sentence
from apps.matches.store.compact import FactRow, MoveRow
from apps.matches.store.log import read_log
from apps.matches.store.seating import LoadedMatch

MAX_RECAP_LINES: Final = 5
"""The most lines at a time. More would be another story to read."""
PLAIN_RECAP_LINES: Final = 3
"""The number of latest moves shown if the game has nothing more telling."""
ANNOUNCEMENT_PICTURES: Final[Mapping[str, str]] = {
    "ended": "door", "claimed": "door", "resigned": "door", "replaced": "door", "autopilot": "door", "vacant": "door",
    "paused": "alarm", "agreed_pause": "alarm", "resumed": "alarm", "hurried": "alarm", "slowed": "alarm",
    "declined": "door", "agreed_end": "door",
}  # fmt: skip
"""Announcements that matter to a player who was away, each with its picture."""


@dataclass(frozen=True)
class Recap:
    """A summary of what a player missed."""

    lines: tuple[tuple[str, Sentence], ...]
    """Picture and sentence, newest last."""
    more: int
    """The number of moves that no line mentions, without those that changed nothing, such as passing."""
    since: int
    """The number of facts they knew before."""
    at: int
    """The last move they knew, as this seat's replay counts them."""
    first: bool
    """Whether they had never looked before."""
    ahead: tuple[str, ...]
    """The new leaders, if they have changed. The reader is called “You”."""
    mine: bool
    """Whether the reader alone leads."""
    points: object
    """The leaders' points."""
    rough: bool
    """Whether their plates show an estimate."""

    @property
    def shown(self) -> str:
        """Return the points as plates show them."""
        return f"{'~' if self.rough else ''}{self.points}".replace("-", "−")


def build_recap(
    loaded: LoadedMatch, *, since: int, heard: int, most: int = MAX_RECAP_LINES, aloud: bool = False
) -> Recap | None:
    """Return what the match's player saw happen after the first `since` facts, up to `heard` of them, or None.

    They know what came before their own last answer, because they were there when they gave it.

    :param aloud: include only public facts, for texts that leave the site
    :raises Unreadable: if the log can't be read
    """
    if loaded.own is None or since >= heard:
        return None
    game, setup = get_match_rules(loaded.match)
    try:
        log = _load_heard_facts(loaded.match, game, loaded.own)[:heard]
        first, answered = _select_first_fact(loaded.seats[loaded.own], log, since)
        known = origin.build_first_projection(game, setup, loaded.own, loaded.match.origin)
        over = loaded.match.status == Match.Status.OVER  # If it's over, its last fact says who won.
        ahead, points, rough = _NO_NEW_LEADERS if over else _compute_new_leaders(game, known, log, first)
        chosen = _select_telling_facts(game, loaded.own, log, first, most - bool(ahead), aloud=aloud)
        position = Position(loaded.match, loaded.seats, game, setup, known, ())
        lines = tuple((picture, _build_recap_sentence(position, log[n], n + 1)) for n, picture in chosen)
    except Exception as error:
        raise Unreadable(loaded.match.code) from error
    if not lines or (not (since or answered) and not any(picture for picture, _ in lines)):
        return None  # Without a look or an answer, no moves were missed, only their results.
    drawn = get_fact_pictures(game)
    moves = {
        fact.move
        for fact, event, by in log[first:]
        if not isinstance(event, Announced)
        and (_get_telling_name(event) in drawn or _worth_telling(loaded.own, fact, event, by))
    }
    return Recap(
        lines=lines,
        more=len(moves - {log[n].fact.move for n, _ in chosen}),
        since=first,
        at=max(0, len({each.fact.move for each in log[:first]}) - 1),
        first=not since,
        ahead=tuple(gettext("You") if seat == loaded.own else loaded.seats[seat].name for seat in ahead),
        mine=ahead == (loaded.own,),
        points=points,
        rough=rough,
    )


class _Heard(NamedTuple):
    """A decoded fact of the log with its move, which is None if that is sealed."""

    fact: FactRow
    event: Any
    by: MoveRow | None


def _load_heard_facts(match: Match, game: AnyGame, seat: Seat) -> list[_Heard]:
    log = read_log(match, seat)
    moves = {move.number: move for move in log.moves}
    return [_Heard(fact, game.fact.decode(fact.event), moves.get(fact.move)) for fact in log.facts]


def get_fact_pictures(game: AnyGame) -> dict[str, str]:
    """Return the pictures of a game's telling facts, by their names in the story, the most telling first."""
    return {str(kind.__struct_config__.tag): picture for kind, picture in game.telling.items()}


def _select_first_fact(seated: SeatedPlayer, log: Sequence[_Heard], since: int) -> tuple[int, bool]:
    """Return the first fact to show, and whether the player has answered before.

    The recap covers their own time in that chair, from their last answer on.
    """
    for n in range(len(log) - 1, since - 1, -1):
        fact, _event, by = log[n]
        if fact.n < seated.since:
            return n + 1, False
        if by is not None and by.cause == Move.Cause.SEAT and by.seat == seated.seat:
            return n + 1, True
    return since, False


def _select_telling_facts(
    game: AnyGame, own: Seat, log: Sequence[_Heard], first: int, room: int, *, aloud: bool
) -> list[tuple[int, str]]:
    """Return places in the log with their pictures: first the most telling of the game, then departures, latest first.

    If those are few, others' latest moves are added.
    """
    drawn = get_fact_pictures(game)
    ranks = {tag: rank for rank, tag in enumerate(drawn)}
    found: list[tuple[int, int, str]] = []
    plain: list[int] = []
    for n, (fact, event, by) in enumerate(log[first:], start=first):
        if aloud and not fact.audience & visibility.GALLERY_BIT:
            continue
        tag = _get_telling_name(event)
        picture = drawn.get(tag) or ANNOUNCEMENT_PICTURES.get(tag)
        if picture:
            found.append((ranks.get(tag, len(ranks)), -n, picture))
        elif fact.move and not isinstance(event, Announced) and _worth_telling(own, fact, event, by):
            plain.append(n)
    best = {-n: picture for _, n, picture in sorted(found)[:room]}
    told = {log[n].fact.move for n in best}
    deeds = _sort_varied_deeds(game, log, [n for n in plain if log[n].fact.move not in told])
    latest = deeds[: max(0, min(PLAIN_RECAP_LINES, room) - len(best))]
    return sorted(best.items() | dict.fromkeys(latest, "").items())


def _get_telling_name(event: Event) -> str:
    """Return the name under which `Game.telling` lists a fact: its kind, or what was announced."""
    return event.what if isinstance(event, Announced) else str(event.__struct_config__.tag)


def _sort_varied_deeds(game: AnyGame, log: Sequence[_Heard], places: Sequence[int]) -> list[int]:
    """Return the first place of each move, latest first, with repeated deeds of a player after all others.

    A consequence is left out if its cause is among them.
    """
    done = {(log[n].event.seat, type(log[n].event)) for n in places}
    causes = (n for n in places if (log[n].event.seat, game.follows.get(type(log[n].event))) not in done)
    by_move: dict[int, int] = {}
    for n in causes:
        by_move.setdefault(log[n].fact.move, n)
    kinds: set[tuple[Seat, type[Event]]] = set()
    first: list[int] = []
    again: list[int] = []
    for n in reversed(by_move.values()):
        kind = (log[n].event.seat, type(log[n].event))
        (again if kind in kinds else first).append(n)
        kinds.add(kind)
    return first + again


def _worth_telling(own: Seat, fact: FactRow, event: Event, by: MoveRow | None) -> bool:
    """Check whether a fact shows a player's public deed, or what the clock did for the reader."""
    seat = getattr(event, "seat", None)
    if seat == own and by is not None and by.cause == Move.Cause.CLOCK:
        return True
    return seat is not None and bool(fact.audience & visibility.GALLERY_BIT)


def _build_recap_sentence(position: Position, heard: _Heard, number: int) -> Sentence:
    fact, event, by = heard
    cause, open_to = ("", 0) if by is None else (by.cause, by.audience)
    read = LoggedFact(fact.n, fact.audience, event, cause, open_to)
    return build_sentence(position, read, number, tenures.list_sitter_names(position.seats, fact.n), cause=cause)


class _Ahead(NamedTuple):
    """The leaders, their points, and whether that's an estimate."""

    seats: tuple[int, ...]
    points: object
    rough: bool


_NO_NEW_LEADERS: Final = _Ahead((), None, rough=False)


def _compute_new_leaders(game: AnyGame, known: Projection, log: Sequence[_Heard], first: int) -> _Ahead:
    """Return the new leaders and their points, as far as the table shows that; none if all are level."""
    if not game.standing:
        return _NO_NEW_LEADERS
    plates: Sequence[object] = ()
    points = []
    for part in (log[:first], log[first:]):
        known.learn(game, ((fact.n, fact.audience, event) for fact, event, _by in part))
        plates = game.board(known.state, known.observer).plates
        points.append(tuple(getattr(plate, game.standing) for plate in plates))
    before, after = map(_select_leading_seats, points)
    if after == before or not 0 < len(after) < len(points[1]):
        return _NO_NEW_LEADERS
    rough = any(not getattr(plates[seat], "exact", True) for seat in after)
    return _Ahead(after, points[1][after[0]], rough)


def _select_leading_seats(points: tuple[Any, ...]) -> tuple[int, ...]:
    """Return the seats with the most points; none where points aren't shown."""
    if None in points:
        return ()
    best = max(points, default=0)
    return tuple(seat for seat, each in enumerate(points) if each == best)
