"""What a table does when all its people agree: pause, go on, play live or day by day, look for a substitute."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from apps.kernel.events import Announced
from apps.kernel.table import Seat
from apps.matches import audience, pace, proposals
from apps.matches.hand import Refused, held_by
from apps.matches.models import Match
from apps.matches.proposals import DAYS, Proposal, What
from apps.matches.running import Running


def agree(*, code: str, seat: Seat, what: What, about: int = 0, now: datetime, by: int | None = None) -> bool:
    """Propose something, or agree to what was proposed; whether all agree now, and it was carried out.

    :raises Refused: if it does not fit the state of the match
    :raises NotSeated: if `by`, a player, does not sit there
    """
    about = about if what in ("pause", "substitute") else 0
    with held_by(by, code, seat, now) as run:
        _check(run, what, about)
        others, proposal = _apart(run, what, about)
        agreed = (proposal or Proposal(what, about, (), run.now)).agreed(seat)
        done = proposals.voters(run.chairs, what, about) <= frozenset(agreed.assents)
        if done:
            _carry_out(run, what, about)
            others = tuple(other for other in others if other.what != what)
        _propose(run, others if done else (*others, agreed))
        return done


def decline(*, code: str, seat: Seat, what: What, about: int = 0, now: datetime, by: int | None = None) -> None:
    """Say no to a proposal, or take one's own back; one that is gone already is no error.

    :raises NotSeated: if `by`, a player, does not sit there
    """
    with held_by(by, code, seat, now) as run:
        others, _gone = _apart(run, what, about)
        _propose(run, others)


def _propose(run: Running, found: tuple[Proposal, ...]) -> None:
    """This is on the table now; the people there look at it."""
    written = proposals.written(found)
    if written != run.match.proposals:
        run.match.proposals = written
        run.stirred |= audience.table(len(run.chairs))


def _apart(run: Running, what: str, about: int) -> tuple[tuple[Proposal, ...], Proposal | None]:
    """The other proposals, and this one if it was made."""
    found = proposals.read(run.match.proposals)
    this = next((one for one in found if (one.what, one.about) == (what, about)), None)
    return tuple(one for one in found if one is not this), this


def _check(run: Running, what: What, about: int) -> None:
    match = run.match
    if match.status == Match.Status.OVER:
        raise Refused(_("The match is over."))
    if match.occasion and what in ("pause", "live", "daily"):
        raise Refused(_("Who arranged this match decides on its clock."))
    if what == "resume" and match.resumes_at is None:
        raise Refused(_("No pause was agreed on."))
    if what != "resume" and match.status == Match.Status.PAUSED:
        raise Refused(_("The match is paused."))
    if what == "pause" and not 1 <= about <= DAYS:
        raise Refused(_("A pause lasts between one day and %(most)d.") % {"most": DAYS})
    if what in ("live", "daily"):
        wanted = pace.presets(run.game.meta)[what]
        if match.pace == wanted:
            raise Refused(_("The match has this pace already."))
        if pace.too_slow(run.game.meta, wanted, run.setup.options):
            raise Refused(_("With these options the game can only be played live."))
    missing = [chair.index for chair in run.chairs if proposals.missing(chair, match.pace, run.now)]
    if what == "substitute" and about not in missing:
        raise Refused(_("Nobody is missing there, or not for long enough."))


def _carry_out(run: Running, what: What, about: int) -> None:
    match what:
        case "pause":
            length = timedelta(days=about)
            run.pause(until=run.now + length)
            run.announce(Announced(what="agreed_pause", seconds=int(length.total_seconds())))
        case "resume":
            run.resume()
        case "live" | "daily":
            run.match.pace = pace.presets(run.game.meta)[what]
            for chair in run.chairs:
                chair.reserve = 0 if chair.player_id is None else run.match.pace[pace.RESERVE]
                run.changed.add(chair.index)
            run.clock.reclock(run.now)
            run.announce(Announced(what="hurried" if what == "live" else "slowed"))
        case "substitute":
            run.chairs[about].vacant = True
            run.changed.add(about)
            run.announce(Announced(what="vacant", seat=Seat(about)))
