"""Kobold Bombs: tinker, trick, and be somewhere else when it goes off."""

from __future__ import annotations

from typing import Final

from apps.games.kobolds.board import board
from apps.games.kobolds.bot import choose
from apps.games.kobolds.box import BOX
from apps.games.kobolds.cards import Options
from apps.games.kobolds.memory import blank, evolve
from apps.games.kobolds.meta import META
from apps.games.kobolds.orders import HABITS, obey
from apps.games.kobolds.rules import asks, deal, decide, legal
from apps.games.kobolds.scoring import outcome, scores
from apps.games.kobolds.state import Action, Event, Order, State
from apps.games.kobolds.words import words
from apps.kernel.game import Game

GAME: Final[Game[State, Action, Event]] = Game(
    meta=META,
    options=Options,
    state=State,
    action=Action,
    event=Event,
    order=Order,
    blank=blank,
    deal=deal,
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
    box=BOX,
)
