"""A player's own matches, those that wait for them first, and their standing orders."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, TypedDict

from django.db.models import F, OuterRef, QuerySet, Subquery, prefetch_related_objects

from apps.common import clocks
from apps.games import load_games
from apps.kernel.game import AnyOrder
from apps.kernel.table import Seat
from apps.matches.engine import lessons, proposals
from apps.matches.engine.standing_orders import decode_order, decode_orders
from apps.matches.models import Chair, Match, Question, Tenure
from apps.matches.selectors import match_view, seating
from apps.matches.selectors.glance import GLANCE_FACTS, Glance, at_a_glance
from apps.matches.store import looks
from apps.matches.store import seating as stored

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    class Times(TypedDict):
        """When the player's question was opened, and its deadline, loaded with a seat."""

        opened: datetime | None
        due: datetime | None

    Asked: TypeAlias = WithAnnotations[Chair, Times]

MATCHES_PER_PAGE = 100
"""The number of running matches on a page."""
MAX_DRAWN_TABLES: Final = 24
"""The number of them with a drawing of the table."""
MAX_ENDED_MATCHES = 10
"""The number of finished ones below. The player's profile lists them all."""
MAX_WAITING_SHOWN: Final = 5
"""The number of waiting matches on pages with other content."""
MAX_JUST_ENDED_SHOWN: Final = 3
"""The number of finished ones there, if they are new."""


@dataclass(frozen=True)
class OwnMatch:
    """A match of the player."""

    code: str
    game: str
    """The slug of the game, empty if it's no longer there."""
    title: str
    people: str
    status: str
    waits_for_me: bool
    proposed: bool
    """Whether the table has a proposal that the player hasn't agreed to yet."""
    due_at: datetime | None
    """When silence counts as the player's answer."""
    autopilot: bool
    opened_at: datetime | None = None
    """When the player's question was opened."""
    glance: Glance | None = None
    """The table at a glance, if it is drawn."""
    lesson: bool = False
    """Whether it is a guided first match with bubbles still to come."""
    place: int | None = None
    """The player's place in a finished match; None without a result."""
    seats: int = 0
    """The number of seats."""
    score: int | None = None
    over_at: datetime | None = None
    """When it ended; None while it's going on."""
    news: bool = False
    """Whether it has ended since the player last looked."""

    @property
    def points(self) -> str:
        """Return the player's score, with a real minus sign."""
        return str(self.score).replace("-", "−")

    @property
    def over(self) -> bool:
        """Return whether the match has ended, by which lists are parted."""
        return self.over_at is not None


class _OwnChair(NamedTuple):
    """A player's seat, with the start and deadline of their question there."""

    chair: Chair
    opened_at: datetime | None
    due_at: datetime | None


@dataclass(frozen=True)
class ShownOrder:
    """A standing order and its template."""

    id: str
    """The ticket of the order."""
    template: str
    order: AnyOrder


class OwnPage(NamedTuple):
    """A page of the player's matches."""

    rows: list[OwnMatch]
    number: int
    more: bool
    """Whether another page follows."""


@dataclass(frozen=True)
class Turns:
    """The matches that wait for a player."""

    rows: list[OwnMatch]
    """The first few matches, the soonest deadline first."""
    ended: list[OwnMatch]
    """The latest ended matches, as far as they are new."""
    waiting: int
    """The number of matches that wait for them, as all pages count."""
    others: int
    """The number of running matches that aren't among `rows`."""
    played: bool
    """Whether they play any, or ever did."""


def load_own_page(*, player: int, number: int = 1) -> OwnPage:
    """Return a page of running matches: those that wait for the player first, the soonest deadline first.

    The last page also has the latest finished ones.
    """
    running = _find_running_by_deadline(player)[(number - 1) * MATCHES_PER_PAGE : number * MATCHES_PER_PAGE + 1]
    going = [_OwnChair(chair, chair.opened, chair.due) for chair in running]
    going, more = going[:MATCHES_PER_PAGE], len(going) > MATCHES_PER_PAGE
    ended = _find_own_seats(player).filter(match__over_at__isnull=False).order_by("-match__over_at")[:MAX_ENDED_MATCHES]
    found = [*going, *(() if more else (_OwnChair(chair, None, None) for chair in ended))]
    return OwnPage(_build_own_matches(player, found, drawn=going[:MAX_DRAWN_TABLES]), number, more)


def load_player_turns(*, player: int) -> Turns:
    """Return the matches that wait for a player, and those that have ended since they last looked."""
    running = [
        _OwnChair(chair, chair.opened, chair.due) for chair in _find_running_by_deadline(player)[:MATCHES_PER_PAGE]
    ]
    asked = [own for own in running if own.due_at is not None]
    ended = (
        _find_own_seats(player).filter(match__over_at__isnull=False).order_by("-match__over_at")[:MAX_JUST_ENDED_SHOWN]
    )
    shown = asked[:MAX_WAITING_SHOWN]
    found = [*shown, *(_OwnChair(chair, None, None) for chair in ended)]
    rows = _build_own_matches(player, found, drawn=shown)
    return Turns(
        rows=[row for row in rows if row.status == Match.Status.PLAYING],
        ended=[row for row in rows if row.news],
        waiting=sum(not own.chair.autopilot for own in asked),
        others=len(running) - len(shown),
        played=bool(running or found),
    )


def _find_own_seats(player: int) -> QuerySet[Chair]:
    return Chair.objects.filter(player=player, match__origin="").select_related("match")


def _find_running_by_deadline(player: int) -> QuerySet[Asked]:
    """Return the player's seats in running matches, those that wait for them first, the soonest deadline first."""
    waiting = Question.objects.filter(
        match=OuterRef("match"), seat=OuterRef("index"), answered=False, match__status=Match.Status.PLAYING
    ).order_by("lapses_at")
    return (
        _find_own_seats(player)
        .filter(match__over_at__isnull=True)
        .annotate(opened=Subquery(waiting.values("opened_at")[:1]), due=Subquery(waiting.values("lapses_at")[:1]))
        .order_by(F("due").asc(nulls_last=True), "-match__begun_at", "pk")
    )


def _build_own_matches(player: int, found: Sequence[_OwnChair], *, drawn: Sequence[_OwnChair]) -> list[OwnMatch]:
    """Return these seats as rows, with a drawing of some tables. The number of statements is always the same."""
    prefetch_related_objects([own.chair for own in found], seating.prefetch_seats("match"))
    tables = stored.load_all([own.chair.match_id for own in drawn], player=player, now=clocks.now())
    views = match_view.look_all(tables.values(), latest=GLANCE_FACTS)
    over = [own.chair.match_id for own in found if own.chair.match.status == Match.Status.OVER]
    news = looks.unseen_ends(player=player, matches=over)
    glances = {key: at_a_glance(tables[key], view) for key, view in views.items()}
    return [_build_own_match(own, glances.get(own.chair.match_id), news=own.chair.match_id in news) for own in found]


def find_running_seats(*, player: int) -> list[tuple[str, Seat]]:
    """Return the player's seats in running matches as (code, seat)."""
    return running_of([player]).get(player, [])


def has_played_rated(*, player: int) -> bool:
    """Check whether a player sits, or has ever sat, in a rated match."""
    sat = Tenure.objects.filter(player=player, match__rated=True)
    return Chair.objects.filter(player=player, match__rated=True).exists() or sat.exists()


def running_of(players: Collection[int]) -> dict[int, list[tuple[str, Seat]]]:
    """Return the seats of several players in running matches, by player."""
    found: dict[int, list[tuple[str, Seat]]] = defaultdict(list)
    seats = Chair.objects.filter(player__in=players, match__origin="").exclude(match__status=Match.Status.OVER)
    for player, code, index in seats.order_by("match").values_list("player", "match__code", "index"):
        found[player].append((code, Seat(index)))
    return found


def count_waiting_matches(rows: Iterable[OwnMatch]) -> int:
    """Count the matches that wait for the player."""
    return sum(row.waits_for_me and not row.autopilot for row in rows)


def find_waiting_codes(*, player: int) -> list[str]:
    """Return the codes of the matches that wait for this player, in the order of `rows`: the soonest deadline first."""
    asked = Question.objects.filter(match=OuterRef("match"), seat=OuterRef("index"), answered=False).order_by(
        "lapses_at"
    )
    seats = (
        Chair.objects.filter(
            player=player, match__over_at__isnull=True, match__status=Match.Status.PLAYING, match__origin=""
        )
        .annotate(due=Subquery(asked.values("lapses_at")[:1]))
        .filter(due__isnull=False)
    )
    return list(seats.order_by("due", "-match__begun_at").values_list("match__code", flat=True)[:MATCHES_PER_PAGE])


def list_standing_orders(loaded: match_view.LoadedMatch) -> list[ShownOrder]:
    """Return the standing orders of the match's player, in the order in which they are tried."""
    game = loaded.match.game
    return [
        ShownOrder(each.ticket, f"{game}/orders/{order.__struct_config__.tag}.html", order)
        for each in decode_orders(loaded.orders)
        if (order := decode_order(each, load_games()[game].order)) is not None
    ]


def _build_own_match(own: _OwnChair, glance: Glance | None, *, news: bool) -> OwnMatch:
    chair, opened_at, due_at = own
    match, table = chair.match, list(chair.match.seats.all())
    playing = match.status == Match.Status.PLAYING
    outcome = match.outcome or {}
    return OwnMatch(
        code=match.code,
        game=match.game if match.game in load_games() else "",
        title=match_view.get_game_title(match),
        people=", ".join(seating.get_sitter_name(other) for other in table if other.pk != chair.pk),
        status=match.status,
        waits_for_me=due_at is not None and playing,
        proposed=any(
            chair.index in proposals.list_unheard_voters(proposal, table)
            for proposal in proposals.list_open_proposals(match.proposals, clocks.now())
        ),
        due_at=due_at if playing else None,
        autopilot=chair.autopilot,
        opened_at=opened_at if playing else None,
        glance=glance,
        lesson=playing and lessons.is_guiding(match),
        place=_get_seat_value(outcome.get("places", ()), chair.index),
        seats=len(table),
        score=_get_seat_value(outcome.get("scores", ()), chair.index),
        over_at=match.over_at,
        news=news,
    )


def _get_seat_value(by_seat: Sequence[int], seat: int) -> int | None:
    """Return a seat's value in an outcome, or None if the outcome has no values."""
    return by_seat[seat] if seat < len(by_seat) else None


def find_running_chairs(*, player: int) -> list[Chair]:
    """Return the player's seats in running matches, the latest match first."""
    return list(_find_own_seats(player).filter(match__over_at__isnull=True).order_by("-match__begun_at", "-pk"))


class OpenQuestion(NamedTuple):
    """A question that waits for a player."""

    code: str
    game: str
    seat: int
    key: str
    opened_at: datetime
    lapses_at: datetime
    """When silence counts as the answer."""


def find_open_questions(*, player: int) -> list[OpenQuestion]:
    """Return the player's unanswered questions in running matches, the soonest deadline first."""
    found = Question.objects.filter(
        seat=F("match__seats__index"),
        match__seats__player=player,
        match__status=Match.Status.PLAYING,
        match__origin="",
        answered=False,
    ).order_by("lapses_at", "pk")
    columns = "match__code", "match__game", "seat", "key", "opened_at", "lapses_at"
    return [OpenQuestion(*row) for row in found.values_list(*columns)[:MATCHES_PER_PAGE]]
