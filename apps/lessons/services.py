"""Starting or continuing a guided first match."""

from __future__ import annotations

from datetime import datetime

from apps.accounts.models import Player
from apps.games import load_games
from apps.matches.engine.rehearsal import GUIDED_OPPONENTS, GUIDED_PACE
from apps.matches.selectors import lessons
from apps.matches.services import play


def start_lesson(*, player: Player, game: str, now: datetime) -> str:
    """Return the code of the player's guided match of this game, either a running one or a new one.

    It counts nowhere, since it isn't rated or publicly listed.

    :raises KeyError: if the game doesn't exist, or has no lesson
    """
    rules = load_games()[game]
    if (lesson := rules.lesson) is None:
        raise KeyError(game)
    return lessons.find_running_lesson(player=player.pk, game=game) or play.start_match(
        game=game,
        setup=rules.setup(lesson.seats, lesson.options),
        pace=rules.meta.paces[GUIDED_PACE],
        seats=[play.Sitter(player=player.pk), *[play.Sitter(bot=True)] * (lesson.seats - 1)],
        now=now,
        listed=False,
        opponents=GUIDED_OPPONENTS,
        lesson=lesson,
    )
