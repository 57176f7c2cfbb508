"""Corrections of results, each with a reason that everyone can read."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from apps.kernel.game import compute_places
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.formats.stages import Knockout
from apps.tournaments.models import Correction, Round, Tournament
from apps.tournaments.selectors.pods import PodState
from apps.tournaments.selectors.snapshot import RoundState, TournamentSnapshot, load_snapshot
from apps.tournaments.selectors.trophies.tournaments import forget_best_places
from apps.tournaments.services import audit, rounds
from apps.tournaments.services.session import lock_tournament


def correct_result(
    *, code: str, number: int, index: int, places: Sequence[int], missing: Sequence[int] = (), reason: str,
    by: int | None, now: datetime,
) -> None:  # fmt: skip
    """Correct the result of a table of a published round: the place of each seat, and the no-shows.

    Matches still in play there continue, but no longer count. Corrections are possible even after the end, because the
    last table decides the tournament and could not be corrected before.

    :raises TournamentRefused: if the table doesn't exist, the places or the reason are invalid, or the tournament was
        cancelled
    """
    with lock_tournament(code) as tournament:
        round_, table = _get_correctable_table(load_snapshot(tournament), number, index)
        _check_result(table.seats, places, missing)
        words = reason.strip()[:300]
        if not words:
            raise TournamentRefused(_("Give a reason. Everyone can read it."))
        Correction.objects.create(
            pod=table.pod, places=list(places), missing=sorted(missing), reason=words, by_id=by, at=now
        )
        audit.add_audit_entry(tournament, "corrected", now=now, by=by, round=number + 1, table=index + 1, reason=words)
        if tournament.ended:
            transaction.on_commit(lambda: forget_best_places(tournament.pk))
        if round_.round.state == Round.State.OVER:
            rounds.pair_round_again(tournament, now=now)


def _get_correctable_table(snapshot: TournamentSnapshot, number: int, index: int) -> tuple[RoundState, PodState]:
    """Return a published round and its table.

    :raises TournamentRefused: if there is none, or a later round already depends on it
    """
    round_ = next((round_ for round_ in snapshot.published if round_.round.number == number), None)
    table = next((table for table in round_.pods if table.pod.index == index), None) if round_ else None
    if round_ is None or table is None:
        raise TournamentRefused(_("We can’t find that table."))
    if snapshot.tournament.status == Tournament.Status.CANCELLED:
        raise TournamentRefused(_("The tournament was cancelled."))
    if any(
        later.round.stage > round_.round.stage or _is_dependent_round(round_, later) for later in snapshot.published
    ):
        raise TournamentRefused(
            _("It’s too late to correct this result. The players who advanced are already playing.")
        )
    return round_, table


def _check_result(seats: Sequence[int], places: Sequence[int], missing: Sequence[int]) -> None:
    """Check the places and no-shows.

    :raises TournamentRefused: if the places are invalid, or a no-show did not sit there
    """
    if len(places) != len(seats) or list(places) != list(compute_places(places)):
        raise TournamentRefused(
            _("Use places 1, 2, 3 and so on. Players who share a place get the better one: 1, 1, 3.")
        )
    if not set(missing) <= set(seats):
        raise TournamentRefused(_("A player who wasn’t at this table can’t be a no-show."))


def _is_dependent_round(round_: RoundState, later: RoundState) -> bool:
    """Check whether a published round was made from those who advanced from this one."""
    return later.round.number > round_.round.number and isinstance(later.stage, Knockout)
