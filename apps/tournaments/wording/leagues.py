"""The rules of a league in words, made from its settings and complete enough to leave no questions."""

from __future__ import annotations

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.tournaments.formats.plan import Plan
from apps.tournaments.formats.stages import Swiss
from apps.tournaments.models import League
from apps.tournaments.wording import formats
from apps.tournaments.wording.rules import Chapter

HOURS_PER_DAY = 24


def describe_league_rules(league: League) -> tuple[Chapter, ...]:
    """Return everything there is to know apart from the rules of a division, in the order in which players ask."""
    return (
        Chapter("divisions", _("Divisions"), tuple(_describe_divisions(league))),
        Chapter("season", _("Seasons"), tuple(_describe_season(league))),
        Chapter("moves", _("Promotion and relegation"), tuple(_describe_moves(league))),
        Chapter("absent", _("Absences"), tuple(_describe_absences())),
        Chapter("joining", _("Joining and leaving"), tuple(_describe_joining())),
    )


def _describe_divisions(league: League) -> list[str]:
    return [
        _(
            "Members play in divisions of %(least)d to %(most)d. The first division is the highest. Each "
            "division is its own tournament."
        )
        % {"least": league.least, "most": league.most},
        _(
            "Divisions are the same size. If the numbers don’t divide evenly, the lower ones have one more "
            "player. A division is added or removed only if these limits require it."
        ),
        _("In the first season, divisions are formed by rating. Unrated players come last, in the order they joined."),
    ]


def _describe_season(league: League) -> list[str]:
    stages = msgspec.convert(league.plan, Plan).stages
    time = {"time": formats.format_hours(league.round_hours)}
    sentences = [sentence for stage in stages for sentence in formats.describe_stage(stage, None)]
    if any(isinstance(stage, Swiss) for stage in stages):
        sentences.append(_("A round lasts %(time)s. The next one starts when that time is up.") % time)
    else:
        sentences.append(_("You have %(time)s to finish all your tables.") % time)
    if league.pause_days:
        sentences.append(
            _("The next season starts %(time)s after the last round’s time is up.")
            % {"time": formats.format_hours(league.pause_days * HOURS_PER_DAY)}
        )
    else:
        sentences.append(_("The next season starts when the last round’s time is up."))
    sentences.append(
        _("The season starts later if a division is still playing, or if the league has fewer than %(least)d members.")
        % {"least": league.least}
    )
    return sentences


def _describe_moves(league: League) -> list[str]:
    return [
        ngettext(
            "After each season, the best player in every division is promoted. As many as needed are "
            "relegated from the bottom of the division above.",
            "After each season, the best %(count)d players in every division are promoted. As many as needed "
            "are relegated from the bottom of the division above.",
            league.moves,
        )
        % {"count": league.moves},
        _(
            "If someone has left or was absent, one fewer player is relegated. If places are still free, more"
            " players are promoted, in the order they finished."
        ),
        _("If a division grows, fewer players are relegated. If it shrinks, more are."),
    ]


def _describe_absences() -> list[str]:
    return [
        _(
            "You count as absent if you’re out of your division when its season ends. That happens if you "
            "withdraw, or miss a match and don’t say you’re back."
        ),
        _("Absent players are relegated one division, regardless of their place."),
        _(
            "If you’re absent and there’s no division below yours, you’re out of the league. You can join "
            "again at any time."
        ),
    ]


def _describe_joining() -> list[str]:
    return [
        _("You need an account to join a league. You’ll play from the next season, in the lowest division."),
        _(
            "If you leave, you won’t play in later seasons. In the current one, you’re withdrawn from your "
            "division and a bot finishes your matches."
        ),
        _("If you join again later, you start in the lowest division."),
    ]
