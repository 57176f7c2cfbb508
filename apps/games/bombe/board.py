"""The view that the templates of Die Bombe draw, made from what the observer knows."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from apps.games.bombe import state as bombe
from apps.games.bombe.bidding import Bids, get_allowed_bids
from apps.games.bombe.bombing import list_stray_places
from apps.games.bombe.cards import COLOURS, FACES, LOTS, CardId, Colour, Kind, highest_tie, sum_points
from apps.games.bombe.scoring import flag_majority, get_stack, scores
from apps.games.bombe.state import Action, Cards, Event, Lot, Offer, State
from apps.kernel.table import Observer, Seat

_MIN_STRIP_POINTS: Final = 40
"""Minimum length of the strip, so that a few points don't look like a lot."""
_MAX_MARK_BESIDE_END: Final = 84
"""Up to this position of the last mark, in per cent, the number at the end of the strip has room beside it."""

Stage: TypeAlias = Literal["", "bids", "again", "choice", "bomb", "over"]
"""The stage of the lot, empty before the deal."""


class Shown(Struct, frozen=True):
    """A face-up card."""

    id: CardId
    kind: Kind
    points: int


class OnOffer(Shown, frozen=True):
    """A card of a lot."""

    open: bool
    """True if no one has taken it yet."""
    taker: Seat | None
    """The seat that took it, or None. It's also None if the card was discarded."""


class Stack(Struct, frozen=True):
    """A seat's cards of one colour."""

    colour: Colour
    cards: tuple[Shown, ...]
    """Cards in the order they were won. A bomb destroys the last."""
    points: int
    """Printed points."""
    most: bool
    """True if no one has more cards of the colour, so they count double."""
    worth: int
    """Points if the match ended now."""
    fall: int
    """Points that their owner's total loses if a bomb destroys the last card."""


class Plate(Struct, frozen=True):
    """The public counts of a seat."""

    seat: Seat
    stacks: tuple[Stack, ...]
    minus: int
    total: int
    leads: bool
    """True if no one has more points, and at least one player has fewer."""
    bid: Literal["", "unseen", "sealed"]
    """The seat's bid in the open window, as the observer knows it. It's empty if no bid is due.

    `unseen` means that it could be sealed. If everyone bids, that's said once, not on every plate.
    """


class Stray(Struct, frozen=True):
    """A card that a bomb can fall on."""

    seat: Seat
    card: Shown


class Bidder(Struct, frozen=True):
    """A seat's bids for a lot, and their result."""

    seat: Seat
    bids: tuple[int, ...]
    """One bid for each window it bid in, or empty while its bid is sealed."""
    tie: int
    """Its tiebreak bid if that counted, otherwise 0."""
    paid: bool
    """True if it won the lot."""
    card: Shown | None
    """The card it took."""


class Sale(Struct, frozen=True):
    """A lot whose bids have been opened."""

    lot: int
    cards: tuple[OnOffer, ...]
    bidders: tuple[Bidder, ...]
    """Bidders by rank in the first window, or by seat."""


class Mark(Struct, frozen=True):
    """A card on offer, drawn at the bid that would cost what it brings."""

    kind: Kind
    gain: int
    at: int
    """Position on the strip, in per cent."""


class Strip(Struct, frozen=True):
    """The money strip below a bid, from the lowest bid to more than anyone sensible pays."""

    lowest: int
    end: int
    """Highest bid on the strip."""
    end_label: str
    """The highest bid as its end shows it: ∞ if the field accepts more. It's empty if a mark is there."""
    bid: int
    """Initial position of its thumb."""
    sane: int
    """Part of the strip up to the better card's gain, in per cent, or 0 if no card brings points."""
    marks: tuple[Mark, ...]
    """Marks, sorted by gain."""


class Board(Struct, frozen=True):
    """The table as the observer sees it."""

    stage: Stage
    lot: int
    lots: int
    cards: tuple[OnOffer, ...]
    """The two cards on offer."""
    gains: tuple[int | None, ...]
    """Points that each card would add to the observer's total now.

    None for a bomb, a card that is gone, or a spectator.
    """
    left: int
    bombs: int
    """Number of bombs still in the pile."""
    lowest: int
    """Lowest bid that the open window accepts: the tied bid, if rebids can't be lower."""
    highest: int
    """Highest bid that this table accepts."""
    highest_tie: int
    """Highest tiebreak bid that this table accepts, or 0 without the option."""
    with_tie: bool
    """True if a bid of this window includes a tiebreak bid."""
    mine: Offer | None
    """The observer's own sealed bid in the open window."""
    strip: Strip | None
    """The strip for the observer's bid, or None while they don't bid."""
    sealed: tuple[Offer, ...]
    """All sealed bids of the open window that the observer knows."""
    tied: tuple[Seat, ...]
    """Seats that are bidding again."""
    tied_at: int
    """The bid that they shared."""
    first: Seat | None
    price: int
    second: Seat | None
    bomber: Seat | None
    silence: tuple[Stray, ...]
    """Cards that the bomb can hit if the bomber stays silent. Chance decides if there are several."""
    sale: Sale | None
    """The current lot by rank once its bids are open, or else the lot before it."""
    plates: tuple[Plate, ...]
    past: tuple[Sale, ...]
    """Past lots, the newest first, with bidders sorted by seat."""


def board(state: State, observer: Observer) -> Board:
    """Return the table as the observer sees it."""
    past = [_build_past_sale(number, lot) for number, lot in enumerate(state.past, start=1)]
    stage = _get_stage(state)
    again = stage == "again"
    bids = get_allowed_bids(state) if state.bidders else None
    mine = next((offer for offer in state.sealed if offer.seat == observer), None)
    return Board(
        stage=stage,
        lot=state.lot,
        lots=LOTS,
        cards=_build_lot_cards(state.cards, state),
        gains=tuple(compute_shown_gain(state, observer, card) for card in state.cards),
        left=state.left,
        bombs=state.bombs,
        lowest=bids.lowest if bids else 1,
        highest=state.setup.options.bid_cap,
        highest_tie=highest_tie(state.setup.options),
        with_tie=bids is not None and bids.ties > 0,
        mine=mine,
        strip=_build_strip(state, observer, bids, mine) if bids and observer in state.bidders else None,
        sealed=state.sealed,
        tied=state.bidders if again else (),
        tied_at=state.offers[-1][0].amount if again else 0,
        first=state.first,
        price=state.price,
        second=state.second,
        bomber=state.bomber,
        silence=tuple(_build_stray(state, lay) for lay in list_stray_places(state)) if stage == "bomb" else (),
        sale=_build_latest_sale(state),
        plates=_build_plates(state),
        past=tuple(reversed(past)),
    )


def words(event: Event) -> Mapping[str, object]:
    """Return the faces and numbers that an event's sentence needs."""
    match event:
        case bombe.Offered(lot=lot, cards=cards):
            return {"lot": lot, "faces": tuple(FACES[card] for card in cards)}
        case bombe.Sealed(amount=amount, tie=tie):
            return {"amount": amount, "tie": tie}
        case bombe.Opened(offers=offers):
            return {"offers": offers}
        case bombe.Tied(seats=seats):
            return {"seats": seats}
        case bombe.Broken(by=by):
            return {"by": by}
        case bombe.Took(card=card, paid=paid):
            return {"face": FACES[card], "paid": paid}
        case bombe.Bombed(seat=seat, target=target, lost=lost):
            return {"target": target, "own": seat == target, "face": FACES[lost]}
        case bombe.Discarded(card=card):
            return {"face": FACES[card]}
        case bombe.Counted(scores=scores):
            return {"scores": scores}
    return {}


def calls(action: Action) -> Mapping[str, object]:
    """Return the face and numbers that the words for an answer need."""
    match action:
        case bombe.Bid(amount=amount, tie=tie):
            return {"amount": amount, "tie": tie}
        case bombe.Choose(card=card):
            return {"face": FACES[card]}
        case bombe.Lay(seat=seat, colour=colour):
            return {"target": seat, "colour": colour}
    return {}


# -- the bid ---------------------------------------------------------------------------


def _build_strip(state: State, observer: Observer, bids: Bids, mine: Offer | None) -> Strip:
    gains = sorted((brings, card) for card in state.cards if (brings := compute_shown_gain(state, observer, card)))
    better = gains[-1][0] if gains else 0
    end = min(bids.highest, max(_MIN_STRIP_POINTS, better + better // 4, bids.lowest + _MIN_STRIP_POINTS // 2))
    sane = _compute_strip_position(better, bids.lowest, end) if better else 0
    return Strip(
        lowest=bids.lowest,
        end=end,
        end_label="" if sane > _MAX_MARK_BESIDE_END else "∞" if end < bids.highest else str(end),
        bid=min(mine.amount, end) if mine else bids.lowest,
        sane=sane,
        marks=tuple(
            Mark(FACES[card].kind, brings, _compute_strip_position(brings, bids.lowest, end)) for brings, card in gains
        ),
    )


def _compute_strip_position(amount: int, lowest: int, end: int) -> int:
    """Return the position of an amount on the strip, in per cent."""
    return max(0, min(100, round(100 * (amount - lowest) / (end - lowest)))) if end > lowest else 100


# -- the lot ---------------------------------------------------------------------------


def _get_stage(state: State) -> Stage:
    if state.bidders:
        return "again" if state.again else "bids"
    if state.bomber is not None:
        return "bomb"
    if state.first is not None:
        return "choice"
    return "over" if state.over else ""


@lru_cache(256)  # Past lots don't change, and every page shows all of them.
def _build_sale(number: int, lot: Lot) -> Sale:
    return Sale(number, _build_lot_cards(lot.cards, lot), _build_bidders(lot.offers, lot))


@lru_cache(256)
def _build_past_sale(number: int, lot: Lot) -> Sale:
    sale = _build_sale(number, lot)
    return replace(sale, bidders=tuple(sorted(sale.bidders, key=lambda bidder: bidder.seat)))


def _build_latest_sale(state: State) -> Sale | None:
    if not state.offers:
        return _build_sale(len(state.past), state.past[-1]) if state.past else None
    return Sale(state.lot, _build_lot_cards(state.cards, state), _build_bidders(state.offers, state))


def _build_lot_cards(cards: Cards, lot: Lot | State) -> tuple[OnOffer, ...]:
    """Return two cards and the seats that took them."""
    still_open = lot.open if isinstance(lot, State) else ()
    return tuple(
        OnOffer(
            card, FACES[card].kind, FACES[card].points, card in still_open, _get_taker(card, lot, card in still_open)
        )
        for card in cards
    )


def _get_taker(card: CardId, lot: Lot | State, still_open: bool) -> Seat | None:
    if still_open:
        return None
    return lot.first if card == lot.took else lot.second


def _build_bidders(windows: tuple[tuple[Offer, ...], ...], lot: Lot | State) -> tuple[Bidder, ...]:
    took = {card.taker: _SHOWN_CARDS[card.id] for card in _build_lot_cards(lot.cards, lot) if card.taker is not None}
    return tuple(
        Bidder(
            seat=offer.seat,
            bids=tuple(bid.amount for window in windows for bid in window if bid.seat == offer.seat),
            tie=offer.tie,
            paid=offer.seat == lot.first,
            card=took.get(offer.seat),
        )
        for offer in windows[0]
    )


# -- people ----------------------------------------------------------------------------


def _build_plates(state: State) -> tuple[Plate, ...]:
    totals, majority = scores(state), {colour: flag_majority(state, colour) for colour in COLOURS}
    sealed = {offer.seat for offer in state.sealed}
    bidding: Literal["", "unseen"] = "unseen" if len(state.bidders) < len(totals) else ""
    return tuple(
        Plate(
            seat=seat,
            stacks=tuple(_build_stack(state, seat, colour, majority[colour][seat]) for colour in COLOURS),
            minus=state.minus[seat],
            total=totals[seat],
            leads=min(totals) < totals[seat] == max(totals),
            bid="" if seat not in state.bidders else "sealed" if seat in sealed else bidding,
        )
        for seat in state.setup.everyone()
    )


def _build_stack(state: State, seat: Seat, colour: Colour, doubled: bool) -> Stack:
    cards = get_stack(state, seat, colour)
    points = sum_points(cards)
    value = points * (2 if doubled else 1)
    fall = value - _compute_stack_value(state, seat, colour, cards[:-1]) if cards else 0
    return Stack(colour, tuple(_SHOWN_CARDS[card] for card in cards), points, doubled, value, fall)


def _compute_stack_value(state: State, seat: Seat, colour: Colour, cards: Cards) -> int:
    """Return what these cards would count instead of the seat's own in this colour (D18, D19)."""
    others = (len(get_stack(state, each, colour)) for each in state.setup.everyone() if each != seat)
    return sum_points(cards) * (2 if len(cards) >= max(others) else 1)


def compute_shown_gain(state: State, observer: Observer, card: CardId) -> int | None:
    """Return what the card would add to the observer's total now, or None if the board shows no number."""
    colour = FACES[card].kind
    if colour == "bomb" or not isinstance(observer, int) or observer < 0 or card not in state.open:
        return None
    cards = get_stack(state, observer, colour)
    return _compute_stack_value(state, observer, colour, (*cards, card)) - _compute_stack_value(
        state, observer, colour, cards
    )


def _build_stray(state: State, lay: bombe.Lay) -> Stray:
    return Stray(lay.seat, _SHOWN_CARDS[get_stack(state, lay.seat, lay.colour)[-1]])


_SHOWN_CARDS: Final = {card: Shown(card, face.kind, face.points) for card, face in FACES.items()}
