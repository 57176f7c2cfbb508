"""A match before anybody looks at it: its row, its seats, its rules."""

from __future__ import annotations

from typing import Any

import msgspec
from django.utils.translation import gettext

from apps.common import clocks
from apps.games import catalogue
from apps.kernel.game import Game
from apps.kernel.table import Observer, Setup
from apps.matches.errors import Unreadable
from apps.matches.models import Match
from apps.matches.store import seating, snapshots
from apps.matches.store.seating import LoadedMatch


def load(code: str, *, player: int | None = None) -> LoadedMatch:
    """A match and its seats, for a player: of what was ordered in advance only their own.

    :raises Match.DoesNotExist: if there is none, or it is somebody else's sandbox
    """
    return seating.load(code, player=player, now=clocks.now())


def load_played(code: str, *, player: int | None = None) -> LoadedMatch:
    """The same for what a sandbox has none of: talk, export, analysis, sandboxes of its own.

    :raises Match.DoesNotExist: if there is none, or it is a sandbox
    """
    loaded = load(code, player=player)
    if loaded.match.origin:
        raise Match.DoesNotExist
    return loaded


def observer_for(*, code: str, user_id: int | None) -> Observer:
    """As whom a player looks at a match.

    :raises Match.DoesNotExist: if there is none
    """
    return load(code, player=user_id).observer


def heard(loaded: LoadedMatch) -> int:
    """How many facts the player was told for whom it was loaded: the cheap look for news."""
    return snapshots.heard(loaded.match, loaded.observer)


def rules(match: Match) -> tuple[Game[Any, Any, Any], Setup[Any]]:
    """The game that is played and what was agreed before the deal.

    :raises Unreadable: if nobody here knows the game, or not this edition of it
    """
    try:
        game = catalogue()[match.game]
        return game, game.agreed(match.setup)
    except (KeyError, msgspec.DecodeError) as error:
        raise Unreadable(match.code) from error


def title(match: Match) -> str:
    """What the game is called in the reader's language; one that nobody here knows any more by its slug."""
    game = catalogue().get(match.game)
    return gettext(game.meta.title) if game is not None else match.game
