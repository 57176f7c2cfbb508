"""A friendly beginner at Kobold Bombs, who passes a lot, plays any playable trick, and hardly looks at the bomb."""

from __future__ import annotations

from typing import Final

from apps.games.kobolds import windows
from apps.games.kobolds.rules import legal
from apps.games.kobolds.state import Action, Drop, Obey, Pass, Skip, State, Tinker
from apps.kernel.chance import Chance
from apps.kernel.table import Seat

_WINDOWS_PER_PLAY: Final = 6
"""The beginner plays a playable trick one time in this many."""
_TURNS_PER_SKIP: Final = 3
"""The beginner skips tinkering one time in this many."""


def naive(state: State, seat: Seat, luck: Chance) -> Action:
    """Choose a beginner's answer. When to play, and what, varies at random."""
    if windows.is_open(state):
        return _choose_window_answer(state, seat, luck)
    actions = legal(state, seat)
    tinkers = [act for act in actions if isinstance(act, Tinker) and not act.hush]
    if tinkers and (luck.roll("now", _TURNS_PER_SKIP)[0] or Skip() not in actions):  # Skipping isn't always allowed.
        return luck.pick("tinker", tinkers)
    if Skip() in actions:
        return Skip()
    drops = [act for act in actions if isinstance(act, Drop)]
    return luck.pick("drop", drops) if drops else Obey()


def _choose_window_answer(state: State, seat: Seat, luck: Chance) -> Action:
    plays = [act for act in windows.list_plays(state, seat) if not act.keep and not act.hush]
    return luck.pick("play", plays) if plays and not luck.roll("now", _WINDOWS_PER_PLAY)[0] else Pass()
