"""Personal data in matches: where a player sits, and what they can export."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

import msgspec
from django.db.models import Exists, OuterRef, Q

from apps.matches.engine import origin, tenures
from apps.matches.models import Bookmark, Chair, Match, Missed, Reliability, Tenure
from apps.matches.selectors import sandboxes
from apps.matches.store import availability

BATCH_SIZE = 200
"""The number of matches read at a time, for players with thousands."""


class _Seat(NamedTuple):
    """A seat of a match the player knows."""

    match: int
    number: int
    player: int | None
    username: str | None
    bot: bool
    bot_number: int | None
    left: bool
    """Whether the player sat there before."""


def export_matches(*, player: int) -> Iterator[dict[str, object]]:
    """Yield every match the player sits in or left, as everyone knows it, with its outcome once it's over."""
    played = Match.objects.filter(Q(seats__player=player) | Q(tenures__player=player)).distinct().order_by("pk")
    found = played.iterator(chunk_size=BATCH_SIZE)
    while some := list(islice(found, BATCH_SIZE)):
        tables = _load_seats(some, player)
        for match in some:
            table, over = tables[match.pk], match.status == Match.Status.OVER
            yield {
                "address": match.get_absolute_url(),
                "game": match.game,
                "setup": msgspec.Raw(match.setup.encode()),
                "pace": match.pace,
                "status": match.status,
                "rated": match.rated,
                "begun_at": match.begun_at,
                "over_at": match.over_at,
                "people": [
                    tenures.build_sitter(seat.number, seat.username, bot=seat.bot, number=seat.bot_number).name
                    for seat in table
                ],
                "seats": [seat.number for seat in table if seat.player == player],
                "left": [seat.number for seat in table if seat.left],
                "outcome": match.outcome if over else None,
            }


def export_sandboxes(*, player: int) -> Iterator[dict[str, object]]:
    """Yield their sandboxes, which are deleted a week after their start."""
    for match in sandboxes.find_sandboxes(player).order_by("begun_at", "pk").iterator(chunk_size=BATCH_SIZE):
        begun = origin.decode_origin(match.origin)
        yield {
            "address": match.get_absolute_url(),
            "game": match.game,
            "of": begun.match,
            "at": begun.at,
            "begun_at": match.begun_at,
            "outcome": match.outcome,
        }


def _load_seats(found: list[Match], player: int) -> dict[int, list[_Seat]]:
    """Return the seats of these matches in order, by match."""
    left = Exists(Tenure.objects.filter(match=OuterRef("match"), seat=OuterRef("index"), player=player))
    chairs = Chair.objects.filter(match__in=found).order_by("index")
    tables: dict[int, list[_Seat]] = {match.pk: [] for match in found}
    for row in chairs.values_list("match", "index", "player", "player__username", "bot", "bot_number", left):
        seat = _Seat(*row)
        tables[seat.match].append(seat)
    return tables


def export_standing_orders(*, player: int) -> Iterator[dict[str, object]]:
    """Yield the player's standing orders in matches that aren't over."""
    seats = Chair.objects.filter(player=player).exclude(match__status=Match.Status.OVER).select_related("match")
    for code, game, index, left in seats.order_by("match").values_list("match__code", "match__game", "index", "orders"):
        yield {"match": code, "game": game, "seat": index, "orders": msgspec.Raw(left.encode())}


def export_rest(*, player: int) -> Iterator[dict[str, object]]:
    """Yield the player's quiet hours and every vacation they ever took."""
    known = availability.load_availability(player)
    yield {
        "quiet_hours": known.quiet,
        "vacations": [{"from": begins_at, "until": ends_at} for begins_at, ends_at in known.vacations],
    }


def export_reliability(*, player: int) -> Iterable[Mapping[str, object]]:
    """Yield how reliably the player answered recently."""
    return Reliability.objects.filter(player=player).values("answered", "missed", "median", "share", "counted_at")


def export_missed_turns(*, player: int) -> Iterator[dict[str, object]]:
    """Yield the required turns they missed."""
    found = Missed.objects.filter(player=player).order_by("at", "pk")
    for code, at in found.values_list("match__code", "at").iterator():
        yield {"match": code, "at": at.isoformat()}


def export_bookmarks(*, player: int) -> Iterator[dict[str, object]]:
    """Yield the matches they marked or wrote a note about."""
    kept = Bookmark.objects.filter(player=player).order_by("at", "pk")
    for code, favourite, note, at in kept.values_list("match__code", "favourite", "note", "at").iterator():
        yield {"match": code, "favourite": favourite, "note": note, "at": at.isoformat()}
