"""A loaded match before anyone looks at it: its row, seats and rules."""

from __future__ import annotations

import msgspec
from django.utils.translation import gettext

from apps.common import clocks
from apps.games import load_games
from apps.kernel.game import AnyGame
from apps.kernel.table import AnySetup, Observer
from apps.matches.errors import Unreadable
from apps.matches.models import Match
from apps.matches.store import log, seating, snapshots
from apps.matches.store.log import FactTimes
from apps.matches.store.seating import LoadedMatch


def load_match(code: str, *, player: int | None = None) -> LoadedMatch:
    """Load a match and its seats for a player, with only their own standing orders.

    :raises Match.DoesNotExist: if there's no such match, or it's someone else's sandbox
    """
    return seating.load_match(code, player=player, now=clocks.now())


def load_played(code: str, *, player: int | None = None) -> LoadedMatch:
    """Load a match for a feature that sandboxes don't have: chat, export, analysis, sandboxes of their own.

    :raises Match.DoesNotExist: if there's no such match, or it's a sandbox
    """
    loaded = load_match(code, player=player)
    if loaded.match.origin:
        raise Match.DoesNotExist
    return loaded


def observer_for(*, code: str, user_id: int | None) -> Observer:
    """Return the observer as whom a player sees a match.

    :raises Match.DoesNotExist: if there's no such match
    """
    return load_match(code, player=user_id).observer


def count_heard_facts(loaded: LoadedMatch) -> int:
    """Count the facts that the match's player can see: a cheap check for news."""
    return snapshots.count_heard_facts(loaded.match, loaded.observer)


def read_fact_times(loaded: LoadedMatch) -> FactTimes:
    """Return when the facts in the story of the match's player happened.

    :raises Unreadable: if its log can't be read
    """
    return log.read_fact_times(loaded.match, loaded.observer, latest=snapshots.LATEST_FACTS)


def get_match_rules(match: Match) -> tuple[AnyGame, AnySetup]:
    """Return the game of the match and its setup.

    :raises Unreadable: if this server doesn't know the game, or this edition of it
    """
    try:
        game = load_games()[match.game]
        return game, game.agreed(match.setup)
    except (KeyError, msgspec.DecodeError) as error:
        raise Unreadable(match.code) from error


def get_game_title(match: Match) -> str:
    """Return the game's title in the reader's language, or the slug of a game that's no longer known."""
    game = load_games().get(match.game)
    return gettext(game.meta.title) if game is not None else match.game
