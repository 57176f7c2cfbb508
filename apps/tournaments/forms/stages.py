"""The stages of a tournament as form fields: a first one for everyone, then an optional knockout of the best."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from apps.tournaments.errors import StagesNotInForm
from apps.tournaments.formats.stages import Groups, Knockout, Stage, Stages, Swiss
from apps.tournaments.pairing.swiss import EQUAL_OPPONENTS_FIRST, NEW_OPPONENTS_FIRST

AIMS: Final = {"fresh": NEW_OPPONENTS_FIRST, "equal": EQUAL_OPPONENTS_FIRST}


CleanedData: TypeAlias = dict[str, Any]
"""What a form has read: field → value."""


def parse_stages(typed: CleanedData) -> Stages:
    """Return the stages from the form, without checking whether they can be played."""
    most, least = typed["table_most"], typed["table_least"]
    team = int(typed["team"] or 0)
    first = _parse_first_stage(typed, most, least, team or typed["best_of"] or 1)
    if not typed["cut"]:
        return (first,)
    cut = Knockout(
        top=typed["cut"],
        most=typed["cut_most"] or most,
        least=typed["cut_least"] or least,
        onward=typed["cut_onward"] or 1,
        matches=team or typed["cut_best_of"] or 1,
    )
    return (first, cut)


def build_stage_fields(stages: Stages) -> dict[str, object]:
    """Return the form fields for these stages.

    :raises StagesNotInForm: if the form can't express them
    """
    first, *rest = stages
    fields: dict[str, object] = {"table_most": first.most, "table_least": first.least, "best_of": first.matches}
    match first:
        case Swiss(rounds=rounds, pods=pods, aims=aims):
            fields |= {"format": "swiss", "rounds": rounds, "pods": pods}
            fields["aims"] = next(name for name, these in AIMS.items() if these == aims)
        case Groups(groups=groups, rounds=rounds):
            fields |= {"format": "groups", "groups": groups, "rounds": rounds}
        case Knockout(onward=onward):
            fields |= {"format": "knockout", "onward": onward}
    match rest:
        case []:
            return fields
        case [Knockout(top=top, most=most, least=least, onward=onward, matches=matches)] if top:
            cut = {"cut_most": most, "cut_least": least, "cut_onward": onward, "cut_best_of": matches}
            return {**fields, "cut": top, **cut}
    raise StagesNotInForm


def _parse_first_stage(typed: CleanedData, most: int, least: int, matches: int) -> Stage:
    match typed["format"]:
        case "swiss":
            return Swiss(typed["rounds"] or 1, most, least, typed["pods"] or 1, matches, AIMS[typed["aims"] or "fresh"])
        case "groups":
            return Groups(typed["groups"] or 1, typed["rounds"] or 1, most, least, matches)
        case _:
            return Knockout(0, most, least, typed["onward"] or 1, matches)
