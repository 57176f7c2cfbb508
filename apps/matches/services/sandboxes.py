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
from apps.matches.engine.origin import SANDBOX_LIFETIME, Origin
from apps.matches.errors import MatchRefused, NotOver, NotSeated
from apps.matches.models import Match
from apps.matches.selectors import match_view
from apps.matches.selectors.sandboxes import find_sandboxes, load_seat_knowledge, seat_of
from apps.matches.services import play

MAX_OPEN_SANDBOXES: Final = 5
"""The most unfinished sandboxes a player can have."""
MAX_SANDBOXES_A_DAY: Final = 20
"""The most sandboxes a player can start within a day, deleted ones included."""


def start_sandbox(*, code: str, player: int, move: int, now: datetime) -> str:
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
    game, setup = match_view.get_match_rules(match)
    state, at = load_seat_knowledge(loaded, seat, move)
    if not game.asks(state):
        raise MatchRefused(_("There was nothing left to decide at that point. Go back a few moves and try from there."))
    luck = Chance(secrets.token_bytes(SEED_BYTES), 0)
    found = origin.imagine_origin(game, state, seat, luck, match=match.code, move=move, at=at)
    # No deadline passes as long as the sandbox exists.
    pace = dict.fromkeys(next(iter(game.meta.paces.values())), round(SANDBOX_LIFETIME / timedelta(seconds=1)))
    with atomic_or_busy():
        _check_count(player)
        return play.start_match(
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
    if find_sandboxes(player).filter(over_at=None).count() >= MAX_OPEN_SANDBOXES:
        raise MatchRefused(
            _("You already have %(most)d “What if?” matches open. Finish or delete one, then try again.")
            % {"most": MAX_OPEN_SANDBOXES}
        )


def put_away(*, code: str, player: int) -> Origin:
    """Delete the player's sandbox, and return its origin.

    :raises Match.DoesNotExist: if they have none with this code
    """
    with atomic_or_busy():
        match = find_sandboxes(player).select_for_update(of=("self",)).get(code=code)
        match.delete()
    return origin.decode_origin(match.origin)


def put_all_away(*, player: int) -> None:
    """Delete all sandboxes of a player who leaves Slow Fuse, because no one else could open them."""
    _delete_sandboxes(Q(seats__player=player))


def delete_old_sandboxes(*, now: datetime) -> int:
    """Delete sandboxes that were started longer than `STAYS` ago, and return how many."""
    return _delete_sandboxes(Q(begun_at__lt=now - SANDBOX_LIFETIME))


def _delete_sandboxes(which: Q) -> int:
    found = Match.with_sandboxes.filter(~Q(origin=""), which)
    with atomic_or_busy():
        keys = list(found.order_by("pk").select_for_update(of=("self",)).values_list("pk", flat=True))
        _rows, kinds = Match.with_sandboxes.filter(pk__in=keys).delete()
    return kinds.get("matches.Match", 0)
