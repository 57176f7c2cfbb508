"""The rules of a tournament in words, made from its settings and complete enough to leave no questions."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from apps.matches.engine.bot_strength import BotStrength
from apps.tournaments.formats.plan import Plan
from apps.tournaments.formats.stages import Groups, Knockout
from apps.tournaments.models import Division, Tournament
from apps.tournaments.scoring.tiebreaks import TIE_BREAKS
from apps.tournaments.wording.formats import (
    describe_stage,
    describe_unfinished_rule,
    format_hours,
    format_points,
    format_stage_name,
)


@dataclass(frozen=True)
class Chapter:
    """Some sentences under a heading."""

    key: str
    title: str
    sentences: tuple[str, ...] = ()
    terms: tuple[tuple[str, str], ...] = ()
    """Terms and their meanings, in order."""


def describe_tournament_rules(
    tournament: Tournament, plan: Plan, division: Division | None = None
) -> tuple[Chapter, ...]:
    """Return everything there is to know, in the order in which players ask.

    `division` adds its place in the league.
    """
    # The chapter on teams explains boards, which aren't played one after the other.
    stages = [msgspec.structs.replace(stage, matches=1) if plan.team else stage for stage in plan.stages]
    formats = [
        Chapter(f"stage-{number}", _format_stage_title(plan, number), tuple(describe_stage(stage, before)))
        for number, (before, stage) in enumerate(zip((None, *stages), stages, strict=False))
    ]
    return (
        Chapter(
            "coming", _("Registration"), (*_describe_registration(tournament, plan, division), _describe_seeding(plan))
        ),
        *([Chapter("teams", _("Teams"), tuple(_describe_teams(plan)))] if plan.team else []),
        *formats,
        Chapter("points", _("Points"), tuple(_describe_points(plan))),
        Chapter("ties", _("Tiebreaks"), tuple(_describe_ties(plan)), tuple(_list_tie_break_explanations(plan))),
        Chapter("byes", _("Byes"), tuple(_describe_byes(plan))),
        Chapter("time", pgettext("not a time of day", "Time"), tuple(_describe_times(tournament))),
        Chapter("absent", _("No-shows and unfinished matches"), tuple(_describe_no_shows(plan))),
        Chapter("leaving", _("Withdrawals and substitutes"), tuple(_describe_withdrawals(plan))),
        Chapter("house", _("Organisers"), tuple(_describe_organisers(tournament))),
        Chapter("luck", _("Verifiable draws"), tuple(_describe_draws())),
    )


def list_paying_sizes(plan: Plan) -> list[int]:
    """Return the possible sizes of tables that award points."""
    paying = [stage for stage in plan.stages if not isinstance(stage, Knockout)]
    return sorted({size for stage in paying for size in range(stage.least, stage.most + 1)})


def _format_stage_title(plan: Plan, number: int) -> str:
    title = format_stage_name(plan.stages[number])
    return title if len(plan.stages) == 1 else _("Stage %(number)d: %(title)s") % {"number": number + 1, "title": title}


def describe_entry_conditions(tournament: Tournament) -> list[str]:
    """Return the conditions for registering beyond having an account; empty if there are none."""
    sentences = []
    if tournament.invited_only:
        sentences.append(_("Only invited players can register."))
    if tournament.least_rating is not None:
        sentences.append(
            _("Your rating in this game must be at least %(points)d.") % {"points": tournament.least_rating}
        )
    if tournament.most_rating is not None:
        sentences.append(
            _("Your rating in this game must be %(points)d or lower. Unrated players can register.")
            % {"points": tournament.most_rating}
        )
    if tournament.least_share is not None:
        sentences.append(
            _("You can’t register if you played fewer than %(percent)d%% of your turns on time in the last 90 days.")
            % {"percent": round(100 * tournament.least_share)}
        )
    return sentences


def _describe_registration(tournament: Tournament, plan: Plan, division: Division | None) -> list[str]:
    if division is not None:
        return [
            _(
                "This is division %(number)d of season %(season)d of a league. Places are based on the previous "
                "season. To play in the next season, join the league."
            )
            % {"number": division.number, "season": division.season},
            _("Registration closes when the tournament starts. The organisers can still add entrants after that."),
        ]
    sentences = [_("You need an account to join a tournament."), *describe_entry_conditions(tournament)]
    sentences += [
        _(
            "The tournament takes %(least)d to %(most)d entrants. When it’s full, you join the waiting list "
            "and move up when someone leaves."
        )
        % {"least": tournament.least, "most": tournament.most},
        _("If the entrants don’t divide evenly into tables at the start, the last to register go on the waiting list."),
    ]
    if tournament.by_itself:
        sentences.append(
            _("If there aren’t enough entrants at the start, the tournament is cancelled and everyone is notified.")
        )
    else:
        sentences.append(_("If there aren’t enough entrants at the start, the organisers decide what happens."))
    if tournament.check_in:
        sentences.append(
            _(
                "Check in on the tournament page in the last 24 hours before the start. If you register that "
                "late, you don’t need to. Entrants who haven’t checked in are removed at the start, provided "
                "check-in was open for at least 6 hours."
            )
        )
    if plan.late:
        sentences.append(
            _("You can still join until round %(round)d starts. You get no points for the rounds you missed.")
            % {"round": plan.late + 1}
        )
    else:
        sentences.append(
            _("Registration closes when the tournament starts. The organisers can still add entrants after that.")
        )
    return sentences


def _describe_teams(plan: Plan) -> list[str]:
    return [
        _(
            "A team has %(count)d players, plus up to 2 reserves who step in when someone can’t play. The "
            "captain registers the team and sends its link to the others."
        )
        % {"count": plan.team},
        _("A team without enough players for every board is removed when the tournament starts."),
        _(
            "When teams meet, each has one player on every board, and all boards are played at the same time."
            " The captain decides who plays on which board. Changes apply from the next table."
        ),
        _(
            "Each board awards board points, like a table of the same size. The team with the most board "
            "points at a table finishes first, and so on. Those places earn the points for the standings."
        ),
        _("If a team has no player for a board, that board counts as a no-show. The rest of the team plays on."),
    ]


def _describe_seeding(plan: Plan) -> str:
    if plan.seeding == "rating" and plan.team:
        return _("Teams are seeded by the average rating of the players on their boards.")
    if plan.seeding == "rating":
        return _("Entrants are seeded by rating. Unrated players come last.")
    return _("Entrants are seeded at random.")


def _describe_points(plan: Plan) -> list[str]:
    if not list_paying_sizes(plan):
        return [_("There are no points. Places at each table decide who advances.")]
    sentences = [
        _("Each table awards points by place, as shown below. Players who share a place share its points."),
        _("If a match ends without a result, everyone shares first place."),
    ]
    if plan.scoring.win_bonus:
        sentences.append(_("First place includes a bonus of %(points)s.")
                    % {"points": format_points(plan.scoring.win_bonus)})  # fmt: skip
    if any(isinstance(stage, Knockout) for stage in plan.stages):
        sentences.append(_("The knockout awards no points. The further you get in it, the higher you finish."))
    return sentences


def _describe_ties(plan: Plan) -> list[str]:
    if not list_paying_sizes(plan):
        return []
    if not plan.ties:
        return [_("Players level on points share a place.")]
    return [_("Ties on points are broken by the first of these that differs:")]


def _list_tie_break_explanations(plan: Plan) -> list[tuple[str, str]]:
    if not list_paying_sizes(plan):
        return []
    return [(_(TIE_BREAKS[name].title), _(TIE_BREAKS[name].explanation)) for name in plan.ties]


def _describe_byes(plan: Plan) -> list[str]:
    sentences = [_("If the field doesn’t divide evenly into tables, someone gets a bye and doesn’t play that round.")]
    if list_paying_sizes(plan):
        sentences += [
            _("A bye is worth %(points)s.") % {"points": format_points(plan.scoring.bye)},
            _("No one gets two byes, and no one gets one after a no-show. Byes go to those with the fewest points."),
        ]
    return sentences


def _describe_times(tournament: Tournament) -> list[str]:
    sentences = []
    if tournament.round_hours:
        sentences += [
            _(
                "A round lasts %(time)s. Slow Fuse then ends all unfinished matches without a result. Players "
                "whose turn it is at that moment count as not having finished. Everyone else shares first place."
            )
            % {"time": format_hours(tournament.round_hours)},
            _("When most of that time has passed, we remind everyone who’s still playing."),
        ]
        if tournament.fixed:
            sentences.append(_("Rounds start and end at fixed times, even if all tables finish early."))
    else:
        sentences.append(_("A round lasts until its last table is finished."))
    if tournament.break_hours:
        sentences.append(
            _("There’s a break of %(time)s between rounds.") % {"time": format_hours(tournament.break_hours)}
        )
    elif not tournament.fixed:
        sentences.append(_("The next round starts as soon as all tables are finished."))
    sentences.append(_("At tournament tables, players can’t pause the match or change its pace by agreement."))
    if tournament.vacations:
        sentences.append(_("We wait for players on vacation, but no longer than the round lasts."))
    else:
        sentences.append(_("The clock keeps running during vacations."))
    if tournament.opponents != BotStrength.CINDER:
        name = BotStrength(tournament.opponents).label
        sentences.append(_("Bots in the tournament play like %(name)s.") % {"name": name})
    return sentences


def _describe_no_shows(plan: Plan) -> list[str]:
    sentences = [
        _("If a bot or a substitute finishes your match, that counts as not finishing. %(rule)s")
        % {"rule": describe_unfinished_rule(plan.scoring.autopilot)},
        _("If you never make a move at a table, you count as a no-show. %(rule)s")
        % {"rule": describe_unfinished_rule(plan.scoring.missing)},
    ]  # fmt: skip
    if any(isinstance(stage, Knockout) for stage in plan.stages):
        sentences.append(
            _("In a knockout, a no-show can’t advance. The next-best player at that table advances instead.")
        )
    if plan.drop:
        sentences.append(
            _(
                "If you’re a no-show, you’re out until you press “I’m back” on the tournament page. You then play"
                " from the next round."
            )
        )
    return sentences


def _describe_withdrawals(plan: Plan) -> list[str]:
    sentences = [
        _("If you withdraw before the start, your place goes to the next player on the waiting list."),
        _(
            "If you withdraw later, you keep your points and your place in the standings. A bot finishes your"
            " tables, and you aren’t paired again."
        ),
        _(
            "The organisers can give seats in unfinished matches to a substitute. The points from those "
            "tables stay with the original entrant."
        ),
    ]
    if any(isinstance(stage, Groups | Knockout) for stage in plan.stages):
        sentences.append(_("You can’t come back once groups or a knockout have started."))
    return sentences


def _describe_organisers(tournament: Tournament) -> list[str]:
    sentences = []
    if tournament.by_itself:
        sentences.append(_("The tournament runs automatically. Slow Fuse pairs and publishes the rounds."))
    else:
        sentences.append(_("The organisers review each round before publishing it."))
    sentences += [
        _(
            "The organisers can swap two players before a round is published, and correct a result "
            "afterwards. Both are shown in the event log, and corrections include a reason."
        ),
        _("Players who have blocked each other are put at different tables if possible."),
    ]
    return sentences


def _describe_draws() -> list[str]:
    return [
        _(
            "Pairings and draws come from a secret that was fixed before anyone registered. Its fingerprint "
            "is shown below. The secret itself is revealed when the tournament is over."
        ),
        _("The fingerprint is the SHA-256 of “seed:” followed by the 32 bytes of the secret."),
    ]
