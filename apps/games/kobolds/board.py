"""The view that the templates of Kobold Bombs draw, made from what the observer knows."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct

from apps.games.kobolds import turn
from apps.games.kobolds.bomb import can_see_inside, is_armed
from apps.games.kobolds.box import BOX, Box
from apps.games.kobolds.cards import APPARATUS, CLOSED, MECHANISM, CardId, Cards, count_cards, get_card_kind, is_face
from apps.games.kobolds.faces import Face, Lying, build_face, build_lying_trick, face_or_none, laid_out
from apps.games.kobolds.mine import Mine, build_own_view
from apps.games.kobolds.outlook import Outlook, forecast_explosion
from apps.games.kobolds.recap import Blast, build_explosion_recap
from apps.games.kobolds.stack import find_effective_trick
from apps.games.kobolds.state import State
from apps.games.kobolds.tricks import get_bomb_direction
from apps.kernel.table import Observer, Seat

_STEP_BY_PHASE: Final = {"start": 1, "draw": 1, "trick1": 2, "tinker": 3, "trick2": 4, "blast": 5, "end": 6}


class Bomb(Struct, frozen=True):
    """The bomb in its holder's hands."""

    face: Face
    holder: Seat
    heir: Seat
    """The seat that gets the bomb next, unless a trick or a choice changes that."""
    inside: tuple[Face, ...]
    mechanisms: int
    armed: bool
    armer: Seat | None
    remembered: bool
    """True if the observer can't look into it now, but knows faces that not everyone knows."""


class Pile(Struct, frozen=True):
    """The piles in the middle."""

    top: Face | None
    """The next card, face up."""
    left: int
    blocked: bool
    discards: int
    mechanisms: int


class Pack(Struct, frozen=True):
    """Cards of one kind in a hand."""

    back: Face
    unseen: int
    faces: tuple[Face, ...]
    """The faces that the observer has seen."""


class Plate(Struct, frozen=True):
    """The public part of a seat, and the faces in its hand that the observer knows."""

    seat: Seat
    gold: int
    goal: int
    holds: bool
    armer: bool
    doomed: bool
    """True if the bomb is armed and would kill it if it went off now, as far as the observer knows."""
    hand: tuple[Pack, ...]
    lying: tuple[Lying, ...]
    quirk: Face | None


class Board(Struct, frozen=True):
    """The table as the observer sees it."""

    turn: int
    step: int
    """Number of the phase, from 1 to 6, or 0 before the first turn and after the last."""
    bomb: Bomb | None
    pile: Pile
    clockwise: bool
    outlook: Outlook | None
    stack: tuple[Lying, ...]
    """The waiting tricks in the order in which they're settled: the last one played comes first."""
    stands: Lying | None
    """The first trick as it takes effect if no one interrupts. None if it's cancelled or no trick waits."""
    plates: tuple[Plate, ...]
    most_gold: int
    """Gold of the leader."""
    goal: int
    """Gold needed to win."""
    mine: Mine | None
    """The part for the observer alone, or None for spectators."""
    last: Blast | None
    box: Box = BOX
    """Everything that standing orders can name."""


def board(state: State, observer: Observer) -> Board:
    """Return the table as the observer sees it."""
    seat = observer if isinstance(observer, int) else None
    stands, now = find_effective_trick(state.stack), forecast_explosion(state)
    doomed = now.killed if now is not None and now.when != "safe" else ()
    return Board(
        turn=state.turn,
        step=_STEP_BY_PHASE.get(state.phase, 0),
        bomb=_build_bomb(state, state.bomb, seat) if state.bomb is not None else None,
        pile=Pile(
            top=face_or_none(state.top),
            left=state.left,
            blocked=state.blocked,
            discards=len(state.discards),
            mechanisms=len(state.mechanisms),
        ),
        clockwise=get_bomb_direction(state) > 0,
        outlook=now,
        stack=tuple(map(build_lying_trick, reversed(state.stack))),
        stands=build_lying_trick(stands) if stands is not None else None,
        plates=tuple(_build_plate(state, each, seat, doomed=each in doomed) for each in state.setup.everyone()),
        most_gold=max(state.gold),
        goal=state.setup.options.gold,
        mine=build_own_view(state, seat) if seat is not None else None,
        last=build_explosion_recap(state),
    )


def _build_bomb(state: State, card: CardId, seat: Seat | None) -> Bomb:
    told = (APPARATUS, MECHANISM) if is_armed(state) else (MECHANISM,)
    secrets = [each for each in state.inside if is_face(each) and get_card_kind(each) not in told]
    return Bomb(
        face=build_face(card),
        holder=state.holder,
        heir=turn.find_next_holder(state),
        inside=laid_out(state.inside),
        mechanisms=count_cards(state.inside, MECHANISM),
        armed=is_armed(state),
        armer=state.armer,
        remembered=bool(secrets) and seat is not None and not can_see_inside(state, seat),
    )


# -- people ----------------------------------------------------------------------------


def _build_plate(state: State, seat: Seat, observer: Seat | None, *, doomed: bool) -> Plate:
    hand, over = state.hands[seat], state.phase == "over"
    return Plate(
        seat=seat,
        gold=state.gold[seat],
        goal=state.setup.options.gold,
        holds=seat == state.holder and state.turn > 0 and not over,
        armer=seat == state.armer,
        doomed=doomed,
        hand=_build_packs(hand, shown=seat != observer or over),
        lying=tuple(build_lying_trick(each) for each in state.active if each.seat == seat),
        quirk=face_or_none(state.risen[seat]),
    )


@lru_cache(1024)  # All observers see the same hands, most of them for many moves.
def _build_packs(hand: Cards, *, shown: bool) -> tuple[Pack, ...]:
    """Group a hand by kind. The observer's own cards are drawn elsewhere, so they're counted as the others see them."""
    faces = laid_out(hand)
    packs = []
    for back in dict.fromkeys(each.back for each in faces):
        of_kind = [each for each in faces if each.back == back]
        seen = tuple(each for each in of_kind if each.sign and shown)
        packs.append(
            Pack(
                build_face(CLOSED if back == "closed" else get_card_kind(of_kind[0].id)), len(of_kind) - len(seen), seen
            )
        )
    return tuple(packs)
