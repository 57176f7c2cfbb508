"""The stages of a tournament from announcement to prize giving. Every function locks it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from datetime import datetime
from statistics import fmean
from typing import Any, Final

import msgspec
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.accounts.models import Player
from apps.games import load_games
from apps.kernel.chance import compute_commitment
from apps.matches.errors import MatchRefused, SetAside
from apps.matches.services import organiser
from apps.ratings.selectors.player import find_lower_bounds
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.formats.plan import Plan
from apps.tournaments.formats.stages import describe_stages_flaw
from apps.tournaments.models import Entry, Luck, Organiser, PodMatch, Round, Tournament
from apps.tournaments.selectors.snapshot import TournamentSnapshot, load_snapshot
from apps.tournaments.services import audit, check_in, entries, matches, notify, outages, rounds, teams
from apps.tournaments.services.session import lock_tournament

Status = Tournament.Status
STATUSES_BEFORE_START: Final = (Status.DRAFT, Status.ANNOUNCED, Status.OPEN, Status.CLOSED)
"""Statuses before anything was dealt."""
ALWAYS_CHANGEABLE_FIELDS: Final = ("name", "about")
"""Fields that can change while a tournament is running."""


def create_tournament(tournament: Tournament, *, by: int | None, now: datetime) -> Tournament:
    """Save a new tournament with its secret, and make its creator the organiser."""
    tournament.created_at = now
    luck = Luck()
    tournament.commitment = compute_commitment(bytes(luck.seed))
    tournament.save()
    luck.tournament = tournament
    luck.save()
    if by is not None:
        Organiser.objects.create(tournament=tournament, player_id=by)
    return tournament


def update_settings(*, code: str, values: Mapping[str, Any], by: int | None, now: datetime) -> None:
    """Change the settings. The event log shows it, and players on the waiting list can move up.

    :raises TournamentRefused: if it has started, and more than name and description would change
    """
    with lock_tournament(code) as tournament:
        new = {name: value for name, value in values.items() if getattr(tournament, name) != value}
        if tournament.status not in STATUSES_BEFORE_START and not set(new) <= set(ALWAYS_CHANGEABLE_FIELDS):
            raise TournamentRefused(_("The tournament has already started or ended. You can no longer change it."))
        if "plan" in new and _is_late_team_switch(tournament, new["plan"]):
            raise TournamentRefused(
                _("Someone has already registered. You can no longer switch between players and teams.")
            )
        if new.get("rated") and entries.find_bots(tournament).exists():
            raise TournamentRefused(_("Bots have entered, so the matches can’t be rated. Remove them first."))
        start = new.get("starts_at")
        if tournament.series and start and tournament.series.tournaments.filter(starts_at=start).exists():
            raise TournamentRefused(_("Another tournament in this series starts at that time."))
        for name, value in new.items():
            setattr(tournament, name, value)
        if new.get("check_in"):
            tournament.reminded_for = None  # A reminder isn't a request to check in.
        tournament.save(update_fields=[*new, "reminded_for"])
        if tournament.status in (Status.ANNOUNCED, Status.OPEN, Status.CLOSED) and not set(new) <= set(
            ALWAYS_CHANGEABLE_FIELDS
        ):
            audit.add_audit_entry(tournament, "changed", now=now, by=by)
            entries.promote_waiting_entrants(tournament, now=now)


def _is_late_team_switch(tournament: Tournament, plan: object) -> bool:
    """Check whether the plan switches between teams and players although someone has registered."""
    teams_before, teams_now = teams.get_team_size(tournament) > 0, msgspec.convert(plan, Plan).team > 0
    return teams_before != teams_now and Entry.objects.filter(tournament=tournament, bot=False).exists()


def assign_role(*, code: str, player: Player, helper: bool | None) -> None:
    """Make a player organiser or helper, or neither if `helper` is None.

    :raises TournamentRefused: if they can't use the admin, or no organiser would be left
    """
    with lock_tournament(code) as tournament:
        if helper is not None and not (player.is_staff and player.is_active):
            sentence = _("%(name)s can’t use the admin site. An administrator must give them staff status first.")
            raise TournamentRefused(sentence % {"name": player.username})
        others = Organiser.objects.filter(tournament=tournament, helper=False).exclude(player=player)
        if helper is not False and not others.exists():
            raise TournamentRefused(_("A tournament needs an organiser. Name another one first."))
        if helper is None:
            Organiser.objects.filter(tournament=tournament, player=player).delete()
        else:
            Organiser.objects.update_or_create(tournament=tournament, player=player, defaults={"helper": helper})


def announce_tournament(*, code: str, by: int | None, now: datetime) -> None:
    """Show the tournament to everyone."""
    _change_status(code, "announced", (Status.DRAFT,), Status.ANNOUNCED, by, now)


def open_registration(*, code: str, by: int | None, now: datetime) -> None:
    """Open registration."""
    _change_status(code, "opened", (Status.DRAFT, Status.ANNOUNCED, Status.CLOSED), Status.OPEN, by, now)


def close_registration(*, code: str, by: int | None, now: datetime) -> None:
    """Close registration."""
    _change_status(code, "closed", (Status.OPEN,), Status.CLOSED, by, now)


def start_tournament(*, code: str, by: int | None, now: datetime) -> int:
    """Start with those who fit into tables, pair the first round, and return the number of entrants.

    :raises TournamentRefused: if it can't start with these entrants
    """
    with lock_tournament(code) as tournament:
        if tournament.status not in (Status.OPEN, Status.CLOSED):
            raise TournamentRefused(
                _("The tournament can’t start. Registration was never opened, or it has already started.")
            )
        absent = check_in.take_out_absent(tournament, now=now)
        short = teams.take_out_incomplete(tournament, now=now)
        entries = list(Entry.playing(tournament).order_by("at", "number"))
        count = count_fitting_entrants(tournament, len(entries))
        if count is None:
            raise TournamentRefused(too_few(tournament, len(entries), absent, short))
        playing, left = entries[:count], entries[count:]
        _save_strengths(tournament, playing)
        Entry.objects.filter(pk__in=[entry.pk for entry in playing]).update(checked_in_at=now)
        Entry.objects.filter(pk__in=[entry.pk for entry in left]).update(state=Entry.State.WAITING)
        tournament.status, tournament.started_at = Status.RUNNING, now
        tournament.save(update_fields=["status", "started_at"])
        audit.add_audit_entry(tournament, "started", now=now, by=by, count=count)
        everybody, why = notify.find_players_by_state(tournament, Entry.State.IN), notify.STARTED_WHY
        notify.notify_players(
            tournament, everybody, notify.STARTED, key="start", now=now, text=why, names={"count": count}
        )
        over = notify.find_players_by_state(tournament, Entry.State.WAITING)
        notify.notify_players(tournament, over, notify.LEFT_OVER, key="start", now=now, text=notify.LEFT_OVER_WHY)
        if rounds.propose_next_round(load_snapshot(tournament), now=now) is None:
            raise TournamentRefused(too_few(tournament, count))
        return count


def count_fitting_entrants(tournament: Tournament, entrants: int) -> int | None:
    """Return how many of these entrants it can start with, or None. The last to register wait if that lets it start."""
    plan = msgspec.convert(tournament.plan, Plan)
    return next(
        (n for n in range(entrants, tournament.least - 1, -1) if describe_stages_flaw(plan.stages, n) is None), None
    )


def too_few(tournament: Tournament, entrants: int, absent: int = 0, short: int = 0) -> str:
    """Explain why it can't start with this many entrants, naming those who haven't checked in or lack players."""
    if entrants < tournament.least:
        sentence = _("The tournament needs at least %(least)d entrants. It has %(count)d so far.")
        sentence %= {"least": tournament.least, "count": entrants}
    else:
        sentence = _("This number of entrants can’t be divided into tables of these sizes.")
    if absent:
        more = ngettext("%(count)d entrant hasn’t checked in.", "%(count)d entrants haven’t checked in.", absent)
        sentence = f"{sentence} {more % {'count': absent}}"
    return f"{sentence} {not_complete(short)}" if short else sentence


def not_complete(teams_: int) -> str:
    """Say that this many teams won't play."""
    sentence = ngettext("%(count)d team is incomplete and won’t play.",
                        "%(count)d teams are incomplete and won’t play.", teams_)  # fmt: skip
    return sentence % {"count": teams_}


def pause_tournament(*, code: str, by: int | None, now: datetime) -> None:
    """Pause the tournament and its matches.

    :raises TournamentRefused: if it isn't running
    """
    with lock_tournament(code) as tournament:
        if tournament.status != Status.RUNNING:
            raise TournamentRefused(_("Only a running tournament can be paused."))
        outages.postpone_for_outages(tournament, now=now)
        tournament.status, tournament.paused_at = Status.PAUSED, now
        tournament.save(update_fields=["status", "paused_at"])
        _each_match(tournament, organiser.pause_match, now)
        audit.add_audit_entry(tournament, "paused", now=now, by=by)


def resume_tournament(*, code: str, by: int | None, now: datetime) -> None:
    """Resume the tournament, and move all its times by the length of the pause.

    :raises TournamentRefused: if it isn't paused
    """
    with lock_tournament(code) as tournament:
        if tournament.paused_at is None:
            raise TournamentRefused(_("The tournament isn’t paused."))
        outages.postpone_for_outages(tournament, now=now)
        length = now - tournament.paused_at
        tournament.status, tournament.paused_at = Status.RUNNING, None
        tournament.save(update_fields=["status", "paused_at"])
        for row in tournament.rounds.exclude(state=Round.State.OVER):
            row.starts_at = row.starts_at and row.starts_at + length
            row.ends_at = row.ends_at and row.ends_at + length
            row.save(update_fields=["starts_at", "ends_at"])
            row.pods.filter(closed_at=None).update(ends_at=F("ends_at") + length)
        _each_match(tournament, organiser.resume_match, now)
        audit.add_audit_entry(tournament, "resumed", now=now, by=by)


def finish_tournament_early(*, code: str, by: int | None, now: datetime) -> None:
    """End the tournament with the current standings.

    :raises TournamentRefused: if tables are still playing, or nothing was played
    """
    with lock_tournament(code) as tournament:
        snapshot = load_snapshot(tournament)
        if tournament.status != Status.RUNNING:
            raise TournamentRefused(_("Only a running tournament can be finished."))
        if not snapshot.published:
            raise TournamentRefused(_("Nothing has been played yet. Cancel the tournament instead."))
        if any(not round_.done for round_ in snapshot.published):
            raise TournamentRefused(_("Some tables are still playing. Wait for them or cancel the tournament."))
        tournament.rounds.filter(state=Round.State.PROPOSED).delete()
        end_tournament(load_snapshot(tournament), by=by, now=now)


def end_tournament(snapshot: TournamentSnapshot, *, by: int | None, now: datetime) -> None:
    """Close the tournament and notify everyone of their place. The caller holds the tournament's lock."""
    tournament = snapshot.tournament
    tournament.status, tournament.over_at = Status.OVER, now
    tournament.save(update_fields=["status", "over_at"])
    tournament.rounds.exclude(state=Round.State.OVER).update(state=Round.State.OVER, over_at=now)
    audit.add_audit_entry(tournament, "finished", now=now, by=by)
    count = len(snapshot.ranking)
    places: dict[int | None, Mapping[str, str | int]] = {
        player: {"place": line.place, "count": count}
        for line in snapshot.ranking
        for player in snapshot.people(line.entrant)
    }
    notify.notify_each_player(tournament, places, notify.OVER, key="over", now=now, text=notify.OVER_PLACE)
    notify.notify_organisers(tournament, notify.OVER, key="over", now=now)


def cancel_tournament(*, code: str, reason: str, by: int | None, now: datetime) -> None:
    """Cancel the tournament. Running matches can be finished, but don't count here.

    :raises TournamentRefused: if it is over
    """
    with lock_tournament(code) as tournament:
        if tournament.ended:
            raise TournamentRefused(_("The tournament is over."))
        if tournament.status == Status.PAUSED:
            _each_match(tournament, organiser.resume_match, now)
        PodMatch.objects.filter(pod__round__tournament=tournament, match__isnull=True).delete()
        states = () if tournament.status == Status.DRAFT else (Entry.State.IN, Entry.State.WAITING)
        players = notify.find_players_by_state(tournament, *states)
        tournament.status, tournament.over_at, tournament.paused_at = Status.CANCELLED, now, None
        tournament.save(update_fields=["status", "over_at", "paused_at"])
        audit.add_audit_entry(tournament, "cancelled", now=now, by=by, reason=reason)
        notify.notify_players(tournament, players, notify.CANCELLED, key="cancelled", now=now)


def _save_strengths(tournament: Tournament, playing: list[Entry]) -> None:
    """Store everyone's strength at the start, so that seeding never changes during a tournament."""
    people = teams.find_playing_members(tournament, playing)
    strengths = find_lower_bounds({player for team in people.values() for player in team}, game=tournament.game)
    for entry in playing:
        known = [strengths[player] for player in people[entry.number] if player in strengths]
        entry.strength = fmean(known) if known else None
    Entry.objects.bulk_update(playing, ["strength"], batch_size=200)


def _change_status(code: str, what: str, before: Collection[str], after: str, by: int | None, now: datetime) -> None:
    with lock_tournament(code) as tournament:
        if tournament.status not in before:
            raise TournamentRefused(_("This is no longer possible. The tournament has moved on."))
        if tournament.game not in load_games():
            raise TournamentRefused(_("We can’t find that game."))
        tournament.status = after
        tournament.save(update_fields=["status"])
        audit.add_audit_entry(tournament, what, now=now, by=by)


def _each_match(tournament: Tournament, do: Callable[..., None], now: datetime) -> None:
    """Apply an operation to every running match, leaving out those that refuse it or were set aside."""
    for match in matches.find_running_matches(tournament):
        with suppress(MatchRefused, SetAside):
            do(code=match, now=now)
