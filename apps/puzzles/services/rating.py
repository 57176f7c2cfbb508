"""Ratings of puzzles and solvers. An answer is a match between the two, won by the solver if it's right."""

from __future__ import annotations

from typing import Final

from apps.accounts.models import Player
from apps.puzzles.models import Attempt, Puzzle, Solver
from apps.ratings import rating_changes
from apps.ratings.displayed_rating import build_displayed_rating
from apps.ratings.rating_changes import Skill

_SOLVER, _PUZZLE = 0, 1
_FIRST_PLACE: Final = 1
_SECOND_PLACE: Final = 2


def rate_attempt(attempt: Attempt) -> None:
    """Rate a first answer, and store in it the change of the solver's rating. Guests aren't rated, as in matches.

    It runs within the transaction that created the attempt.
    """
    if not Player.objects.filter(pk=attempt.player_id, guest=False).exists():
        return
    puzzle = Puzzle.objects.select_for_update(no_key=True).get(pk=attempt.puzzle_id)
    Solver.objects.bulk_create([Solver(player_id=attempt.player_id, game=puzzle.game)], ignore_conflicts=True)
    solver = Solver.objects.select_for_update(no_key=True).get(player=attempt.player_id, game=puzzle.game)
    before, puzzle_before = (build_displayed_rating(row.mu, row.sigma).points for row in (solver, puzzle))
    skills = {_SOLVER: _build_skill(solver), _PUZZLE: _build_skill(puzzle)}
    first, second = (_SOLVER, _PUZZLE) if attempt.right else (_PUZZLE, _SOLVER)
    after = rating_changes.compute_new_ratings(skills, [(first, _FIRST_PLACE), (second, _SECOND_PLACE)])
    for row, skill in ((solver, after[_SOLVER]), (puzzle, after[_PUZZLE])):
        row.mu, row.sigma, row.rated = skill.mu, skill.sigma, skill.matches
        row.save(update_fields=["mu", "sigma", "rated"])
    attempt.points = build_displayed_rating(solver.mu, solver.sigma).points
    attempt.change = attempt.points - before
    attempt.puzzle_change = build_displayed_rating(puzzle.mu, puzzle.sigma).points - puzzle_before
    attempt.save(update_fields=["points", "change", "puzzle_change"])


def _build_skill(row: Solver | Puzzle) -> Skill:
    return Skill(row.mu, row.sigma, row.rated)
