"""What somebody may do with the cards in their own hand, and why not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from apps.games.kobolds import tinkering, windows
from apps.games.kobolds.bomb import armed
from apps.games.kobolds.cards import TRICK, CardId, kind
from apps.games.kobolds.effects import demand_bomb
from apps.games.kobolds.explosion import blast
from apps.games.kobolds.faces import Face, laid_out
from apps.games.kobolds.missions import MISSIONS
from apps.games.kobolds.penalties import breaks
from apps.games.kobolds.stack import MINE, NOT_ME, elsewhere, just_named
from apps.games.kobolds.state import Play, State, Tinker
from apps.games.kobolds.tricks import Trick, choices, due, mission, trick
from apps.kernel.table import Seat

WhyNot: TypeAlias = Literal[
    "", "material", "closed", "own", "interrupt", "early", "late", "calm", "holder", "others", "nothing", "quirk",
    "reply", "unnamed", "upon",
]  # fmt: skip
"""Why a card cannot be played now. `material`: it is no trick. `closed`: nobody plays tricks now. `own`: the others
answer what the observer played. `interrupt`, `reply`: only upon a trick, only interrupts. `early`, `late`: in the other
trick phase. `calm`: the bomb would not go off. `holder`, `others`: only without the bomb, only with it. `nothing`:
there is nobody to name or nothing to take. `quirk`: the resurrection card forbids it and there is no gold. `unnamed`:
the trick has not just named the observer. `upon`: not upon this interrupt."""

Brings: TypeAlias = Literal["", "saves", "safe", "calm", "armed"]
"""What a trick that can be played would be good for as things are. `saves`: without it the bomb kills the observer in
this turn. `safe`: it does not, as far as they know. `calm`: nothing goes off before the trick is discarded. `armed`: it
brings them an armed bomb. Empty: whatever is printed on it."""


class Target(Struct, frozen=True):
    """A player a trick may name."""

    seat: Seat
    cost: bool
    chosen: bool


class Swap(Struct, frozen=True):
    """A card that may go into the bomb, or come out of it."""

    face: Face
    cost: bool
    """Choosing it costs 1 gold, whatever else is chosen."""
    chosen: bool = False


class Way(Struct, frozen=True):
    """One form: everything in it goes with everything else in it."""

    targets: tuple[Target, ...] = ()
    gives: tuple[Swap, ...] = ()
    takes: tuple[Swap, ...] = ()
    cost: bool = False
    """It costs 1 gold whatever is chosen."""


class Secret(Struct, frozen=True):
    """The mission on a card."""

    text: str
    gold: int


class Held(Struct, frozen=True):
    """A card in the observer's own hand."""

    face: Face
    mission: Secret | None
    ways: tuple[Way, ...]
    """How it may be played now; none: see `why_not`."""
    why_not: WhyNot
    sealed: bool
    """It is the observer's sealed answer."""
    brings: Brings = ""
    orderable: bool = False
    """A standing order may play it; none chooses cards of a bomb that its owner has not seen."""
    names: bool = False
    """Whether such an order says whom it names."""


def held(state: State, seat: Seat, *, asked: bool) -> tuple[Held, ...]:
    """The hand, card by card. `asked`: whether a window is open to the seat."""
    possible = [play for play in windows.plays(state, seat) if not (play.keep or play.hush)] if asked else []
    said = windows.said(state).get(seat) if asked else None
    shown = []
    for each in laid_out(state.hands[seat]):
        plays = [play for play in possible if play.card == each.id]
        sealed = said if isinstance(said, Play) and said.card == each.id else None
        printed = trick(each.id) if kind(each.id) == TRICK else None
        shown.append(
            Held(
                face=each,
                mission=secret(each.id),
                ways=_ways(state, seat, plays, sealed),
                why_not="" if plays else _why_not(state, seat, each.id, asked=asked),
                sealed=sealed is not None,
                brings=_brings(state, seat, printed) if plays and printed is not None else "",
                orderable=printed is not None and printed.swaps is None,
                names=printed is not None and (printed.targets is not None or printed.key in (MINE, NOT_ME)),
            )
        )
    return tuple(shown)


def exchanges(state: State) -> tuple[Way, ...]:
    """How the holder may tinker now."""
    legal = [act for act in tinkering.legal(state) if isinstance(act, Tinker) and not act.hush]
    return _swaps({(act.give, act.take): breaks(state, state.holder, act) for act in legal}, None)


def secret(card: CardId) -> Secret | None:
    """The mission on a card, if it carries one."""
    key = mission(card)
    return Secret(MISSIONS[key].text, MISSIONS[key].gold) if key else None


# -- the ways to play a card -----------------------------------------------------------


def _ways(state: State, seat: Seat, plays: Iterable[Play], sealed: Play | None) -> tuple[Way, ...]:
    """One for a trick that names nobody or somebody; for exchanges as many as do not go with each other."""
    plain = [play for play in plays if play.take is None]
    if plain:
        cost = [breaks(state, seat, play) for play in plain]
        targets = tuple(
            Target(play.target, costs, sealed is not None and sealed.target == play.target)
            for play, costs in zip(plain, cost, strict=True)
            if play.target is not None
        )
        return (Way(targets=targets, cost=all(cost)),)
    exchanges = {(play.give, play.take): breaks(state, seat, play) for play in plays if play.take is not None}
    return _swaps(exchanges, sealed)


def _swaps(costs: Mapping[tuple[CardId | None, CardId], bool], sealed: Play | None) -> tuple[Way, ...]:
    """Hand cards for which the same cards may come out of the bomb share a form: no choice in it is refused.

    :param costs: every exchange, and whether it costs 1 gold
    """
    takes = {give: tuple(take for other, take in costs if other == give) for give, _ in costs}
    return tuple(
        _exchange(costs, [give for give in takes if takes[give] == alike], alike, sealed)
        for alike in dict.fromkeys(takes.values())
    )


def _exchange(
    costs: Mapping[tuple[CardId | None, CardId], bool],
    gives: Sequence[CardId | None],
    takes: Sequence[CardId],
    sealed: Play | None,
) -> Way:
    """One form: any of these cards for any of those."""
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


def _brings(state: State, seat: Seat, printed: Trick) -> Brings:
    """Of a card whose worth hangs on the bomb; of others the text says enough."""
    if printed.effect is demand_bomb:
        comes_here = printed.targets is None or not printed.names(state, seat)
        return "armed" if comes_here and armed(state) else ""
    if printed.kind != "temporary" or not (printed.protects or printed.hits):
        return ""
    if not due(state):
        return "calm"
    if not printed.protects:
        return ""
    return "saves" if seat in blast(state).killed else "safe"


# -- why not ---------------------------------------------------------------------------


def _why_not(state: State, seat: Seat, card: CardId, *, asked: bool) -> WhyNot:
    if kind(card) != TRICK:
        return "material"
    if state.stack and state.stack[-1].seat == seat:
        return "own"
    if not asked:
        return "closed"
    return _no_reply(state, seat, card) if state.stack else _no_trick(state, seat, card)


def _no_trick(state: State, seat: Seat, card: CardId) -> WhyNot:
    printed = trick(card)
    if printed.kind == "interrupt":
        return "interrupt"
    if state.phase not in printed.phases:
        return "early" if state.phase == "trick2" else "late"
    if not printed.playable(state, seat):
        return _unfit(state, seat, printed)
    return "quirk" if any(True for _ in choices(state, seat, card)) else "nothing"


def _unfit(state: State, seat: Seat, printed: Trick) -> WhyNot:
    """Whose turn or which bomb it asks for."""
    if len(printed.phases) == 1:
        return "calm"
    return "holder" if seat == state.holder else "others"


def _no_reply(state: State, seat: Seat, card: CardId) -> WhyNot:
    printed, top = trick(card), trick(state.stack[-1].card)
    if printed.kind != "interrupt":
        return "reply"
    if printed.key == MINE and top.kind == "interrupt" and top.key != MINE:
        return "upon"
    if printed.key == NOT_ME and just_named(state, seat) is None:
        return "unnamed"
    return "nothing" if printed.key == NOT_ME and not elsewhere(state, seat) else "quirk"
