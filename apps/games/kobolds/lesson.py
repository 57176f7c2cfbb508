"""The guided first match of Kobold Bombs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from apps.games.kobolds.bomb import is_armed
from apps.games.kobolds.bombs import BOMBS
from apps.games.kobolds.bot import choose
from apps.games.kobolds.card_values import sum_card_values
from apps.games.kobolds.cards import MECHANISM, TRICK, CardId, count_cards, get_card_kind
from apps.games.kobolds.explosion import resolve_explosion
from apps.games.kobolds.faces import build_face
from apps.games.kobolds.missions import MISSIONS
from apps.games.kobolds.rules import legal
from apps.games.kobolds.state import Pass, Plan, Play, Profile, Skip, State, Tinker
from apps.games.kobolds.tricks import get_mission_key
from apps.kernel.chance import Chance
from apps.kernel.game import AnyAction
from apps.kernel.lesson import Lesson, Scene, Step
from apps.kernel.table import Seat

_FIXED_CHANCE: Final = Chance(b"a lesson has no whims", 0)
_KEEP_PASSING: Final = Pass(keep=True)
"""The form's default: to keep passing, so the lesson doesn't ask about every card of the others."""
_GUIDED_EXPLOSIONS: Final = 1
"""Number of explosions after which the learner plays on alone."""


def _is_guided_question(scene: Scene) -> bool:
    """Check whether a question about the first bomb is open. With the second bomb, the learner plays alone."""
    return bool(scene.about) and scene.state.blasts < _GUIDED_EXPLOSIONS


def _is_guided_trick_window(scene: Scene) -> bool:
    return scene.about == "trick" and _is_guided_question(scene)


def _is_bomb_unarmed(scene: Scene) -> bool:
    return not is_armed(scene.state)


def _calmly_holds(scene: Scene) -> bool:
    return _is_guided_trick_window(scene) and _is_bomb_unarmed(scene) and bool(scene.state.holder == scene.seat)


def _count_rescued_mechanisms(scene: Scene) -> int:
    return count_cards(scene.state.hands[scene.seat], MECHANISM)


def _find_mission_card(scene: Scene) -> CardId | None:
    """Return a trick in the learner's hand with a secret mission."""
    return next(
        (card for card in scene.state.hands[scene.seat] if get_card_kind(card) == TRICK and get_mission_key(card)), None
    )


def _find_cashed_mission(scene: Scene) -> tuple[CardId, int] | None:
    """Return the learner's mission that the last explosion paid."""
    pay = scene.state.pay
    return next(((each.card, each.gold) for each in pay.missions if each.seat == scene.seat), None) if pay else None


# -- what is suggested -----------------------------------------------------------------


def _suggest_action(scene: Scene) -> AnyAction:
    """Return what the bot would do, with its randomness fixed."""
    return _choose_bot_action(scene.state, scene.seat)


@lru_cache(64)  # One bubble asks several times.
def _choose_bot_action(state: State, seat: Seat) -> AnyAction:
    action = choose(state, seat, _FIXED_CHANCE)
    if isinstance(action, Play) and not state.stack:
        return replace(action, keep=True)
    return _KEEP_PASSING if isinstance(action, Pass) else action


def _is_play_suggested(scene: Scene) -> bool:
    return isinstance(_suggest_action(scene), Play)


def _suggest_pass(_scene: Scene) -> Pass:
    return _KEEP_PASSING


def _suggest_rescue(scene: Scene) -> AnyAction:
    """Put the least valuable trick in for a mechanism, if that arms nothing."""
    acts = [
        act
        for act in legal(scene.state, scene.seat)
        if isinstance(act, Tinker)
        and get_card_kind(act.take) == MECHANISM
        and get_card_kind(act.give) == TRICK
        and not act.hush
    ]
    return min(acts, key=lambda act: sum_card_values((act.give,)), default=Skip())


def _may_rescue(scene: Scene) -> bool:
    spare = count_cards(scene.state.inside, MECHANISM) > 1
    return (
        _is_guided_question(scene) and scene.about == "tinker" and spare and isinstance(_suggest_rescue(scene), Tinker)
    )


def _build_form_plan(scene: Scene) -> tuple[Plan, ...]:
    """Return the plan that the form contains: ask about tinkering, but not about the tricks after it."""
    state: State = scene.state
    plans = scene.about == "trick" and state.holder == scene.seat and state.phase == "trick1"
    return (Plan(state.turn, give="ask"),) if plans else ()


# -- what is said ----------------------------------------------------------------------


def _build_action_words(scene: Scene, action: AnyAction) -> Mapping[str, object]:
    """Return the cards and the seat of a suggestion."""
    words: dict[str, object] = {"does": action.__struct_config__.tag, "rescued": _count_rescued_mechanisms(scene)}
    if isinstance(action, Play):
        words |= {"card": build_face(action.card).title, "target": action.target, "me": action.target == scene.seat}
    if isinstance(action, Tinker):
        words |= {"give": build_face(action.give).title, "take": build_face(action.take).title}
    return words


def _build_suggestion_words(scene: Scene) -> Mapping[str, object]:
    return _build_action_words(scene, _suggest_action(scene))


def _build_bomb_words(scene: Scene) -> Mapping[str, object]:
    state: State = scene.state
    return {"bomb": BOMBS[state.bomb or ""].title, "mechanisms": count_cards(state.inside, MECHANISM)}


def _build_danger_words(scene: Scene) -> Mapping[str, object]:
    """Return the suggestion, and whether the learner would be killed if the bomb went off now."""
    state: State = scene.state
    return {**_build_suggestion_words(scene), "dies": scene.seat in resolve_explosion(state).killed}


def _with_mission(scene: Scene) -> Mapping[str, object]:
    card = _find_mission_card(scene) or ""
    return {
        **_build_suggestion_words(scene),
        "trick": build_face(card).title,
        "mission": MISSIONS[get_mission_key(card)].text,
        "worth": MISSIONS[get_mission_key(card)].gold,
    }


def _build_own_payout_words(scene: Scene) -> Mapping[str, object]:
    last, pay = scene.state.last, scene.state.pay
    return {**_build_suggestion_words(scene), "dies": scene.seat in last.killed,
            "survival": pay.survival[scene.seat], "hazard": pay.hazard[scene.seat],
            "rescue": pay.rescue[scene.seat]}  # fmt: skip


def _build_cashed_mission_words(scene: Scene) -> Mapping[str, object]:
    card, gold = _find_cashed_mission(scene) or ("", 0)
    return {**_build_suggestion_words(scene), "trick": build_face(card).title, "worth": gold}


def _build_reply_words(scene: Scene) -> Mapping[str, object]:
    first = scene.state.stack[0]
    return {**_build_suggestion_words(scene), "trick": build_face(first.card).title, "seat": first.seat}


def _build_result_words(scene: Scene) -> Mapping[str, object]:
    return {"gold": scene.state.gold[scene.seat], "won": scene.seat in scene.state.winners}


LESSON: Final = Lesson(
    seats=3,
    options={"gold": 5},
    seed="9c6ec273579aeeda2c4d2239f710d8f9eda0e45b5d562379930d73f8fcdc9e26",
    moves=14,
    orders=(Profile(when="affected"),),
    along=_build_form_plan,
    steps=(
        Step("end", "answer", lambda s: not s.about, words=_build_result_words),
        Step(
            "hold", "table", lambda s: _calmly_holds(s) and s.state.phase == "trick1", _suggest_pass, _build_bomb_words
        ),
        Step("tinker", "answer", _may_rescue, _suggest_rescue, lambda s: _build_action_words(s, _suggest_rescue(s))),
        Step(
            "exploded",
            "people",
            lambda s: bool(s.about) and s.state.pay is not None,
            _suggest_action,
            _build_own_payout_words,
        ),
        Step(
            "cashed",
            "people",
            lambda s: bool(s.about) and _find_cashed_mission(s) is not None,
            _suggest_action,
            _build_cashed_mission_words,
            after=("mission",),
        ),
        Step(
            "reply",
            "hand",
            lambda s: _is_guided_question(s) and s.about == "reply" and _is_play_suggested(s),
            _suggest_action,
            _build_reply_words,
        ),
        Step(
            "armed",
            "table",
            lambda s: _is_guided_question(s) and not _is_bomb_unarmed(s),
            _suggest_action,
            _build_danger_words,
        ),
        Step(
            "trick",
            "hand",
            lambda s: _is_guided_trick_window(s) and _is_play_suggested(s),
            _suggest_action,
            _build_suggestion_words,
        ),
        Step(
            "rescued",
            "hand",
            lambda s: _is_guided_question(s) and _count_rescued_mechanisms(s) > 0 and _is_bomb_unarmed(s),
            _suggest_action,
            _build_suggestion_words,
            after=("tinker",),
        ),
        Step(
            "mission",
            "hand",
            lambda s: _is_guided_question(s) and _find_mission_card(s) is not None,
            _suggest_action,
            _with_mission,
            after=("hold",),
        ),
        Step(
            "alone",
            "answer",
            lambda s: bool(s.about) and s.state.blasts >= _GUIDED_EXPLOSIONS,
            words=lambda s: {"goal": s.state.setup.options.gold},
            after=("exploded",),
        ),
        Step("on", "answer", _is_guided_question, _suggest_action, _build_suggestion_words, again=True),
    ),
)
