"""The 47 tricks (K7, K25, K42–K46). Each entry contains everything that's known about a trick."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, Literal

from msgspec import Struct

from apps.games.kobolds import bomb, effects
from apps.games.kobolds.cards import MECHANISM, TRICK, CardId, count_cards, get_card_kind
from apps.games.kobolds.state import Active, Event, Item, Seats, State
from apps.kernel.chance import Chance
from apps.kernel.table import Seat
from apps.kernel.words import gettext_noop as _

_BOTH_TRICK_PHASES: Final = ("trick1", "trick2")
_FIRST_TRICK_PHASE: Final = ("trick1",)
_SECOND_TRICK_PHASE: Final = ("trick2",)


def _is_anybody_allowed(_state: State, _seat: Seat) -> bool:
    return True


class Trick(Struct, frozen=True, kw_only=True):
    """A trick and its copies in the box."""

    key: str
    title: str
    brief: str
    """The effect in the few words that fit beside its picture."""
    theirs: str = ""
    """Replaces `brief` when another player plays the trick, if the words differ."""
    text: str
    kind: Literal["normal", "temporary", "permanent", "interrupt"] = "normal"
    """Normal tricks work at once, interrupts answer a trick, and others stay in front of their owner for some time."""
    copies: Mapping[CardId, str]
    """Card → its mission, or empty if it has none."""
    phases: tuple[str, ...] = _BOTH_TRICK_PHASES
    """The trick phases in which it can be played. Interrupts answer a trick instead."""
    playable: Callable[[State, Seat], bool] = _is_anybody_allowed
    """Check who can play it and when, besides the phase. It isn't checked again for a player who takes it over."""
    names: Callable[[State, Seat], bool] = _is_anybody_allowed
    """Check whether this owner names a player, if it has `targets`."""
    targets: Callable[[State, Seat], Seats] | None = None
    """Return the seats its owner can name. None if the trick never names anyone."""
    swaps: Callable[[State, Seat, CardId], Iterable[tuple[CardId | None, CardId]]] | None = None
    """Return the swaps its owner can make with the bomb as (give, take). The trick itself can't be given."""
    effect: Callable[[State, Item, Chance], list[Event]] | None = None
    """Return the immediate effect. None for interrupts and for tricks that stay in front of their owner."""
    hits: Callable[[State, Active], Seats] | None = None
    """Return the additional seats an explosion affects (K48), for an observer who knows the backs of all hands."""
    chained: bool = False
    """True if it adds them only if its owner is affected."""
    protects: bool = False
    """True if it protects its owner from the explosion (K48)."""
    costs_survival: bool = False
    """True if its owner gets no survival gold (K50)."""


# -- targets and conditions ------------------------------------------------------------


def _select_all_seats(state: State, _: Seat) -> Seats:
    return state.setup.everyone()


def _select_other_seats(state: State, seat: Seat) -> Seats:
    return state.setup.others(seat)


def _is_holder(state: State, seat: Seat) -> bool:
    return seat == state.holder


def _list_pin_swaps(state: State, seat: Seat, _: CardId) -> Iterator[tuple[None, CardId]]:
    """Yield each trick or gadget to remove from the bomb, while there is a mechanism to take its place."""
    for take in bomb.list_takeable_cards(state, seat) if state.mechanisms else ():
        if get_card_kind(take) != MECHANISM:
            yield None, take


def _select_named_seat(_: State, lying: Active) -> Seats:
    return () if lying.target is None else (lying.target,)


def _with_mechanisms(state: State, _: Active) -> Seats:
    return tuple(seat for seat in state.setup.everyone() if count_cards(state.hands[seat], MECHANISM))


def _build_copies(first: int, last: int, *missions: str) -> dict[CardId, str]:
    """Return cards by number. The first ones carry these missions."""
    cards = (f"{TRICK}{number:02}" for number in range(first, last + 1))
    return {card: missions[at] if at < len(missions) else "" for at, card in enumerate(cards)}


# -- the table -------------------------------------------------------------------------

_PRINTED_TRICKS: Final = (
    Trick(
        key="GIMME",
        title=_("Gimme That Thing!"),
        brief=_("you get the bomb"),
        theirs=_("its player gets the bomb"),
        text=_("Only if you don’t hold the bomb. The holder must hand it to you."),
        copies=_build_copies(1, 4, "HOLD", "LEFT"),
        playable=lambda state, seat: seat != state.holder,
        effect=effects.demand_bomb,
    ),
    Trick(
        key="TAKE",
        title=_("Take This Thing!"),
        brief=_("give or get the bomb"),
        text=_(
            "If you hold the bomb, hand it to another player of your choice. If you don’t, the holder must "
            "hand it to you."
        ),
        copies=_build_copies(5, 7, "RIGHT"),
        names=_is_holder,
        targets=_select_other_seats,
        effect=effects.demand_bomb,
    ),
    Trick(
        key="TRY",
        title=_("Try It Out!"),
        brief=_("bomb to anyone"),
        text=_(
            "Choose any player, even yourself or the holder. The holder must hand them the bomb. If you "
            "choose the holder, they start a new turn."
        ),
        copies=_build_copies(8, 11, "ARMSURV", "RIGHT"),
        targets=_select_all_seats,
        effect=effects.demand_bomb,
    ),
    Trick(
        key="NOWAY",
        title=_("No Way!"),
        brief=_("cancels a trick"),
        text=_("Play right after any trick, even an interrupt. That trick is discarded and does nothing."),
        kind="interrupt",
        copies=_build_copies(12, 16, "SOLE", "ONE"),
        phases=(),
    ),
    Trick(
        key="MINE",
        title=_("I’ll Handle That!"),
        brief=_("take over a trick"),
        text=_(
            "Play right after a trick that isn’t an interrupt, or right after another I’ll Handle That! The "
            "trick is now yours, as if you had played it, and you make all its choices again."
        ),
        kind="interrupt",
        copies=_build_copies(17, 19, "LEADER"),
        phases=(),
    ),
    Trick(
        key="NOTME",
        title=_("Not Me, Them!"),
        brief=_("targets someone else"),
        text=_("Play right after a trick has targeted you. Choose another player the trick can target instead."),
        kind="interrupt",
        copies=_build_copies(20, 21, "NEIGH"),
        phases=(),
    ),
    Trick(
        key="TROLL",
        title=_("Troll Hideout"),
        brief=_("protects you"),
        theirs=_("protects its player"),
        text=_("You’re protected from the explosion until the bomb is handed on."),
        kind="temporary",
        copies=_build_copies(22, 24, "NOMECH"),
        protects=True,
    ),
    Trick(
        key="STICK",
        title=_("Bomb on a Stick"),
        brief=_("protects you, hits another"),
        theirs=_("protects its player, hits another"),
        text=_(
            "Only if you hold the bomb. Choose another player. Until the bomb is handed on, you’re protected,"
            " and an explosion also hits that player."
        ),
        kind="temporary",
        copies=_build_copies(25, 26),
        playable=_is_holder,
        targets=_select_other_seats,
        hits=_select_named_seat,
        protects=True,
    ),
    Trick(
        key="UNDIES",
        title=_("Fireproof Underpants"),
        brief=_("protects you, less gold"),
        theirs=_("protects its player, less gold"),
        text=_(
            "Until the bomb is secured or goes off, you’re protected from the explosion. You get no gold for "
            "surviving it, but you still get hazard, rescue and mission gold."
        ),
        kind="permanent",
        copies=_build_copies(27, 27),
        protects=True,
        costs_survival=True,
    ),
    Trick(
        key="FRIEND",
        title=_("Say Hello to My Little Friend"),
        brief=_("one more victim"),
        text=_("Choose any player, even yourself. Until the bomb is handed on, the explosion hits them too."),
        kind="temporary",
        copies=_build_copies(28, 31, "HALF"),
        targets=_select_all_seats,
        hits=_select_named_seat,
    ),
    Trick(
        key="CHAIN",
        title=_("Chained Together"),
        brief=_("takes someone with you"),
        theirs=_("takes someone with its player"),
        text=_(
            "Choose another player. If the explosion hits you, it hits them too, but not the other way round."
            " This lasts until the bomb is secured or goes off."
        ),
        kind="permanent",
        copies=_build_copies(32, 33),
        targets=_select_other_seats,
        hits=_select_named_seat,
        chained=True,
    ),
    Trick(
        key="SPLINTER",
        title=_("Splinter Rain"),
        brief=_("hits all with gears"),
        text=_(
            "Until the bomb is handed on, the explosion also hits everyone with at least one mechanism in their hand."
        ),
        kind="temporary",
        copies=_build_copies(34, 35),
        hits=_with_mechanisms,
    ),
    Trick(
        key="PICK",
        title=_("Pickpocket"),
        brief=_("steal a card"),
        text=_("Choose another player who has cards and take one at random. Only the two of you see it."),
        copies=_build_copies(36, 37, "DEADMECH"),
        targets=lambda state, seat: tuple(other for other in state.setup.others(seat) if state.hands[other]),
        effect=effects.pick_pocket,
    ),
    Trick(
        key="RUMMAGE",
        title=_("Rummage"),
        brief=_("draw 2 cards"),
        text=_("Draw 2 cards from the draw pile, even while it is blocked."),
        copies=_build_copies(38, 39, "TWO"),
        effect=effects.rummage_draw_pile,
    ),
    Trick(
        key="PEEK",
        title=_("Peephole"),
        brief=_("see bomb and hand"),
        text=_("Secretly look at all the cards in the bomb and in one player’s hand."),
        copies=_build_copies(40, 40, "DEAD"),
        targets=_select_all_seats,
        effect=effects.peek_at_cards,
    ),
    Trick(
        key="QUICK",
        title=_("Quick Fingers"),
        brief=_("swap with the bomb"),
        text=_(
            "Swap another card from your hand with a card in the bomb. If you can’t see inside the bomb, "
            "choose a back and get a random card of that kind. This can secure the bomb, or arm it and make "
            "you the bomb-armer."
        ),
        copies=_build_copies(41, 42, "NOAPP"),
        swaps=bomb.list_swaps,
        effect=effects.swap_with_bomb,
    ),
    Trick(
        key="PIN",
        title=_("Emergency Pin"),
        brief=_("bomb: +1 gear"),
        text=_(
            "Discard a trick or gadget from the bomb and put in a mechanism from the mechanism pile instead. "
            "If you can’t see inside the bomb, choose a back. This secures an armed bomb."
        ),
        copies=_build_copies(43, 43),
        swaps=_list_pin_swaps,
        effect=effects.pin_bomb_card,
    ),
    Trick(
        key="GETTINK",
        title=_("Get Tinkering!"),
        brief=_("forces tinkering"),
        text=_(
            "Only before tinkering. This turn, the holder must swap a card if they have one, and remove a "
            "mechanism if the bomb has one. They can replace it with another mechanism only if no other card "
            "fits."
        ),
        kind="temporary",
        copies=_build_copies(44, 44),
        phases=_FIRST_TRICK_PHASE,
    ),
    Trick(
        key="HANDSOFF",
        title=_("Hands Off!"),
        brief=_("holder can’t tinker"),
        text=_("Only before tinkering. This turn, the holder can’t tinker, even if another card says they must."),
        kind="temporary",
        copies=_build_copies(45, 45),
        phases=_FIRST_TRICK_PHASE,
    ),
    Trick(
        key="ABOUT",
        title=_("About Turn!"),
        brief=_("other direction"),
        text=_(
            "Until the bomb is secured or goes off, players hand it on to the right, unless a trick says otherwise."
        ),
        kind="permanent",
        copies=_build_copies(46, 46),
    ),
    Trick(
        key="SLOW",
        title=_("Slow Burner"),
        brief=_("delays the bang"),
        text=_("Only after tinkering, if the bomb would go off this turn. Instead, it’s handed on and stays armed."),
        kind="temporary",
        copies=_build_copies(47, 47),
        phases=_SECOND_TRICK_PHASE,
        playable=lambda state, _seat: is_explosion_due(state),
    ),
)

TRICKS: Final[Mapping[str, Trick]] = {face.key: face for face in _PRINTED_TRICKS}
"""All tricks by key."""
_TRICK_BY_CARD: Final[Mapping[CardId, Trick]] = {card: face for face in _PRINTED_TRICKS for card in face.copies}


def get_trick(card: CardId) -> Trick:
    """Return the trick printed on the card.

    :raises KeyError: if it is not a trick, or only the back of one
    """
    return _TRICK_BY_CARD[card]


def get_mission_key(card: CardId) -> str:
    """Return the key of the card's mission, or an empty string if it has none (K46)."""
    face = _TRICK_BY_CARD.get(card)
    return face.copies[card] if face is not None else ""


def list_active_copies(state: State, key: str) -> tuple[Active, ...]:
    """Return the copies of this trick that are in front of players."""
    copies = TRICKS[key].copies
    return tuple(lying for lying in state.active if lying.card in copies)


def get_bomb_direction(state: State) -> int:
    """Return the direction of the bomb: 1 for clockwise, or -1 while About Turn! is active (K17)."""
    return -1 if list_active_copies(state, "ABOUT") else 1


def is_explosion_due(state: State) -> bool:
    """Check whether the bomb will go off this turn (K39, K40, K-A15), unless a trick ended the turn (K29)."""
    return state.primed and state.bound_for is None and not list_active_copies(state, "SLOW")


def list_trick_choices(
    state: State, owner: Seat, card: CardId
) -> Iterator[tuple[Seat | None, CardId | None, CardId | None]]:
    """Yield every choice its owner has for a trick: (target, give, take).

    If there is none, the trick isn't possible.
    """
    face = get_trick(card)
    named: Iterable[Seat | None] = (None,)
    if face.targets is not None and face.names(state, owner):
        named = face.targets(state, owner)
    for target in named:
        if face.swaps is None:
            yield target, None, None
        else:
            for give, take in face.swaps(state, owner, card):
                yield target, give, take
