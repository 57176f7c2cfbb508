"""Matches of Kobold Bombs in any position, played until it is reached, with the cards in hand that a test needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from apps.games.kobolds.cards import MECHANISM, TRICK, CardId, get_card_kind
from apps.games.kobolds.state import Action, Drop, Obey, Pass, Profile, Skip, State, Tinker
from apps.kernel.table import HOUSE, Seat
from apps.matches.models import Fact, Memory, Move
from apps.matches.services import play
from tests.factories.matches import MatchDriver


def least(legal: Iterable[Action], *, idle: bool = False) -> Action:
    """Return an action without tricks: a mechanism from the bomb for the newest other card, or if idle, nothing."""
    acts = list(legal)
    swaps = [
        act
        for act in acts
        if isinstance(act, Tinker) and get_card_kind(act.take) == MECHANISM != get_card_kind(act.give)
    ]
    if swaps and not idle:
        return swaps[-1]
    return next(act for act in acts if isinstance(act, Pass | Skip | Obey | Drop))


def advance(table: MatchDriver, wanted: Callable[[State], bool], *, idle: int | None = None) -> MatchDriver:
    """Do the least for everyone, and nothing for the idle seat, until the state is wanted."""
    for _ in range(400):
        if wanted(table.know()):
            return table
        asks = table.asks()
        ask = next((ask for ask in asks if not ask.answered), asks[0])
        if ask.seat == HOUSE:
            table.close_window()
        else:
            legal = table.game.legal(table.know(ask.seat), ask.seat)
            table.says(ask.seat, least(legal, idle=ask.seat == idle))
    raise AssertionError("it never comes to that")


def calm(table: MatchDriver) -> MatchDriver:
    """Go to the first trick phase of a secured bomb, with everyone wanting to be asked and no one asked yet."""
    for seat in table.know().setup.everyone():
        play.add_standing_order(code=table.code, seat=seat, order=Profile("always"), now=table.now)
    turn = table.know().turn
    return advance(table, lambda state: state.phase == "trick1" and state.turn > turn)


def armed(table: MatchDriver, phase: str = "trick1") -> MatchDriver:
    """Go to a trick phase of the turn in which the bomb goes off, before anyone has answered."""
    return advance(table, lambda state: state.primed and state.phase == phase)


def exchange(table: MatchDriver, *pairs: tuple[CardId, CardId]) -> None:
    """Swap the cards of each pair, as if they had been shuffled like that from the start."""
    for one, other in pairs:
        if one != other:
            _rewrite(table, one, other)
    Memory.objects.filter(match=table.match).delete()


def give(table: MatchDriver, seat: int, *cards: CardId) -> None:
    """Put these tricks into the seat's hand, swapping them for other tricks."""
    for card in cards:
        hand = table.know().hands[seat]
        spare = [each for each in hand if get_card_kind(each) == TRICK and each not in cards]
        if card not in hand:
            exchange(table, (spare[0], card))


def _rewrite(table: MatchDriver, one: CardId, other: CardId) -> None:
    swapped = {one: other, other: one}
    for row, text in ((Fact, "event"), (Move, "action")):
        found: Any = row._default_manager.filter(match=table.match)
        for each in found:
            before = getattr(each, text)
            parts = [swapped.get(part, part) for part in before.split('"')]
            if (after := '"'.join(parts)) != before:
                found.filter(pk=each.pk).update(**{text: after})


def around(table: MatchDriver) -> tuple[Seat, ...]:
    """Return all seats clockwise, the holder first."""
    state = table.know()
    return (state.holder, *state.setup.others(state.holder))
