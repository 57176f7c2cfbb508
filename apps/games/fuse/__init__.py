"""Fuse: lengthen the fuse, and bomb it before somebody else does."""

from __future__ import annotations

from typing import Final

from apps.games.fuse.board import board, words
from apps.games.fuse.bot import choose
from apps.games.fuse.cards import Options
from apps.games.fuse.dealing import first
from apps.games.fuse.memory import blank, evolve
from apps.games.fuse.meta import META
from apps.games.fuse.orders import HABITS, obey
from apps.games.fuse.rules import asks, decide, legal
from apps.games.fuse.scoring import outcome, scores
from apps.games.fuse.state import Action, Event, Order, State
from apps.kernel.game import Game

GAME: Final[Game[State, Action, Event]] = Game(
    meta=META,
    options=Options,
    state=State,
    action=Action,
    event=Event,
    order=Order,
    blank=blank,
    deal=first,
    evolve=evolve,
    asks=asks,
    legal=legal,
    decide=decide,
    outcome=outcome,
    scores=scores,
    bot=choose,
    obey=obey,
    board=board,
    words=words,
    habits=HABITS,
)
