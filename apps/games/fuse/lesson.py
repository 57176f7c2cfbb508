"""The guided first match of Fuse."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from apps.games.fuse import scoring
from apps.games.fuse.cards import (
    FACES,
    POINTS_BY_CARD,
    CardId,
    is_defuse,
    is_fuse,
    select_highest_card,
    select_lowest_card,
    sum_points,
)
from apps.games.fuse.dealing import get_packet_size
from apps.games.fuse.state import Bomb, Cut, Lay, Shed, State
from apps.kernel.game import AnyAction
from apps.kernel.lesson import Lesson, Scene, Step

_RIPE_PRIZE_POINTS: Final = 40
"""Points that are worth one of the first two bombs. Six bombs share about three hundred points."""
_MAX_CHEAP_POINTS: Final = 32
"""Points that are too few for a bomb."""
_MIN_CUT_POINTS: Final = 28
"""Points that are worth cutting for a player without bombs."""


def _compute_prize(state: State) -> int:
    return sum_points(state.fuse) + sum_points(state.beside)


def _list_fuse_cards(scene: Scene) -> list[CardId]:
    return [card for card in scene.state.hands[scene.seat] if is_fuse(card)]


def _list_defuse_cards(scene: Scene) -> list[CardId]:
    return [card for card in scene.state.hands[scene.seat] if is_defuse(card)]


def _is_turn(scene: Scene) -> bool:
    return scene.about == "turn"


def _can_lay(scene: Scene) -> bool:
    return _is_turn(scene) and bool(_list_fuse_cards(scene))


def _count_own_bombs(scene: Scene) -> int:
    return int(scene.state.bombs[scene.seat])


def _others_bombs(scene: Scene) -> int:
    return int(sum(scene.state.bombs)) - _count_own_bombs(scene)


def _lay_low(scene: Scene) -> AnyAction:
    cards = _list_fuse_cards(scene)
    return Lay(select_lowest_card(cards)) if cards else None


def _lay_high(scene: Scene) -> AnyAction:
    cards = _list_fuse_cards(scene)
    return Lay(select_highest_card(cards)) if cards else None


def _suggest_cut(scene: Scene) -> AnyAction:
    return Cut(select_lowest_card(_list_defuse_cards(scene)))


def _suggest_action(scene: Scene) -> AnyAction:
    """Return a sensible action if there's nothing new to explain: no bombs for a few points, and no high cards kept."""
    state: State = scene.state
    fuse, defuse = _list_fuse_cards(scene), _list_defuse_cards(scene)
    if (
        state.fuse
        and _count_own_bombs(scene)
        and (_compute_prize(state) >= _RIPE_PRIZE_POINTS or _is_deal_ending(state))
    ):
        return Bomb()
    if not fuse:
        return (Cut if state.fuse else Shed)(select_lowest_card(defuse))
    feeds = (
        state.fuse and _others_bombs(scene) and _compute_prize(state) > _MAX_CHEAP_POINTS and not _is_deal_ending(state)
    )
    return Lay(select_lowest_card(fuse) if feeds else select_highest_card(fuse))


def _is_deal_ending(state: State) -> bool:
    """Check whether the next card could be the time bomb."""
    return state.left <= get_packet_size(state.setup.options) + 1


def _find_cheap_bomber(scene: Scene) -> tuple[int, int] | None:
    """Return the other player whose bomb has won the fewest points, and how many, if that was too few."""
    state: State = scene.state
    won = [(sum_points(taken), seat) for seat, taken in enumerate(state.taken) if taken and seat != scene.seat]
    return next(((seat, points) for points, seat in sorted(won) if points <= _MAX_CHEAP_POINTS), None)


def _about_card(scene: Scene) -> Mapping[str, object]:
    """Return the suggested card, and what the next bomb wins after it."""
    action, prize = _suggest_action(scene), _compute_prize(scene.state)
    return _build_card_words(action, prize)


def _build_card_words(action: AnyAction, prize: int) -> Mapping[str, object]:
    if not isinstance(action, Lay | Cut | Shed):
        return {"prize": prize, "bomb": True}
    face = FACES[action.card]
    return {"prize": prize, "points": face.points, "kind": face.kind, "after": prize + face.points}


def _build_lay_low_words(scene: Scene) -> Mapping[str, object]:
    return _build_card_words(_lay_low(scene), _compute_prize(scene.state))


def _build_lay_high_words(scene: Scene) -> Mapping[str, object]:
    return _build_card_words(_lay_high(scene), _compute_prize(scene.state))


def _build_cheap_bomb_words(scene: Scene) -> Mapping[str, object]:
    seat, points = _find_cheap_bomber(scene) or (0, 0)
    return {**_build_lay_high_words(scene), "seat": seat, "won": points, "left": scene.state.bombs[seat]}


def _build_cut_words(scene: Scene) -> Mapping[str, object]:
    return {**_build_card_words(_suggest_cut(scene), _compute_prize(scene.state)), "fuse": sum_points(scene.state.fuse)}


def _build_beside_words(scene: Scene) -> Mapping[str, object]:
    return {**_about_card(scene), "beside": sum_points(scene.state.beside)}


def _build_result_words(scene: Scene) -> Mapping[str, object]:
    state: State = scene.state
    hand = [POINTS_BY_CARD[card] for card in state.hands[scene.seat] if is_fuse(card)]
    return {
        "why": state.ended, "taken": sum_points(state.taken[scene.seat]), "cost": sum(hand),
        "score": scoring.scores(state)[scene.seat],
    }  # fmt: skip


LESSON: Final = Lesson(
    seats=3,
    options={"short_fuse": True},
    seed="d5a5ff95e0a55638d114aea0c712573e1d8a84881e29797a09b35712ad4c16e1",
    moves=13,
    steps=(
        Step(
            "first",
            "hand",
            lambda s: _can_lay(s) and not s.state.fuse and s.state.turn <= 3,
            _lay_low,
            _build_lay_low_words,
        ),
        Step(
            "grows",
            "table",
            lambda s: (
                _can_lay(s)
                and bool(s.state.fuse)
                and _count_own_bombs(s) > 0
                and _compute_prize(s.state) < _RIPE_PRIZE_POINTS
            ),
            _lay_low,
            _build_lay_low_words,
        ),
        Step(
            "cheap",
            "people",
            lambda s: _can_lay(s) and _find_cheap_bomber(s) is not None,
            _lay_high,
            _build_cheap_bomb_words,
        ),
        Step(
            "bomb",
            "answer",
            lambda s: (
                _is_turn(s)
                and bool(s.state.fuse)
                and _count_own_bombs(s) > 1
                and _compute_prize(s.state) >= _RIPE_PRIZE_POINTS
            ),
            lambda _s: Bomb(),
            lambda s: {"prize": _compute_prize(s.state)},
        ),
        Step(
            "tempting",
            "answer",
            lambda s: (
                _can_lay(s)
                and len(s.state.fuse) > 1
                and _count_own_bombs(s) == 1
                and 20 <= _compute_prize(s.state) < _RIPE_PRIZE_POINTS
                and not _is_deal_ending(s.state)
            ),
            _lay_low,
            _build_lay_low_words,
        ),
        Step(
            "last-bomb",
            "answer",
            lambda s: (
                _is_turn(s)
                and bool(s.state.fuse)
                and _count_own_bombs(s) == 1
                and _compute_prize(s.state) >= _RIPE_PRIZE_POINTS
            ),
            lambda _s: Bomb(),
            lambda s: {"prize": _compute_prize(s.state)},
        ),
        Step(
            "cut",
            "hand",
            lambda s: (
                _is_turn(s)
                and not _count_own_bombs(s)
                and bool(_others_bombs(s))
                and bool(_list_defuse_cards(s))
                and sum_points(s.state.fuse) >= _MIN_CUT_POINTS
            ),
            _suggest_cut,
            _build_cut_words,
        ),
        Step("beside", "table", lambda s: _is_turn(s) and bool(s.state.beside), _suggest_action, _build_beside_words),
        Step("soon", "table", lambda s: _is_turn(s) and _is_deal_ending(s.state), _suggest_action, _about_card),
        Step("end", "answer", lambda s: not s.about, words=_build_result_words),
        Step("on", "hand", _is_turn, _suggest_action, _about_card, again=True),
    ),
)
