"""The guided first match of Lunar Laser Frogs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from apps.games.frogs.cards import COLOURS, ROLLS_PER_TURN, SHOWS, Colour, Face, Kind
from apps.games.frogs.odds import compute_mean_worths, count_dice
from apps.games.frogs.rules import list_held_cards
from apps.games.frogs.state import Copy, Dice, Reveal, State, Throw, Wait
from apps.kernel.game import AnyAction
from apps.kernel.lesson import Lesson, Scene, Step

_LEARNER_SPLIT: Final = Dice(1, 2, 3)
"""The learner's rolls, which show the others little at first."""
_MIN_EARLY_POINTS: Final = 3.2
"""Points that a card must promise to be thrown before the last roll."""
_MIN_CARDS_FOR_GREY: Final = 2
"""Number of cards in the pile that make a grey card worth throwing."""


def _is_throwing(scene: Scene) -> bool:
    return scene.about == "throw"


def _list_rolled_faces(scene: Scene) -> list[Face]:
    return [face for face in scene.state.faces if face is not None]


def _list_missing_colours(faces: list[Face] | tuple[Face, ...]) -> tuple[Colour, ...]:
    """Return the colours that no die shows."""
    return tuple(colour for colour in COLOURS if not any(colour in SHOWS[face] for face in faces))


def _list_laser_candidates(scene: Scene) -> tuple[Colour, ...]:
    """Return the colours that no die shows yet, if at least four dice are rolled."""
    lying = _list_rolled_faces(scene)
    return _list_missing_colours(lying) if len(lying) >= 4 else ()


def _compute_best_promise(scene: Scene) -> tuple[float, Kind]:
    """Return the card that promises most if no one else throws it, and its points."""
    state: State = scene.state
    values = dict(
        zip(
            (*COLOURS, "blank"),
            compute_mean_worths(count_dice(state.faces), len(_list_rolled_faces(scene))),
            strict=True,
        )
    )
    values["grey"] = float(len(state.pile))
    return max((values[kind], kind) for kind in list_held_cards(state, scene.seat))


def _suggest_action(scene: Scene) -> AnyAction:
    """Return what to do: wait for the dice, but throw earlier if a card promises enough."""
    if scene.about == "dice":
        return _LEARNER_SPLIT
    if scene.about == "copy":
        return Copy(scene.state.pile[0].seat)
    promised, kind = _compute_best_promise(scene)
    if scene.state.window == ROLLS_PER_TURN or (scene.state.window and promised >= _MIN_EARLY_POINTS):
        return Throw(kind)
    return Wait()


def _suggest_best_throw(scene: Scene) -> Throw:
    return Throw(_compute_best_promise(scene)[1])


def _build_card_words(scene: Scene, action: AnyAction = None) -> Mapping[str, object]:
    """Return the suggestion, which is a card or to wait."""
    action = _suggest_action(scene) if action is None else action
    card = action.card if isinstance(action, Throw) else ""
    return {"card": card, "waits": isinstance(action, Wait), "dice": len(_list_rolled_faces(scene))}


def _with_last(scene: Scene) -> Mapping[str, object]:
    last: Reveal = scene.state.last
    return {
        **_build_card_words(scene),
        "gain": last.gains[scene.seat],
        "mine": last.seat == scene.seat,
        "active": last.seat,
        "missing": _list_missing_colours(last.faces)[:1],
    }


def _build_result_words(scene: Scene) -> Mapping[str, object]:
    return {"score": scene.state.scores[scene.seat]}


LESSON: Final = Lesson(
    seats=4,
    options={"laps": 1},
    seed="a612f00a81576ca0bc72ee435751192623dabfadd9d6a7d914dce04df1b21762",
    moves=14,
    steps=(
        Step(
            "blind",
            "hand",
            lambda s: _is_throwing(s) and s.state.window == 0,
            lambda _s: Wait(),
            lambda s: _build_card_words(s, Wait()),
        ),
        Step("dice", "answer", lambda s: s.about == "dice", lambda _s: _LEARNER_SPLIT),
        Step("copy", "answer", lambda s: s.about == "copy", _suggest_action, lambda s: {"seat": s.state.pile[0].seat}),
        Step(
            "laser",
            "table",
            lambda s: (
                _is_throwing(s)
                and bool(_list_laser_candidates(s))
                and _list_laser_candidates(s)[0] in list_held_cards(s.state, s.seat)
            ),
            lambda s: Throw(_list_laser_candidates(s)[0]),
            lambda s: {
                **_build_card_words(s, Throw(_list_laser_candidates(s)[0])),
                "colour": _list_laser_candidates(s)[0],
            },
        ),
        Step(
            "grey",
            "table",
            lambda s: _is_throwing(s) and len(s.state.pile) >= _MIN_CARDS_FOR_GREY,
            lambda _s: Throw("grey"),
            lambda s: {"cards": len(s.state.pile)},
        ),
        Step(
            "last",
            "hand",
            lambda s: _is_throwing(s) and s.state.window == ROLLS_PER_TURN,
            _suggest_best_throw,
            lambda s: _build_card_words(s, _suggest_best_throw(s)),
        ),
        Step(
            "look",
            "hand",
            lambda s: _is_throwing(s) and 0 < s.state.window < ROLLS_PER_TURN,
            lambda _s: Wait(),
            lambda s: _build_card_words(s, Wait()),
        ),
        Step(
            "lasered",
            "table",
            lambda s: (
                s.about != "copy"
                and s.state.last is not None
                and bool(s.about)
                and bool(_list_missing_colours(s.state.last.faces))
            ),
            _suggest_action,
            _with_last,
        ),
        Step("scored", "table", lambda s: bool(s.about) and s.state.last is not None, _suggest_action, _with_last),
        Step(
            "early",
            "hand",
            lambda s: _is_throwing(s) and s.state.window == 0 and s.state.turn > 2,
            _suggest_best_throw,
            lambda s: _build_card_words(s, _suggest_best_throw(s)),
        ),
        Step("end", "answer", lambda s: not s.about, words=_build_result_words),
        Step("on", "hand", _is_throwing, _suggest_action, _build_card_words, again=True),
        Step("on-dice", "answer", lambda s: s.about == "dice", _suggest_action, again=True),
        Step(
            "on-copy",
            "answer",
            lambda s: s.about == "copy",
            _suggest_action,
            lambda s: {"seat": s.state.pile[0].seat},
            again=True,
        ),
    ),
)
