"""Formats, sizes and points of a tournament in words."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.matches.selectors.wording import HOUR, spoken
from apps.tournaments.formats.plan import Plan
from apps.tournaments.formats.stages import Groups, Knockout, Stage, Swiss
from apps.tournaments.scoring.points import Rule, Scoring, scale
from apps.tournaments.wording.numbers import localized


def formats(plan: Plan) -> str:
    """All of it in one line: `teams of 3 · 5 rounds, then knockout of the best 16`."""
    stages = _(", then ").join(short(stage) for stage in plan.stages)
    return f"{teams(plan.team)} · {stages}" if plan.team else stages


def teams(size: int) -> str:
    """Who plays where teams of so many do."""
    return _("teams of %(count)d") % {"count": size}


def short(stage: Stage) -> str:
    """What is played, in a few words."""
    match stage:
        case Swiss():
            return ngettext("%(count)d round", "%(count)d rounds", stage.rounds) % {"count": stage.rounds}
        case Groups():
            return ngettext("%(count)d group", "%(count)d groups", stage.groups) % {"count": stage.groups}
        case Knockout() if stage.top and stage.top <= stage.most:
            return _("final of the best %(top)d") % {"top": stage.top}
        case Knockout() if stage.top:
            return _("knockout of the best %(top)d") % {"top": stage.top}
    return _("knockout")


def stage(stage_: Stage, before: Stage | None) -> list[str]:
    """Everything there is to say of a stage that follows another one, a sentence each."""
    match stage_:
        case Swiss():
            return [*_swiss(stage_), *_matches(stage_.matches)]
        case Groups():
            return [*_groups(stage_), *_matches(stage_.matches)]
    return [*_knockout(stage_, before), *_matches(stage_.matches)]


def heading(stage: Stage) -> str:
    """What a format is called."""
    match stage:
        case Swiss():
            return _("Swiss pods")
        case Groups():
            return _("Groups")
    return _("Knockout")


def size(least: int, most: int) -> str:
    """How many sit at a table."""
    if least == most:
        return _("%(size)d") % {"size": most}
    return _("%(least)d to %(most)d") % {"least": least, "most": most}


def hours(count: int) -> str:
    """A length of time, given in hours."""
    return spoken(count * HOUR)


def rule(rule_: Rule) -> str:
    """What counts for somebody who did not finish, behind “Who …:”."""
    match rule_:
        case "place":
            return _("the place that the bot reaches for them counts.")
        case "last":
            return _("the last place of the table counts, shared with others who did not finish.")
    return _("the last place of the table counts, and it brings no points.")


def point_table(sizes: Sequence[int], scoring: Scoring) -> list[tuple[int, list[str]]]:
    """For each size of a table, what its places pay, best first."""
    return [(seats, [localized(value) for value in scale(seats, scoring)]) for seats in sizes]


def amount(value: Decimal) -> str:
    """So many points."""
    return ngettext("%(points)s point", "%(points)s points", 1 if value == 1 else 2) % {"points": localized(value)}


def _swiss(stage: Swiss) -> list[str]:
    sentences = [
        ngettext(
            "%(count)d round is played. Everybody who takes part plays in it, whatever their points.",
            "%(count)d rounds are played. Everybody who takes part plays in each of them, whatever their points.",
            stage.rounds,
        )
        % {"count": stage.rounds},
        _("A table has %(size)s seats.") % {"size": size(stage.least, stage.most)},
    ]
    if stage.pods > 1:
        sentences.append(_("Everybody sits at %(count)d tables in a round, which are played at the same time.")
                    % {"count": stage.pods})  # fmt: skip
    if stage.aims[0] == "repeats":
        sentences.append(
            _("Tables are made so that nobody meets the same people again if it can be avoided, and, "
              "that kept, so that those who have equally many points meet.")
        )  # fmt: skip
    else:
        sentences.append(
            _("Tables are made so that those who have equally many points meet, and, that kept, so that "
              "nobody meets the same people again if it can be avoided.")
        )  # fmt: skip
    sentences.append(_("Seats are given so that everybody starts early and late about equally often."))
    return sentences


def _groups(stage: Groups) -> list[str]:
    return [
        ngettext(
            "Everybody plays in one group.",
            "The field is divided into %(count)d groups that are as large and as strong as each other as can be.",
            stage.groups,
        )
        % {"count": stage.groups},
        ngettext(
            "Everybody sits at %(count)d table of %(size)s.",
            "Everybody sits at %(count)d tables of %(size)s, fewer by one where a bye is needed.",
            stage.rounds,
        )
        % {"count": stage.rounds, "size": size(stage.least, stage.most)},
        _("All of these tables are played at the same time, and everybody in a group meets everybody else as equally "
          "often as the numbers allow."),
    ]  # fmt: skip


def _knockout(stage: Knockout, before: Stage | None) -> list[str]:
    sentences = [_("Everybody takes part in it.")]
    if stage.top and isinstance(before, Groups):
        sentences = [_("The first of each group come to it, then the second of each, and so on, %(top)d in all.")
                % {"top": stage.top}]  # fmt: skip
    elif stage.top:
        sentences = [_("The best %(top)d of the standings come to it.") % {"top": stage.top}]
    sentences.append(_("Who has withdrawn by then makes room for the next."))
    if stage.top and stage.top <= stage.most:
        return [*sentences, _("They play the final, at one table.")]
    return [
        *sentences,
        _("A table has %(size)s seats.") % {"size": size(stage.least, stage.most)},
        ngettext(
            "The best of every table goes on, until everybody who is left fits at one: that is the final.",
            "The best %(count)d of every table go on, until everybody who is left fits at one: that is the final.",
            stage.onward,
        )
        % {"count": stage.onward},
        _(
            "Tables are seeded so that those who stood best before meet late; among equally seeded people, tables are "
            "made so that nobody meets the same people again if it can be avoided. Where the numbers need it, the best "
            "of them rest in the first round."
        ),
        _("Of those who share a place at a table, who stood higher before goes on."),
    ]


def _matches(count: int) -> list[str]:
    if count == 1:
        return []
    return [
        _("A table plays up to %(count)d matches, one after the other, with the seats moved on by one each time. Their "
          "points are added up, then their scores; it ends early when nothing can change any more.")
        % {"count": count}
    ]  # fmt: skip
