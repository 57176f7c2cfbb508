"""The guided first match of Lunar Laser Frogs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from apps.games.frogs.cards import COLOURS, SHOWS, THROWS, Colour, Face, Kind
from apps.games.frogs.odds import count, worths
from apps.games.frogs.rules import held
from apps.games.frogs.state import Copy, Dice, Reveal, State, Throw, Wait
from apps.kernel.lesson import Lesson, Scene, Step

_SPLIT: Final = Dice(1, 2, 3)
"""The learner's rolls, which show the others little at first."""
_ENOUGH: Final = 3.2
"""Points that a card must promise to be thrown before the last roll."""
_PILE: Final = 2
"""Number of cards in the pile that make a grey card worth throwing."""


def _throwing(scene: Scene) -> bool:
    return scene.about == "throw"


def _lying(scene: Scene) -> list[Face]:
    return [face for face in scene.state.faces if face is not None]


def _absent(faces: list[Face] | tuple[Face, ...]) -> tuple[Colour, ...]:
    """Return the colours that no die shows."""
    return tuple(colour for colour in COLOURS if not any(colour in SHOWS[face] for face in faces))


def _missing(scene: Scene) -> tuple[Colour, ...]:
    """Return the colours that no die shows yet, if at least four dice are rolled."""
    lying = _lying(scene)
    return _absent(lying) if len(lying) >= 4 else ()


def _promise(scene: Scene) -> tuple[float, Kind]:
    """Return the card that promises most if no one else throws it, and its points."""
    state: State = scene.state
    values = dict(zip((*COLOURS, "blank"), worths(count(state.faces), len(_lying(scene))), strict=True))
    values["grey"] = float(len(state.pile))
    return max((values[kind], kind) for kind in held(state, scene.seat))


def _play(scene: Scene) -> Any:
    """Return what to do: wait for the dice, but throw earlier if a card promises enough."""
    if scene.about == "dice":
        return _SPLIT
    if scene.about == "copy":
        return Copy(scene.state.pile[0].seat)
    promised, kind = _promise(scene)
    if scene.state.window == THROWS or (scene.state.window and promised >= _ENOUGH):
        return Throw(kind)
    return Wait()


def _best(scene: Scene) -> Throw:
    return Throw(_promise(scene)[1])


def _card(scene: Scene, action: Any = None) -> Mapping[str, Any]:
    """Return the suggestion, which is a card or to wait."""
    action = _play(scene) if action is None else action
    card = action.card if isinstance(action, Throw) else ""
    return {"card": card, "waits": isinstance(action, Wait), "dice": len(_lying(scene))}


def _with_last(scene: Scene) -> Mapping[str, Any]:
    last: Reveal = scene.state.last
    return {**_card(scene), "gain": last.gains[scene.seat], "mine": last.seat == scene.seat, "active": last.seat,
            "missing": _absent(last.faces)[:1]}  # fmt: skip


def _result(scene: Scene) -> Mapping[str, Any]:
    return {"score": scene.state.scores[scene.seat]}


LESSON: Final = Lesson(
    seats=4,
    options={"laps": 1},
    seed="a612f00a81576ca0bc72ee435751192623dabfadd9d6a7d914dce04df1b21762",
    moves=14,
    steps=(
        Step("blind", "hand", lambda s: _throwing(s) and s.state.window == 0, lambda _s: Wait(),
             lambda s: _card(s, Wait())),
        Step("dice", "answer", lambda s: s.about == "dice", lambda _s: _SPLIT),
        Step("copy", "answer", lambda s: s.about == "copy", _play, lambda s: {"seat": s.state.pile[0].seat}),
        Step("laser", "table",
             lambda s: _throwing(s) and bool(_missing(s)) and _missing(s)[0] in held(s.state, s.seat),
             lambda s: Throw(_missing(s)[0]), lambda s: {**_card(s, Throw(_missing(s)[0])), "colour": _missing(s)[0]}),
        Step("grey", "table", lambda s: _throwing(s) and len(s.state.pile) >= _PILE, lambda _s: Throw("grey"),
             lambda s: {"cards": len(s.state.pile)}),
        Step("last", "hand", lambda s: _throwing(s) and s.state.window == THROWS, _best, lambda s: _card(s, _best(s))),
        Step("look", "hand", lambda s: _throwing(s) and 0 < s.state.window < THROWS, lambda _s: Wait(),
             lambda s: _card(s, Wait())),
        Step("lasered", "table", lambda s: s.about != "copy" and s.state.last is not None
             and bool(s.about) and bool(_absent(s.state.last.faces)), _play, _with_last),
        Step("scored", "table", lambda s: bool(s.about) and s.state.last is not None, _play, _with_last),
        Step("early", "hand", lambda s: _throwing(s) and s.state.window == 0 and s.state.turn > 2, _best,
             lambda s: _card(s, _best(s))),
        Step("end", "answer", lambda s: not s.about, words=_result),
        Step("on", "hand", _throwing, _play, _card, again=True),
        Step("on-dice", "answer", lambda s: s.about == "dice", _play, again=True),
        Step("on-copy", "answer", lambda s: s.about == "copy", _play, lambda s: {"seat": s.state.pile[0].seat},
             again=True),
    ),
)  # fmt: skip
