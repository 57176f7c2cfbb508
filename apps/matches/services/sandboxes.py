"""What if? Play on from a move of a finished match, at a table that is imagined from what one's seat knew then.

It is a match among the house's players that nobody else sees and that counts nowhere. Nothing of the real table gets
into it: it is drawn from the facts that its seat was told.
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
"""So many of them somebody may have that are not over."""
A_DAY: Final = 20
"""So many somebody may begin within a day, those included that they cleared away."""


def begin(*, code: str, player: int, move: int, now: datetime) -> str:
    """A sandbox as the player's seat knew the match after this move; returns its code.

    :raises Match.DoesNotExist: if there is no such match
    :raises NotOver: if it still runs
    :raises NotSeated: if the player never sat there
    :raises NoSuchMove: if it has no such move
    :raises MatchRefused: if nobody is asked anything there any more, or the player has too many
    :raises Unreadable: if its log cannot be read
    :raises Busy: if they do something else at the same moment
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
    # Nothing is silence's as long as the sandbox is there.
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
    get_user_model().objects.select_for_update(no_key=True).get(pk=player)  # Two at once would both be the fifth.
    if sandboxes(player).filter(over_at=None).count() >= AT_ONCE:
        raise MatchRefused(
            _("You already have %(most)d “What if?” matches open. Finish or delete one, then try again.")
            % {"most": AT_ONCE}
        )


def put_away(*, code: str, player: int) -> Origin:
    """The player wants no more of their sandbox; returns what it began with.

    :raises Match.DoesNotExist: if they have none that is called so
    """
    with atomic_or_busy():
        match = sandboxes(player).select_for_update(of=("self",)).get(code=code)
        match.delete()
    return origin.read(match.origin)


def put_all_away(*, player: int) -> None:
    """Whoever leaves the house leaves nothing behind that only they could open."""
    _remove(Q(seats__player=player))


def clear(*, now: datetime) -> int:
    """Remove those that were begun longer than `STAYS` ago, with all that belongs to them; returns how many."""
    return _remove(Q(begun_at__lt=now - STAYS))


def _remove(which: Q) -> int:
    found = Match.with_sandboxes.filter(~Q(origin=""), which)
    with atomic_or_busy():
        keys = list(found.order_by("pk").select_for_update(of=("self",)).values_list("pk", flat=True))
        _rows, kinds = Match.with_sandboxes.filter(pk__in=keys).delete()
    return kinds.get("matches.Match", 0)
