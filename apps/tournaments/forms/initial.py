"""The form's initial data, taken from an existing tournament or a template."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec

from apps.games import load_games
from apps.kernel.game import AnyGame
from apps.matches.engine.deadlines import list_preset_paces
from apps.matches.selectors.options import build_option_fields, convert_stored_options
from apps.tournaments.formats.plan import Plan
from apps.tournaments.forms import point_tables
from apps.tournaments.forms.sections import TIE_FIELDS
from apps.tournaments.forms.stages import build_stage_fields
from apps.tournaments.forms.tournament import ROW_FIELDS
from apps.tournaments.models import Tournament
from apps.tournaments.presets import Pattern


def build_tournament_values(tournament: Tournament) -> dict[str, object]:
    """Return the form data of a tournament.

    :raises StagesNotInForm: if the form can't show its stages
    """
    share = tournament.least_share
    return {
        **{name: getattr(tournament, name) for name in ROW_FIELDS},
        **{f"option-{name}": value for name, value in _get_current_options(tournament).items()},
        **_of_plan(msgspec.convert(tournament.plan, Plan)),
        "pace_name": tournament.pace_name,
        "least_percent": None if share is None else round(share * 100),
        "break_hours": tournament.break_hours,
    }


def build_pattern_values(pattern: Pattern, game: AnyGame, *, now: datetime) -> dict[str, object]:
    """Return the form data of a template, adapted to a game. It starts on a full hour, some days from now."""
    start = (now + timedelta(days=pattern.days_before)).replace(minute=0, second=0, microsecond=0)
    paces = list_preset_paces(game.meta)
    return {
        **{f"option-{option.name}": option.value for option in build_option_fields(game.options)},
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


def _get_current_options(tournament: Tournament) -> dict[str, object]:
    game = load_games().get(tournament.game)
    return tournament.options if game is None else convert_stored_options(game, tournament.options)


def _of_plan(plan: Plan) -> dict[str, object]:
    scoring = plan.scoring
    points = {
        "tables": point_tables.format_point_tables(scoring.tables),
        "win_bonus": scoring.win_bonus,
        "bye": scoring.bye,
    }
    return {
        **build_stage_fields(plan.stages),
        **dict(zip(TIE_FIELDS, plan.ties, strict=False)),
        **points,
        "points": point_tables.find_matching_choice(points),
        "autopilot": scoring.autopilot,
        "missing": scoring.missing,
        "seeding": plan.seeding,
        "drop": plan.drop,
        "late": plan.late,
        "team": str(plan.team),
    }
