"""The rules of a tournament in words, made from what was agreed: complete enough that nobody needs to ask."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from django.utils.translation import gettext as _

from apps.matches.engine.opponents import Opponents
from apps.tournaments.formats.plan import Plan
from apps.tournaments.formats.stages import Groups, Knockout
from apps.tournaments.models import Division, Tournament
from apps.tournaments.scoring.tiebreaks import TIE_BREAKS
from apps.tournaments.wording import formats as format_wording


@dataclass(frozen=True)
class Chapter:
    """Some sentences under a heading."""

    key: str
    title: str
    sentences: tuple[str, ...] = ()
    terms: tuple[tuple[str, str], ...] = ()
    """What something is called, and what it means, in order."""


def chapters(tournament: Tournament, plan: Plan, division: Division | None = None) -> tuple[Chapter, ...]:
    """All there is to know, in the order in which people ask; of a `division`, which it is."""
    # What boards are, the chapter on teams says: they are not played one after the other.
    stages = [msgspec.structs.replace(stage, matches=1) if plan.team else stage for stage in plan.stages]
    formats = [
        Chapter(f"stage-{number}", _title(plan, number), tuple(format_wording.stage(stage, before)))
        for number, (before, stage) in enumerate(zip((None, *stages), stages, strict=False))
    ]
    return (
        Chapter("coming", _("Taking part"), (*_coming(tournament, plan, division), _order(plan))),
        *([Chapter("teams", _("Teams"), tuple(_teams(plan)))] if plan.team else []),
        *formats,
        Chapter("points", _("Points"), tuple(_points(plan))),
        Chapter("ties", _("Equal points"), tuple(_ties(plan)), tuple(_terms(plan))),
        Chapter("byes", _("Byes"), tuple(_byes(plan))),
        Chapter("time", _("Time"), tuple(_time(tournament))),
        Chapter("absent", _("Who does not come, or does not finish"), tuple(_absent(plan))),
        Chapter("leaving", _("Leaving, and substitutes"), tuple(_leaving(plan))),
        Chapter("house", _("Who decides"), tuple(_deciding(tournament))),
        Chapter("luck", _("Luck that can be checked"), tuple(_luck())),
    )


def sizes(plan: Plan) -> list[int]:
    """The sizes that tables which pay points may have."""
    paying = [stage for stage in plan.stages if not isinstance(stage, Knockout)]
    return sorted({size for stage in paying for size in range(stage.least, stage.most + 1)})


def _title(plan: Plan, number: int) -> str:
    title = format_wording.heading(plan.stages[number])
    return title if len(plan.stages) == 1 else _("Part %(number)d: %(title)s") % {"number": number + 1, "title": title}


def wishes(tournament: Tournament) -> list[str]:
    """Who of the people with an account may come; empty if all of them."""
    sentences = []
    if tournament.invited_only:
        sentences.append(_("Only those who were invited may register."))
    if tournament.least_rating is not None:
        sentences.append(
            _("A rating of at least %(points)d in this game is needed.") % {"points": tournament.least_rating}
        )
    if tournament.most_rating is not None:
        sentences.append(_("A rating of at most %(points)d in this game is allowed; who was never rated may come.")
                    % {"points": tournament.most_rating})  # fmt: skip
    if tournament.least_share is not None:
        sentences.append(
            _("Who answered fewer than %(percent)d %% of their turns in time within 90 days cannot register.")
            % {"percent": round(100 * tournament.least_share)}
        )
    return sentences


def _coming(tournament: Tournament, plan: Plan, division: Division | None) -> list[str]:
    if division is not None:
        return [
            _("This is division %(number)d of season %(season)d of a league: who plays here follows from the season "
              "before. Who wants to play in the next one joins the league.")
            % {"number": division.number, "season": division.season},
            _("Nobody can register once it has begun; the organisers may still bring somebody."),
        ]  # fmt: skip
    sentences = [_("Tournaments are for people with an account."), *wishes(tournament)]
    sentences += [
        _("It takes %(least)d to %(most)d entrants. Who comes when it is full waits, and moves up as soon as somebody "
          "leaves.") % {"least": tournament.least, "most": tournament.most},
        _("If the field does not divide into tables at the beginning, those who registered last wait."),
    ]  # fmt: skip
    if tournament.by_itself:
        sentences.append(
            _("If there are too few at the beginning, the tournament is cancelled, and everybody is told.")
        )
    else:
        sentences.append(_("If there are too few at the beginning, the organisers decide what happens."))
    if tournament.check_in:
        sentences.append(
            _("In the day before it begins everybody checks in on its page; who registers then need not. Whoever has "
              "not when it begins is taken out, if there were six hours for it at least.")
        )  # fmt: skip
    if plan.late:
        sentences.append(
            _("Newcomers may join until round %(round)d begins; they have no points for what they missed.")
            % {"round": plan.late + 1}
        )
    else:
        sentences.append(_("Nobody can register once it has begun; the organisers may still bring somebody."))
    return sentences


def _teams(plan: Plan) -> list[str]:
    return [
        _("A team is of %(count)d, and may have two more who play if somebody cannot. Its captain registers it and "
          "gives its link to the others.") % {"count": plan.team},
        _("A team that is too few for all boards when the tournament begins is taken out."),
        _("Where teams meet, one of each plays at every board, all boards at the same time; the captain says who sits "
          "at which. What is changed there holds from the next table on."),
        _("Every board pays board points like a table of the same size. The team with the most board points of a table "
          "has its first place, and so on; that place pays the points of the standings."),
        _("A board for which a team has nobody counts as one that nobody came to. The others of the team play on."),
    ]  # fmt: skip


def _order(plan: Plan) -> str:
    if plan.seeding == "rating" and plan.team:
        return _("At the beginning, teams are ordered by the average rating of those who play.")
    if plan.seeding == "rating":
        return _("At the beginning, entrants are ordered by their ratings; who was never rated stands last.")
    return _("At the beginning, entrants are ordered by lot.")


def _points(plan: Plan) -> list[str]:
    if not sizes(plan):
        return [_("There are no points: who goes on is decided at each table.")]
    sentences = [
        _("Every table pays points by place, as the table below says. Those who share a place share its points."),
        _("A match that ends without a result counts as if everybody had shared the first place."),
    ]
    if plan.scoring.win_bonus:
        sentences.append(_("In this, the first place has a bonus of %(points)s.")
                    % {"points": format_wording.amount(plan.scoring.win_bonus)})  # fmt: skip
    if any(isinstance(stage, Knockout) for stage in plan.stages):
        sentences.append(_("The knockout pays no points: in the end, whoever came further in it stands higher."))
    return sentences


def _ties(plan: Plan) -> list[str]:
    if not sizes(plan):
        return []
    if not plan.ties:
        return [_("Who has equally many points shares the place.")]
    return [_("Of those who have equally many points, the first of these that differs decides, in this order:")]


def _terms(plan: Plan) -> list[tuple[str, str]]:
    if not sizes(plan):
        return []
    return [(_(TIE_BREAKS[name].title), _(TIE_BREAKS[name].explanation)) for name in plan.ties]


def _byes(plan: Plan) -> list[str]:
    sentences = [_("Where the field does not divide into tables, somebody has a bye: they do not play that round.")]
    if sizes(plan):
        sentences += [
            _("A bye brings %(points)s.") % {"points": format_wording.amount(plan.scoring.bye)},
            _("Nobody has two, and nobody has one who did not come to a table before. It goes to those with the fewest "
              "points."),
        ]  # fmt: skip
    return sentences


def _time(tournament: Tournament) -> list[str]:
    sentences = []
    if tournament.round_hours:
        sentences += [
            _("A round lasts %(time)s. What is still played then is ended by the house, without a result: who owes an "
              "answer in that moment counts as not having finished, and all others share the first place.")
            % {"time": format_wording.hours(tournament.round_hours)},
            _("When most of that time is over, everybody who still plays is told."),
        ]  # fmt: skip
        if tournament.fixed:
            sentences.append(_("Rounds begin and end at fixed times, also when all tables are done earlier."))
    else:
        sentences.append(_("A round lasts until its last table is done."))
    if tournament.break_hours:
        sentences.append(
            _("Between two rounds there are %(time)s.") % {"time": format_wording.hours(tournament.break_hours)}
        )
    elif not tournament.fixed:
        sentences.append(_("The next round follows as soon as all tables are done."))
    sentences.append(_("At a tournament’s table nobody can agree on a pause or on another pace."))
    if tournament.vacations:
        sentences.append(_("Players on vacation are waited for, but no longer than the round lasts."))
    else:
        sentences.append(_("Vacations do not stop the clock here."))
    if tournament.opponents != Opponents.CINDER:
        name = Opponents(tournament.opponents).label
        sentences.append(_("Bots that take part play like %(name)s.") % {"name": name})
    return sentences


def _absent(plan: Plan) -> list[str]:
    sentences = [
        _("Whose seat a bot or a substitute finishes has not finished: %(rule)s")
        % {"rule": format_wording.rule(plan.scoring.autopilot)},
        _("Who never answered anything at a table did not come: %(rule)s")
        % {"rule": format_wording.rule(plan.scoring.missing)},
    ]  # fmt: skip
    if any(isinstance(stage, Knockout) for stage in plan.stages):
        sentences.append(_("In a knockout, who did not come cannot go on; the next of their table does."))
    if plan.drop:
        sentences.append(
            _("Who did not come to a table is out until they say on the tournament’s page that they are back; from "
              "then on they play the next rounds.")
        )  # fmt: skip
    return sentences


def _leaving(plan: Plan) -> list[str]:
    sentences = [
        _("Who withdraws before the beginning makes room for the next on the waiting list."),
        _("Who withdraws later keeps their points and their place in the standings. A bot plays on for them at tables "
          "that are not over, and they are not paired any more."),
        _("The organisers may give running seats to a substitute. The points of those tables stay with the entrant "
          "who began them."),
    ]  # fmt: skip
    if any(isinstance(stage, Groups | Knockout) for stage in plan.stages):
        sentences.append(_("There is no way back into groups or a knockout that have begun."))
    return sentences


def _deciding(tournament: Tournament) -> list[str]:
    sentences = []
    if tournament.by_itself:
        sentences.append(_("The tournament runs by itself: rounds are paired and published by the house."))
    else:
        sentences.append(_("The organisers look at every round before they publish it."))
    sentences += [
        _("They may let two people change places before a round is published, and may put a result right afterwards. "
          "Both stand in the log, the latter with its reason."),
        _("People who have blocked each other are put at different tables wherever that is possible."),
    ]  # fmt: skip
    return sentences


def _luck() -> list[str]:
    return [
        _("Pairings and lots are drawn from a secret that was fixed before anybody registered. Its fingerprint stands "
          "below; the secret itself is shown when the tournament is over."),
        _("The fingerprint is the SHA-256 of “seed:” followed by the 32 bytes of the secret."),
    ]  # fmt: skip
