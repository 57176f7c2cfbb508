"""A tournament read as a whole: its entrants, what was played, and what follows. The only reader of results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import msgspec
from django.db.models import Prefetch

from apps.matches.selectors.results import load_match_progress
from apps.tournaments.formats.next_round import shuffle_entrants
from apps.tournaments.formats.plan import Plan
from apps.tournaments.formats.progression import Next, PlayedRound, compute_next_round
from apps.tournaments.formats.ranking import Ranked, compute_ranking
from apps.tournaments.formats.stages import Knockout, Stage, Swiss
from apps.tournaments.models import Correction, Entry, Pod, PodMatch, Round, Tournament
from apps.tournaments.pairing.history import Past, build_past
from apps.tournaments.pairing.knockout import plan_knockout
from apps.tournaments.pairing.proposal import Proposal, decode_proposal
from apps.tournaments.pairing.sizes import Impossible
from apps.tournaments.scoring.figures import Figure, compute_figures
from apps.tournaments.scoring.results import Bye, Entrant, Results
from apps.tournaments.scoring.score_sheet import Sheet
from apps.tournaments.scoring.standings import Standing, compute_standings
from apps.tournaments.selectors.pods import PodState, pod_state
from apps.tournaments.selectors.teams import Member, Team, group_team_members, load_team_members
from apps.tournaments.wording.numbers import count_column_digits


@dataclass(frozen=True)
class RoundState:
    """A round with its tables."""

    round: Round
    stage: Stage
    field: tuple[int, ...]
    proposal: Proposal
    pods: tuple[PodState, ...]

    @property
    def published(self) -> bool:
        return self.round.state != Round.State.PROPOSED

    @property
    def done(self) -> bool:
        """Check whether every table has ended."""
        return self.published and all(table.result is not None for table in self.pods)

    @property
    def played(self) -> PlayedRound:
        ended = tuple(table.result for table in self.pods if table.result is not None)
        return PlayedRound(self.round.stage, self.field, ended, self.proposal.byes)


@dataclass(frozen=True)
class TournamentSnapshot:
    """Everything about a tournament. Its secret, `seed`, is only shown once it is over."""

    tournament: Tournament
    plan: Plan
    entries: Mapping[int, Entry]
    """Entries by number, including the waiting list. Each has a `name`."""
    rounds: tuple[RoundState, ...]
    members: Mapping[int, Member] = field(default_factory=dict)
    """All present and former team members, by key."""

    @cached_property
    def teams(self) -> Mapping[int, Team]:
        """Return the current members of each team, board by board, by number of the entrant."""
        return group_team_members(self.members.values())

    def people(self, number: int) -> tuple[int, ...]:
        """Return the players behind an entrant: all members of a team, or the player; none for a bot."""
        if self.plan.team:
            return tuple(member.player for member in self.teams.get(number, ()) if member.player is not None)
        player = self.entries[number].player_id
        return () if player is None else (player,)

    @property
    def incomplete(self) -> frozenset[int]:
        """Return the entered teams without enough players for every board."""
        teams = (entry.number for entry in self.entries.values() if entry.state == Entry.State.IN and not entry.bot)
        return frozenset(number for number in teams if len(self.people(number)) < self.plan.team)

    @cached_property
    def seed(self) -> bytes:
        """Return the secret behind lots and pairings, which is only shown once the tournament is over."""
        return bytes(self.tournament.luck.seed)

    @cached_property
    def entrants(self) -> tuple[Entry, ...]:
        """Return the current entrants, and those who were in a round or there at the end."""
        numbers = {number for round_ in self.published for number in round_.field}
        if self.tournament.ended:  # Players whose accounts were deleted later count, too.
            numbers |= {entry.number for entry in self.entries.values() if entry.state == Entry.State.IN}
        return tuple(entry for entry in self.entries.values() if entry.plays or entry.number in numbers)

    @cached_property
    def out(self) -> frozenset[int]:
        """Return those who play no further rounds."""
        return frozenset(entry.number for entry in self.entries.values() if not entry.plays)

    @cached_property
    def published(self) -> tuple[RoundState, ...]:
        return tuple(round_ for round_ in self.rounds if round_.published)

    @cached_property
    def proposed(self) -> RoundState | None:
        """Return the round that is waiting to be published."""
        return next((round_ for round_ in self.rounds if not round_.published), None)

    @cached_property
    def results(self) -> Results:
        """Return the results that count for points: all but those of a knockout."""
        rounds = [round_ for round_ in self.published if not isinstance(round_.stage, Knockout)]
        return Results(
            pods=tuple(pod for round_ in rounds for pod in round_.played.pods),
            byes=tuple(Bye(round_.round.number, entrant) for round_ in rounds for entrant in round_.proposal.byes),
        )

    @cached_property
    def standing(self) -> tuple[Standing, ...]:
        """Return the current table of points; empty before the first round for points."""
        if not any(not isinstance(round_.stage, Knockout) for round_ in self.published):
            return ()
        people = [Entrant(entry.number, entry.number in self.out) for entry in self.entrants]
        return compute_standings(people, self.results, scoring=self.plan.scoring, seed=self.seed, order=self.plan.ties)

    @cached_property
    def figures(self) -> Mapping[int, tuple[Figure, ...]]:
        """Return the values of every tie-break for everyone in the table of points."""
        return compute_figures(self.standing, Sheet(self.results, self.plan.scoring, self.seed), self.plan.ties)

    @cached_property
    def tie_digits(self) -> Mapping[str, int]:
        """Return the decimal places of each tie-break, the same for everyone. Lots aren't shown as numbers."""
        values: dict[str, list[Fraction]] = {name: [] for name in self.plan.ties}
        for figures in self.figures.values():
            for figure in figures:
                if figure.value is not None and figure.name != "lot":
                    values[figure.name].append(figure.value)
        return {name: count_column_digits(column) for name, column in values.items()}

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Return everyone, best first: by points or, before anyone has any, as drawn or rated."""
        if self.standing:
            return tuple(line.entrant for line in self.standing)
        numbers = shuffle_entrants([entry.number for entry in self.entrants], seed=self.seed)
        if self.plan.seeding == "lot":
            return numbers
        return tuple(sorted(numbers, key=lambda number: _get_seeding_strength(self.entries[number]), reverse=True))

    @cached_property
    def ranking(self) -> tuple[Ranked, ...]:
        """Return the ranking of the whole tournament."""
        knockout = [round_.played for round_ in self.published if isinstance(round_.stage, Knockout)]
        onward = next((stage.onward for stage in self.plan.stages if isinstance(stage, Knockout)), 1)
        return compute_ranking(
            self.standing, self.order, knockout, onward=onward, scoring=self.plan.scoring, out=self.out
        )

    @property
    def next(self) -> Next | None:
        """Return the round to be paired once all published ones are over."""
        return self.following(0)

    def following(self, since: int) -> Next | None:
        """Return the same, leaving out all stages before this one."""
        played = [round_.played for round_ in self.published]
        return compute_next_round(
            self.plan.stages, played, self.order, out=self.out, scoring=self.plan.scoring, since=since
        )

    @cached_property
    def next_stage(self) -> Stage | None:
        """Return the stage of the next unpublished round, as far as planned."""
        stages = self.plan.stages
        if self.proposed is not None:
            return self.proposed.stage
        if not self.published:
            return stages[0]
        last = self.published[-1]
        if isinstance(last.stage, Knockout) or (
            isinstance(last.stage, Swiss) and last.round.within + 1 < last.stage.rounds
        ):
            return last.stage
        return stages[last.round.stage + 1] if last.round.stage + 1 < len(stages) else None

    @property
    def round_for_all(self) -> bool:
        """Check whether the next round is open to everyone who is an entrant by then."""
        return self.next_stage is not None and not isinstance(self.next_stage, Knockout)

    @cached_property
    def takes_latecomers(self) -> bool:
        """Check whether players can still join by themselves after the start.

        They can before one of the first Swiss rounds, if the settings allow it.
        """
        early = self.plan.late > 0 and len(self.published) <= self.plan.late
        first = isinstance(self.next_stage, Swiss) and self.next_stage is self.plan.stages[0]
        return self.tournament.live and early and first

    @cached_property
    def coming_knockout_rounds(self) -> int:
        """Return how many rounds follow the latest published one of the knockout, if everyone plays on."""
        last = next((round_ for round_ in reversed(self.published) if isinstance(round_.stage, Knockout)), None)
        if last is None or not isinstance(last.stage, Knockout) or (len(last.pods) == 1 and not last.proposal.byes):
            return 0
        try:
            steps = plan_knockout(
                len(last.field), most=last.stage.most, least=last.stage.least, onward=last.stage.onward
            )
        except Impossible:
            return 1
        return len(steps) - 1

    def past(self, blocks: Iterable[tuple[int, int]]) -> Past:
        """Return the past for pairing. `blocks` are pairs of entrants."""
        scores = {line.entrant: line.points for line in self.standing}
        every = Results(tuple(pod for round_ in self.published for pod in round_.played.pods), self.results.byes)
        return build_past(every, scores=scores, blocks=blocks)

    def round(self, number: int) -> RoundState | None:
        """Return the round with this number, from 0."""
        return next((round_ for round_ in self.rounds if round_.round.number == number), None)

    def of(self, player: int | None) -> Entry | None:
        """Return the entry of a player, alone or in a team."""
        number = self._numbers.get(player or 0)
        return None if number is None else self.entries[number]

    @cached_property
    def _numbers(self) -> Mapping[int, int]:
        """Return the number of each player's entrant. A captain whose team has dissolved still finds it."""
        captained = {entry.player_id: number for number, entry in self.entries.items() if entry.player_id is not None}
        return {**captained, **{player: number for number in self.entries for player in self.people(number)}}


def _get_seeding_strength(entry: Entry) -> float:
    """Return the strength for seeding. Players without a rating come last."""
    return entry.strength if entry.strength is not None else float("-inf")


def load_snapshot(tournament: Tournament) -> TournamentSnapshot:
    """Read everything about a tournament that was just loaded."""
    plan = msgspec.convert(tournament.plan, Plan)
    entries = {entry.number: entry for entry in Entry.named(tournament)}
    corrections = Prefetch("corrections", Correction.objects.order_by("pk"))
    pod_matches = Prefetch("matches", PodMatch.objects.order_by("number"))
    pods = Prefetch("pods", Pod.objects.order_by("index").prefetch_related(corrections, pod_matches))
    rounds = tournament.rounds.order_by("number").prefetch_related(pods)
    dealt = PodMatch.objects.filter(pod__round__tournament=tournament, match__isnull=False).values("match")
    came = load_match_progress(dealt)
    members = load_team_members(tournament) if plan.team else {}
    states = []
    for round_ in rounds:
        stage = plan.stages[round_.stage]
        states.append(
            RoundState(
                round=round_,
                stage=stage,
                field=tuple(round_.field),
                proposal=decode_proposal(round_.proposal),
                pods=tuple(pod_state(pod, round_, stage, entries, members, plan, came) for pod in round_.pods.all()),
            )
        )
    return TournamentSnapshot(tournament, plan, entries, tuple(states), members)
