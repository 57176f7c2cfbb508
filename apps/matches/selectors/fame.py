"""The hall of fame: a game's greatest feats, closest finishes and most lead changes, of all time or in a month."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import gettext

from apps.matches.models import MatchDigest, MatchFeat
from apps.matches.selectors import seating
from apps.matches.selectors.history import GUEST_SEATS, get_feat_player_name, get_feat_titles, with_seat

PLACES_PER_BOARD: Final = 10


@dataclass(frozen=True)
class Place:
    """An entry of the hall of fame."""

    number: int
    people: tuple[tuple[str, bool, bool], ...]
    """Name, whether it has a profile and whether it's a bot with an account, of each player; empty if no one's."""
    code: str
    at: int | None
    """The move of the replay that shows it, if there's one."""
    over_at: datetime


@dataclass(frozen=True)
class Board:
    """The greatest of one kind."""

    title: str
    places: tuple[Place, ...]


def find_fame_boards(game: str, *, month: date | None = None) -> tuple[Board, ...]:
    """Return the best of listed matches without hints. Each match counts once in each list.

    Bots, guests and deleted accounts aren't listed. Neither are matches with one of them if all players are named,
    because a deleted account could have been a guest's.
    """
    when = {"month": month} if month is not None else {}
    feats = MatchFeat.objects.filter(game=game, match__listed=True, match__hinted=False, bot=False, **when)
    feats = feats.filter(Q(seat=None) | Q(player__guest=False))
    short = MatchDigest.objects.filter(game=game, match__listed=True, match__hinted=False, margin__isnull=False, **when)
    short = short.filter(~with_seat(GUEST_SEATS | Q(bot=True) | Q(player=None), "match"))
    found = [
        Board(gettext(title), _find_feat_places(feats.filter(kind=kind).order_by("-number", "match")))
        for kind, title in get_feat_titles(game).items()
    ]
    found.append(
        Board(
            gettext("Closest finish (margin in points)"),
            _find_match_places(short.order_by("margin", "-excitement", "match"), "margin"),
        )
    )
    wildest = short.filter(leads__gt=0).order_by("-leads", "match")
    found.append(Board(gettext("Most lead changes"), _find_match_places(wildest, "leads")))
    return tuple(board for board in found if board.places)


def _find_feat_places(rows: QuerySet[MatchFeat]) -> tuple[Place, ...]:
    return tuple(
        Place(
            number=feat.number,
            people=(
                ((get_feat_player_name(feat), feat.player is not None, feat.player is not None and feat.player.bot),)
                if feat.seat is not None
                else ()
            ),
            code=feat.match.code,
            at=feat.move,
            over_at=feat.match.over_at or feat.match.begun_at,
        )
        for feat in rows.select_related("player", "match")[:PLACES_PER_BOARD]
    )


def _find_match_places(rows: QuerySet[MatchDigest], number: str) -> tuple[Place, ...]:
    seated: Prefetch = seating.prefetch_seats("match")
    found: Iterable[MatchDigest] = rows.select_related("match").prefetch_related(seated)[:PLACES_PER_BOARD]
    return tuple(
        Place(
            number=getattr(short, number),
            people=tuple(
                (seating.get_sitter_name(chair), chair.player_id is not None, seating.is_program(chair))
                for chair in short.match.seats.all()
            ),
            code=short.match.code,
            at=None,
            over_at=short.match.over_at or short.match.begun_at,
        )
        for short in found
    )
