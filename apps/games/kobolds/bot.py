"""The bot of Kobold Bombs, which imagines the result of each answer and estimates its chance to win then.

`win_chances` says what it takes into account. It treats the others' answers only as a probability. Between almost
equally good answers it chooses at random, so that no one can predict it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias, TypeVar

from msgspec.structs import replace

from apps.games.kobolds import tinkering, windows
from apps.games.kobolds.bomb import is_armed
from apps.games.kobolds.card_values import sum_card_values
from apps.games.kobolds.cards import APPARATUS, MECHANISM, CardId, get_card_kind
from apps.games.kobolds.rules import legal
from apps.games.kobolds.state import Action, Drop, Obey, Pass, Play, Skip, State, Tinker
from apps.games.kobolds.thinking import build_playable_table, simulate_play, simulate_tinkering, simulate_waiting_trick
from apps.games.kobolds.win_chances import estimate_win_chance
from apps.kernel.chance import Chance
from apps.kernel.table import Seat

# Found by playing hundreds of matches against itself with one number changed.
_WHIM_MARGIN: Final = 0.003
"""Difference in value up to which a worse answer is still chosen now and then."""
_PASS_BONUS: Final = 0.008
"""How much better than passing a trick must be, because someone else might do it, or a better moment might come."""
_SKIP_PENALTY: Final = 0.02
"""How much better than tinkering skipping it must be. If all wait for a better moment, nothing happens."""
_MAX_ROUNDS_PER_BOMB: Final = 7
"""Rounds of the table for each bomb, after which a match drags on."""
_WHIM_RANGE: Final = 1024

_A = TypeVar("_A", bound=Action)
_Choice: TypeAlias = tuple[float, Action]


def choose(state: State, seat: Seat, luck: Chance) -> Action:
    """Choose a sensible answer to the seat's open question."""
    if windows.is_open(state):
        return _choose_best_action(_rate_window_answers(state, seat, luck), luck)
    if state.phase == "tinker":
        return _choose_best_action(_rate_tinkering(state, seat, luck), luck)
    drops = [act for act in legal(state, seat) if isinstance(act, Drop)]
    return min(drops, key=lambda act: sum_card_values((act.card,)), default=Obey())


def _rate_window_answers(state: State, seat: Seat, luck: Chance) -> Iterator[_Choice]:
    """Yield passing and every playable trick, with their values."""
    table = build_playable_table(state, luck)
    yield (
        _estimate_with_best_swap(simulate_waiting_trick(table, luck) if table.stack else table, seat, luck)
        + _PASS_BONUS,
        Pass(),
    )
    for play in _select_cheapest_swaps(windows.list_plays(state, seat)):
        if not play.keep and not play.hush:
            yield _estimate_with_best_swap(simulate_play(table, seat, play, luck), seat, luck), play


def _rate_tinkering(state: State, seat: Seat, luck: Chance) -> Iterator[_Choice]:
    """Yield skipping and every swap, with their values.

    If a match drags on, only those that take the most mechanisms out are left.
    """
    acts = tuple(_select_cheapest_swaps(tinkering.list_legal_actions(state)))
    if _drags_on(state):
        most = max(map(_mechanisms_out, acts))
        acts = tuple(act for act in acts if _mechanisms_out(act) == most)
    for act in acts:
        if isinstance(act, Skip):
            yield estimate_win_chance(simulate_tinkering(state, act, luck), seat) - _SKIP_PENALTY, act
        elif isinstance(act, Tinker) and not act.hush:
            yield estimate_win_chance(simulate_tinkering(state, act, luck), seat), act


def _estimate_with_best_swap(state: State, seat: Seat, luck: Chance) -> float:
    """Estimate the seat's chance to win. If it holds an armed bomb and will tinker, assume its best swap."""
    tinkers = seat == state.holder and state.phase in ("start", "trick1") and tinkering.is_open(state)
    if not tinkers or not is_armed(state):
        return estimate_win_chance(state, seat)
    return max(value for value, _ in _rate_tinkering(state, seat, luck))


def _drags_on(state: State) -> bool:
    """Check whether the bombs have gone round too long.

    Players who secure them, or wait, could do so for ever.
    """
    return state.turn > _MAX_ROUNDS_PER_BOMB * state.setup.seats * (state.blasts + 1)


def _mechanisms_out(act: Action) -> int:
    """Return how many mechanisms leave the bomb, or -1 if one goes in."""
    return (
        (get_card_kind(act.take) == MECHANISM) - (get_card_kind(act.give) == MECHANISM)
        if isinstance(act, Tinker)
        else 0
    )


def _select_cheapest_swaps(acts: Iterable[_A]) -> Iterable[_A]:
    """Keep the cheapest of all equivalent swaps.

    Inside the bomb, the text of a trick doesn't matter, and all mechanisms are the same.
    """
    few: dict[Action, _A] = {}
    for act in acts:
        alike: Action = act
        if isinstance(act, Play | Tinker) and act.take is not None:
            alike = replace(act, give=_get_equivalent_card(act.give), take=_get_equivalent_card(act.take))
        if alike not in few or _compute_swap_gain(act) > _compute_swap_gain(few[alike]):
            few[alike] = act
    return few.values()


def _get_equivalent_card(card: CardId | None) -> CardId | None:
    return card if card is None or get_card_kind(card) == APPARATUS else get_card_kind(card)


def _compute_swap_gain(act: Action) -> float:
    if not isinstance(act, Play | Tinker) or act.take is None:
        return 0.0
    return sum_card_values((act.take,)) - (sum_card_values((act.give,)) if act.give is not None else 0.0)


def _choose_best_action(choices: Iterator[_Choice], luck: Chance) -> Action:
    found = list(choices)
    whims = luck.roll("whim", _WHIM_RANGE, len(found))
    return max(zip(found, whims, strict=True), key=lambda each: each[0][0] + _WHIM_MARGIN * each[1] / _WHIM_RANGE)[0][1]
