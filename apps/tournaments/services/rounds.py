"""Rounds: proposed, changed by hand, published, extended. The tournament is locked throughout."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext as _

from apps.accounts.services import relations
from apps.kernel.chance import Chance
from apps.matches.errors import MatchRefused, SetAside
from apps.matches.services import organiser
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.formats.next_round import propose_round
from apps.tournaments.formats.progression import Next, is_stage_cut_short
from apps.tournaments.formats.stages import Knockout
from apps.tournaments.models import Pod, PodMatch, Round, Tournament
from apps.tournaments.pairing.history import Past
from apps.tournaments.pairing.proposal import Proposal, encode_proposal
from apps.tournaments.pairing.sizes import Impossible
from apps.tournaments.pairing.swaps import Swapped, swap_entrants
from apps.tournaments.selectors.pods import PodState
from apps.tournaments.selectors.snapshot import RoundState, TournamentSnapshot, load_snapshot
from apps.tournaments.services import audit, notify
from apps.tournaments.services.session import lock_tournament

MAX_EXTENSION_HOURS: Final = 24 * 60
"""The maximum number of hours by which a table or round can be extended at once."""


def propose_next_round(snapshot: TournamentSnapshot, *, now: datetime) -> Round | None:
    """Pair the next round; return None if there is none, or no one can be paired."""
    found = _pair_next_round(snapshot)
    if found is None:
        return None
    coming, made = found
    last = snapshot.published[-1].round if snapshot.published else None
    waits = snapshot.proposed is None and last is not None
    starts_at = now
    if waits and last is not None:
        pause = timedelta(hours=snapshot.tournament.break_hours)
        planned = last.ends_at if snapshot.tournament.fixed and last.ends_at else (last.over_at or now)
        starts_at = max(now, planned + pause)
    row = Round.objects.create(
        tournament=snapshot.tournament,
        number=len(snapshot.published),
        stage=coming.stage,
        within=coming.number,
        field=coming.field,
        proposal=encode_proposal(made),
        proposed_at=now,
        changed_at=now,
        starts_at=starts_at,
    )
    if not snapshot.tournament.by_itself:
        notify.notify_organisers(snapshot.tournament, notify.PROPOSED,
                       key=f"proposed:{row.number}", now=now, names={"round": row.number + 1})  # fmt: skip
    return row


def _pair_next_round(snapshot: TournamentSnapshot) -> tuple[Next, Proposal] | None:
    """Return the next round that can be paired. A stage that can't be, because no one is left for a bye, is skipped."""
    coming = snapshot.next
    while coming is not None:
        stage, luck = snapshot.plan.stages[coming.stage], derive_stage_seed(snapshot, coming.stage)
        try:
            return coming, propose_round(
                stage, coming.field, build_pairing_past(snapshot), round=coming.number, seed=luck
            )
        except Impossible:
            coming = snapshot.following(coming.stage + 1)
    return None


def pair_round_again(tournament: Tournament, *, now: datetime) -> bool:
    """Pair a proposed round again after the entrants have changed, and return whether that worked.

    If it didn't, there is no longer a proposal.
    """
    old = tournament.rounds.filter(state=Round.State.PROPOSED).first()
    if old is None:
        return True
    starts_at, by_hand = old.starts_at, old.proposed_at != old.changed_at
    old.delete()
    row = propose_next_round(load_snapshot(tournament), now=now)
    if by_hand:
        audit.add_audit_entry(tournament, "paired-anew", now=now, round=old.number + 1)
    if row is not None:
        row.starts_at = starts_at
        row.save(update_fields=["starts_at"])
    return row is not None


def build_pairing_past(snapshot: TournamentSnapshot) -> Past:
    """Return the past for pairing, including pairs who must not meet."""
    numbers = {player: number for number in snapshot.entries for player in snapshot.people(number)}
    pairs = {(numbers[one], numbers[other]) for one, other in relations.find_blocks(numbers)}
    return snapshot.past(sorted((one, other) for one, other in pairs if one != other))


def derive_stage_seed(snapshot: TournamentSnapshot, stage: int) -> bytes:
    """Derive the randomness of one stage from the tournament's secret, so that no two stages draw the same."""
    return bytes(Chance(snapshot.seed, stage).roll("stage", 256, 32))


def get_proposed_round(snapshot: TournamentSnapshot) -> RoundState:
    """Return the proposed round.

    :raises TournamentRefused: if there is none
    """
    if snapshot.proposed is None:
        raise TournamentRefused(_("No round is waiting to be published."))
    return snapshot.proposed


def try_swap(
    snapshot: TournamentSnapshot, one: int, other: int, *, one_at: int | None = None, other_at: int | None = None
) -> Swapped:
    """Return the proposed round after a swap, with its cost.

    Entrants with several tables need the number of the table, from 0. Without one, an entrant gives away their bye.

    :raises TournamentRefused: if nothing is proposed, or these two can't swap places
    """
    round_ = get_proposed_round(snapshot)
    if isinstance(round_.stage, Knockout) and {one, other} & set(round_.proposal.byes):
        raise TournamentRefused(_("A bye in a knockout is earned and can’t be given away."))
    try:
        return swap_entrants(round_.proposal, one, other, past=build_pairing_past(snapshot), a_at=one_at, b_at=other_at)
    except ValueError:
        raise TournamentRefused(_("These two can’t swap places.")) from None


def swap_in_proposed_round(
    *, code: str, one: int, other: int, one_at: int | None = None, other_at: int | None = None, by: int | None,
    now: datetime,
) -> Swapped:  # fmt: skip
    """Swap two entrants in the proposed round. The event log shows that it was done by hand.

    :raises TournamentRefused: as in `try_swap`
    """
    with lock_tournament(code) as tournament:
        snapshot = load_snapshot(tournament)
        round_, made = get_proposed_round(snapshot), try_swap(snapshot, one, other, one_at=one_at, other_at=other_at)
        round_.round.proposal, round_.round.changed_at = encode_proposal(made.proposal), now
        round_.round.save(update_fields=["proposal", "changed_at"])
        audit.add_audit_entry(
            tournament, "swapped", now=now, by=by, round=round_.round.number + 1, one=one, other=other
        )
        return made


def publish_round(*, code: str, number: int, by: int | None, now: datetime, as_of: datetime | None = None) -> Round:
    """Publish the proposed round: create its pods, each of which owes a match.

    `as_of` is the time of the last change that the organiser has seen.

    :raises TournamentRefused: if it was already published, has changed since, or the tournament isn't running
    """
    with lock_tournament(code) as tournament:
        snapshot = load_snapshot(tournament)
        round_ = snapshot.proposed
        if tournament.status != Tournament.Status.RUNNING:
            raise TournamentRefused(_("The tournament isn’t running."))
        if round_ is None or round_.round.number != number:
            raise TournamentRefused(_("This round has already been published."))
        if as_of is not None and as_of != round_.round.changed_at:
            raise TournamentRefused(_("The round has changed. Check it again."))
        return publish_locked_round(snapshot, round_, by=by, now=now)


def publish_locked_round(snapshot: TournamentSnapshot, round_: RoundState, *, by: int | None, now: datetime) -> Round:
    """Publish a round. The caller holds the tournament's lock and has checked that it can be published."""
    tournament, row = snapshot.tournament, round_.round
    row.state, row.published_at = Round.State.PUBLISHED, now
    if tournament.round_hours:
        begins = row.starts_at if tournament.fixed and row.starts_at else now
        row.ends_at = max(begins, now - timedelta(hours=1)) + timedelta(hours=tournament.round_hours)
    row.save(update_fields=["state", "published_at", "ends_at"])
    pods = Pod.objects.bulk_create(
        Pod(round=row, index=i, sheet=pod.sheet, seats=pod.seats, ends_at=row.ends_at)
        for i, pod in enumerate(round_.proposal.pods)
    )
    boards = range(snapshot.plan.team or 1)
    PodMatch.objects.bulk_create(PodMatch(pod=pod, number=board) for pod in pods for board in boards)
    if is_stage_cut_short(snapshot.plan.stages, [earlier.played for earlier in snapshot.published], row.stage):
        audit.add_audit_entry(tournament, "cut", now=now)
    audit.add_audit_entry(tournament, "published", now=now, by=by, round=row.number + 1, tables=len(pods))
    _notify_paired_players(snapshot, round_, now)
    return row


def extend_round(*, code: str, number: int, hours: int, by: int | None, now: datetime) -> None:
    """Extend a round, with its tables and every open question there.

    :raises TournamentRefused: if it isn't being played, or the hours are out of range
    """
    with lock_tournament(code) as tournament:
        round_ = _get_extendable_round(load_snapshot(tournament), number, hours)
        for table in round_.pods:
            _extend_open_table(table, hours, now)
        if round_.round.ends_at is not None:
            round_.round.ends_at += timedelta(hours=hours)
            round_.round.save(update_fields=["ends_at"])
        audit.add_audit_entry(tournament, "round-extended", now=now, by=by, round=number + 1, hours=hours)


def extend_table(*, code: str, number: int, index: int, hours: int, by: int | None, now: datetime) -> None:
    """Extend one table. The next round waits for it.

    :raises TournamentRefused: if it isn't being played, or the hours are out of range
    """
    with lock_tournament(code) as tournament:
        round_ = _get_extendable_round(load_snapshot(tournament), number, hours)
        table = next((table for table in round_.pods if table.pod.index == index), None)
        if table is None or table.result is not None:
            raise TournamentRefused(_("This table isn’t in play."))
        _extend_open_table(table, hours, now)
        audit.add_audit_entry(
            tournament, "table-extended", now=now, by=by, round=number + 1, table=index + 1, hours=hours
        )


def _get_extendable_round(snapshot: TournamentSnapshot, number: int, hours: int) -> RoundState:
    round_ = snapshot.round(number)
    if (
        round_ is None
        or round_.round.state != Round.State.PUBLISHED
        or snapshot.tournament.status != Tournament.Status.RUNNING
    ):
        raise TournamentRefused(_("That round isn’t being played."))
    if not 1 <= hours <= MAX_EXTENSION_HOURS:
        raise TournamentRefused(_("Enter between 1 and %(most)d hours.") % {"most": MAX_EXTENSION_HOURS})
    return round_


def _extend_open_table(table: PodState, hours: int, now: datetime) -> None:
    if table.result is not None:
        return
    more = timedelta(hours=hours)
    if table.pod.ends_at is not None:
        Pod.objects.filter(pk=table.pod.pk).update(ends_at=table.pod.ends_at + more)
    for match in table.came:
        if match.over_at is None:
            with suppress(MatchRefused, SetAside):  # It has ended, is paused anyway, or was set aside.
                organiser.extend_deadlines(code=match.code, by=more, now=now)


def _notify_paired_players(snapshot: TournamentSnapshot, round_: RoundState, now: datetime) -> None:
    row = round_.round
    seated = {
        player
        for number in {entrant for pod in round_.proposal.pods for entrant in pod.seats}
        for player in snapshot.people(number)[: snapshot.plan.team or None]
    }
    names = {"round": row.number + 1}
    until = notify.PAIRED_UNTIL if row.ends_at else ""
    notify.notify_players(snapshot.tournament, seated, notify.PAIRED, key=f"paired:{row.number}", now=now, text=until,
                   at=row.ends_at, names=names)  # fmt: skip
    resting = _list_entrant_players(snapshot, round_.proposal.byes) - seated
    notify.notify_players(
        snapshot.tournament, resting, notify.RESTING, key=f"paired:{row.number}", now=now, names=names
    )
    if isinstance(round_.stage, Knockout) and row.within == 0 and row.stage > 0:
        through = _list_entrant_players(snapshot, round_.field)
        notify.notify_players(snapshot.tournament, through, notify.THROUGH, key="through", now=now)


def _list_entrant_players(snapshot: TournamentSnapshot, numbers: Iterable[int]) -> set[int]:
    return {player for number in set(numbers) for player in snapshot.people(number)}
