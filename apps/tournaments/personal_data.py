"""A player's personal data in tournaments, for export."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Exists, OuterRef, Q

from apps.tournaments.models import (
    Announcement,
    ArenaPlayer,
    Entry,
    Guest,
    LadderMember,
    LadderSeat,
    LeagueMember,
    Organiser,
    TeamMember,
)


def export_entries(*, player: int) -> Iterator[dict[str, object]]:
    """Yield the tournaments that the player registered for, and those of their present and former teams."""
    member = Exists(TeamMember.objects.filter(entry=OuterRef("pk"), player=player))
    mine = Entry.objects.filter(Q(player=player) | Q(member))
    for entry in mine.select_related("tournament").order_by("pk"):
        yield {
            "address": entry.tournament.get_absolute_url(),
            "name": entry.tournament.name,
            "number": entry.number,
            "team": entry.team,
            "captain": bool(entry.team) and entry.player_id == player,
            "state": entry.state,
            "registered_at": entry.at,
            "checked_in_at": entry.checked_in_at,
            "strength": entry.strength,
            "did_not_come": entry.missed,
        }


def export_organised_tournaments(*, player: int) -> Iterator[dict[str, object]]:
    """Yield the tournaments that the player runs, or helps to run."""
    for row in Organiser.objects.filter(player=player).select_related("tournament").order_by("pk"):
        yield {"address": row.tournament.get_absolute_url(), "name": row.tournament.name, "helper": row.helper}


def export_invitations(*, player: int) -> Iterator[dict[str, object]]:
    """Yield the tournaments that the player is invited to."""
    for row in Guest.objects.filter(player=player).select_related("tournament").order_by("pk"):
        yield {"address": row.tournament.get_absolute_url(), "name": row.tournament.name, "at": row.at}


def export_announcements(*, player: int) -> Iterator[dict[str, object]]:
    """Yield the announcements that the player wrote."""
    for row in Announcement.objects.filter(by=player).select_related("tournament").order_by("pk"):
        yield {"address": row.tournament.get_absolute_url(), "at": row.at, "text": row.text}


def export_leagues(*, player: int) -> Iterator[dict[str, object]]:
    """Yield the leagues that the player is or was in."""
    for row in LeagueMember.objects.filter(player=player).select_related("league").order_by("pk"):
        address = row.league.get_absolute_url()
        yield {"address": address, "name": row.league.name, "since": row.since, "left_at": row.left_at}


def export_ladders(*, player: int) -> Iterator[dict[str, object]]:
    """Yield the ladders that the player is on."""
    for row in LadderMember.objects.filter(player=player).select_related("ladder").order_by("pk"):
        yield {"address": row.ladder.get_absolute_url(), "name": row.ladder.name, "since": row.since}


def export_arenas(*, player: int) -> Iterator[dict[str, object]]:
    """Yield the arenas that the player has joined."""
    for row in ArenaPlayer.objects.filter(player=player).select_related("arena").order_by("pk"):
        yield {"address": row.arena.get_absolute_url(), "name": row.arena.name, "since": row.at}


def export_ladder_tables(*, player: int) -> Iterator[dict[str, object]]:
    """Yield the ladder tables at which the player sat, with their place before and after."""
    for seat in LadderSeat.objects.filter(player=player).select_related("table__ladder", "table__match").order_by("pk"):
        yield {
            "address": seat.table.ladder.get_absolute_url(),
            "match": seat.table.match.code,
            "at": seat.table.at,
            "challenged": seat.table.by_id == player,
            "finish": seat.finish,
            "place_before": seat.before,
            "place_after": seat.after,
        }
