"""The 18 resurrection cards (K5, K61–K64): what they forbid or demand, and which answers break them.

An answer that a trick or the table's patience forces is free. A prohibition beats a card's demand. If a card leaves the
holder a choice (`Obey` or `Pay`), the turn asks for it, and paying isn't a breach.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from apps.games.kobolds.apparatus import get_left_neighbour, get_right_neighbour
from apps.games.kobolds.cards import APPARATUS, CardId, get_card_kind
from apps.games.kobolds.forcing import is_holder_forced, list_allowed_swaps
from apps.games.kobolds.state import Action, Event, Fined, Lift, Play, Skip, State, Tinker
from apps.games.kobolds.tricks import get_trick, list_active_copies
from apps.kernel.game import Answer, AnyAction
from apps.kernel.table import Seat
from apps.kernel.words import gettext_noop as _


def _is_always_breach(_state: State, _seat: Seat, _answer: Action) -> bool:
    return True


class Penalty(Struct, frozen=True):
    """A resurrection card: its title, its text, and the answers that break it and cost 1 gold (K63)."""

    title: str
    text: str
    bars: tuple[type[Answer], ...] = ()
    """The kinds of answers that can break it."""
    where: Callable[[State, Seat, AnyAction], bool] = _is_always_breach
    """Check whether an answer of these kinds does break it."""


def is_quirk_breach(state: State, seat: Seat, action: Action) -> bool:
    """Check whether the answer breaks the resurrection card that the seat must follow, if it has one."""
    card = state.risen[seat]
    if card is None:
        return False
    penalty = PENALTIES[card]
    return isinstance(action, penalty.bars) and penalty.where(state, seat, action)


def charge_fine(state: State, seat: Seat, action: Action) -> list[Event]:
    """Return the fine if the answer breaks the seat's resurrection card."""
    card = state.risen[seat]
    return [Fined(seat, card)] if card is not None and is_quirk_breach(state, seat, action) else []


# -- which answers break them ----------------------------------------------------------


def _is_idle_skip(state: State, seat: Seat, _: Skip) -> bool:
    """Check whether skipping breaks the card. One swap per turn is enough, however many flaps the bomb has."""
    return bool(state.hands[seat]) and not list_active_copies(state, "HANDSOFF") and not state.swaps


def _naming_a_neighbour(state: State, seat: Seat, play: Play) -> bool:
    return play.target in (get_left_neighbour(state, seat), get_right_neighbour(state, seat))


def _with_apparatus(state: State, _: Seat, action: Tinker | Play) -> bool:
    """Check whether the swap moves a gadget. It's free if every swap that a forced holder could make does."""
    if not _moves_apparatus(action.give, action.take):
        return False
    left_no_choice = isinstance(action, Tinker) and is_holder_forced(state)
    return not (left_no_choice and all(_moves_apparatus(*exchange) for exchange in list_allowed_swaps(state)))


def _moves_apparatus(give: CardId | None, take: CardId | None) -> bool:
    return APPARATUS in (get_card_kind(give or ""), get_card_kind(take or ""))


def _is_hushed(_state: State, _seat: Seat, action: Tinker | Play) -> bool:
    return action.hush


# -- the table -------------------------------------------------------------------------

PENALTIES: Final[Mapping[CardId, Penalty]] = {
    "RE01": Penalty(
        _("Two Left Hands"), _("You can’t tinker."), (Tinker,), lambda state, _seat, _act: not is_holder_forced(state)
    ),
    "RE02": Penalty(
        _("Itchy Fingers"), _("When you hold the bomb, you must tinker if you can."), (Skip,), _is_idle_skip
    ),
    "RE03": Penalty(
        _("Wrong-Way Brain"), _("Unless a trick says otherwise, you hand the bomb on in the wrong direction.")
    ),
    "RE04": Penalty(_("Glass Pockets"), _("Everyone can see your hand.")),
    "RE05": Penalty(
        _("Tongue-Tied"),
        _("You can’t play interrupts."),
        (Play,),
        lambda _state, _seat, play: get_trick(play.card).kind == "interrupt",
    ),
    "RE06": Penalty(
        _("Morning Grouch"),
        _("You can’t play tricks before tinkering."),
        (Play,),
        lambda state, _seat, _play: state.phase == "trick1",
    ),
    "RE07": Penalty(
        _("Early to Bed"),
        _("You can’t play tricks after tinkering."),
        (Play,),
        lambda state, _seat, _play: state.phase == "trick2",
    ),
    "RE08": Penalty(
        _("Butterfingers"), _("When you get the bomb, you discard a random card from your hand before you draw.")
    ),
    "RE09": Penalty(
        _("Small Rucksack"),
        _("At the end of each of your turns with the bomb, you discard down to 4 cards."),
    ),
    "RE10": Penalty(_("Shy"), _("Your tricks can’t target either of your neighbours."), (Play,), _naming_a_neighbour),
    "RE11": Penalty(
        _("Only With Bomb"),
        _("You can play tricks only while you hold the bomb."),
        (Play,),
        lambda state, seat, _play: seat != state.holder,
    ),
    "RE12": Penalty(
        _("Stage Fright"),
        _("You can’t play tricks while you hold the bomb."),
        (Play,),
        lambda state, seat, _play: seat == state.holder,
    ),
    "RE13": Penalty(
        _("Blindfold"),
        _(
            "Even when you hold the bomb, you see only the backs of its cards. You choose a back, and get a "
            "random card of that kind."
        ),
        (Lift,),
    ),
    "RE14": Penalty(
        _("Chatterbox"),
        _("Whenever you play a trick, everyone sees a random card from your hand."),
        (Play,),
        _is_hushed,
    ),
    "RE15": Penalty(_("Weak Arms"), _("You don’t draw when you get the bomb.")),
    "RE16": Penalty(
        _("One-Track Mind"),
        _("You can play only 1 trick per turn, no matter whose turn it is."),
        (Play,),
        lambda state, seat, _play: state.played[seat] > 0,
    ),
    "RE17": Penalty(
        _("Rat Phobia"),
        _("You can’t put a gadget into the bomb or remove one."),
        (Tinker, Play),
        _with_apparatus,
    ),
    "RE18": Penalty(_("Show-Off Tinkerer"), _("When you tinker, everyone sees both cards."), (Tinker,), _is_hushed),
}
