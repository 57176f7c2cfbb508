"""Conditions for joining a tournament."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.accounts.models import Player
from apps.matches.selectors import reliability
from apps.ratings.selectors.player import find_ratings
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.models import Guest, TeamMember, Tournament

BOTS_REFUSED: Final = gettext_lazy("This is for people. Bots aren’t welcome here.")


def describe_entry_objection(tournament: Tournament, player: Player) -> str:
    """Return why this player can't join, as a sentence, or an empty string."""
    try:
        check_wishes(tournament, player)
    except TournamentRefused as refusal:
        return str(refusal)
    return ""


def check_wishes(tournament: Tournament, player: Player) -> None:
    """Check that the player meets the tournament's conditions.

    :raises TournamentRefused: if they don't
    """
    check_bots_welcome(tournament, player)
    if tournament.invited_only and not Guest.objects.filter(tournament=tournament, player=player).exists():
        raise TournamentRefused(_("This tournament is by invitation only."))
    if tournament.least_share is not None:
        share = reliability.get_reliability_share(player.pk)
        if share is not None and share < tournament.least_share:
            raise TournamentRefused(_("Your share of turns played on time is too low for this tournament."))
    least, most = tournament.least_rating, tournament.most_rating
    if least is None and most is None:
        return
    rated = find_ratings(player.pk).get(tournament.game)
    points = rated.points.points if rated else None
    if least is not None and (points is None or points < least):
        raise TournamentRefused(_("Only players rated %(points)d or higher can enter.") % {"points": least})
    if most is not None and points is not None and points > most:
        raise TournamentRefused(_("Only players rated %(points)d or lower can enter.") % {"points": most})


def check_bots_welcome(tournament: Tournament, player: Player) -> None:
    """Check that the player isn't a bot, or that bots are welcome.

    :raises TournamentRefused: if they aren't
    """
    if player.bot and (tournament.rated or not tournament.bots_welcome):
        raise TournamentRefused(BOTS_REFUSED)


def check_unattached(tournament: Tournament, player: Player) -> None:
    """Check that the player isn't in a team yet.

    :raises TournamentRefused: if they are
    """
    if TeamMember.objects.filter(tournament=tournament, player=player, left_at=None).exists():
        raise TournamentRefused(_("You’re already in a team in this tournament."))
