"""The guided first match of Kobold Bombs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from msgspec.structs import replace

from apps.games.kobolds.bomb import armed
from apps.games.kobolds.bombs import BOMBS
from apps.games.kobolds.bot import choose
from apps.games.kobolds.card_values import worth
from apps.games.kobolds.cards import MECHANISM, TRICK, CardId, count, kind
from apps.games.kobolds.explosion import blast
from apps.games.kobolds.faces import face
from apps.games.kobolds.missions import MISSIONS
from apps.games.kobolds.rules import legal
from apps.games.kobolds.state import Pass, Plan, Play, Profile, Skip, State, Tinker
from apps.games.kobolds.tricks import mission
from apps.kernel.chance import Chance
from apps.kernel.lesson import Lesson, Scene, Step
from apps.kernel.table import Seat

_WHIM: Final = Chance(b"a lesson has no whims", 0)
_PASS: Final = Pass(keep=True)
"""The form's default: to keep passing, so the lesson doesn't ask about every card of the others."""
_GUIDED: Final = 1
"""Number of explosions after which the learner plays on alone."""


def _first(scene: Scene) -> bool:
    """Check whether a question about the first bomb is open. With the second bomb, the learner plays alone."""
    return bool(scene.about) and scene.state.blasts < _GUIDED


def _tricks(scene: Scene) -> bool:
    return scene.about == "trick" and _first(scene)


def _calm(scene: Scene) -> bool:
    return not armed(scene.state)


def _calmly_holds(scene: Scene) -> bool:
    return _tricks(scene) and _calm(scene) and bool(scene.state.holder == scene.seat)


def _rescued(scene: Scene) -> int:
    return count(scene.state.hands[scene.seat], MECHANISM)


def _mission(scene: Scene) -> CardId | None:
    """Return a trick in the learner's hand with a secret mission."""
    return next((card for card in scene.state.hands[scene.seat] if kind(card) == TRICK and mission(card)), None)


def _cashed(scene: Scene) -> tuple[CardId, int] | None:
    """Return the learner's mission that the last explosion paid."""
    pay = scene.state.pay
    return next(((each.card, each.gold) for each in pay.missions if each.seat == scene.seat), None) if pay else None


# -- what is suggested -----------------------------------------------------------------


def _play(scene: Scene) -> Any:
    """Return what the bot would do, with its randomness fixed."""
    return _chosen(scene.state, scene.seat)


@lru_cache(64)  # One bubble asks several times.
def _chosen(state: State, seat: Seat) -> Any:
    action = choose(state, seat, _WHIM)
    if isinstance(action, Play) and not state.stack:
        return replace(action, keep=True)
    return _PASS if isinstance(action, Pass) else action


def _plays(scene: Scene) -> bool:
    return isinstance(_play(scene), Play)


def _pass(_scene: Scene) -> Pass:
    return _PASS


def _rescue(scene: Scene) -> Any:
    """Put the least valuable trick in for a mechanism, if that arms nothing."""
    acts = [
        act
        for act in legal(scene.state, scene.seat)
        if isinstance(act, Tinker) and kind(act.take) == MECHANISM and kind(act.give) == TRICK and not act.hush
    ]
    return min(acts, key=lambda act: worth((act.give,)), default=Skip())


def _may_rescue(scene: Scene) -> bool:
    spare = count(scene.state.inside, MECHANISM) > 1
    return _first(scene) and scene.about == "tinker" and spare and isinstance(_rescue(scene), Tinker)


def _plan(scene: Scene) -> tuple[Plan, ...]:
    """Return the plan that the form contains: ask about tinkering, but not about the tricks after it."""
    state: State = scene.state
    plans = scene.about == "trick" and state.holder == scene.seat and state.phase == "trick1"
    return (Plan(state.turn, give="ask"),) if plans else ()


# -- what is said ----------------------------------------------------------------------


def _said(scene: Scene, action: Any) -> Mapping[str, Any]:
    """Return the cards and the seat of a suggestion."""
    words: dict[str, Any] = {"does": action.__struct_config__.tag, "rescued": _rescued(scene)}
    if isinstance(action, Play):
        words |= {"card": face(action.card).title, "target": action.target, "me": action.target == scene.seat}
    if isinstance(action, Tinker):
        words |= {"give": face(action.give).title, "take": face(action.take).title}
    return words


def _suggested(scene: Scene) -> Mapping[str, Any]:
    return _said(scene, _play(scene))


def _bomb(scene: Scene) -> Mapping[str, Any]:
    state: State = scene.state
    return {"bomb": BOMBS[state.bomb or ""].title, "mechanisms": count(state.inside, MECHANISM)}


def _danger(scene: Scene) -> Mapping[str, Any]:
    """Return the suggestion, and whether the learner would be killed if the bomb went off now."""
    state: State = scene.state
    return {**_suggested(scene), "dies": scene.seat in blast(state).killed}


def _with_mission(scene: Scene) -> Mapping[str, Any]:
    card = _mission(scene) or ""
    return {**_suggested(scene), "trick": face(card).title, "mission": MISSIONS[mission(card)].text,
            "worth": MISSIONS[mission(card)].gold}  # fmt: skip


def _exploded(scene: Scene) -> Mapping[str, Any]:
    last, pay = scene.state.last, scene.state.pay
    return {**_suggested(scene), "dies": scene.seat in last.killed,
            "survival": pay.survival[scene.seat], "hazard": pay.hazard[scene.seat],
            "rescue": pay.rescue[scene.seat]}  # fmt: skip


def _paid(scene: Scene) -> Mapping[str, Any]:
    card, gold = _cashed(scene) or ("", 0)
    return {**_suggested(scene), "trick": face(card).title, "worth": gold}


def _replying(scene: Scene) -> Mapping[str, Any]:
    first = scene.state.stack[0]
    return {**_suggested(scene), "trick": face(first.card).title, "seat": first.seat}


def _result(scene: Scene) -> Mapping[str, Any]:
    return {"gold": scene.state.gold[scene.seat], "won": scene.seat in scene.state.winners}


LESSON: Final = Lesson(
    seats=3,
    options={"gold": 5},
    seed="9c6ec273579aeeda2c4d2239f710d8f9eda0e45b5d562379930d73f8fcdc9e26",
    moves=14,
    orders=(Profile(when="affected"),),
    along=_plan,
    steps=(
        Step("end", "answer", lambda s: not s.about, words=_result),
        Step("hold", "table", lambda s: _calmly_holds(s) and s.state.phase == "trick1", _pass, _bomb),
        Step("tinker", "answer", _may_rescue, _rescue, lambda s: _said(s, _rescue(s))),
        Step("exploded", "people", lambda s: bool(s.about) and s.state.pay is not None, _play, _exploded),
        Step("cashed", "people", lambda s: bool(s.about) and _cashed(s) is not None, _play, _paid,
             after=("mission",)),
        Step("reply", "hand", lambda s: _first(s) and s.about == "reply" and _plays(s), _play, _replying),
        Step("armed", "table", lambda s: _first(s) and not _calm(s), _play, _danger),
        Step("trick", "hand", lambda s: _tricks(s) and _plays(s), _play, _suggested),
        Step("rescued", "hand", lambda s: _first(s) and _rescued(s) > 0 and _calm(s), _play, _suggested,
             after=("tinker",)),
        Step("mission", "hand", lambda s: _first(s) and _mission(s) is not None, _play, _with_mission, after=("hold",)),
        Step("alone", "answer", lambda s: bool(s.about) and s.state.blasts >= _GUIDED,
             words=lambda s: {"goal": s.state.setup.options.gold}, after=("exploded",)),
        Step("on", "answer", _first, _play, _suggested, again=True),
    ),
)  # fmt: skip
