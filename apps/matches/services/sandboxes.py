"""Sandboxes ("What if?"), which continue from a move of a finished match, at a table imagined from what the seat knew.

A sandbox is a match against house bots that no one else sees and that counts nowhere. It contains nothing hidden from
the real table, because it is drawn from facts that the seat saw.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth import get_user_model
from django.db.models import Q
from django.utils.translation import gettext as _

from apps.common.transactions import atomic_or_busy
from apps.kernel.chance import SEED_BYTES, Chance
from apps.matches.engine import origin
from apps.matches.engine.origin import STAYS, Origin
from apps.matches.errors import MatchRefused, NotOver, NotSeated
from apps.matches.models import Match
from apps.matches.selectors import match_view
from apps.matches.selectors.sandboxes import known, sandboxes, seat_of
from apps.matches.services import play

AT_ONCE: Final = 5
"""The most unfinished sandboxes a player can have."""
A_DAY: Final = 20
"""The most sandboxes a player can start within a day, deleted ones included."""


def begin(*, code: str, player: int, move: int, now: datetime) -> str:
    """Start a sandbox from what the player's seat knew after this move, and return its code.

    :raises Match.DoesNotExist: if there's no such match
    :raises NotOver: if it's still running
    :raises NotSeated: if the player never sat there
    :raises NoSuchMove: if it has no such move
    :raises MatchRefused: if no questions are left there, or the player has too many sandboxes
    :raises Unreadable: if its log can't be read
    :raises Busy: if the player does something else at the same moment
    """
    loaded = match_view.load_played(code, player=player)
    match = loaded.match
    if match.status != Match.Status.OVER:
        raise NotOver
    seat = seat_of(loaded, player)
    if seat is None:
        raise NotSeated
    game, setup = match_view.rules(match)
    state, at = known(loaded, seat, move)
    if not game.asks(state):
        raise MatchRefused(_("There was nothing left to decide at that point. Go back a few moves and try from there."))
    luck = Chance(secrets.token_bytes(SEED_BYTES), 0)
    found = origin.imagined(game, state, seat, luck, match=match.code, move=move, at=at)
    # No deadline passes as long as the sandbox exists.
    pace = dict.fromkeys(next(iter(game.meta.paces.values())), round(STAYS / timedelta(seconds=1)))
    with atomic_or_busy():
        _check_count(player)
        return play.begin(
            game=match.game,
            setup=setup,
            pace=pace,
            seats=[play.Sitter(player=player) if i == seat else play.Sitter(bot=True) for i in setup.everyone()],
            now=now,
            listed=False,
            vacations=False,
            origin=found,
        )


def _check_count(player: int) -> None:
    get_user_model().objects.select_for_update(no_key=True).get(pk=player)  # Two at once could both be the fifth.
    if sandboxes(player).filter(over_at=None).count() >= AT_ONCE:
        raise MatchRefused(
            _("You already have %(most)d “What if?” matches open. Finish or delete one, then try again.")
            % {"most": AT_ONCE}
        )


def put_away(*, code: str, player: int) -> Origin:
    """Delete the player's sandbox, and return its origin.

    :raises Match.DoesNotExist: if they have none with this code
    """
    with atomic_or_busy():
        match = sandboxes(player).select_for_update(of=("self",)).get(code=code)
        match.delete()
    return origin.read(match.origin)


def put_all_away(*, player: int) -> None:
    """Delete all sandboxes of a player who leaves Slow Fuse, because no one else could open them."""
    _remove(Q(seats__player=player))


def clear(*, now: datetime) -> int:
    """Delete sandboxes that were started longer than `STAYS` ago, and return how many."""
    return _remove(Q(begun_at__lt=now - STAYS))


def _remove(which: Q) -> int:
    found = Match.with_sandboxes.filter(~Q(origin=""), which)
    with atomic_or_busy():
        keys = list(found.order_by("pk").select_for_update(of=("self",)).values_list("pk", flat=True))
        _rows, kinds = Match.with_sandboxes.filter(pk__in=keys).delete()
    return kinds.get("matches.Match", 0)
