"""A pod of a tournament and its state: its intended players, and the combined result of its matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from apps.matches.selectors.results import MatchProgress
from apps.tournaments.formats.plan import Plan
from apps.tournaments.formats.stages import Stage
from apps.tournaments.models import Correction, Entry, Pod, PodMatch, Round
from apps.tournaments.scoring.pod_matches import combine_results, is_pod_decided, rotate_seats
from apps.tournaments.scoring.results import Result
from apps.tournaments.selectors.teams import Lineup, Member


@dataclass(frozen=True)
class PodState:
    """A pod and its state."""

    pod: Pod
    seats: tuple[int, ...]
    came: tuple[MatchProgress, ...]
    """Its matches, as far as they have been dealt."""
    lineups: tuple[Lineup | None, ...]
    """The intended players of each match, for teams."""
    numbers: tuple[int, ...]
    """The numbers of these matches in the pod, from 0. Some boards can be waiting to be dealt."""
    owed: bool
    """Whether a match has yet to be dealt."""
    result: Result | None
    """The combined result; None during play."""
    correction: Correction | None


def pod_state(
    pod: Pod, round_: Round, stage: Stage, entries: Mapping[int, Entry], members: Mapping[int, Member], plan: Plan,
    came: dict[int, MatchProgress],
) -> PodState:  # fmt: skip
    """Return the current state of a pod."""
    every = pod.matches.all()
    dealt = [(pod_match, came[pod_match.match_id]) for pod_match in every if pod_match.match_id is not None]
    ended = [
        _build_match_result(pod, round_, pod_match, entries, members, match)
        for pod_match, match in dealt
        if match.over_at
    ]
    over = len(ended) == len(every)
    corrections = list(pod.corrections.all())
    result = None
    if corrections:
        result = _build_corrected_result(corrections[-1], pod, round_, ended if over else [], plan)
    elif over and (pod.closed_at or is_pod_decided(ended, stage.matches, plan.scoring)):
        result = combine_results(ended, plan.scoring) if ended else Result(round_.number, tuple(pod.seats))
    return PodState(
        pod=pod,
        seats=tuple(pod.seats),
        came=tuple(match for _pod_match, match in dealt),
        lineups=tuple(_decode_lineup(pod_match, members) for pod_match, _match in dealt),
        numbers=tuple(pod_match.number for pod_match, _match in dealt),
        owed=len(dealt) < len(every),
        result=result,
        correction=corrections[-1] if corrections else None,
    )


def list_substitute_names(table: PodState, entries: Mapping[int, Entry]) -> dict[int, str]:
    """Return the names of the substitutes in a table's latest match, by the entrant they replace."""
    if not table.came:
        return {}
    seats = rotate_seats(table.pod.seats, table.numbers[-1])
    sitting = zip(seats, table.came[-1].players, strict=True)
    return {
        entrant: getattr(entries[entrant], "substitute_name", None) or ""
        for entrant, player in sitting
        if player is not None and player == entries[entrant].substitute_id
    }


def _build_corrected_result(
    correction: Correction, pod: Pod, round_: Round, ended: Sequence[Result], plan: Plan
) -> Result:
    """Return the result as corrected. Board points count as played, if all matches have ended."""
    brought: dict[int, Fraction] = {}
    if ended:
        whole = combine_results(ended, plan.scoring)
        brought = dict(zip(whole.seats, whole.boards, strict=False))
    boards = tuple(brought[entrant] for entrant in pod.seats) if brought else ()
    places, missing = tuple(correction.places), frozenset(correction.missing)
    return Result(round_.number, tuple(pod.seats), places, missing=missing, boards=boards)


def _decode_lineup(pod_match: PodMatch, members: Mapping[int, Member]) -> Lineup | None:
    """Return the intended players of a team match, by seat."""
    return None if pod_match.lineup is None else tuple(members.get(key or 0) for key in pod_match.lineup)


def _list_intended_players(
    seats: Sequence[int], lineup: Lineup | None, entries: Mapping[int, Entry]
) -> tuple[int | None, ...]:
    """Return the players who should sit there."""
    if lineup is None:
        return tuple(entries[entrant].player_id for entrant in seats)
    return tuple(member and member.player for member in lineup)


def _build_match_result(
    pod: Pod, round_: Round, pod_match: PodMatch, entries: Mapping[int, Entry], members: Mapping[int, Member],
    match: MatchProgress,
) -> Result:  # fmt: skip
    """Return the result of a match, with the entrants who did not finish or show up.

    Those who no longer sat there at the end, or owed an answer when time was up, did not finish. If a team has no one
    for a board, that counts as a no-show.
    """
    seats = rotate_seats(pod.seats, pod_match.number)
    people = [(seat, entrant) for seat, entrant in enumerate(seats) if not entries[entrant].bot]
    lineup = _decode_lineup(pod_match, members)
    vacant = {entrant for seat, entrant in people if lineup is not None and lineup[seat] is None}
    meant = _list_intended_players(seats, lineup, entries)
    gone = vacant | {entrant for seat, entrant in people if match.absent[seat] or match.players[seat] != meant[seat]}
    late = {entrant for _seat, entrant in people if entrant in pod_match.overdue}
    return Result(
        round=round_.number,
        seats=seats,
        places=match.places,
        scores=match.scores,
        autopilot=frozenset(gone | late),
        missing=frozenset(
            entrant for seat, entrant in people if entrant in gone and (seat in match.silent or entrant in vacant)
        ),
    )
