"""The seats of a loaded match, with their players, missed turns and time banks."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime

from apps.kernel.table import Seat
from apps.matches.engine.deadlines import MISSES_BEFORE_AUTOPILOT
from apps.matches.models import Chair, Missed, Tenure


@dataclass(slots=True)
class Attendance:
    """The chairs of a match in memory. Except for standing orders, only its methods change them."""

    chairs: list[Chair]
    changed: set[int] = field(default_factory=set)
    """Seats whose chair must be written."""
    misses: list[Missed] = field(default_factory=list)
    """Required turns that were missed."""
    tenures: list[Tenure] = field(default_factory=list)
    """The finished tenures of players who gave a seat up."""

    def find_absent(self, asked: Collection[int]) -> list[Seat]:
        """Return the seats, none of these, whose players missed too many turns."""
        return [
            Seat(chair.index)
            for chair in self.chairs
            if chair.missed >= MISSES_BEFORE_AUTOPILOT
            and not (chair.bot or chair.autopilot)
            and chair.index not in asked
        ]

    def miss_turn(self, seat: int, at: datetime, *, spent: bool, counts: bool) -> None:
        """Record a missed turn of the seat.

        :param spent: whether the seat's own clock ran out, time bank included
        :param counts: whether it counts towards the player's reliability
        """
        chair = self.chairs[seat]
        chair.missed += 1
        chair.time_bank = 0 if spent else chair.time_bank
        self.changed.add(seat)
        if chair.player_id is not None and counts:
            self.misses.append(Missed(match_id=chair.match_id, player_id=chair.player_id, at=at))

    def forgive_misses(self, seat: int) -> None:
        """Forgive the turns that the seat missed, because it has answered."""
        if self.chairs[seat].missed:
            self.chairs[seat].missed = 0
            self.changed.add(seat)

    def set_time_bank(self, seat: int, time_bank: int) -> None:
        """Set what is left of the seat's time bank."""
        if time_bank != self.chairs[seat].time_bank:
            self.chairs[seat].time_bank = time_bank
            self.changed.add(seat)

    def refill_time_banks(self, time_bank: int) -> None:
        """Give all players this time bank."""
        for chair in self.chairs:
            self.set_time_bank(chair.index, 0 if chair.player_id is None else time_bank)

    def leave_to_bot(self, seat: int, at: datetime) -> None:
        """Let the bot answer for the seat until its player returns."""
        self.chairs[seat].autopilot, self.chairs[seat].absent_at = True, at
        self.changed.add(seat)

    def take_back(self, seat: int) -> None:
        """Take the seat back from the bot."""
        chair = self.chairs[seat]
        chair.autopilot, chair.missed, chair.absent_at, chair.vacant = False, 0, None, False
        self.changed.add(seat)

    def offer_seat(self, seat: int) -> None:
        """Offer the seat of an absent player to a substitute."""
        self.chairs[seat].vacant = True
        self.changed.add(seat)

    def seat_player(self, seat: int, player: int | None, *, since: int, until: int, time_bank: int) -> None:
        """Give the seat to another player or to the bot, and record the finished tenure from one fact to another."""
        chair = self.chairs[seat]
        if until > since:  # A bot that was replaced at once has done nothing.
            self.tenures.append(
                Tenure(match_id=chair.match_id, seat=seat, until=until, player_id=chair.player_id, bot=chair.bot)
            )
        chair.former_id = chair.player_id or chair.former_id
        chair.substitute = player is None and (chair.substitute or not chair.bot)
        chair.player_id, chair.bot, chair.autopilot, chair.missed = player, player is None, False, 0
        chair.vacant, chair.absent_at = False, None
        chair.time_bank = 0 if player is None else time_bank
        self.changed.add(seat)

    def record_win(self, seat: int) -> None:
        """Record that the seat has won."""
        self.chairs[seat].won = True
        self.changed.add(seat)
