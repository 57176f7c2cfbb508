"""Die Bombe: bid for the better card, and mind what the bombs leave of it."""

from __future__ import annotations

from typing import Final

from apps.games.bombe.board import board, words
from apps.games.bombe.bot import choose
from apps.games.bombe.cards import Options
from apps.games.bombe.dealing import deal
from apps.games.bombe.memory import blank, evolve
from apps.games.bombe.meta import META
from apps.games.bombe.orders import obey
from apps.games.bombe.rules import asks, decide, legal
from apps.games.bombe.scoring import outcome, scores
from apps.games.bombe.state import Action, Event, Order, State
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
)
