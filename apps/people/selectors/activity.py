"""What friends and members of the same clubs did lately: public matches they finished, and tournaments they won."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, F, OuterRef, Q
from django.urls import reverse

from apps.accounts.models import Tie
from apps.clubs.models import Membership
from apps.common import faces
from apps.games import load_games
from apps.matches.selectors import history, seating
from apps.ratings.models import Result
from apps.talk.models import ChatBan, Mute
from apps.tournaments.models import Entry, Tournament
from apps.tournaments.selectors.trophies import tournaments

MAX_LINES: Final = 10
ACTIVITY_SPAN: Final = timedelta(days=7)
_MAX_RESULTS_READ: Final = 8 * MAX_LINES
"""The most results read. Those of the same match become one line."""
_MAX_ENTRIES_READ: Final = 300
"""The most entries in tournaments read to find the winners."""


@dataclass(frozen=True)
class Line:
    """Something a player did."""

    name: str
    face: str
    """Seed of their avatar."""
    bot: bool
    """Whether it's a bot with an account."""
    at: datetime
    title: str
    """Of a game, in English; of a tournament, its name."""
    path: str
    place: int
    seats: int
    """In a match; 0 for a tournament."""
    match: str = ""
    """The code of the match; empty for a tournament."""
    others: tuple[str, ...] = ()
    """The names of everyone else in the match."""


def find_recent_activity(player: int, *, now: datetime) -> tuple[Line, ...]:
    """Return what the player's friends and club members did in the last days, the latest first, in three statements."""
    lines = [*_find_finished_matches(player, now), *_find_won_tournaments(player, now)]
    return _add_others(sorted(lines, key=lambda line: line.at, reverse=True)[:MAX_LINES])


def _add_others(lines: list[Line]) -> tuple[Line, ...]:
    """Return the lines with everyone else in their matches, in seat order."""
    people: dict[str, list[str]] = defaultdict(list)
    codes = [line.match for line in lines if line.match]
    for chair in seating.find_shown_seats().filter(match__code__in=codes).annotate(code=F("match__code")):
        people[chair.code].append(seating.get_sitter_name(chair))
    return tuple(
        replace(line, others=tuple(name for name in people[line.match] if name != line.name)) if line.match else line
        for line in lines
    )


def _find_finished_matches(player: int, now: datetime) -> Iterable[Line]:
    """Yield a line for each match between people that the player had no seat in, with the best place in it."""
    others = Q(player__isnull=False) & ~Q(player=OuterRef("player"))
    found = Result.objects.filter(
        _build_acquaintance_filter(player, now),
        history.with_seat(others, "match"),
        ~history.with_seat(Q(player=player), "match"),
        listed=True,
        place__isnull=False,
        game__in=load_games(),
        match__listed=True,
        match__over_at__gt=now - ACTIVITY_SPAN,  # Here is an index: results have none by time.
    )
    rows = found.annotate(seats=Count("match__seats")).order_by("-match__over_at", "match", "place").values_list(
        "player__username", "player__face", "player__bot", "match__over_at", "game", "match__code", "place", "seats"
    )  # fmt: skip
    seen = set()
    for name, face, bot, at, game, code, place, number in rows[:_MAX_RESULTS_READ]:
        if code not in seen and at is not None:
            seen.add(code)
            path, title = reverse("matches:record", args=[code]), load_games()[game].meta.title
            yield Line(name, faces.get_avatar_seed(name, face), bot, at, title, path, place or 0, number, code)


def _find_won_tournaments(player: int, now: datetime) -> Iterable[Line]:
    """Yield a line for each public tournament that one of them won."""
    entries = Entry.objects.filter(
        _build_acquaintance_filter(player, now),
        state=Entry.State.IN,
        tournament__status=Tournament.Status.OVER,
        tournament__listed=True,
        tournament__over_at__gt=now - ACTIVITY_SPAN,
    )
    latest = entries.select_related("tournament", "player").order_by("-tournament__over_at", "pk")
    for entry in tournaments.select_winning_entries(latest[:_MAX_ENTRIES_READ]):
        person, cup = entry.player, entry.tournament
        if person is not None and cup.over_at is not None:
            name, face, path = person.username, person.face_seed, cup.get_absolute_url()
            yield Line(name, face, person.bot, cup.over_at, cup.name, path, 1, 0)


def _build_acquaintance_filter(player: int, now: datetime) -> Q:
    """Return the condition that a row is about a friend or club member whom the reader sees elsewhere, too."""
    friends = Tie.objects.filter(owner=player, kind=Tie.Kind.FRIEND).values("other")
    clubs = Membership.objects.filter(player=player, club__closed_at=None).values("club")
    members = Membership.objects.filter(club__in=clubs).values("player")
    blocks = Tie.objects.filter(kind=Tie.Kind.BLOCK)
    hidden = (
        Q(player=player)
        | Q(player__in=blocks.filter(owner=player).values("other"))
        | Q(player__in=blocks.filter(other=player).values("owner"))
        | Q(player__in=Mute.objects.filter(owner=player).values("other"))
        | Q(player__in=ChatBan.objects.filter(until__gt=now).values("player"))
    )
    return Q(player__in=friends.union(members), player__is_active=True) & ~hidden
