"""Results of finished matches: players, places and durations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple, cast

from django.db.models import Count, Exists, Model, OuterRef, Prefetch, Q, QuerySet, Subquery, Value
from django.db.models.expressions import RawSQL

from apps.kernel.game import CLAIMED
from apps.matches.engine.availability import Span
from apps.matches.models import Chair, CompactLog, CompactPlayer, Fact, Match, Move
from apps.matches.store import availability


@dataclass(frozen=True)
class Sitting:
    """The players of a seat."""

    first: int | None
    """The player it was dealt to; None for a bot, and for a deleted account even if others followed."""
    last: int | None
    """The player who sat there at the end."""
    bot: bool
    """Whether the same bot sat there from the deal to the end."""
    absent: bool
    """Whether a bot answered at the end for a player who had left or was away."""
    guest: bool
    """Whether one of the players has no account."""
    program: bool
    """Whether the player it was dealt to is a bot with an account."""


@dataclass(frozen=True)
class Finished:
    """A match that is over."""

    match: int
    game: str
    rated: bool
    listed: bool
    begun_at: datetime
    over_at: datetime
    moves: int
    places: tuple[int, ...]
    """The places by seat; empty if it ended without a result."""
    scores: tuple[int, ...]
    sittings: tuple[Sitting, ...]
    claimed: bool = False
    """Whether it ended because the only player left claimed the win."""


@dataclass(frozen=True, slots=True)
class MatchProgress:
    """The progress of a match, for its organiser. Tuples are by seat."""

    code: str
    over_at: datetime | None
    places: tuple[int, ...]
    """The places; empty while it runs, and if it ended without a result."""
    scores: tuple[int, ...]
    players: tuple[int | None, ...]
    """The players now, or at the end."""
    absent: tuple[bool, ...]
    """Whether a bot answers, or answered at the end, for a player who left or stays away."""
    silent: frozenset[int] = frozenset()
    """The absent seats for which no player ever answered."""


def load_match_progress(matches: QuerySet[Model, object]) -> dict[int, MatchProgress]:
    """Return the progress of these matches, given as a query for their keys.

    Progress is read from seats, and every match has some.
    """
    chairs: dict[int, list[tuple[int | None, bool]]] = defaultdict(list)
    found: dict[int, tuple[str, datetime | None, dict[str, Any]]] = {}
    missing: set[tuple[int, int]] = set()
    seats = ("match", "index", "player", "bot", "autopilot", "match__code", "match__over_at", "match__outcome")
    rows = Chair.objects.filter(match__in=matches).order_by("match", "index").values_list(*seats)
    for match, index, player, bot, autopilot, code, over_at, outcome in rows:
        chairs[match].append((player, bot or autopilot))
        found[match] = code, over_at, outcome or {}
        if bot or autopilot:
            missing.add((match, index))
    answered = _find_answered_seats(missing)
    return {
        key: MatchProgress(
            code=code,
            over_at=over_at,
            places=tuple(outcome.get("places", ())),
            scores=tuple(outcome.get("scores", ())),
            players=tuple(player for player, _absent in chairs[key]),
            absent=tuple(absent for _player, absent in chairs[key]),
            silent=frozenset(
                index for index in range(len(chairs[key])) if (key, index) in missing and (key, index) not in answered
            ),
        )
        for key, (code, over_at, outcome) in found.items()
    }


def get_match_key(code: str) -> int:
    """Return the key by which other rows refer to a match."""
    return Match.objects.values_list("pk", flat=True).get(code=code)


def get_match_code(key: int) -> str:
    """Return the code of the match with this key."""
    return Match.objects.values_list("code", flat=True).get(pk=key)


def find_match_times(codes: QuerySet[Model, object], *, since: datetime) -> list[tuple[str, datetime, datetime | None]]:
    """Return code, start and end of those of these matches that started or ended since then."""
    recent = Match.objects.filter(Q(begun_at__gte=since) | Q(over_at__gte=since), code__in=codes)
    return list(recent.values_list("code", "begun_at", "over_at"))


def find_unjudged_matches(*, judged: QuerySet[Model, object], until: datetime, limit: int) -> list[Finished]:
    """Return matches that were over at `until` and that no row in `judged` names as its `match`, in order.

    Lessons are left out, because they count for nothing.
    """
    theirs = judged.filter(match=OuterRef("pk"))  # With “not in”, PostgreSQL would count all of them for each match.
    over = Match.objects.filter(~Exists(theirs), status=Match.Status.OVER, over_at__lte=until, lesson__isnull=True)
    return _build_finished_matches(_with_chairs(over.order_by("over_at", "pk")[:limit]))


def load_finished_matches(game: str) -> Iterator[Finished]:
    """Yield all finished matches of a game, a few at a time in memory."""
    over, last = Match.objects.filter(status=Match.Status.OVER, game=game, lesson__isnull=True).order_by("pk"), 0
    while found := _build_finished_matches(_with_chairs(over.filter(pk__gt=last)[:500])):
        yield from found
        last = found[-1].match


class Engagements(NamedTuple):
    """A player's commitments: matches they play and vacations."""

    running: int
    """The number of matches they sit in."""
    vacations: tuple[Span, ...]


def add_engagement_columns(players: QuerySet[Model, object]) -> QuerySet[Any, Any]:
    """Add the columns that `build_engagements` reads, and the players' reliability, to the same statement."""
    table = players.model._meta.db_table  # noqa: SLF001 -- a model's _meta is its public door
    sitting = Chair.objects.filter(player=OuterRef("pk"), match__over_at__isnull=True, match__origin="")
    here = sitting.order_by().values("player")
    return players.select_related("reliability").annotate(
        running=Subquery(here.annotate(number=Count("pk")).values("number")),
        spans=RawSQL(availability.build_vacations_sql(f"{table}.id"), []),  # noqa: S611 -- no words of others
    )


def build_engagements(player: Any) -> Engagements:
    """Return the commitments of one of the `add_engagement_columns` players."""
    return Engagements(player.running or 0, availability.parse_vacations(player.spans))


def _with_chairs(matches: QuerySet[Match]) -> list[Match]:
    people = Chair.objects.select_related("player", "former").order_by("index")
    return list(matches.prefetch_related(Prefetch("seats", people)))


def _build_finished_matches(matches: list[Match]) -> list[Finished]:
    firsts = _find_first_players([chair for match in matches for chair in match.seats.all() if chair.former_id])
    orphaned = _find_orphaned_seats(
        [
            chair
            for match in matches
            for chair in match.seats.all()
            if chair.former_id is None and (match.rated or chair.bot)
        ]
    )
    return [_build_finished_match(match, firsts, orphaned) for match in matches]


def _build_finished_match(match: Match, firsts: dict[tuple[int, int], int], orphaned: set[tuple[int, int]]) -> Finished:
    outcome = match.outcome or {}
    return Finished(
        match=match.pk,
        game=match.game,
        rated=match.rated,
        listed=match.listed,
        begun_at=match.begun_at,
        over_at=cast("datetime", match.over_at),
        moves=match.moves,
        places=tuple(outcome.get("places", ())),
        scores=tuple(outcome.get("scores", ())),
        sittings=tuple(_build_sitting(chair, firsts, orphaned) for chair in match.seats.all()),
        claimed=outcome.get("why") == CLAIMED,
    )


def _build_sitting(chair: Chair, firsts: dict[tuple[int, int], int], orphaned: set[tuple[int, int]]) -> Sitting:
    where = chair.match_id, chair.index
    first = None if where in orphaned else firsts.get(where) or chair.former_id or chair.player_id
    dealt_to_bot = chair.bot and first is None and where not in orphaned
    people = [person for person in (chair.player, chair.former) if person is not None]
    return Sitting(
        first=first,
        last=chair.player_id,
        bot=dealt_to_bot,
        absent=chair.autopilot or (chair.bot and not dealt_to_bot),
        guest=any(person.guest for person in people),
        program=any(person.bot for person in people if person.pk == first),
    )


def _find_first_players(changed: list[Chair]) -> dict[tuple[int, int], int]:
    """Return who did the first required turn in each of these seats that changed hands.

    `former` has only the last player to leave.
    """
    if not changed:
        return {}
    theirs = Q(pk__in=())
    for chair in changed:
        theirs |= Q(match=chair.match_id, seat=chair.index)
    found: dict[tuple[int, int], int] = {}
    for match, seat, _order, player in sorted(_find_required_turns(theirs)):
        found.setdefault((match, seat), player)
    return found


def _find_required_turns(which: Q) -> Iterator[tuple[int, int, int, int]]:
    """Yield match, seat, order and player of required turns that people did.

    It's one statement for both forms of a log, so that a match compacted in between is found in one of them.
    """
    known = which & Q(player__isnull=False, seat__isnull=False)
    rows = Move.objects.filter(known).order_by().values_list("match", "seat", "number", "player")
    compact = CompactPlayer.objects.filter(known).values_list("match", "seat", "place", "player")
    for match, seat, order, player in rows.union(compact, all=True):
        if seat is not None and player is not None:
            yield match, seat, order, player


def _find_orphaned_seats(chairs: list[Chair]) -> set[tuple[int, int]]:
    """Return which of these seats changed hands, though their former player's account is deleted."""
    if not chairs:
        return set()
    which = {chair.match_id for chair in chairs}
    rows = find_handover_moves(which).annotate(form=Value("rows")).values_list("form", "match", "seat")
    compact = CompactLog.objects.filter(match__in=which, handed__gt=0).annotate(form=Value("compact"))
    found: set[tuple[int, int]] = set()
    for form, match, seats in rows.union(compact.values_list("form", "match", "handed"), all=True):
        found |= {(match, seats or 0)} if form == "rows" else _decode_seat_bits(match, seats or 0)
    return {where for chair in chairs if (where := (chair.match_id, chair.index)) in found}


def _decode_seat_bits(match: int, bits: int) -> set[tuple[int, int]]:
    return {(match, seat) for seat in range(bits.bit_length()) if bits & 2 << seat}


def find_handover_moves(matches: Collection[int]) -> QuerySet[Move]:
    """Return the moves of these matches that announced a player leaving or being replaced.

    For compact logs, `CompactLog.handed` has the seats.
    """
    words = Fact.objects.filter(match=OuterRef("match"), move=OuterRef("number")).filter(
        Q(event__contains='"resigned"') | Q(event__contains='"replaced"')
    )
    return Move.objects.filter(Exists(words), match__in=matches, cause=Move.Cause.HOUSE, seat__gte=0)


def _find_answered_seats(seats: Collection[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return those (match, seat) among these matches for which a player ever did a required turn."""
    if not seats:
        return set()
    return {(match, seat) for match, seat, *_ in _find_required_turns(Q(match__in={match for match, _seat in seats}))}
