"""The observer's own cards: what can be done with each, and why not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from apps.games.kobolds import tinkering, windows
from apps.games.kobolds.bomb import is_armed
from apps.games.kobolds.cards import TRICK, CardId, get_card_kind
from apps.games.kobolds.effects import demand_bomb
from apps.games.kobolds.explosion import resolve_explosion
from apps.games.kobolds.faces import Face, laid_out
from apps.games.kobolds.missions import MISSIONS
from apps.games.kobolds.penalties import is_quirk_breach
from apps.games.kobolds.stack import MINE, NOT_ME, just_named, list_other_targets
from apps.games.kobolds.state import Play, State, Tinker
from apps.games.kobolds.tricks import Trick, get_mission_key, get_trick, is_explosion_due, list_trick_choices
from apps.kernel.table import Seat

WhyNot: TypeAlias = Literal[
    "", "material", "closed", "own", "interrupt", "early", "late", "calm", "holder", "others", "nothing", "quirk",
    "reply", "unnamed", "upon",
]  # fmt: skip
"""The reason why a card can't be played now.

- `material`: it isn't a trick. `closed`: no one can play tricks now.
- `own`: the others are answering what the observer played.
- `interrupt`: it can only answer a trick. `reply`: only interrupts can be played now.
- `early`, `late`: it belongs to the other trick phase. `calm`: the bomb wouldn't go off.
- `holder`, `others`: it can only be played without the bomb, or only with it.
- `nothing`: there's no one to name or nothing to take.
- `quirk`: the resurrection card forbids it, and there's no gold to pay for it.
- `unnamed`: the trick hasn't just named the observer. `upon`: it can't answer this interrupt.
"""

Brings: TypeAlias = Literal["", "saves", "safe", "calm", "armed"]
"""What a playable trick would be good for as things are. If it's empty, its text says enough.

- `saves`: without it, the bomb kills the observer this turn. `safe`: the bomb doesn't, as far as they know.
- `calm`: nothing goes off before the trick is discarded. `armed`: it brings them an armed bomb.
"""


class Target(Struct, frozen=True):
    """A player that a trick can name."""

    seat: Seat
    cost: bool
    chosen: bool


class Swap(Struct, frozen=True):
    """A card that can go into the bomb or come out of it."""

    face: Face
    cost: bool
    """True if choosing it costs 1 gold, no matter what else is chosen."""
    chosen: bool = False


class Way(Struct, frozen=True):
    """A form in which all choices can be combined."""

    targets: tuple[Target, ...] = ()
    gives: tuple[Swap, ...] = ()
    takes: tuple[Swap, ...] = ()
    cost: bool = False
    """True if it costs 1 gold, no matter what is chosen."""


class Secret(Struct, frozen=True):
    """The mission on a card."""

    text: str
    gold: int


class Held(Struct, frozen=True):
    """A card in the observer's own hand."""

    face: Face
    mission: Secret | None
    ways: tuple[Way, ...]
    """Ways to play it now. If there are none, see `why_not`."""
    why_not: WhyNot
    sealed: bool
    """True if it is the observer's sealed answer."""
    brings: Brings = ""
    orderable: bool = False
    """True if a standing order can play it. None chooses cards of a bomb that its owner hasn't seen."""
    names: bool = False
    """True if such an order names a player."""


def build_held_cards(state: State, seat: Seat, *, asked: bool) -> tuple[Held, ...]:
    """Return the hand, card by card.

    :param asked: whether a window is open to the seat
    """
    possible = [play for play in windows.list_plays(state, seat) if not (play.keep or play.hush)] if asked else []
    said = windows.get_sealed_answers(state).get(seat) if asked else None
    shown = []
    for each in laid_out(state.hands[seat]):
        plays = [play for play in possible if play.card == each.id]
        sealed = said if isinstance(said, Play) and said.card == each.id else None
        printed = get_trick(each.id) if get_card_kind(each.id) == TRICK else None
        shown.append(
            Held(
                face=each,
                mission=build_secret_mission(each.id),
                ways=_build_trick_ways(state, seat, plays, sealed),
                why_not="" if plays else _why_not(state, seat, each.id, asked=asked),
                sealed=sealed is not None,
                brings=_find_benefit(state, seat, printed) if plays and printed is not None else "",
                orderable=printed is not None and printed.swaps is None,
                names=printed is not None and (printed.targets is not None or printed.key in (MINE, NOT_ME)),
            )
        )
    return tuple(shown)


def build_tinkering_ways(state: State) -> tuple[Way, ...]:
    """Return the ways in which the holder can tinker now."""
    legal = [act for act in tinkering.list_legal_actions(state) if isinstance(act, Tinker) and not act.hush]
    return _build_swap_ways({(act.give, act.take): is_quirk_breach(state, state.holder, act) for act in legal}, None)


def build_secret_mission(card: CardId) -> Secret | None:
    """Return the mission on a card, or None if it has none."""
    key = get_mission_key(card)
    return Secret(MISSIONS[key].text, MISSIONS[key].gold) if key else None


# -- the ways to play a card -----------------------------------------------------------


def _build_trick_ways(state: State, seat: Seat, plays: Iterable[Play], sealed: Play | None) -> tuple[Way, ...]:
    """Return the forms for a trick: one, or for swaps one for each group of choices that can be combined."""
    plain = [play for play in plays if play.take is None]
    if plain:
        cost = [is_quirk_breach(state, seat, play) for play in plain]
        targets = tuple(
            Target(play.target, costs, sealed is not None and sealed.target == play.target)
            for play, costs in zip(plain, cost, strict=True)
            if play.target is not None
        )
        return (Way(targets=targets, cost=all(cost)),)
    exchanges = {(play.give, play.take): is_quirk_breach(state, seat, play) for play in plays if play.take is not None}
    return _build_swap_ways(exchanges, sealed)


def _build_swap_ways(costs: Mapping[tuple[CardId | None, CardId], bool], sealed: Play | None) -> tuple[Way, ...]:
    """Group hand cards into forms. Cards that can be swapped for the same cards of the bomb share one.

    So no choice in a form is ever refused.

    :param costs: every swap, and whether it costs 1 gold
    """
    takes = {give: tuple(take for other, take in costs if other == give) for give, _ in costs}
    return tuple(
        _combine_swaps(costs, [give for give in takes if takes[give] == alike], alike, sealed)
        for alike in dict.fromkeys(takes.values())
    )


def _combine_swaps(
    costs: Mapping[tuple[CardId | None, CardId], bool],
    gives: Sequence[CardId | None],
    takes: Sequence[CardId],
    sealed: Play | None,
) -> Way:
    """Return one form: any of these cards for any of those."""
    chosen = (sealed.give, sealed.take) if sealed is not None else (None, None)
    dear = {take: all(cost for (_, other), cost in costs.items() if other == take) for take in takes}
    return Way(
        gives=tuple(
            Swap(each, all(costs[each.id, take] for take in takes), each.id == chosen[0])
            for each in laid_out(filter(None, gives))
        ),
        takes=tuple(Swap(each, dear[each.id], each.id == chosen[1]) for each in laid_out(takes)),
        cost=all(costs[give, take] for give in gives for take in takes),
    )


def _find_benefit(state: State, seat: Seat, printed: Trick) -> Brings:
    """Return what a card brings if its worth depends on the bomb. For other cards, the text says enough."""
    if printed.effect is demand_bomb:
        comes_here = printed.targets is None or not printed.names(state, seat)
        return "armed" if comes_here and is_armed(state) else ""
    if printed.kind != "temporary" or not (printed.protects or printed.hits):
        return ""
    if not is_explosion_due(state):
        return "calm"
    if not printed.protects:
        return ""
    return "saves" if seat in resolve_explosion(state).killed else "safe"


# -- why not ---------------------------------------------------------------------------


def _why_not(state: State, seat: Seat, card: CardId, *, asked: bool) -> WhyNot:
    if get_card_kind(card) != TRICK:
        return "material"
    if state.stack and state.stack[-1].seat == seat:
        return "own"
    if not asked:
        return "closed"
    return _no_reply(state, seat, card) if state.stack else _no_trick(state, seat, card)


def _no_trick(state: State, seat: Seat, card: CardId) -> WhyNot:
    printed = get_trick(card)
    if printed.kind == "interrupt":
        return "interrupt"
    if state.phase not in printed.phases:
        return "early" if state.phase == "trick2" else "late"
    if not printed.playable(state, seat):
        return _find_misfit_reason(state, seat, printed)
    return "quirk" if any(True for _ in list_trick_choices(state, seat, card)) else "nothing"


def _find_misfit_reason(state: State, seat: Seat, printed: Trick) -> WhyNot:
    """Return why the trick doesn't fit: the bomb wouldn't go off, or it needs another holder."""
    if len(printed.phases) == 1:
        return "calm"
    return "holder" if seat == state.holder else "others"


def _no_reply(state: State, seat: Seat, card: CardId) -> WhyNot:
    printed, top = get_trick(card), get_trick(state.stack[-1].card)
    if printed.kind != "interrupt":
        return "reply"
    if printed.key == MINE and top.kind == "interrupt" and top.key != MINE:
        return "upon"
    if printed.key == NOT_ME and just_named(state, seat) is None:
        return "unnamed"
    return "nothing" if printed.key == NOT_ME and not list_other_targets(state, seat) else "quirk"
