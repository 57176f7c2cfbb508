"""The guided first match of Fuse."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from apps.games.fuse import scoring
from apps.games.fuse.cards import FACES, POINTS, CardId, highest, is_defuse, is_fuse, lowest, worth
from apps.games.fuse.dealing import packet
from apps.games.fuse.state import Bomb, Cut, Lay, Shed, State
from apps.kernel.lesson import Lesson, Scene, Step

_RIPE: Final = 40
"""Points that are worth one of the first two bombs. Six bombs share about three hundred points."""
_CHEAP: Final = 32
"""Points that are too few for a bomb."""
_FAT: Final = 28
"""Points that are worth cutting for a player without bombs."""


def _prize(state: State) -> int:
    return worth(state.fuse) + worth(state.beside)


def _fuse(scene: Scene) -> list[CardId]:
    return [card for card in scene.state.hands[scene.seat] if is_fuse(card)]


def _defuse(scene: Scene) -> list[CardId]:
    return [card for card in scene.state.hands[scene.seat] if is_defuse(card)]


def _turn(scene: Scene) -> bool:
    return scene.about == "turn"


def _lays(scene: Scene) -> bool:
    return _turn(scene) and bool(_fuse(scene))


def _bombs(scene: Scene) -> int:
    return int(scene.state.bombs[scene.seat])


def _others_bombs(scene: Scene) -> int:
    return int(sum(scene.state.bombs)) - _bombs(scene)


def _lay_low(scene: Scene) -> Any:
    cards = _fuse(scene)
    return Lay(lowest(cards)) if cards else None


def _lay_high(scene: Scene) -> Any:
    cards = _fuse(scene)
    return Lay(highest(cards)) if cards else None


def _cut(scene: Scene) -> Any:
    return Cut(lowest(_defuse(scene)))


def _play(scene: Scene) -> Any:
    """Return a sensible action if there's nothing new to explain: no bombs for a few points, and no high cards kept."""
    state: State = scene.state
    fuse, defuse = _fuse(scene), _defuse(scene)
    if state.fuse and _bombs(scene) and (_prize(state) >= _RIPE or _ending(state)):
        return Bomb()
    if not fuse:
        return (Cut if state.fuse else Shed)(lowest(defuse))
    feeds = state.fuse and _others_bombs(scene) and _prize(state) > _CHEAP and not _ending(state)
    return Lay(lowest(fuse) if feeds else highest(fuse))


def _ending(state: State) -> bool:
    """Check whether the next card could be the time bomb."""
    return state.left <= packet(state.setup.options) + 1


def _cheap(scene: Scene) -> tuple[int, int] | None:
    """Return the other player whose bomb has won the fewest points, and how many, if that was too few."""
    state: State = scene.state
    won = [(worth(taken), seat) for seat, taken in enumerate(state.taken) if taken and seat != scene.seat]
    return next(((seat, points) for points, seat in sorted(won) if points <= _CHEAP), None)


def _about_card(scene: Scene) -> Mapping[str, Any]:
    """Return the suggested card, and what the next bomb wins after it."""
    action, prize = _play(scene), _prize(scene.state)
    return _card(action, prize)


def _card(action: Any, prize: int) -> Mapping[str, Any]:
    if not isinstance(action, Lay | Cut | Shed):
        return {"prize": prize, "bomb": True}
    face = FACES[action.card]
    return {"prize": prize, "points": face.points, "kind": face.kind, "after": prize + face.points}


def _low(scene: Scene) -> Mapping[str, Any]:
    return _card(_lay_low(scene), _prize(scene.state))


def _high(scene: Scene) -> Mapping[str, Any]:
    return _card(_lay_high(scene), _prize(scene.state))


def _cheaply(scene: Scene) -> Mapping[str, Any]:
    seat, points = _cheap(scene) or (0, 0)
    return {**_high(scene), "seat": seat, "won": points, "left": scene.state.bombs[seat]}


def _cutting(scene: Scene) -> Mapping[str, Any]:
    return {**_card(_cut(scene), _prize(scene.state)), "fuse": worth(scene.state.fuse)}


def _beside(scene: Scene) -> Mapping[str, Any]:
    return {**_about_card(scene), "beside": worth(scene.state.beside)}


def _result(scene: Scene) -> Mapping[str, Any]:
    state: State = scene.state
    hand = [POINTS[card] for card in state.hands[scene.seat] if is_fuse(card)]
    return {
        "why": state.ended, "taken": worth(state.taken[scene.seat]), "cost": sum(hand),
        "score": scoring.scores(state)[scene.seat],
    }  # fmt: skip


LESSON: Final = Lesson(
    seats=3,
    options={"short_fuse": True},
    seed="d5a5ff95e0a55638d114aea0c712573e1d8a84881e29797a09b35712ad4c16e1",
    moves=13,
    steps=(
        Step("first", "hand", lambda s: _lays(s) and not s.state.fuse and s.state.turn <= 3, _lay_low, _low),
        Step(
            "grows", "table", lambda s: _lays(s) and bool(s.state.fuse) and _bombs(s) > 0 and _prize(s.state) < _RIPE,
            _lay_low, _low,
        ),
        Step("cheap", "people", lambda s: _lays(s) and _cheap(s) is not None, _lay_high, _cheaply),
        Step(
            "bomb", "answer", lambda s: _turn(s) and bool(s.state.fuse) and _bombs(s) > 1 and _prize(s.state) >= _RIPE,
            lambda _s: Bomb(), lambda s: {"prize": _prize(s.state)},
        ),
        Step(
            "tempting", "answer",
            lambda s: _lays(s) and len(s.state.fuse) > 1 and _bombs(s) == 1
            and 20 <= _prize(s.state) < _RIPE and not _ending(s.state),
            _lay_low, _low,
        ),
        Step(
            "last-bomb", "answer",
            lambda s: _turn(s) and bool(s.state.fuse) and _bombs(s) == 1 and _prize(s.state) >= _RIPE,
            lambda _s: Bomb(), lambda s: {"prize": _prize(s.state)},
        ),
        Step(
            "cut", "hand",
            lambda s: _turn(s) and not _bombs(s) and bool(_others_bombs(s)) and bool(_defuse(s))
            and worth(s.state.fuse) >= _FAT,
            _cut, _cutting,
        ),
        Step("beside", "table", lambda s: _turn(s) and bool(s.state.beside), _play, _beside),
        Step("soon", "table", lambda s: _turn(s) and _ending(s.state), _play, _about_card),
        Step("end", "answer", lambda s: not s.about, words=_result),
        Step("on", "hand", _turn, _play, _about_card, again=True),
    ),
)  # fmt: skip
