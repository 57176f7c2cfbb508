"""Announcements: organisers post them on the tournament's page, and every entrant is notified once."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext as _

from apps.accounts.services import relations
from apps.common import markdown, text_rules
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.models import Announcement, Entry, Tournament
from apps.tournaments.services import audit, notify
from apps.tournaments.services.session import lock_tournament

MAX_PER_DAY: Final = 3
"""Maximum number a day, including withdrawn ones, because everyone was notified of those, too."""
DAY: Final = timedelta(days=1)
POSTING_PERIOD_AFTER_END: Final = timedelta(days=7)
"""How long after the end one more can be posted."""


def describe_posting_objection(tournament: Tournament, *, now: datetime) -> str:
    """Return why nothing can be posted at this stage, as a sentence, or an empty string."""
    match tournament.status:
        case Tournament.Status.DRAFT:
            return _("No one has entered yet. Announce the tournament first.")
        case Tournament.Status.CANCELLED:
            return _("The tournament was cancelled. You can no longer post announcements.")
        case Tournament.Status.OVER if (
            tournament.over_at is None or now - tournament.over_at > POSTING_PERIOD_AFTER_END
        ):
            return _("The tournament ended more than a week ago. You can no longer post announcements.")
    return ""


def check_can_post(tournament: Tournament, *, now: datetime) -> None:
    """Check that an announcement can be posted.

    :raises TournamentRefused: if nothing can be posted now
    """
    why = describe_posting_objection(tournament, now=now)
    if why:
        raise TournamentRefused(why)
    # Withdrawn announcements stay in the event log, so they count.
    written = tournament.acts.filter(what="wrote")
    if tournament.over_at is not None and written.filter(at__gte=tournament.over_at).exists():
        raise TournamentRefused(_("You can post only one announcement after the end, and one has already been posted."))
    if written.filter(at__gt=now - DAY).count() >= MAX_PER_DAY:
        sentence = _("You’ve reached the limit of %(count)d announcements a day. Try again tomorrow.")
        raise TournamentRefused(sentence % {"count": MAX_PER_DAY})


def post_announcement(*, code: str, text: str, by: int, now: datetime) -> Announcement:
    """Post an announcement, and notify everyone who has entered or is on the waiting list.

    :raises TextRefused: if it is empty or too long, or has characters that aren't text
    :raises TournamentRefused: if nothing can be posted now, or the same text was just posted
    """
    kept = text_rules.clean_announcement(text)
    with lock_tournament(code) as tournament:
        check_can_post(tournament, now=now)
        if tournament.announcements.filter(text=kept, at__gt=now - DAY).exists():  # A button was pressed twice.
            raise TournamentRefused(_("This announcement has already been posted."))
        written = Announcement.objects.create(tournament=tournament, by_id=by, text=kept, at=now)
        audit.add_audit_entry(tournament, "wrote", now=now, by=by)
        # A person's words are inserted as a name, because no one translates them.
        key, apart = f"wrote:{written.pk}", relations.find_players_apart(by)
        people = notify.find_players_by_state(tournament, Entry.State.IN, Entry.State.WAITING)
        words = {"words": markdown.extract_opening(kept)}
        met = [player for player in people if player not in apart]
        notify.notify_players(tournament, met, notify.WROTE, key=key, now=now, text="%(words)s", names=words)
        # Players who are kept apart from the writer only learn that there is news. They can read it on the page.
        notify.notify_players(
            tournament, [player for player in people if player in apart], notify.WROTE, key=key, now=now
        )
        return written


def withdraw_announcement(*, code: str, key: int, by: int, now: datetime) -> None:
    """Remove an announcement from the page and all inboxes. E-mails can't be recalled.

    :raises TournamentRefused: if it isn't there
    """
    with lock_tournament(code) as tournament:
        written = tournament.announcements.filter(pk=key).first()
        if written is None:
            raise TournamentRefused(_("We can’t find that announcement. It may already have been deleted."))
        written.delete()
        notify.withdraw_notices(tournament, key=f"wrote:{key}", posted_at=written.at)
        audit.add_audit_entry(tournament, "took-back", now=now, by=by)
