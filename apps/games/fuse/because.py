"""Reasons for an answer, from what its seat can see: what is at stake now, and what the answer leaves."""

from __future__ import annotations

from apps.games.fuse.cards import MATCHMAN, POINTS_BY_CARD, CardId, is_fuse, sum_points
from apps.games.fuse.state import Action, Bomb, Cut, Lay, Pass, Shed, State, Strike
from apps.kernel.game import TRIED, Reason
from apps.kernel.table import Seat


def because(state: State, seat: Seat, action: Action) -> Reason:
    """Return the plainest reason that is true. In estimate mode, it contains no sums."""
    match action:
        case Bomb():
            return _explain_bomb(state, seat)
        case Lay(card):
            return _explain_lay(state, seat, card)
        case Cut():
            return (
                Reason("deny", _build_points_words(state, sum_points(state.fuse)))
                if _count_rival_bombs(state, seat)
                else Reason("die")
            )
        case Shed():
            return Reason("shed")
        case Strike():
            return Reason("strike", _build_points_words(state, sum_points(state.fuse)))
        case Pass() if MATCHMAN in state.hands[seat]:
            return Reason("keep")
    return TRIED


def _explain_bomb(state: State, seat: Seat) -> Reason:
    prize = _build_points_words(state, _compute_prize(state))
    if sum(state.bombs) == 1:
        return Reason("last", prize)
    return Reason("take" if _count_rival_bombs(state, seat) else "spoil", prize)


def _explain_lay(state: State, seat: Seat, card: CardId) -> Reason:
    fuse = [POINTS_BY_CARD[each] for each in state.hands[seat] if is_fuse(each)]
    if state.fuse and state.bombs[seat] and not _count_rival_bombs(state, seat):
        return Reason("grow", _build_points_words(state, _compute_prize(state) + POINTS_BY_CARD[card]))
    if _count_rival_bombs(state, seat) and POINTS_BY_CARD[card] == min(fuse) < max(fuse):
        return Reason("little", _build_points_words(state, _compute_prize(state) + POINTS_BY_CARD[card]))
    return Reason("rid", {"points": POINTS_BY_CARD[card]})


def _count_rival_bombs(state: State, seat: Seat) -> int:
    """Count the other players' bombs."""
    return sum(state.bombs) - state.bombs[seat]


def _compute_prize(state: State) -> int:
    """Return the points that a bomb wins now."""
    return sum_points(state.fuse) + sum_points(state.beside)


def _build_points_words(state: State, points: int) -> dict[str, str | int]:
    return {} if state.setup.options.estimate else {"points": points}
