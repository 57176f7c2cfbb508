"""The setup of a deal of Fuse (F4–F13, F45, F46)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from apps.games.fuse.cards import (
    DEFUSE_CARD_IDS,
    EXTINGUISHER,
    FUSE_CARD_IDS,
    MATCHMAN,
    SHORT_FUSE_CARD_IDS,
    TIMEBOMB,
    Options,
)
from apps.games.fuse.state import Dealt, Event, Received, Shuffled
from apps.kernel.chance import Chance
from apps.kernel.table import Seat, Setup

FUSE_EACH: Final = 5
DEFUSE_EACH: Final = 2
HAND_SIZE: Final = FUSE_EACH + DEFUSE_EACH


def get_packet_size(options: Options) -> int:
    """Return the number of cards that the time bomb is shuffled into (F11, F-A2)."""
    return 15 if options.short_fuse else 30


def bombs_each(seats: int) -> int:
    """Return each seat's number of bombs (F4, F5)."""
    return 3 if seats == 2 else 2


def pile_size(options: Options, seats: int) -> int:
    """Return the size of the draw pile at the start, with one defuse card per seat and the time bomb (F9, F11)."""
    fuse = SHORT_FUSE_CARD_IDS if options.short_fuse else FUSE_CARD_IDS
    return len(fuse) - seats * FUSE_EACH + seats + options.matchman + 1


def deal(setup: Setup[Options], chance: Chance) -> Iterator[Event]:
    """Return the facts of the first deal. Its starter is drawn at random (F13, F-A18)."""
    return start_deal(setup, 0, chance.pick("starter", setup.everyone()), chance)


def start_deal(setup: Setup[Options], number: int, starter: Seat, chance: Chance) -> Iterator[Event]:
    """Yield the facts of one deal. Its draws are named after its number."""
    seats, options = setup.seats, setup.options
    fuse = chance.shuffle(f"fuse:{number}", SHORT_FUSE_CARD_IDS if options.short_fuse else FUSE_CARD_IDS)
    defuse = chance.shuffle(
        f"defuse:{number}", (*DEFUSE_CARD_IDS, EXTINGUISHER) if options.extinguisher else DEFUSE_CARD_IDS
    )
    dealt, added = seats * DEFUSE_EACH, (MATCHMAN,) if options.matchman else ()
    deck = chance.shuffle(f"deck:{number}", (*fuse[seats * FUSE_EACH :], *defuse[dealt : dealt + seats], *added))
    top = len(deck) - get_packet_size(options)
    pile = deck[:top] + chance.shuffle(f"packet:{number}", (*deck[top:], TIMEBOMB))

    yield Dealt(number, starter, bombs=bombs_each(seats), left=len(pile))
    yield Shuffled(pile)
    for seat in setup.everyone():
        hand = (
            *fuse[seat * FUSE_EACH : (seat + 1) * FUSE_EACH],
            *defuse[seat * DEFUSE_EACH : (seat + 1) * DEFUSE_EACH],
        )
        yield Received((seat,), hand)
