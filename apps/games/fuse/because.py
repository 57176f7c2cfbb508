"""Reasons for an answer, from what its seat can see: what is at stake now, and what the answer leaves."""

from __future__ import annotations

from apps.games.fuse.cards import MATCHMAN, POINTS, CardId, is_fuse, worth
from apps.games.fuse.state import Action, Bomb, Cut, Lay, Pass, Shed, State, Strike
from apps.kernel.game import TRIED, Reason
from apps.kernel.table import Seat


def because(state: State, seat: Seat, action: Action) -> Reason:
    """Return the plainest reason that is true. In estimate mode, it contains no sums."""
    match action:
        case Bomb():
            return _bomb(state, seat)
        case Lay(card):
            return _lay(state, seat, card)
        case Cut():
            return Reason("deny", _told(state, worth(state.fuse))) if _rivals(state, seat) else Reason("die")
        case Shed():
            return Reason("shed")
        case Strike():
            return Reason("strike", _told(state, worth(state.fuse)))
        case Pass() if MATCHMAN in state.hands[seat]:
            return Reason("keep")
    return TRIED


def _bomb(state: State, seat: Seat) -> Reason:
    prize = _told(state, _prize(state))
    if sum(state.bombs) == 1:
        return Reason("last", prize)
    return Reason("take" if _rivals(state, seat) else "spoil", prize)


def _lay(state: State, seat: Seat, card: CardId) -> Reason:
    fuse = [POINTS[each] for each in state.hands[seat] if is_fuse(each)]
    if state.fuse and state.bombs[seat] and not _rivals(state, seat):
        return Reason("grow", _told(state, _prize(state) + POINTS[card]))
    if _rivals(state, seat) and POINTS[card] == min(fuse) < max(fuse):
        return Reason("little", _told(state, _prize(state) + POINTS[card]))
    return Reason("rid", {"points": POINTS[card]})


def _rivals(state: State, seat: Seat) -> int:
    """Count the other players' bombs."""
    return sum(state.bombs) - state.bombs[seat]


def _prize(state: State) -> int:
    """Return the points that a bomb wins now."""
    return worth(state.fuse) + worth(state.beside)


def _told(state: State, points: int) -> dict[str, str | int]:
    return {} if state.setup.options.estimate else {"points": points}
