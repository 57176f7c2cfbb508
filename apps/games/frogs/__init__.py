"""Lunar Laser Frogs: throw your card early and be first of your colour, or wait and know more."""

from __future__ import annotations

from typing import Final

from apps.games.frogs.board import board, words
from apps.games.frogs.bot import choose
from apps.games.frogs.cards import Options
from apps.games.frogs.dealing import first
from apps.games.frogs.memory import blank, evolve
from apps.games.frogs.meta import META
from apps.games.frogs.orders import obey
from apps.games.frogs.rules import asks, decide, legal
from apps.games.frogs.scoring import outcome, scores
from apps.games.frogs.state import Action, Event, Order, State
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
)
