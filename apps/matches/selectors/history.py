"""The list of finished and running matches: its filters, sort orders and rows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple, TypeVar
from urllib.parse import urlsplit

from django.db.models import Exists, Model, OuterRef, Prefetch, Q, QuerySet, Value
from django.db.models.functions import Lower
from django.utils.translation import gettext

from apps.games import load_games
from apps.matches.engine import digest, tenures
from apps.matches.models import DEALT_TO_BOT, Chair, Match, MatchFeat
from apps.matches.selectors import match_view, seating
from apps.matches.selectors.player_lookup import find_player_by_name

SPARKLINE_SIZE: Final = (96, 28)
"""Width and height of a row's small chart, in its own units. The template has the same values."""
SORT_ORDERS: Final = {
    "": ("-begun_at", "-pk"),
    "exciting": ("-digest__excitement", "-digest__match"),
    "long": ("-digest__moves", "-digest__match"),
    "short": ("digest__moves", "digest__match"),
}
"""Sort orders of the list. All but the first are for finished matches only."""
_LATEST_DIGESTS_ORDER: Final = ("-digest__begun_at", "-digest__match")
"""The first sort order again, by the index that serves filters of finished matches."""
GUEST_SEATS: Final = Q(player__guest=True) | Q(former__guest=True)
"""The condition for seats in which a guest sits, or sat before."""
NO_OCCASION_PATH: Final = "-"
"""A path that no occasion has."""
_Row = TypeVar("_Row", bound=Model)


@dataclass(frozen=True)
class Moment:
    """The greatest feat of its kind in a match."""

    title: str
    number: int
    who: str
    """The player's name; empty if no one's."""
    at: int
    """The move of the replay that shows it."""


@dataclass(frozen=True)
class Occasion:
    """A tournament or other event that matches of the list are part of."""

    name: str
    path: str


class Listed(NamedTuple):
    """A seat of a match in the list."""

    name: str
    person: bool
    """Whether it's a player with a profile."""
    face: str
    """The seed of the face."""
    bot: bool
    """Whether it's a bot with an account."""


@dataclass(frozen=True)
class HistoryRow:
    """A match in the list."""

    code: str
    game: str
    title: str
    people: tuple[Listed, ...]
    """Everyone, in seat order."""
    names: tuple[str, ...]
    status: str
    begun_at: datetime
    over_at: datetime | None
    winners: tuple[str, ...]
    scores: tuple[int, ...]
    why: str
    occasion: str
    occasion_path: str
    moment: Moment | None = None
    leads: int = 0
    lines: tuple[tuple[str, int, bool], ...] = ()
    """The points of each seat's line in the small chart, the seat, and whether it's thick. Thick lines are on top."""


def find_listed_matches(*, sort: str = "", **wanted: Any) -> QuerySet[Match]:
    """Return listed matches, the latest first or in this order, each with all that `build_history_row` shows.

    They can be filtered by the names of `_FILTER_CONDITIONS`, to those `among` people with accounts, and by a moment
    (`fuse.bomb`) of at least this size.
    """
    rows = Match.objects.filter(listed=True)
    if wanted.pop("among", ""):
        rows = rows.filter(~with_seat(DEALT_TO_BOT | GUEST_SEATS))
    if sort:
        rows = rows.filter(digest__isnull=False)
    of_digests = bool(sort or wanted.get("length") or wanted.get("seats"))
    if of_digests and wanted.get("game"):  # The rest is in the same index.
        rows = rows.filter(digest__game=wanted.pop("game"))
    if moment := wanted.pop("moment", ""):
        game, _dot, kind = moment.partition(".")
        least = wanted.pop("least", None) or 1
        rows = rows.filter(feats__game=game, feats__kind=kind, feats__number__gte=least)
    rows = filter_by_match(rows, wanted)
    return prefetch_row_data(rows).order_by(*(_LATEST_DIGESTS_ORDER if of_digests and not sort else SORT_ORDERS[sort]))


def find_matches(codes: Collection[str]) -> QuerySet[Match]:
    """Return these matches, listed or not, each with all that `build_history_row` shows."""
    return prefetch_row_data(Match.objects.filter(code__in=codes))


def filter_by_match(rows: QuerySet[_Row], wanted: Mapping[str, object], *, path: str = "") -> QuerySet[_Row]:
    """Return the rows whose match fits these filters, by the names of `_FILTER_CONDITIONS`.

    :param path: the path to the match, such as `match__`
    """
    for name, value in wanted.items():
        if value and name in _FILTER_CONDITIONS:
            rows = rows.filter(**{f"{path}{field}": each for field, each in _FILTER_CONDITIONS[name](value).items()})
    return rows


def with_seat(which: Q, match: str = "pk") -> Exists:
    """Return the condition that a match has such a seat.

    :param match: the path to the match's key
    """
    return Exists(Chair.objects.filter(which, match=OuterRef(match)))


def filter_matches_after(rows: QuerySet[Match], *, begun_at: datetime, key: int) -> QuerySet[Match]:
    """Return the part of a list, latest first, after the match with this start and key."""
    return rows.filter(Q(begun_at__lt=begun_at) | Q(begun_at=begun_at, pk__lt=key))


def prefetch_row_data(rows: QuerySet[_Row], match: str = "") -> QuerySet[_Row]:
    """Return matches, or rows that name one as `match`, with all that `build_history_row` shows of it."""
    path = f"{match}__" if match else ""
    feats = Prefetch(f"{path}feats", MatchFeat.objects.select_related("player"))
    return rows.select_related(f"{path}digest").prefetch_related(seating.prefetch_seats(match), feats)


def build_history_row(match: Match, *, player: int | None = None) -> HistoryRow:
    """Return the list's row for a match that was `find_listed_matches`.

    :param player: the player whose matches are listed, if it's the list of one
    """
    chairs = list(match.seats.all())
    names = tuple(map(seating.get_sitter_name, chairs))
    outcome = match.outcome or {"places": (), "scores": (), "why": ""}
    won = {seat for seat, place in enumerate(outcome["places"]) if place == 1}
    short = getattr(match, "digest", None)
    return HistoryRow(
        code=match.code,
        game=match.game,
        title=match_view.get_game_title(match),
        people=tuple(
            Listed(name, chair.player_id is not None, seating.get_face_seed(match, chair), seating.is_program(chair))
            for name, chair in zip(names, chairs, strict=True)
        ),
        names=names,
        status=match.status,
        begun_at=match.begun_at,
        over_at=match.over_at,
        winners=tuple(name for seat, name in enumerate(names) if seat in won),
        scores=tuple(outcome["scores"]),
        why=outcome["why"],
        occasion=match.occasion,
        occasion_path=match.occasion_path,
        moment=_build_feat_moment(match),
        leads=short.leads if short is not None else 0,
        lines=draw_small_chart(match, player=player),
    )


def draw_small_chart(match: Match, *, player: int | None = None) -> tuple[tuple[str, int, bool], ...]:
    """Return the lines of a match's small chart, see `HistoryRow.lines`.

    :param player: the player whose line is thick. Without one, or if they have no seat, the winners' lines are
    """
    short = getattr(match, "digest", None)
    if short is None:
        return ()
    seats = {seat for seat, chair in enumerate(match.seats.all()) if player is not None and chair.player_id == player}
    places = (match.outcome or {"places": ()})["places"]
    thick = seats or {seat for seat, place in enumerate(places) if place == 1}
    lines = digest.draw_score_lines(bytes(short.course), width=SPARKLINE_SIZE[0], height=SPARKLINE_SIZE[1])
    return tuple(sorted(((line, seat, seat in thick) for seat, line in enumerate(lines)), key=lambda line: line[2]))


def get_feat_player_name(feat: MatchFeat) -> str:
    """Return the name of the feat's player; empty if there's none."""
    if feat.seat is None:
        return ""
    username = feat.player.username if feat.player is not None else None
    number = feat.match.seats.all()[feat.seat].bot_number if feat.bot else None
    return tenures.build_sitter(feat.seat, username, bot=feat.bot, number=number).name


def find_occasion(text: str) -> Occasion | None:
    """Return the occasion of listed matches with this URL, or else the latest with this name."""
    parts = Match.objects.filter(listed=True, occasion_path__gt="").order_by(
        "-begun_at", "-pk"
    )  # The same expressions as in the indexes.
    if path := _parse_url_path(text):
        parts = parts.filter(occasion_path=path)
    else:
        parts = parts.alias(lowered=Lower("occasion")).filter(lowered=Lower(Value(text)))
    known = parts.values_list("occasion", "occasion_path").first()
    return None if known is None else Occasion(*known)


def _parse_url_path(text: str) -> str:
    """Return the path of a URL; empty if the text isn't one."""
    with suppress(ValueError):
        return urlsplit(text).path if text.startswith(("/", "http://", "https://")) else ""
    return ""


def get_feat_titles(game: str) -> Mapping[str, str]:
    """Return a game's kinds of feats with their English titles, the most remarkable first."""
    known = load_games().get(game)
    return known.feats.titles if known is not None and known.feats is not None else {}


def _build_feat_moment(match: Match) -> Moment | None:
    ranks = {kind: rank for rank, kind in enumerate(get_feat_titles(match.game))}
    feats = sorted((feat for feat in match.feats.all() if feat.kind in ranks), key=lambda feat: ranks[feat.kind])
    if not feats:
        return None
    first = feats[0]
    return Moment(
        gettext(get_feat_titles(match.game)[first.kind]), first.number, get_feat_player_name(first), first.move
    )


def _find_player_key(name: str) -> int:
    """Return the key of the player with this name, or of no one if there's none.

    It is read first, because PostgreSQL expects few matches of a player it doesn't know, and then collects thousands.
    """
    return find_player_by_name(name).values_list("pk", flat=True).first() or 0


_FILTER_CONDITIONS: Final[Mapping[str, Callable[[Any], dict[str, object]]]] = {
    "code": lambda code: {"code": code},
    "game": lambda game: {"game": game},
    "status": lambda status: {"status": status},
    "player": lambda name: {"seats__player": _find_player_key(name)},
    "against": lambda name: {"seats__player": _find_player_key(name)},
    "won_by": lambda name: {"seats__won": True, "seats__player": _find_player_key(name)},
    "since": lambda instant: {"begun_at__gte": instant},
    "until": lambda instant: {"begun_at__lte": instant},
    "seats": lambda number: {"digest__seats": number},
    "length": lambda name: {"digest__length": digest.LENGTHS.index(name)},
    "tournament": lambda path: {"occasion_path__gt": "", "occasion_path": path},
}
"""The filters of the list, with their conditions."""
