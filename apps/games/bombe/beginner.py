"""A friendly beginner at Die Bombe, who bids about what the better card says and forgets the majority."""

from __future__ import annotations

from typing import Final

from apps.games.bombe.bidding import get_allowed_bids
from apps.games.bombe.bombing import list_bomb_places
from apps.games.bombe.expected import POINTS
from apps.games.bombe.state import Action, Bid, Choose, State
from apps.kernel.chance import Chance
from apps.kernel.table import Seat

_BOMB_WORTH: Final = 6
"""Apparent worth of a bomb."""
_MIN_BID_PERCENT: Final = 50
_MAX_BID_PERCENT: Final = 130
"""Highest bid as a percentage of the better card. `_MIN_BID_PERCENT` is the lowest."""


def naive(state: State, _seat: Seat, luck: Chance) -> Action:
    """Choose a beginner's answer. What a card seems worth, and which player to bomb, vary at random."""
    if state.bomber is not None:
        return luck.pick("bomb", list_bomb_places(state))
    looks = {card: POINTS[card] or _BOMB_WORTH for card in state.open}
    if not state.bidders:
        return Choose(max(looks, key=looks.__getitem__))
    bids, percent = get_allowed_bids(state), _MIN_BID_PERCENT + luck.roll("bid", _MAX_BID_PERCENT - _MIN_BID_PERCENT)[0]
    amount = min(bids.highest, max(bids.lowest, max(looks.values()) * percent // 100))
    return Bid(amount, min(bids.ties, max(bids.lowest_tie(amount), amount)) if bids.ties else 0)
