"""The course of play of Die Bombe: who is asked, what they may answer, what follows (D6–D17)."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache, reduce
from typing import Final

from apps.games.bombe import scoring
from apps.games.bombe.bidding import REBIDS, Bids, allowed, blind, leaders, opened
from apps.games.bombe.bombing import places, silent, strays
from apps.games.bombe.cards import BOMBS as BOMB_CARDS
from apps.games.bombe.cards import GREEN, RED, best, is_bomb
from apps.games.bombe.memory import evolve
from apps.games.bombe.state import (
    Action,
    Bid,
    Bombed,
    Broken,
    Choose,
    Close,
    Discarded,
    Event,
    Fizzled,
    Lay,
    Offer,
    Offered,
    Opened,
    Sealed,
    State,
    Stray,
    Tied,
    Took,
)
from apps.kernel.chance import Chance
from apps.kernel.game import Ask
from apps.kernel.known import known
from apps.kernel.table import HOUSE, Seat
from apps.kernel.window import complete, of_house, window

_CHOOSE: Final = {card: Choose(card) for card in (*BOMB_CARDS, *RED, *GREEN)}
_STRAY: Final = Stray()


def asks(state: State) -> tuple[Ask[Action], ...]:
    """A sealed window for all who may bid, the winner's choice, or where a bomb goes; one after the other (D-A8)."""
    if state.bidders:
        return _window(state)
    if state.bomber is not None:
        return (Ask(state.bomber, "bomb", f"bomb:{state.lot}.{2 - len(state.open)}", silent(state)),)
    if state.first is not None and len(state.open) == 2:
        return (Ask(state.first, "choice", f"choice:{state.lot}", _CHOOSE[best(state.open)[0]]),)
    return ()


def legal(state: State, seat: Seat) -> Collection[Action]:
    """What the seat may answer now; empty if it is not asked."""
    if state.bidders:
        if seat == HOUSE:
            return of_house(fixed=state.setup.options.fixed_windows)
        return allowed(state) if seat in state.bidders else ()
    if state.bomber is not None:
        return (*places(state), _STRAY) if seat == state.bomber else ()
    if state.first == seat and len(state.open) == 2:
        return tuple(_CHOOSE[card] for card in state.open)
    return ()


def decide(state: State, seat: Seat, action: Action, chance: Chance) -> list[Event]:
    """The facts that follow from a legal action."""
    match action:
        case Bid(amount, tie):
            return _seal(state, Offer(seat, amount, tie), chance)
        case Close():
            return _onwards(state, _open(state, chance))
        case Choose(card):
            return _onwards(state, [Took(seat, card, state.price)])
        case Lay():
            return _onwards(state, [_explode(state, action)])
        case Stray():
            return _onwards(state, [_explode(state, chance.pick(f"stray:{state.lot}", strays(state)))])


# -- questions -------------------------------------------------------------------------


def _window(state: State) -> tuple[Ask[Action], ...]:
    """Everybody who bids is asked the same; a bid may be changed until the window closes."""
    key, silence = f"bid:{state.lot}.{state.again}", _least(allowed(state))
    fixed = state.setup.options.fixed_windows
    if not state.sealed:
        return _unanswered(key, state.bidders, silence, fixed)
    bids: dict[Seat, Action] = {offer.seat: Bid(offer.amount, offer.tie) for offer in state.sealed}
    return window("bid", key, state.bidders, bids, silence=silence, fixed=fixed)


@lru_cache(maxsize=256)
def _unanswered(key: str, bidders: tuple[Seat, ...], silence: Action, fixed: bool) -> tuple[Ask[Action], ...]:
    """The questions of a window nobody has answered; they are the same in every match."""
    return window("bid", key, bidders, {}, silence=silence, fixed=fixed)


def _least(bids: Bids) -> Bid:
    """What silence bids."""
    return Bid(bids.lowest, bids.lowest if bids.ties else 0)


# -- what follows ----------------------------------------------------------------------


def _seal(state: State, offer: Offer, chance: Chance) -> list[Event]:
    """Note a sealed bid; the last one closes the window unless the table lets it run its time."""
    facts: list[Event] = [Sealed((offer.seat,), offer.seat, offer.amount, offer.tie)]
    state = evolve(state, facts[0])
    if not complete(state.bidders, state.sealed, fixed=state.setup.options.fixed_windows):
        return facts
    return facts + _onwards(state, _open(state, chance))


def _open(state: State, chance: Chance) -> list[Event]:
    """Show all bids (D7); whoever shares the highest bids again (D10), and has done so with a tie number."""
    noted = {offer.seat: offer for offer in state.sealed}
    least = _least(allowed(state))
    offers = opened(noted.get(seat) or Offer(seat, least.amount, least.tie) for seat in state.bidders)
    facts: list[Event] = [Opened(offers)]
    tied = leaders(offers)
    if len(tied) > 1:
        if state.again == REBIDS or _stuck(state, tied):
            return [*facts, _break(state, _seats(tied), chance)]
        facts.append(Tied(_seats(tied)))
        if tied[0].tie and len(still := leaders(blind(tied))) > 1:
            facts.append(Tied(_seats(still)))
    return facts


def _stuck(state: State, tied: tuple[Offer, ...]) -> bool:
    """Whether those who are tied could only bid the same again."""
    bids = allowed(state)
    return bids.rising and not bids.ties and tied[0].amount == bids.highest


def _break(state: State, tied: tuple[Seat, ...], chance: Chance) -> Broken:
    """Fewest minus points, then fewest cards, then luck (D-A3)."""
    paid = [state.minus[seat] for seat in tied]
    poorest = tuple(seat for seat, minus in zip(tied, paid, strict=True) if minus == min(paid))
    if len(poorest) == 1:
        return Broken(poorest[0], "minus")
    held = {seat: len(state.stacks[seat].red) + len(state.stacks[seat].green) for seat in poorest}
    fewest = tuple(seat for seat in poorest if held[seat] == min(held.values()))
    if len(fewest) == 1:
        return Broken(fewest[0], "cards")
    return Broken(chance.pick(f"tie:{state.lot}", fewest), "luck")


def _explode(state: State, lay: Lay) -> Bombed:
    """The card won last goes (D16)."""
    lost = scoring.stack(state, lay.seat, lay.colour)[-1]
    return Bombed(known(state.bomber), known(state.bomb), lay.seat, lay.colour, lost)


def _onwards(state: State, facts: list[Event]) -> list[Event]:
    """These facts, and all that happens before somebody must be asked again."""
    state = reduce(evolve, facts, state)
    while (further := _unasked(state)) is not None:
        facts.append(further)
        state = evolve(state, further)
    return facts


def _unasked(state: State) -> Event | None:
    """What happens next by itself; None if there is a question, or nothing more.

    The winner's card and its bomb come before the second's (D-A8); where there is no choice, nobody is asked.
    """
    if state.bidders or state.over:
        return None
    if state.bomber is not None:
        return _unasked_bomb(state, state.bomber)
    match state.open:
        case (card, other):
            both = is_bomb(card) and is_bomb(other)
            return Took(state.first, card, state.price) if both and state.first is not None else None
        case (card,):
            return Discarded(card) if state.second is None else Took(state.second, card, 0)
    return Offered(state.lot + 1, state.pile[:2]) if state.pile else scoring.counted(state)


def _unasked_bomb(state: State, bomber: Seat) -> Event | None:
    """A bomb with one place to go goes there; with none it fizzles (D-A7)."""
    possible = places(state)
    if len(possible) > 1:
        return None
    return _explode(state, possible[0]) if possible else Fizzled(bomber, known(state.bomb))


def _seats(offers: tuple[Offer, ...]) -> tuple[Seat, ...]:
    return tuple(offer.seat for offer in offers)
