"""The 18 resurrection cards (K5, K61–K64): what they forbid or demand, and which answers break them.

A trick or the patience of the table that forces an answer makes it free; a prohibition beats what a card demands.
Where a card leaves the holder a choice of its own (`Obey` or `Pay`), the turn asks it and paying is no breach.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from apps.games.kobolds.apparatus import left, right
from apps.games.kobolds.cards import APPARATUS, CardId, kind
from apps.games.kobolds.forcing import allowed, forced
from apps.games.kobolds.state import Action, Lift, Play, Skip, State, Tinker
from apps.games.kobolds.tricks import active, trick
from apps.kernel.table import Seat
from apps.kernel.words import gettext_noop as _


class Penalty(Struct, frozen=True):
    """What it is called, what it says, and whether an answer breaks it and costs 1 gold (K63)."""

    title: str
    text: str
    breach: Callable[[State, Seat, Action], bool]


def breaks(state: State, seat: Seat, action: Action) -> bool:
    """Whether the answer breaks the card that the seat must follow, as far as it has one."""
    card = state.risen[seat]
    return card is not None and PENALTIES[card].breach(state, seat, action)


# -- what breaks them ------------------------------------------------------------------


def _nothing(_: State, __: Seat, ___: Action) -> bool:
    return False


def _tinkering(state: State, _: Seat, action: Action) -> bool:
    return isinstance(action, Tinker) and not forced(state)


def _idling(state: State, seat: Seat, action: Action) -> bool:
    """One exchange a turn is enough, however many flaps the bomb has."""
    able = bool(state.hands[seat]) and not active(state, "HANDSOFF")
    return isinstance(action, Skip) and able and not state.swaps


def _interrupt(_: State, __: Seat, action: Action) -> bool:
    return isinstance(action, Play) and trick(action.card).kind == "interrupt"


def _play_early(state: State, _: Seat, action: Action) -> bool:
    return isinstance(action, Play) and state.phase == "trick1"


def _play_late(state: State, _: Seat, action: Action) -> bool:
    return isinstance(action, Play) and state.phase == "trick2"


def _naming_a_neighbour(state: State, seat: Seat, action: Action) -> bool:
    return isinstance(action, Play) and action.target in (left(state, seat), right(state, seat))


def _play_without_bomb(state: State, seat: Seat, action: Action) -> bool:
    return isinstance(action, Play) and seat != state.holder


def _play_with_bomb(state: State, seat: Seat, action: Action) -> bool:
    return isinstance(action, Play) and seat == state.holder


def _lifting(_: State, __: Seat, action: Action) -> bool:
    return isinstance(action, Lift)


def _playing_in_silence(_: State, __: Seat, action: Action) -> bool:
    return isinstance(action, Play) and action.hush


def _playing_again(state: State, seat: Seat, action: Action) -> bool:
    return isinstance(action, Play) and state.played[seat] > 0


def _with_apparatus(state: State, _: Seat, action: Action) -> bool:
    """Free only if every exchange that a forced holder may choose from moves an apparatus."""
    if not isinstance(action, Tinker | Play) or not _moves_apparatus(action.give, action.take):
        return False
    left_no_choice = isinstance(action, Tinker) and forced(state)
    return not (left_no_choice and all(_moves_apparatus(*exchange) for exchange in allowed(state)))


def _moves_apparatus(give: CardId | None, take: CardId | None) -> bool:
    return APPARATUS in (kind(give or ""), kind(take or ""))


def _tinkering_in_secret(_: State, __: Seat, action: Action) -> bool:
    return isinstance(action, Tinker) and action.hush


# -- the table -------------------------------------------------------------------------

PENALTIES: Final[Mapping[CardId, Penalty]] = {
    "RE01": Penalty(_("Two Left Hands"), _("You may not tinker."), _tinkering),
    "RE02": Penalty(
        _("Itchy Fingers"),
        _("When you hold the bomb and can tinker, you must."),
        _idling,
    ),
    "RE03": Penalty(
        _("Wrong-Way Brain"),
        _("Where no trick has a say, you hand the bomb on in the wrong direction."),
        _nothing,
    ),
    "RE04": Penalty(_("Glass Pockets"), _("Everybody sees your hand."), _nothing),
    "RE05": Penalty(_("Tongue-Tied"), _("You may not interrupt."), _interrupt),
    "RE06": Penalty(_("Morning Grouch"), _("You may not play tricks before the tinkering."), _play_early),
    "RE07": Penalty(_("Early to Bed"), _("You may not play tricks after the tinkering."), _play_late),
    "RE08": Penalty(
        _("Butterfingers"),
        _("When you get the bomb, you discard a random hand card before you draw."),
        _nothing,
    ),
    "RE09": Penalty(
        _("Small Rucksack"),
        _("At the end of each of your turns with the bomb, you discard until you have 4 hand cards."),
        _nothing,
    ),
    "RE10": Penalty(_("Shy"), _("Your tricks may not name either of your neighbours."), _naming_a_neighbour),
    "RE11": Penalty(
        _("Only With Bomb"),
        _("You may play tricks only while you hold the bomb."),
        _play_without_bomb,
    ),
    "RE12": Penalty(_("Stage Fright"), _("You may not play tricks while you hold the bomb."), _play_with_bomb),
    "RE13": Penalty(
        _("Blindfold"),
        _(
            "Even with the bomb in your hands you see only the backs in it: you choose by back, and luck picks a card"
            " of that kind."
        ),
        _lifting,
    ),
    "RE14": Penalty(
        _("Chatterbox"),
        _("Whenever you play a trick, everybody is shown a random card of your hand."),
        _playing_in_silence,
    ),
    "RE15": Penalty(_("Weak Arms"), _("You do not draw when you get the bomb."), _nothing),
    "RE16": Penalty(
        _("One-Track Mind"),
        _("You may play one trick in a turn, whoever's turn it is."),
        _playing_again,
    ),
    "RE17": Penalty(
        _("Rat Phobia"),
        _("You may neither put an apparatus into the bomb nor take one out."),
        _with_apparatus,
    ),
    "RE18": Penalty(
        _("Show Tinkerer"),
        _("When you tinker, everybody is shown both cards."),
        _tinkering_in_secret,
    ),
}
