"""Proposals that take effect once all players agree: a pause, another pace, a substitute, the end, and so on.

The only player who is left can claim the win.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from apps.kernel.events import Announced
from apps.kernel.game import AGREED, build_claimed_outcome
from apps.kernel.table import Seat
from apps.matches.engine import deadlines, proposals, visibility
from apps.matches.engine.aggregate import MatchAggregate
from apps.matches.engine.proposals import MAX_PAUSE_DAYS, Proposal, What
from apps.matches.errors import SANDBOX_REFUSAL, MatchRefused
from apps.matches.models import Match
from apps.matches.services.session import change_seated


def agree_to_proposal(
    *, code: str, seat: Seat, what: What, about: int = 0, now: datetime, by: int | None = None, made: bool = False
) -> bool:
    """Propose something, or agree to a proposal. Return whether everyone agrees now and it was carried out.

    :param made: only agree to a proposal that is still open, because an outdated page must not propose anything
    :raises MatchRefused: if it doesn't fit the state of the match, or the proposal is no longer open
    :raises NotSeated: if the player `by` doesn't sit there
    """
    about = seat if what == "claim" else about if what in ("pause", "substitute") else 0
    return change_seated(by, code, seat, now, lambda run: _agree_to_proposal(run, seat, what, about, made=made))


def decline_proposal(
    *, code: str, seat: Seat, what: What, about: int = 0, now: datetime, by: int | None = None
) -> None:
    """Decline a proposal, or withdraw your own. The table sees who declined. One that's already gone is no error.

    :raises NotSeated: if the player `by` doesn't sit there
    """
    change_seated(by, code, seat, now, lambda run: _decline_proposal(run, seat, what, about))


def _decline_proposal(run: MatchAggregate, seat: Seat, what: What, about: int) -> None:
    others, proposal = _split_proposals(run, what, about)
    _save_proposals(run, others)
    if proposal and proposal.assents[0] != seat:
        run.announce(Announced(what="declined", seat=seat))


def _agree_to_proposal(run: MatchAggregate, seat: Seat, what: What, about: int, *, made: bool) -> bool | MatchRefused:
    if refused := _why_not(run, what, about):
        return refused
    others, proposal = _split_proposals(run, what, about)
    if made and proposal is None:
        return MatchRefused(_("This proposal is no longer open."))
    if proposal is None:
        proposal = Proposal(what, about, (), run.now)
    agreed = proposal.agreed(seat)
    done = proposals.list_voters(run.chairs, what, about) <= frozenset(agreed.assents)
    if done:
        _carry_out(run, what, about)
        over = run.match.status == Match.Status.OVER
        others = () if over else tuple(other for other in others if other.what != what)
    _save_proposals(run, others if done else (*others, agreed))
    return done


def _save_proposals(run: MatchAggregate, found: tuple[Proposal, ...]) -> None:
    """Store the open proposals and refresh the pages of everyone at the table."""
    written = proposals.encode_proposals(found)
    if written != run.match.proposals:
        run.match.proposals = written
        run.stirred |= visibility.compute_table_mask(len(run.chairs))


def _split_proposals(run: MatchAggregate, what: str, about: int) -> tuple[tuple[Proposal, ...], Proposal | None]:
    """Return the other open proposals, and this one if it was made."""
    found = proposals.list_open_proposals(run.match.proposals, run.now)
    this = next((proposal for proposal in found if (proposal.what, proposal.about) == (what, about)), None)
    return tuple(proposal for proposal in found if proposal is not this), this


def _why_not(run: MatchAggregate, what: What, about: int) -> MatchRefused | None:
    """Return why the table can't agree on this now, or None."""
    match = run.match
    if refused := _why_nothing(match, what):
        return refused
    match what:
        case "pause":
            possible, why_not = (
                1 <= about <= MAX_PAUSE_DAYS,
                _("A pause can last from 1 to %(most)d days.") % {"most": MAX_PAUSE_DAYS},
            )
        case "resume":
            possible, why_not = match.resumes_at is not None, _("No pause has been agreed.")
        case "substitute":
            possible, why_not = (
                _can_seek_substitute(run, about),
                _("That player isn’t missing, or hasn’t been missing long enough."),
            )
        case "claim":
            possible, why_not = (
                proposals.can_claim_win(run.chairs, about, match, run.now),
                _("You can claim the win once all other players have quit or been away for too long."),
            )
        case "end":
            possible, why_not = (
                not any(proposals.can_claim_win(run.chairs, seat, match, run.now) for seat in range(len(run.chairs))),
                _("You’re the only player left. Claim the win, or play on against the bots."),
            )
        case "live" | "daily":
            return _why_not_at(run, deadlines.list_preset_paces(run.game.meta)[what])
    return None if possible else MatchRefused(why_not)


def _why_nothing(match: Match, what: What) -> MatchRefused | None:
    """Return why the match lets no table agree on anything of this kind."""
    if match.origin:
        return MatchRefused(SANDBOX_REFUSAL)
    if match.status == Match.Status.OVER:
        return MatchRefused(_("The match is over."))
    if match.occasion and what in ("pause", "live", "daily", "end"):
        return _left_to_organiser(what)
    if what != "resume" and match.status == Match.Status.PAUSED:
        return MatchRefused(_("The match is paused."))
    return None


def _left_to_organiser(what: What) -> MatchRefused:
    if what == "end":
        return MatchRefused(_("Only the organiser of this match can end it early."))
    return MatchRefused(_("Only the organiser of this match can pause it or change its pace."))


def _why_not_at(run: MatchAggregate, pace: dict[str, int]) -> MatchRefused | None:
    """Return why the table can't agree on this pace, or None."""
    if run.match.pace == pace:
        return MatchRefused(_("The match is already at this pace."))
    if deadlines.too_slow(run.game.meta, pace, run.setup.options):
        return MatchRefused(_("With these options, the game can only be played live."))
    return None


def _can_seek_substitute(run: MatchAggregate, seat: int) -> bool:
    """Check whether the player of the seat has been missing for long enough."""
    return any(
        chair.index == seat and proposals.can_seek_substitute(chair, run.match.pace, run.now) for chair in run.chairs
    )


def _carry_out(run: MatchAggregate, what: What, about: int) -> None:
    match what:
        case "pause":
            length = timedelta(days=about)
            run.pause(until=run.now + length)
            run.announce(Announced(what="agreed_pause", seconds=int(length.total_seconds())))
        case "resume":
            run.resume()
        case "live" | "daily":
            run.match.pace = deadlines.list_preset_paces(run.game.meta)[what]
            run.attendance.refill_time_banks(run.match.pace[deadlines.TIME_BANK])
            run.set_deadlines(run.clock.timing.restart_all(run.now))
            run.announce(Announced(what="hurried" if what == "live" else "slowed"))
        case "substitute":
            run.attendance.offer_seat(about)
            run.announce(Announced(what="vacant", seat=Seat(about)))
        case "claim":
            run.announce(Announced(what="claimed", seat=Seat(about)))
            run.close(build_claimed_outcome(run.game.scores(run.truth), about))
        case "end":
            run.announce(Announced(what="agreed_end"))
            run.close(AGREED)
