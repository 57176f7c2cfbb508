"""The course of play of Die Bombe: which seats are asked, what they can answer, and what follows (D6–D17)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from typing import Final, Literal, TypeAlias

from apps.games.bombe import bidding, bombing, editions, scoring
from apps.games.bombe import state as bombe
from apps.games.bombe.cards import FACES, is_bomb, select_best_cards
from apps.games.bombe.memory import evolve
from apps.games.bombe.state import Action, Bid, Event, Offer, State
from apps.kernel import window
from apps.kernel.chance import Chance
from apps.kernel.game import Ask
from apps.kernel.known import require_known
from apps.kernel.table import HOUSE, Seat
from apps.kernel.window import Close, is_window_complete, of_house

_CHOICES_BY_CARD: Final = {card: bombe.Choose(card) for card in FACES}
_STRAY: Final = bombe.Stray()

Moved: TypeAlias = tuple[list[Event], State]
"""The facts that happened, and the table after them."""


def asks(state: State) -> tuple[Ask[Action], ...]:
    """Return a sealed window for all bidders, the winner's choice, or where a bomb goes, one after the other (D-A8)."""
    if state.bidders:
        return _ask_bidders(state)
    if state.bomber is not None:
        return (Ask(state.bomber, "bomb", _bomb_key(state), bombing.get_silent_action(state)),)
    if state.first is not None and len(state.open) == 2:
        return (Ask(state.first, "choice", f"choice:{state.lot}", _CHOICES_BY_CARD[select_best_cards(state.open)[0]]),)
    return ()


def awaited(state: State) -> Ask[Action] | None:
    """Return the next of these questions, without working out what silence means for a bid or a bomb."""
    if state.bidders:
        key, sealed = f"bid:{state.lot}.{state.again}", [offer.seat for offer in state.sealed]
        return window.get_awaited_question("bid", key, state.bidders, sealed, fixed=state.setup.options.fixed_windows)
    if state.bomber is not None:
        return Ask(state.bomber, "bomb", _bomb_key(state), None)
    return next(iter(asks(state)), None)


def legal(state: State, seat: Seat) -> Sequence[Action]:
    """Return what the seat can answer now. It's empty if the seat isn't asked."""
    if state.bidders:
        if seat == HOUSE:
            return of_house(fixed=state.setup.options.fixed_windows)
        return bidding.get_allowed_bids(state) if seat in state.bidders else ()
    if state.bomber is not None:
        return (*bombing.list_bomb_places(state), _STRAY) if seat == state.bomber else ()
    if state.first == seat and len(state.open) == 2:
        return tuple(_CHOICES_BY_CARD[card] for card in state.open)
    return ()


def decide(state: State, seat: Seat, action: Action, chance: Chance) -> list[Event]:
    """Return the facts that follow from a legal action."""
    return moved(state, seat, action, chance)[0]


def moved(state: State, seat: Seat, action: Action, chance: Chance) -> Moved:
    """Return the facts that follow from a legal action, and the table after them."""
    match action:
        case Bid(amount, tie):
            return _record_sealed_bid(state, Offer(seat, amount, tie), chance)
        case Close():
            return _apply_until_asked(state, _open_bids(state, chance))
        case bombe.Choose(card):
            return _apply_until_asked(state, [bombe.Took(seat, card, state.price)])
        case bombe.Lay():
            return _apply_until_asked(state, [_explode_bomb(state, action)])
        case bombe.Stray():
            return _apply_until_asked(
                state, [_explode_bomb(state, chance.pick(f"stray:{state.lot}", bombing.list_stray_places(state)))]
            )


# -- questions -------------------------------------------------------------------------


def _bomb_key(state: State) -> str:
    return f"bomb:{state.lot}.{2 - len(state.open)}"


def _ask_bidders(state: State) -> tuple[Ask[Action], ...]:
    """Ask every bidder the same. A bid can be changed until the window closes."""
    key, silence = f"bid:{state.lot}.{state.again}", bidding.get_allowed_bids(state).least
    fixed = state.setup.options.fixed_windows
    if not state.sealed:
        return _build_unanswered_window(key, state.bidders, silence, fixed)
    bids: dict[Seat, Action] = {offer.seat: Bid(offer.amount, offer.tie) for offer in state.sealed}
    return window.build_window("bid", key, state.bidders, bids, silence=silence, fixed=fixed)


@lru_cache(maxsize=256)
def _build_unanswered_window(
    key: str, bidders: tuple[Seat, ...], silence: Action, fixed: bool
) -> tuple[Ask[Action], ...]:
    """Return the questions of a window without answers. They are the same in every match."""
    return window.build_window("bid", key, bidders, {}, silence=silence, fixed=fixed)


# -- what follows ----------------------------------------------------------------------


def _record_sealed_bid(state: State, offer: Offer, chance: Chance) -> Moved:
    """Record a sealed bid. The last one closes the window, unless windows last their whole time."""
    sealed = bombe.Sealed((offer.seat,), offer.seat, offer.amount, offer.tie)
    state = evolve(state, sealed)
    if not is_window_complete(state.bidders, state.sealed, fixed=state.setup.options.fixed_windows):
        return [sealed], state
    facts, state = _apply_until_asked(state, _open_bids(state, chance))
    return [sealed, *facts], state


def _open_bids(state: State, chance: Chance) -> list[Event]:
    """Show all bids (D7). Seats tied for the highest must bid again (D10), or have done so with a tiebreak bid."""
    noted = {offer.seat: offer for offer in state.sealed}
    least = bidding.get_allowed_bids(state).least
    offers = bidding.reveal_bids([noted.get(seat) or Offer(seat, least.amount, least.tie) for seat in state.bidders])
    facts: list[Event] = [bombe.Opened(offers)]
    tied = bidding.select_highest_bids(offers)
    if len(tied) == 1:
        return facts
    if state.again == bidding.MAX_REBIDS or _is_tie_stuck(state, tied):
        return [*facts, _break_tie(state, _list_offer_seats(tied), chance)]
    facts.append(bombe.Tied(_list_offer_seats(tied)))
    if tied[0].tie and len(still := bidding.select_highest_bids(bidding.list_tiebreak_bids(tied))) > 1:
        facts.append(bombe.Tied(_list_offer_seats(still)))
        if _is_tie_stuck(state, still):
            facts.append(_break_tie(state, _list_offer_seats(still), chance))
    return facts


def _is_tie_stuck(state: State, tied: tuple[Offer, ...]) -> bool:
    """Check whether the tied seats could only bid the same again."""
    options = state.setup.options
    if not options.rising_ties or tied[0].amount < options.bid_cap:
        return False
    return editions.every_tie_at_the_cap_is_broken(state.setup) or not (state.again or options.tie_numbers)


def _break_tie(state: State, tied: tuple[Seat, ...], chance: Chance) -> bombe.Broken:
    """Break a tie: fewest minus points, then fewest cards, then chance (D-A3)."""
    held = tuple(len(stacks.red) + len(stacks.green) for stacks in state.stacks)
    measures: tuple[tuple[Literal["minus", "cards"], tuple[int, ...]], ...] = (("minus", state.minus), ("cards", held))
    for by, counts in measures:
        fewest = min(counts[seat] for seat in tied)
        tied = tuple(seat for seat in tied if counts[seat] == fewest)
        if len(tied) == 1:
            return bombe.Broken(tied[0], by)
    return bombe.Broken(chance.pick(f"tie:{state.lot}", tied), "luck")


def _explode_bomb(state: State, lay: bombe.Lay) -> bombe.Bombed:
    """Destroy the card that was won last (D16)."""
    lost = scoring.get_stack(state, lay.seat, lay.colour)[-1]
    return bombe.Bombed(require_known(state.bomber), require_known(state.bomb), lay.seat, lay.colour, lost)


def _apply_until_asked(state: State, facts: list[Event]) -> Moved:
    """Return these facts and all that follow before someone must be asked again."""
    state = reduce(evolve, facts, state)
    while (further := _get_unasked_fact(state)) is not None:
        facts.append(further)
        state = evolve(state, further)
    return facts, state


def _get_unasked_fact(state: State) -> Event | None:
    """Return the next fact, or None if there is a question or nothing follows.

    The winner's card and its bomb come before the second's (D-A8). If there is no choice, no one is asked.
    """
    if state.bidders or state.over:
        return None
    if state.bomber is not None:
        return _unasked_bomb(state, state.bomber)
    match state.open:
        case (card, other):
            both = is_bomb(card) and is_bomb(other)
            return bombe.Took(state.first, card, state.price) if both and state.first is not None else None
        case (card,):
            return bombe.Discarded(card) if state.second is None else bombe.Took(state.second, card, 0)
    return bombe.Offered(state.lot + 1, state.pile[:2]) if state.pile else scoring.build_final_count(state)


def _unasked_bomb(state: State, bomber: Seat) -> Event | None:
    """Return what a bomb with at most one place to go does. Without a place, it fizzles out (D-A7)."""
    possible = bombing.list_bomb_places(state)
    if len(possible) > 1:
        return None
    return _explode_bomb(state, possible[0]) if possible else bombe.Fizzled(bomber, require_known(state.bomb))


def _list_offer_seats(offers: tuple[Offer, ...]) -> tuple[Seat, ...]:
    return tuple([offer.seat for offer in offers])
