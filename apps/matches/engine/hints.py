"""Matches that offer hints from Flint: those in which no other player could be outplayed with them."""

from __future__ import annotations

from collections.abc import Sequence

from apps.kernel.game import AnyGame
from apps.kernel.table import Seat
from apps.matches.engine.tenures import SeatedPlayer
from apps.matches.models import Match


def can_offer_hints(game: AnyGame, match: Match, seats: Sequence[SeatedPlayer], own: Seat) -> bool:
    """Check whether the player in this seat plays alone against house bots, in a match that counts for nothing.

    No one else sits there, has ever sat there, or is wanted. The match isn't part of a tournament, lesson or sandbox.
    Its game can imagine tables, on which Flint tries answers.
    """
    counts = match.rated or match.occasion or match.occasion_path or match.lesson is not None or match.origin
    if not game.imagines or match.status != Match.Status.PLAYING or counts or seats[own].chair.autopilot:
        return False
    return all(_has_original_player(each) and each.chair.bot is (each.seat != own) for each in seats)


def _has_original_player(seated: SeatedPlayer) -> bool:
    """Check whether the seat has the same player as at the deal, and will keep them."""
    return seated.chair.former_id is None and not seated.before and not seated.chair.vacant
