"""Formats, sizes and points of a tournament in words."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.matches.selectors.wording import HOUR, format_duration
from apps.tournaments.formats.plan import Plan
from apps.tournaments.formats.stages import Groups, Knockout, Stage, Swiss
from apps.tournaments.scoring.points import Rule, Scoring, compute_place_points
from apps.tournaments.wording.numbers import format_local_number


def describe_format(plan: Plan) -> str:
    """Return the whole format in one line: `teams of 3 · 5 rounds, then top-16 knockout`."""
    stages = _(", then ").join(describe_stage_briefly(stage) for stage in plan.stages)
    return f"{format_team_size(plan.team)} · {stages}" if plan.team else stages


def format_team_size(size: int) -> str:
    """Return the words for teams of this size."""
    return _("teams of %(count)d") % {"count": size}


def describe_stage_briefly(stage: Stage) -> str:
    """Describe a stage in a few words."""
    match stage:
        case Swiss():
            return ngettext("%(count)d round", "%(count)d rounds", stage.rounds) % {"count": stage.rounds}
        case Groups():
            return ngettext("%(count)d group", "%(count)d groups", stage.groups) % {"count": stage.groups}
        case Knockout() if stage.top and stage.top <= stage.most:
            return _("top-%(top)d final") % {"top": stage.top}
        case Knockout() if stage.top:
            return _("top-%(top)d knockout") % {"top": stage.top}
    return _("knockout")


def describe_stage(stage_: Stage, before: Stage | None) -> list[str]:
    """Describe a stage that follows another one completely, one sentence per fact."""
    match stage_:
        case Swiss():
            return [*_describe_swiss(stage_), *_describe_match_series(stage_.matches)]
        case Groups():
            return [*_describe_groups(stage_), *_describe_match_series(stage_.matches)]
    return [*_describe_knockout(stage_, before), *_describe_match_series(stage_.matches)]


def format_stage_name(stage: Stage) -> str:
    """Return the name of a format."""
    match stage:
        case Swiss():
            return _("Swiss system")
        case Groups():
            return _("Groups")
    return _("Knockout")


def format_table_size(least: int, most: int) -> str:
    """Return the number of seats at a table in words."""
    if least == most:
        return _("%(size)d") % {"size": most}
    return _("%(least)d to %(most)d") % {"least": least, "most": most}


def format_hours(count: int) -> str:
    """Return a length of time, given in hours, in words."""
    return format_duration(count * HOUR)


def describe_unfinished_rule(rule_: Rule) -> str:
    """Explain what an entrant who did not finish gets."""
    match rule_:
        case "place":
            return _("You get the place your seat finishes in.")
        case "last":
            return _("You get last place at the table, shared with anyone else who didn’t finish.")
    return _("You get last place at the table and no points.")


def point_table(sizes: Sequence[int], scoring: Scoring) -> list[tuple[int, list[str]]]:
    """Return the points of each place, best first, for each size of a table."""
    return [(seats, [format_local_number(value) for value in compute_place_points(seats, scoring)]) for seats in sizes]


def format_points(value: Decimal) -> str:
    """Return a number of points in words."""
    return ngettext("%(points)s point", "%(points)s points", 1 if value == 1 else 2) % {
        "points": format_local_number(value)
    }


def _describe_swiss(stage: Swiss) -> list[str]:
    sentences = [
        ngettext(
            "There is %(count)d round. Everyone plays in it, regardless of points.",
            "There are %(count)d rounds. Everyone plays in all of them, regardless of points.",
            stage.rounds,
        )
        % {"count": stage.rounds},
        _("A table has %(size)s seats.") % {"size": format_table_size(stage.least, stage.most)},
    ]
    if stage.pods > 1:
        sentences.append(_("Everyone plays at %(count)d tables per round, all at the same time.")
                    % {"count": stage.pods})  # fmt: skip
    if stage.aims[0] == "repeats":
        sentences.append(
            _(
                "Tables are arranged so that no one meets the same players twice, if possible. The next priority "
                "is that players with equal points meet."
            )
        )
    else:
        sentences.append(
            _(
                "Tables are arranged so that players with equal points meet. The next priority is that no one "
                "meets the same players twice."
            )
        )
    sentences.append(_("Seats are assigned so that everyone is early and late in the turn order about equally often."))
    return sentences


def _describe_groups(stage: Groups) -> list[str]:
    return [
        ngettext(
            "Everyone plays in one group.",
            "The field is split into %(count)d groups, as equal in size and strength as possible.",
            stage.groups,
        )
        % {"count": stage.groups},
        ngettext(
            "Everyone plays at %(count)d table of %(size)s.",
            "Everyone plays at %(count)d tables of %(size)s, or one fewer with a bye.",
            stage.rounds,
        )
        % {"count": stage.rounds, "size": format_table_size(stage.least, stage.most)},
        _(
            "All these tables are played at the same time. Within a group, everyone meets each of the others "
            "about equally often."
        ),
    ]


def _describe_knockout(stage: Knockout, before: Stage | None) -> list[str]:
    sentences = [_("All entrants play in the knockout.")]
    if stage.top and isinstance(before, Groups):
        sentences = [_("%(top)d entrants qualify: the group winners, then the runners-up, and so on.")
                % {"top": stage.top}]  # fmt: skip
    elif stage.top:
        sentences = [_("The top %(top)d in the standings qualify.") % {"top": stage.top}]
    sentences.append(_("If someone withdraws before the knockout, the next in line moves up."))
    if stage.top and stage.top <= stage.most:
        return [*sentences, _("The qualifiers play the final at one table.")]
    return [
        *sentences,
        _("A table has %(size)s seats.") % {"size": format_table_size(stage.least, stage.most)},
        ngettext(
            "The winner of each table advances until everyone left fits at one table for the final.",
            "The top %(count)d at each table advance until everyone left fits at one table for the final.",
            stage.onward,
        )
        % {"count": stage.onward},
        _(
            "Tables are seeded so that the highest-ranked entrants meet as late as possible. Among equal "
            "seeds, no one meets the same players twice, if possible. If the numbers require it, the top "
            "seeds sit out the first round."
        ),
        _("If entrants share a place at a table, the one previously ranked higher advances."),
    ]


def _describe_match_series(count: int) -> list[str]:
    if count == 1:
        return []
    return [
        _(
            "A table plays up to %(count)d matches in a row, and everyone moves one seat along each time. "
            "Total points decide, then total scores. Play ends early once nothing can change."
        )
        % {"count": count}
    ]
