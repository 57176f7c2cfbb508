"""How a league works, in words made from what was agreed: complete enough that nobody needs to ask."""

from __future__ import annotations

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.tournaments.formats.plan import Plan
from apps.tournaments.formats.stages import Swiss
from apps.tournaments.models import League
from apps.tournaments.wording import formats
from apps.tournaments.wording.rules import Chapter

DAY = 24


def chapters(league: League) -> tuple[Chapter, ...]:
    """All there is to know beside the rules of a division, in the order in which people ask."""
    return (
        Chapter("divisions", _("Divisions"), tuple(_divisions(league))),
        Chapter("season", _("A season"), tuple(_season(league))),
        Chapter("moves", _("Up and down"), tuple(_moves(league))),
        Chapter("absent", _("Who is absent"), tuple(_absent())),
        Chapter("joining", _("Joining and leaving"), tuple(_joining())),
    )


def _divisions(league: League) -> list[str]:
    return [
        _("The members play in divisions of %(least)d to %(most)d, the first of which is the highest. Each is a "
          "tournament of its own.") % {"least": league.least, "most": league.most},
        _("Divisions are as large as each other; where the members do not divide evenly, the lower ones have one more. "
          "There is another division, or one less, only where these bounds demand it."),
        _("In the first season the divisions are made by rating; who was never rated comes last, in the order in which "
          "they joined."),
    ]  # fmt: skip


def _season(league: League) -> list[str]:
    stages = msgspec.convert(league.plan, Plan).stages
    time = {"time": formats.hours(league.round_hours)}
    sentences = [sentence for stage in stages for sentence in formats.stage(stage, None)]
    if any(isinstance(stage, Swiss) for stage in stages):
        sentences.append(_("A round lasts %(time)s, and the next one begins when that time is over.") % time)
    else:
        sentences.append(_("There are %(time)s for all of them.") % time)
    if league.pause_days:
        sentences.append(
            _("The next season begins %(time)s after the time of the last round.")
            % {"time": formats.hours(league.pause_days * DAY)}
        )
    else:
        sentences.append(_("The next season begins when the time of the last round is over."))
    sentences.append(
        _("It waits for a division that is not over by then, and until there are %(least)d members.")
        % {"least": league.least}
    )
    return sentences


def _moves(league: League) -> list[str]:
    return [
        ngettext(
            "After a season the best of every division goes up, and of the division above as many go down as that "
            "takes, its last first.",
            "After a season the best %(count)d of every division go up, and of the division above as many go down as "
            "that takes, its last first.",
            league.moves,
        )
        % {"count": league.moves},
        _("The place of somebody who has left, or was absent, spares another one from going down; if still more are "
          "free, more go up, in the order of their division."),
        _("Where a division becomes larger or smaller, fewer or more go down."),
    ]  # fmt: skip


def _absent() -> list[str]:
    return [
        _("Absent is who is out of their division when it ends: because they did not come to a table and did not say "
          "that they are back, or because they withdrew from it."),
        _("Who was absent goes down a division, whatever their place, and never up."),
        _("Who was absent in the lowest division, or finds none below theirs, is out of the league; they may join "
          "again whenever they like."),
    ]  # fmt: skip


def _joining() -> list[str]:
    return [
        _("Leagues are for people with an account. Who joins plays from the next season on, in the lowest division."),
        _("Who leaves takes part in no further season. In one that is being played they withdraw from their division: "
          "a bot plays on for them at tables that are not over."),
        _("Who leaves and joins again begins in the lowest division, too."),
    ]  # fmt: skip
