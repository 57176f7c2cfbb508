"""The guided first match of Die Bombe."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from apps.games.bombe.board import gain
from apps.games.bombe.bombing import places, strays
from apps.games.bombe.cards import COLOURS, FACES, LOTS, CardId, Colour, is_bomb
from apps.games.bombe.scoring import most, points, scores, stack
from apps.games.bombe.state import Bid, Choose, Lay, Lot, State
from apps.kernel.lesson import Lesson, Scene, Step
from apps.kernel.table import Seat

_GUIDED: Final = 10
"""The lot from which the learner bids alone."""
_DEAR: Final = 17
"""Points of a card that is worth a real bid."""
_BOMB: Final = 12
"""Worth of a bomb to the player who lays it."""


# -- what has happened -----------------------------------------------------------------


def _got(lot: Lot, seat: Seat) -> CardId | None:
    """Return the card that a seat took from a past lot."""
    if lot.took is None or seat not in (lot.first, lot.second):
        return None
    return lot.took if seat == lot.first else next(card for card in lot.cards if card != lot.took)


def _free(scene: Scene) -> CardId | None:
    """Return the first number card that the learner took for free."""
    lots = (lot for lot in scene.state.past if lot.second == scene.seat)
    return next((card for lot in lots if (card := _got(lot, scene.seat)) is not None and not is_bomb(card)), None)


def _nobodys(scene: Scene) -> CardId | None:
    """Return the first card that went to no one because second place was tied."""
    lots = (lot for lot in scene.state.past if lot.second is None and lot.took is not None)
    return next((card for lot in lots for card in lot.cards if card != lot.took), None)


def _lost(scene: Scene) -> Iterator[CardId]:
    """Yield the learner's cards that bombs destroyed."""
    held = {*scene.state.stacks[scene.seat].red, *scene.state.stacks[scene.seat].green}
    won = (_got(lot, scene.seat) for lot in scene.state.past)
    return (card for card in won if card is not None and not is_bomb(card) and card not in held)


def _leading(scene: Scene) -> tuple[Seat, Colour] | None:
    """Return a seat that alone holds the most cards of a colour, at least two. The learner comes first."""
    found = [
        (Seat(ahead.index(True)), colour)
        for colour in COLOURS
        if sum(ahead := most(scene.state, colour)) == 1 and len(stack(scene.state, Seat(ahead.index(True)), colour)) > 1
    ]
    return min(found, key=lambda each: each[0] != scene.seat, default=None)


# -- what is asked ---------------------------------------------------------------------


def _bidding(scene: Scene) -> bool:
    return scene.about == "bid" and scene.state.lot < _GUIDED and not scene.state.again


def _lays(scene: Scene) -> bool:
    return scene.about == "bomb" and _spoils(scene)


def _better(scene: Scene) -> CardId:
    """Return the card that would bring the learner more, as the board shows it."""
    state: State = scene.state
    return max(state.open, key=lambda card: gain(state, scene.seat, card) or 0)


def _brings(scene: Scene) -> int:
    """Return the number that the board shows below the better card, or 0 if there are only bombs."""
    return gain(scene.state, scene.seat, _better(scene)) or 0


def _doubles(scene: Scene) -> bool:
    """Check whether the better card has many points and would count double for the learner, or double others."""
    points = FACES[_better(scene)].points
    return points >= _DEAR and _brings(scene) >= 2 * points


def _bomb_offered(scene: Scene) -> bool:
    return any(map(is_bomb, scene.state.open))


def _spoils(scene: Scene) -> bool:
    """Check whether a bomb could hit another player's card."""
    return any(lay.seat != scene.seat for lay in places(scene.state))


# -- what is suggested -----------------------------------------------------------------


def _usual(scene: Scene) -> Bid:
    """Return a little more than half of what the better card brings, or the worth of a bomb if there are only bombs."""
    return Bid((_brings(scene) * 11 + 19) // 20 or _BOMB)


def _real(scene: Scene) -> Bid:
    return Bid(_brings(scene) * 5 // 8)


def _for_bomb(scene: Scene) -> Bid:
    return Bid(max(_BOMB, _usual(scene).amount))


def _pick(scene: Scene) -> Choose:
    """Return a bomb if there's another player to lay it on, or else the better card."""
    bombs = [card for card in scene.state.open if is_bomb(card)] if _spoils(scene) else []
    return Choose(bombs[0] if bombs else _better(scene))


def _aim(scene: Scene) -> Lay:
    """Return the place where silence would drop the bomb too: the leader's best last card."""
    return strays(scene.state)[0]


# -- what is said ----------------------------------------------------------------------


def _face(card: CardId | None) -> Mapping[str, Any]:
    return {} if card is None else {"points": FACES[card].points, "colour": FACES[card].kind}


def _amount(scene: Scene) -> Mapping[str, Any]:
    return {"bid": _usual(scene).amount, "gain": _brings(scene)}


def _dear(scene: Scene) -> Mapping[str, Any]:
    return {**_face(_better(scene)), "gain": _brings(scene), "bid": _real(scene).amount}


def _choosing(scene: Scene) -> Mapping[str, Any]:
    picked = _pick(scene).card
    return {**_face(picked), "bomb": is_bomb(picked), "price": scene.state.price, "second": scene.state.second}


def _laying(scene: Scene) -> Mapping[str, Any]:
    aim = _aim(scene)
    return {**_face(stack(scene.state, aim.seat, aim.colour)[-1]), "seat": aim.seat}


def _tie(scene: Scene) -> Mapping[str, Any]:
    return {**_amount(scene), "tied": scene.state.offers[-1][0].amount, "rivals": len(scene.state.bidders)}


def _double(scene: Scene) -> Mapping[str, Any]:
    seat, colour = _leading(scene) or (scene.seat, "red")
    cards = stack(scene.state, seat, colour)
    return {**_amount(scene), "colour": colour, "cards": len(cards), "seat": seat, "mine": seat == scene.seat,
            "worth": points(scene.state, colour)[seat]}  # fmt: skip


def _result(scene: Scene) -> Mapping[str, Any]:
    red, green = (points(scene.state, colour)[scene.seat] for colour in COLOURS)
    return {"red": red, "green": green, "minus": scene.state.minus[scene.seat],
            "score": scores(scene.state)[scene.seat]}  # fmt: skip


LESSON: Final = Lesson(
    seats=4,
    seed="87c81ae0a5f406d77d8cbccf735bb75b02ce932e90e0cc5b8dd85a540c7791c9",
    moves=22,
    steps=(
        Step("first", "table", lambda s: _bidding(s) and s.state.lot == 1, _usual, _amount),
        Step("tie", "answer", lambda s: s.about == "bid" and s.state.again > 0, _usual, _tie),
        Step("choice", "answer", lambda s: s.about == "choice", _pick, _choosing),
        Step("lay", "answer", _lays, _aim, _laying),
        Step("lost", "people", lambda s: _bidding(s) and any(_lost(s)), _usual,
             lambda s: {**_amount(s), **_face(next(_lost(s)))}),
        Step("bomb", "table", lambda s: _bidding(s) and _bomb_offered(s) and _spoils(s), _for_bomb,
             lambda s: {"bid": _for_bomb(s).amount}),
        Step("free", "people", lambda s: _bidding(s) and _free(s) is not None, _usual,
             lambda s: {**_amount(s), **_face(_free(s))}),
        Step("nobody", "table", lambda s: _bidding(s) and _nobodys(s) is not None, _usual,
             lambda s: {**_amount(s), **_face(_nobodys(s))}),
        Step("dear", "table",
             lambda s: _bidding(s) and s.state.lot > 1 and not _bomb_offered(s) and _doubles(s),
             _real, _dear),
        Step("double", "people", lambda s: _bidding(s) and _leading(s) is not None, _usual, _double),
        Step("alone", "answer", lambda s: s.about == "bid" and s.state.lot >= _GUIDED and not s.state.again,
             words=lambda s: {"lots": LOTS - s.state.lot + 1}),
        Step("end", "answer", lambda s: not s.about, words=_result),
        Step("on-bid", "answer", lambda s: s.about == "bid" and s.state.lot < _GUIDED, _usual, _amount, again=True),
        Step("on-choice", "answer", lambda s: s.about == "choice" and s.state.lot < _GUIDED, _pick, _choosing,
             again=True),
        Step("on-lay", "answer", lambda s: _lays(s) and s.state.lot < _GUIDED, _aim, _laying, again=True),
    ),
)  # fmt: skip
