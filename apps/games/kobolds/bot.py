"""The bot of Kobold Bombs, which imagines the result of each answer and estimates its chance to win then.

`win_chances` says what it takes into account. It treats the others' answers only as a probability. Between almost
equally good answers it chooses at random, so that no one can predict it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias, TypeVar

from msgspec.structs import replace

from apps.games.kobolds import tinkering, windows
from apps.games.kobolds.bomb import armed
from apps.games.kobolds.card_values import worth
from apps.games.kobolds.cards import APPARATUS, MECHANISM, CardId, kind
from apps.games.kobolds.rules import legal
from apps.games.kobolds.state import Action, Drop, Obey, Pass, Play, Skip, State, Tinker
from apps.games.kobolds.thinking import played, settled, supposed, tinkered
from apps.games.kobolds.win_chances import chance
from apps.kernel.chance import Chance
from apps.kernel.table import Seat

# Found by playing hundreds of matches against itself with one number changed.
_WHIM: Final = 0.003
"""Difference in value up to which a worse answer is still chosen now and then."""
_EASE: Final = 0.008
"""How much better than passing a trick must be, because someone else might do it, or a better moment might come."""
_HASTE: Final = 0.02
"""How much better than tinkering skipping it must be. If all wait for a better moment, nothing happens."""
_LONG: Final = 7
"""Rounds of the table for each bomb, after which a match drags on."""
_FINE: Final = 1024

_A = TypeVar("_A", bound=Action)
_Choice: TypeAlias = tuple[float, Action]


def choose(state: State, seat: Seat, luck: Chance) -> Action:
    """Choose a sensible answer to the seat's open question."""
    if windows.is_open(state):
        return _best(_said(state, seat, luck), luck)
    if state.phase == "tinker":
        return _best(_tinkering(state, seat, luck), luck)
    drops = [act for act in legal(state, seat) if isinstance(act, Drop)]
    return min(drops, key=lambda act: worth((act.card,)), default=Obey())


def _said(state: State, seat: Seat, luck: Chance) -> Iterator[_Choice]:
    """Yield passing and every playable trick, with their values."""
    table = supposed(state, luck)
    yield _ahead(settled(table, luck) if table.stack else table, seat, luck) + _EASE, Pass()
    for play in _few(windows.plays(state, seat)):
        if not play.keep and not play.hush:
            yield _ahead(played(table, seat, play, luck), seat, luck), play


def _tinkering(state: State, seat: Seat, luck: Chance) -> Iterator[_Choice]:
    """Yield skipping and every swap, with their values.

    If a match drags on, only those that take the most mechanisms out are left.
    """
    acts = tuple(_few(tinkering.legal(state)))
    if _drags_on(state):
        most = max(map(_mechanisms_out, acts))
        acts = tuple(act for act in acts if _mechanisms_out(act) == most)
    for act in acts:
        if isinstance(act, Skip):
            yield chance(tinkered(state, act, luck), seat) - _HASTE, act
        elif isinstance(act, Tinker) and not act.hush:
            yield chance(tinkered(state, act, luck), seat), act


def _ahead(state: State, seat: Seat, luck: Chance) -> float:
    """Estimate the seat's chance to win. If it holds an armed bomb and will tinker, assume its best swap."""
    tinkers = seat == state.holder and state.phase in ("start", "trick1") and tinkering.is_open(state)
    if not tinkers or not armed(state):
        return chance(state, seat)
    return max(value for value, _ in _tinkering(state, seat, luck))


def _drags_on(state: State) -> bool:
    """Check whether the bombs have gone round too long.

    Players who secure them, or wait, could do so for ever.
    """
    return state.turn > _LONG * state.setup.seats * (state.blasts + 1)


def _mechanisms_out(act: Action) -> int:
    """Return how many mechanisms leave the bomb, or -1 if one goes in."""
    return (kind(act.take) == MECHANISM) - (kind(act.give) == MECHANISM) if isinstance(act, Tinker) else 0


def _few(acts: Iterable[_A]) -> Iterable[_A]:
    """Keep the cheapest of all equivalent swaps.

    Inside the bomb, the text of a trick doesn't matter, and all mechanisms are the same.
    """
    few: dict[Action, _A] = {}
    for act in acts:
        alike: Action = act
        if isinstance(act, Play | Tinker) and act.take is not None:
            alike = replace(act, give=_alike(act.give), take=_alike(act.take))
        if alike not in few or _gain(act) > _gain(few[alike]):
            few[alike] = act
    return few.values()


def _alike(card: CardId | None) -> CardId | None:
    return card if card is None or kind(card) == APPARATUS else kind(card)


def _gain(act: Action) -> float:
    if not isinstance(act, Play | Tinker) or act.take is None:
        return 0.0
    return worth((act.take,)) - (worth((act.give,)) if act.give is not None else 0.0)


def _best(choices: Iterator[_Choice], luck: Chance) -> Action:
    found = list(choices)
    whims = luck.roll("whim", _FINE, len(found))
    return max(zip(found, whims, strict=True), key=lambda each: each[0][0] + _WHIM * each[1] / _FINE)[0][1]
