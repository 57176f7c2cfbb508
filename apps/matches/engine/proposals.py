"""Proposals at a table: their kinds, whose consent they need, and the claim of a deserted match. Pure, over chairs."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final, Literal

import msgspec
from msgspec import Struct

from apps.matches.engine.deadlines import REFILL, TIME_BANK
from apps.matches.models import Chair, Match

MAX_PAUSE_DAYS: Final = 14
"""The longest pause players can agree on, in days. Then the match resumes by itself, so that it ends."""

CONSENT_LIFETIME: Final = timedelta(days=1)
"""How long consent to end a match counts, so that no one keeps it until they are about to lose."""

What = Literal["pause", "resume", "live", "daily", "substitute", "claim", "end"]


class Proposal(Struct, frozen=True):
    """A proposal that all active players must agree on."""

    what: What
    about: int
    """The days of a pause; the seat to be filled, or that claims the win; else 0."""
    assents: tuple[int, ...]
    """The seats that agreed, the proposer first."""
    made_at: datetime | None = None
    """When it was made. A repeated proposal is a new one."""

    def agreed(self, seat: int) -> Proposal:
        """Return the proposal with one more seat that agrees."""
        return self if seat in self.assents else msgspec.structs.replace(self, assents=(*self.assents, seat))


def decode_proposals(stored: object) -> tuple[Proposal, ...]:
    """Decode the proposals of a match."""
    return msgspec.convert(stored, tuple[Proposal, ...])


def list_open_proposals(stored: object, now: datetime) -> tuple[Proposal, ...]:
    """Return the stored proposals that players can still agree to. One whose consent is too old is gone."""
    return tuple(proposal for proposal in decode_proposals(stored) if not _has_lapsed(proposal, now))


def encode_proposals(proposals: Iterable[Proposal]) -> list[object]:
    """Encode proposals for their match."""
    found: list[object] = msgspec.to_builtins(list(proposals))
    return found


def remove_proposal(stored: object, *, what: str, about: int = 0) -> list[object]:
    """Return the stored proposals without this one, which has served its purpose. No old consent counts again."""
    return encode_proposals(
        proposal for proposal in decode_proposals(stored) if (proposal.what, proposal.about) != (what, about)
    )


def remove_consent(stored: object, seat: int) -> list[object]:
    """Return the stored proposals without the consent of this seat: its new player has agreed to nothing yet."""
    left = (
        msgspec.structs.replace(proposal, assents=tuple(other for other in proposal.assents if other != seat))
        for proposal in decode_proposals(remove_proposal(stored, what="substitute", about=seat))
    )
    return encode_proposals(proposal for proposal in left if proposal.assents)


def list_voters(chairs: Sequence[Chair], what: str, about: int) -> frozenset[int]:
    """Return the seats whose consent it takes: everyone who is there, except a player who is to be replaced.

    A match only ends by agreement if players who are away agree, too.
    """
    return frozenset(chair.index for chair in chairs if chair.player_id is not None and _has_vote(chair, what, about))


def _has_vote(chair: Chair, what: str, about: int) -> bool:
    return what == "end" or (not chair.autopilot and not (what == "substitute" and chair.index == about))


def _has_lapsed(proposal: Proposal, now: datetime) -> bool:
    made_at = proposal.made_at
    return proposal.what == "end" and made_at is not None and now - made_at > CONSENT_LIFETIME


def list_unheard_voters(proposal: Proposal, chairs: Sequence[Chair]) -> frozenset[int]:
    """Return the seats that are asked and haven't agreed yet."""
    return list_voters(chairs, proposal.what, proposal.about) - frozenset(proposal.assents)


def can_seek_substitute(chair: Chair, pace: Mapping[str, int], now: datetime) -> bool:
    """Check whether the table can look for a substitute, because the player left or was away long enough."""
    if chair.bot:
        return chair.former_id is not None and not chair.vacant
    at = missing_at(chair, pace)
    return at is not None and now >= at


def can_claim_win(chairs: Sequence[Chair], seat: int, match: Match, now: datetime) -> bool:
    """Check whether the player in this seat can claim the win, because no one else has stayed.

    Bots that were there from the start don't count as deserted. In a tournament they are entrants to be played to the
    end.
    """
    mine, others = chairs[seat], [chair for chair in chairs if chair.index != seat]
    deserted = [_has_deserted(chair, match.pace, now) for chair in others]
    dealt_in = [chair.dealt_to_bot and not match.occasion for chair in others]
    return (
        mine.player_id is not None
        and not mine.autopilot
        and any(deserted)
        and all(map(operator.or_, deserted, dealt_in))
    )


def _has_deserted(chair: Chair, pace: Mapping[str, int], now: datetime) -> bool:
    """Check whether the player of this seat has left, or been away for as long as others must wait for them."""
    if chair.bot:
        return not chair.dealt_to_bot
    return chair.absent_at is not None and now >= chair.absent_at + compute_patience(pace)


def missing_at(chair: Chair, pace: Mapping[str, int]) -> datetime | None:
    """Return from when the table can look for a substitute for a seat that a bot answers for.

    None if no player is missing there, or the table is looking already.
    """
    if chair.bot or chair.vacant or chair.absent_at is None:
        return None
    return chair.absent_at + compute_patience(pace)


def compute_patience(pace: Mapping[str, int]) -> timedelta:
    """Return how long the others must wait first: the longest time that the pace gives for an answer."""
    return timedelta(seconds=max(seconds for about, seconds in pace.items() if about not in (TIME_BANK, REFILL)))
