"""The guided first match of Die Bombe."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from apps.games.bombe.board import compute_shown_gain
from apps.games.bombe.bombing import list_bomb_places, list_stray_places
from apps.games.bombe.cards import COLOURS, FACES, LOTS, CardId, Colour, is_bomb
from apps.games.bombe.scoring import compute_colour_points, flag_majority, get_stack, scores
from apps.games.bombe.state import Bid, Choose, Lay, Lot, State
from apps.kernel.lesson import Lesson, Scene, Step
from apps.kernel.table import Seat

_FIRST_UNGUIDED_LOT: Final = 10
"""The lot from which the learner bids alone."""
_MIN_DEAR_POINTS: Final = 17
"""Points of a card that is worth a real bid."""
_BOMB_WORTH: Final = 12
"""Worth of a bomb to the player who lays it."""


# -- what has happened -----------------------------------------------------------------


def _get_taken_card(lot: Lot, seat: Seat) -> CardId | None:
    """Return the card that a seat took from a past lot."""
    if lot.took is None or seat not in (lot.first, lot.second):
        return None
    return lot.took if seat == lot.first else next(card for card in lot.cards if card != lot.took)


def _find_free_card(scene: Scene) -> CardId | None:
    """Return the first number card that the learner took for free."""
    lots = (lot for lot in scene.state.past if lot.second == scene.seat)
    return next(
        (card for lot in lots if (card := _get_taken_card(lot, scene.seat)) is not None and not is_bomb(card)), None
    )


def _find_unclaimed_card(scene: Scene) -> CardId | None:
    """Return the first card that went to no one because second place was tied."""
    lots = (lot for lot in scene.state.past if lot.second is None and lot.took is not None)
    return next((card for lot in lots for card in lot.cards if card != lot.took), None)


def _list_lost_cards(scene: Scene) -> Iterator[CardId]:
    """Yield the learner's cards that bombs destroyed."""
    held = {*scene.state.stacks[scene.seat].red, *scene.state.stacks[scene.seat].green}
    won = (_get_taken_card(lot, scene.seat) for lot in scene.state.past)
    return (card for card in won if card is not None and not is_bomb(card) and card not in held)


def _find_majority_leader(scene: Scene) -> tuple[Seat, Colour] | None:
    """Return a seat that alone holds the most cards of a colour, at least two. The learner comes first."""
    found = [
        (Seat(ahead.index(True)), colour)
        for colour in COLOURS
        if sum(ahead := flag_majority(scene.state, colour)) == 1
        and len(get_stack(scene.state, Seat(ahead.index(True)), colour)) > 1
    ]
    return min(found, key=lambda each: each[0] != scene.seat, default=None)


# -- what is asked ---------------------------------------------------------------------


def _is_guided_bid(scene: Scene) -> bool:
    return scene.about == "bid" and scene.state.lot < _FIRST_UNGUIDED_LOT and not scene.state.again


def _is_laying_bomb(scene: Scene) -> bool:
    return scene.about == "bomb" and _can_bomb_others(scene)


def _get_better_card(scene: Scene) -> CardId:
    """Return the card that would bring the learner more, as the board shows it."""
    state: State = scene.state
    return max(state.open, key=lambda card: compute_shown_gain(state, scene.seat, card) or 0)


def _get_better_gain(scene: Scene) -> int:
    """Return the number that the board shows below the better card, or 0 if there are only bombs."""
    return compute_shown_gain(scene.state, scene.seat, _get_better_card(scene)) or 0


def _is_counted_double(scene: Scene) -> bool:
    """Check whether the better card has many points and would count double for the learner, or double others."""
    points = FACES[_get_better_card(scene)].points
    return points >= _MIN_DEAR_POINTS and _get_better_gain(scene) >= 2 * points


def _bomb_offered(scene: Scene) -> bool:
    return any(map(is_bomb, scene.state.open))


def _can_bomb_others(scene: Scene) -> bool:
    """Check whether a bomb could hit another player's card."""
    return any(lay.seat != scene.seat for lay in list_bomb_places(scene.state))


# -- what is suggested -----------------------------------------------------------------


def _suggest_usual_bid(scene: Scene) -> Bid:
    """Return a little more than half of what the better card brings, or the worth of a bomb if there are only bombs."""
    return Bid((_get_better_gain(scene) * 11 + 19) // 20 or _BOMB_WORTH)


def _suggest_real_bid(scene: Scene) -> Bid:
    return Bid(_get_better_gain(scene) * 5 // 8)


def _for_bomb(scene: Scene) -> Bid:
    return Bid(max(_BOMB_WORTH, _suggest_usual_bid(scene).amount))


def _suggest_choice(scene: Scene) -> Choose:
    """Return a bomb if there's another player to lay it on, or else the better card."""
    bombs = [card for card in scene.state.open if is_bomb(card)] if _can_bomb_others(scene) else []
    return Choose(bombs[0] if bombs else _get_better_card(scene))


def _suggest_bomb_place(scene: Scene) -> Lay:
    """Return the place where silence would drop the bomb too: the leader's best last card."""
    return list_stray_places(scene.state)[0]


# -- what is said ----------------------------------------------------------------------


def _build_face_words(card: CardId | None) -> Mapping[str, object]:
    return {} if card is None else {"points": FACES[card].points, "colour": FACES[card].kind}


def _build_bid_words(scene: Scene) -> Mapping[str, object]:
    return {"bid": _suggest_usual_bid(scene).amount, "gain": _get_better_gain(scene)}


def _build_dear_words(scene: Scene) -> Mapping[str, object]:
    return {
        **_build_face_words(_get_better_card(scene)),
        "gain": _get_better_gain(scene),
        "bid": _suggest_real_bid(scene).amount,
    }


def _build_choice_words(scene: Scene) -> Mapping[str, object]:
    picked = _suggest_choice(scene).card
    return {
        **_build_face_words(picked),
        "bomb": is_bomb(picked),
        "price": scene.state.price,
        "second": scene.state.second,
    }


def _build_bomb_words(scene: Scene) -> Mapping[str, object]:
    aim = _suggest_bomb_place(scene)
    return {**_build_face_words(get_stack(scene.state, aim.seat, aim.colour)[-1]), "seat": aim.seat}


def _build_tie_words(scene: Scene) -> Mapping[str, object]:
    return {**_build_bid_words(scene), "tied": scene.state.offers[-1][0].amount, "rivals": len(scene.state.bidders)}


def _build_majority_words(scene: Scene) -> Mapping[str, object]:
    seat, colour = _find_majority_leader(scene) or (scene.seat, "red")
    cards = get_stack(scene.state, seat, colour)
    return {**_build_bid_words(scene), "colour": colour, "cards": len(cards), "seat": seat, "mine": seat == scene.seat,
            "worth": compute_colour_points(scene.state, colour)[seat]}  # fmt: skip


def _build_result_words(scene: Scene) -> Mapping[str, object]:
    red, green = (compute_colour_points(scene.state, colour)[scene.seat] for colour in COLOURS)
    return {"red": red, "green": green, "minus": scene.state.minus[scene.seat],
            "score": scores(scene.state)[scene.seat]}  # fmt: skip


LESSON: Final = Lesson(
    seats=4,
    seed="87c81ae0a5f406d77d8cbccf735bb75b02ce932e90e0cc5b8dd85a540c7791c9",
    moves=22,
    steps=(
        Step("first", "table", lambda s: _is_guided_bid(s) and s.state.lot == 1, _suggest_usual_bid, _build_bid_words),
        Step("tie", "answer", lambda s: s.about == "bid" and s.state.again > 0, _suggest_usual_bid, _build_tie_words),
        Step("choice", "answer", lambda s: s.about == "choice", _suggest_choice, _build_choice_words),
        Step("lay", "answer", _is_laying_bomb, _suggest_bomb_place, _build_bomb_words),
        Step(
            "lost",
            "people",
            lambda s: _is_guided_bid(s) and any(_list_lost_cards(s)),
            _suggest_usual_bid,
            lambda s: {**_build_bid_words(s), **_build_face_words(next(_list_lost_cards(s)))},
        ),
        Step(
            "bomb",
            "table",
            lambda s: _is_guided_bid(s) and _bomb_offered(s) and _can_bomb_others(s),
            _for_bomb,
            lambda s: {"bid": _for_bomb(s).amount},
        ),
        Step(
            "free",
            "people",
            lambda s: _is_guided_bid(s) and _find_free_card(s) is not None,
            _suggest_usual_bid,
            lambda s: {**_build_bid_words(s), **_build_face_words(_find_free_card(s))},
        ),
        Step(
            "nobody",
            "table",
            lambda s: _is_guided_bid(s) and _find_unclaimed_card(s) is not None,
            _suggest_usual_bid,
            lambda s: {**_build_bid_words(s), **_build_face_words(_find_unclaimed_card(s))},
        ),
        Step(
            "dear",
            "table",
            lambda s: _is_guided_bid(s) and s.state.lot > 1 and not _bomb_offered(s) and _is_counted_double(s),
            _suggest_real_bid,
            _build_dear_words,
        ),
        Step(
            "double",
            "people",
            lambda s: _is_guided_bid(s) and _find_majority_leader(s) is not None,
            _suggest_usual_bid,
            _build_majority_words,
        ),
        Step(
            "alone",
            "answer",
            lambda s: s.about == "bid" and s.state.lot >= _FIRST_UNGUIDED_LOT and not s.state.again,
            words=lambda s: {"lots": LOTS - s.state.lot + 1},
        ),
        Step("end", "answer", lambda s: not s.about, words=_build_result_words),
        Step(
            "on-bid",
            "answer",
            lambda s: s.about == "bid" and s.state.lot < _FIRST_UNGUIDED_LOT,
            _suggest_usual_bid,
            _build_bid_words,
            again=True,
        ),
        Step(
            "on-choice",
            "answer",
            lambda s: s.about == "choice" and s.state.lot < _FIRST_UNGUIDED_LOT,
            _suggest_choice,
            _build_choice_words,
            again=True,
        ),
        Step(
            "on-lay",
            "answer",
            lambda s: _is_laying_bomb(s) and s.state.lot < _FIRST_UNGUIDED_LOT,
            _suggest_bomb_place,
            _build_bomb_words,
            again=True,
        ),
    ),
)
