"""The form's initial data, taken from an existing tournament or a template."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import msgspec

from apps.games import catalogue
from apps.kernel.game import Game
from apps.matches.engine.deadlines import presets
from apps.matches.selectors.options import current, fields
from apps.tournaments.formats.plan import Plan
from apps.tournaments.forms import point_tables
from apps.tournaments.forms import stages as formats
from apps.tournaments.forms.sections import TIES
from apps.tournaments.forms.tournament import OWN
from apps.tournaments.models import Tournament
from apps.tournaments.presets import Pattern


def of_tournament(tournament: Tournament) -> dict[str, Any]:
    """Return the form data of a tournament.

    :raises StagesNotInForm: if the form can't show its stages
    """
    share = tournament.least_share
    return {
        **{name: getattr(tournament, name) for name in OWN},
        **{f"option-{name}": value for name, value in _options(tournament).items()},
        **_of_plan(msgspec.convert(tournament.plan, Plan)),
        "pace_name": tournament.pace_name,
        "least_percent": None if share is None else round(share * 100),
        "break_hours": tournament.break_hours,
    }


def of_pattern(pattern: Pattern, game: Game[Any, Any, Any], *, now: datetime) -> dict[str, Any]:
    """Return the form data of a template, adapted to a game. It starts on a full hour, some days from now."""
    start = (now + timedelta(days=pattern.days_before)).replace(minute=0, second=0, microsecond=0)
    paces = presets(game.meta)
    return {
        **{f"option-{option.name}": option.value for option in fields(game.options)},
        **{f"option-{name}": value for name, value in game.meta.quick_options.items()},
        **_of_plan(pattern.plan(game.meta.seats)),
        "pace_name": pattern.pace_name if pattern.pace_name in paces else next(iter(paces)),
        "starts_at": start,
        "rated": True,
        "listed": True,
        "by_itself": True,
        "break_hours": 0,
        **pattern.terms,
    }


def _options(tournament: Tournament) -> dict[str, Any]:
    game = catalogue().get(tournament.game)
    return tournament.options if game is None else current(game, tournament.options)


def _of_plan(plan: Plan) -> dict[str, Any]:
    scoring = plan.scoring
    points = {"tables": point_tables.written(scoring.tables), "win_bonus": scoring.win_bonus, "bye": scoring.bye}
    return {
        **formats.typed(plan.stages),
        **dict(zip(TIES, plan.ties, strict=False)),
        **points,
        "points": point_tables.choice(points),
        "autopilot": scoring.autopilot,
        "missing": scoring.missing,
        "seeding": plan.seeding,
        "drop": plan.drop,
        "late": plan.late,
        "team": str(plan.team),
    }
