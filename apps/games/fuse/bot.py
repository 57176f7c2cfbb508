"""The bot of Fuse. It uses only public counts and its own hand."""

from __future__ import annotations

from math import inf
from typing import Final

from apps.games.fuse.cards import (
    POINTS_BY_CARD,
    CardId,
    defuse_cards,
    fuse_cards,
    select_highest_card,
    select_lowest_card,
    sum_points,
)
from apps.games.fuse.orders import MIN_KINDLE_POINTS
from apps.games.fuse.patience import compute_aim, compute_expected_draws, compute_fair_prize, get_temper
from apps.games.fuse.rules import legal
from apps.games.fuse.state import Action, Bomb, Cut, Lay, Pass, Shed, State, Strike
from apps.kernel.chance import Chance
from apps.kernel.table import Seat

_MAX_AIM_WHIM: Final = 0.05
"""Maximum random share added to or taken from its aim, so that no one knows what it waits for."""
_NERVOUS_BOMB_SHARE: Final = 0.8
"""If every card would leave a good prize, the share of its aim at which it bombs."""
_SPOILING_CUT_SHARE: Final = 0.4
"""If every card would leave a good prize, the share of the others' aim at which it cuts."""
_SPITEFUL_CUT_SHARE: Final = 0.8
"""The share of an average prize at which it cuts if it has no bombs and others do."""
_SHED_TURNS_PER_CARD: Final = 3
"""Number of turns per fuse card in the hand, below which it gets rid of high cards."""


def choose(state: State, seat: Seat, luck: Chance) -> Action:
    """Choose a sensible answer to the seat's open question."""
    if state.cut_by is not None:
        return _choose_matchman_reply(state, seat)
    hand = state.hands[seat]
    fuse, defuse = fuse_cards(hand), defuse_cards(hand)
    if state.fuse:
        return _choose_while_burning(state, seat, fuse, defuse, luck)
    return Lay(select_highest_card(fuse)) if fuse else Shed(select_lowest_card(defuse))


def _choose_while_burning(state: State, seat: Seat, fuse: list[CardId], defuse: list[CardId], luck: Chance) -> Action:
    """Bomb a good prize, or leave none for the next player: with a smaller card, an early bomb or a cut."""
    prize, bombs, others = _compute_prize(state), state.bombs[seat], sum(state.bombs) - state.bombs[seat]
    waits = compute_aim(state, alone=not others) * (1 + _MAX_AIM_WHIM * (luck.roll("aim", 201)[0] / 100 - 1))
    if bombs and (prize >= waits or _compute_turns_per_seat(state) < bombs):
        return Bomb()
    if defuse and others and not bombs and prize >= _SPITEFUL_CUT_SHARE * compute_fair_prize(state):
        return Cut(select_lowest_card(defuse))
    ripe = get_temper(state.setup).caution * compute_aim(state, alone=False) if others else inf
    if small := [card for card in fuse if prize + POINTS_BY_CARD[card] < ripe]:
        return Lay(select_highest_card(small))
    if bombs and prize >= _NERVOUS_BOMB_SHARE * waits:
        return Bomb()
    if defuse and (not fuse or prize >= _SPOILING_CUT_SHARE * compute_aim(state, alone=False)):
        return Cut(select_lowest_card(defuse))
    ending = _compute_turns_per_seat(state) < _SHED_TURNS_PER_CARD * len(fuse)
    return Lay(select_highest_card(fuse) if ending else select_lowest_card(fuse))


def _choose_matchman_reply(state: State, seat: Seat) -> Action:
    strike = Strike() in legal(state, seat) and any(state.bombs) and sum_points(state.fuse) >= MIN_KINDLE_POINTS
    return Strike() if strike else Pass()


def _compute_prize(state: State) -> int:
    """Return the points that a bomb wins now."""
    return sum_points(state.fuse) + sum_points(state.beside)


def _compute_turns_per_seat(state: State) -> float:
    """Return how often each seat plays until the time bomb is drawn, on average."""
    return compute_expected_draws(state) / state.setup.seats
