"""The seats of an entrant in running matches."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

from apps.accounts.models import Player
from apps.kernel.table import Seat
from apps.matches.errors import MatchRefused, NotSeated, SetAside
from apps.matches.selectors import results
from apps.matches.services import seats
from apps.tournaments.models import Entry, PodMatch, TeamMember, Tournament
from apps.tournaments.scoring.pod_matches import rotate_seats
from apps.tournaments.selectors.snapshot import TournamentSnapshot


def give_seats(tournament: Tournament, entry: Entry, player: Player | None, *, now: datetime) -> int:
    """Give an entrant's running seats to another player or the bot, and return their number.

    This joins the caller's transaction. Matches that were set aside stay as they are.
    """
    given = 0
    for chair in _find_expected_seats(tournament, entry):
        with suppress(MatchRefused, NotSeated, SetAside):
            if player is None:
                seats.resign_seat(code=chair.code, seat=chair.seat, now=now, by=chair.meant)
            else:
                seats.replace_player(code=chair.code, seat=chair.seat, player=player.pk, now=now)
            given += 1
    return given


def give_up(tournament: Tournament, entry: Entry, player: int, *, now: datetime) -> None:
    """Let the bot take over the boards of a player who leaves a team."""
    for chair in _find_expected_seats(tournament, entry):
        if chair.meant == player:
            with suppress(MatchRefused, NotSeated, SetAside):
                seats.resign_seat(code=chair.code, seat=chair.seat, now=now, by=player)


def return_seats(tournament: Tournament, entry: Entry, *, now: datetime) -> None:
    """Give a returning entrant their seats back wherever the bot is playing for them."""
    for chair in _find_expected_seats(tournament, entry):
        if chair.sitting is None and chair.meant is not None:
            with suppress(MatchRefused, NotSeated, SetAside):
                seats.replace_player(code=chair.code, seat=chair.seat, player=chair.meant, now=now)


def find_table_companions(tournament: Tournament, entry: Entry) -> frozenset[int]:
    """Return everyone who plays, or will play, at an entrant's unfinished tables."""
    found = _find_unfinished_matches(tournament, entry)
    numbers = {number for pod_match in found for number in pod_match.pod.seats}
    entries = Entry.objects.filter(tournament=tournament, number__in=numbers).exclude(pk=entry.pk)
    known = {player for both in entries.values_list("player", "substitute") for player in both if player is not None}
    dealt = results.load_match_progress(
        PodMatch.objects.filter(pk__in=[pod_match.pk for pod_match in found], match__isnull=False).values("match")
    )
    known |= {player for match in dealt.values() for player in match.players if player is not None}
    return frozenset(known) - {entry.player_id or 0}


def find_running_entrant_seats(tournament: Tournament, entry: Entry) -> Iterator[tuple[str, Seat]]:
    """Yield the running matches in which an entrant or substitute plays, with code and seat."""
    for chair in _find_expected_seats(tournament, entry):
        yield chair.code, chair.seat


def has_unfinished_table(snapshot: TournamentSnapshot, entry: Entry) -> bool:
    """Check whether the entrant, or someone they play for, has a seat at an unfinished table."""
    numbers = _find_entrant_numbers(snapshot.tournament, entry)
    tables = [table for round_ in snapshot.published for table in round_.pods]
    return any(table.result is None and numbers & set(table.seats) for table in tables)


class _Expected(NamedTuple):
    """A seat of a running match."""

    code: str
    seat: Seat
    sitting: int | None
    meant: int | None
    """The player who should sit there: the entrant, or the team member whose board it is."""


def _find_expected_seats(tournament: Tournament, entry: Entry) -> Iterator[_Expected]:
    """Yield the seats in running matches of an entrant and of those they play for."""
    pod_matches = [
        pod_match for pod_match in _find_unfinished_matches(tournament, entry) if pod_match.match_id is not None
    ]
    found = results.load_match_progress(
        PodMatch.objects.filter(pk__in=[pod_match.pk for pod_match in pod_matches]).values("match")
    )
    numbers = _find_entrant_numbers(tournament, entry)
    players = dict(TeamMember.objects.filter(entry=entry, left_at=None).values_list("pk", "player"))
    for pod_match in pod_matches:
        match = found[pod_match.match_id or 0]
        for seat, number in enumerate(rotate_seats(pod_match.pod.seats, pod_match.number)):
            if number in numbers:
                meant = entry.player_id if pod_match.lineup is None else players.get(pod_match.lineup[seat])
                yield _Expected(match.code, Seat(seat), match.players[seat], meant)


def _find_unfinished_matches(tournament: Tournament, entry: Entry) -> list[PodMatch]:
    """Return the matches of their tables that aren't over, including those not yet dealt."""
    pod_matches = PodMatch.objects.filter(pod__round__tournament=tournament, match__over_at__isnull=True)
    numbers = _find_entrant_numbers(tournament, entry)
    return [
        pod_match
        for pod_match in pod_matches.select_related("pod").order_by("pk")
        if numbers & set(pod_match.pod.seats)
    ]


def _find_entrant_numbers(tournament: Tournament, entry: Entry) -> set[int]:
    """Return the numbers of the entrant and of those they play for."""
    theirs: set[int] = set()
    if entry.player_id is not None:
        others = Entry.objects.filter(tournament=tournament, substitute=entry.player_id)
        theirs = set(others.values_list("number", flat=True))
    return {entry.number} | theirs
