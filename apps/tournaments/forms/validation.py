"""Contradictions in a tournament's settings, each as a sentence for its organiser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import SimpleNamespace

from django.utils.translation import gettext as _

from apps.kernel.game import AnyGame, Illegal
from apps.matches.engine.deadlines import list_preset_paces, too_slow
from apps.tournaments.formats.plan import Plan
from apps.tournaments.formats.stages import Stage, Swiss, describe_stages_flaw
from apps.tournaments.scoring import points


def list_game_flaws(game: AnyGame, options: Mapping[str, object], pace: str, plan: Plan) -> Iterator[tuple[str, str]]:
    """Yield (field, sentence) for everything that the game, its pace or the points don't allow."""
    yield from _list_seat_flaws(game, options, plan)
    for name in too_slow(game.meta, list_preset_paces(game.meta)[pace], SimpleNamespace(**options)):
        yield (
            f"option-{name}",
            _("This is only for live tables. At a slower pace, it would favour players who happen to be awake."),
        )
    wrong = points.describe_scoring_flaw(plan.scoring)
    if wrong:
        yield "tables", _(wrong)
    if len(set(plan.ties)) != len(plan.ties):
        yield "tie1", _("This tiebreak is listed twice.")
    if plan.late and not isinstance(plan.stages[0], Swiss):
        yield "late", _("Latecomers can join only if the first stage uses the Swiss system.")


def list_field_flaws(plan: Plan, least: int, most: int) -> Iterator[tuple[str, str]]:
    """Yield (field, sentence) if the minimum or maximum number of entrants can't play these stages."""
    for name, count in (("least", least), ("most", most)):
        wrong = describe_stages_flaw(plan.stages, count)
        if wrong is None:
            continue
        better = _next_to(plan, count, least, most)
        if better is None:  # The number of entrants isn't the problem.
            yield "format", _(wrong)
            return
        sentence = _("%(why)s The nearest number to %(count)d that works is %(better)d.")
        yield name, sentence % {"count": count, "why": _(wrong), "better": better}


def list_unfitting_sizes(plan: Plan, least: int, most: int) -> list[int]:
    """Return the numbers of entrants with which some would have to wait."""
    return [count for count in range(least, most + 1) if describe_stages_flaw(plan.stages, count) is not None]


def _next_to(plan: Plan, count: int, least: int, most: int) -> int | None:
    fitting = [other for other in range(least, most + 1) if describe_stages_flaw(plan.stages, other) is None]
    return min(fitting, key=lambda other: abs(other - count), default=None)


def _list_seat_flaws(game: AnyGame, options: Mapping[str, object], plan: Plan) -> Iterator[tuple[str, str]]:
    for number, stage in enumerate(plan.stages):
        where = "cut_" if number else "table_"
        if stage.least > stage.most:
            yield f"{where}least", _("The smallest table can’t have more seats than the largest.")
        elif stage.least not in game.meta.seats or stage.most not in game.meta.seats:
            sentence = _("%(game)s is for %(least)d to %(most)d players.")
            low, high = game.meta.seats[0], game.meta.seats[-1]
            yield f"{where}most", sentence % {"game": _(game.meta.title), "least": low, "most": high}
        else:
            yield from _list_setup_flaws(game, options, stage, f"{where}most")


def _list_setup_flaws(
    game: AnyGame, options: Mapping[str, object], stage: Stage, where: str
) -> Iterator[tuple[str, str]]:
    try:
        for size in range(stage.least, stage.most + 1):
            game.setup(size, options)
    except Illegal as why:
        yield where, str(why)
