"""Rules of thumb that people use at Kobold Bombs for playing tricks and for tinkering."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from apps.games.kobolds.rules import legal
from apps.games.kobolds.state import Action, Obey, Pass, Play, Skip, State, Tinker
from apps.kernel.policies import Policy

_Pick: TypeAlias = Callable[[Sequence[Any], Any], Any]
"""A function from the possible actions and a random source to one of them, or None."""


def _never(_choices: Sequence[Any], _whim: Any) -> None:
    return None


def _first(choices: Sequence[Any], _whim: Any) -> Any:
    return choices[0] if choices else None


def _any(choices: Sequence[Any], whim: Any) -> Any:
    return whim.pick("which", choices) if choices else None


def _at_times(choices: Sequence[Any], whim: Any) -> Any:
    """Choose something one time in four."""
    return _any(choices, whim) if whim.roll("whether", 4)[0] == 0 else None


def thumb(tricks: _Pick | None, replies: _Pick | None, tinkering: _Pick | None) -> Policy:
    """Return a policy of these choices. With None, it plays as the bot does."""
    ways = {"trick": (tricks, Play), "reply": (replies, Play), "tinker": (tinkering, Tinker)}

    def policy(game: Any) -> Any:
        def choose(state: State, ask: Any, whim: Any) -> Action:
            pick, kind = ways.get(ask.about, (None, Play))
            answer: Action = game.bot(state, ask.seat, whim)
            if pick is None:
                return answer
            actions = tuple(legal(state, ask.seat))
            chosen: Action | None = pick([each for each in actions if isinstance(each, kind)], whim)
            if chosen is not None:
                return chosen
            return next((each for each in actions if isinstance(each, Pass | Skip | Obey)), answer)

        return choose

    return policy


_TRICKS: Final = {
    "as the house": None,
    "no tricks": _never,
    "the first trick": _first,
    "any trick": _any,
    "tricks at times": _at_times,
}
_TINKERING: Final = {"as the house": None, "no tinkering": _never, "the first exchange": _first, "any exchange": _any}

THUMBS: Final[Mapping[str, Policy]] = {
    **{f"{played}, {exchanged}": thumb(_TRICKS[played], _TRICKS[played], _TINKERING[exchanged])
       for played in _TRICKS for exchanged in _TINKERING if _TRICKS[played] or _TINKERING[exchanged]},
    "tricks but no interrupts": thumb(_any, _never, None),
    "interrupts but no tricks": thumb(_never, _first, None),
}  # fmt: skip
