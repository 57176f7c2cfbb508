"""Actions for posting an announcement to all entrants, and for withdrawing one."""

# Every action is called with its context, whether or not it uses it.
# ruff: noqa: ARG001

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from apps.common import clocks, markdown, text_rules
from apps.common.errors import TextRefused
from apps.tournaments.admin.actions.action import Action, ActionContext
from apps.tournaments.errors import TournamentRefused
from apps.tournaments.forms.stages import CleanedData
from apps.tournaments.models import Announcement, Entry
from apps.tournaments.permissions import Right
from apps.tournaments.selectors.snapshot import TournamentSnapshot
from apps.tournaments.services import announcements, notify


class Text(forms.Form):
    """The form for the text of an announcement."""

    text = forms.CharField(
        label=gettext_lazy("Announcement"),
        help_text=markdown.MARKDOWN_HELP,
        widget=forms.Textarea({"rows": 6, "maxlength": text_rules.MAX_ANNOUNCEMENT_LENGTH}),
    )

    def clean_text(self) -> str:
        try:
            return text_rules.clean_announcement(self.cleaned_data["text"])
        except TextRefused as refusal:
            raise forms.ValidationError(str(refusal)) from refusal


def _preview_posting(case: ActionContext) -> Iterator[str]:
    announcements.check_can_post(case.tournament, now=case.now)
    people = notify.find_players_by_state(case.tournament, Entry.State.IN, Entry.State.WAITING)
    sentence = ngettext(
        "%(n)d entrant or player on the waiting list will get a notification showing the first few words.",
        "%(n)d entrants and players on the waiting list will get a notification showing the first few words.",
        len(people),
    )
    yield sentence % {"n": len(people)}
    yield _("Everyone can read it on the tournament page, under your name.")
    yield _("Up to %(count)s announcements a day.") % {"count": announcements.MAX_PER_DAY}


def _post_announcement(case: ActionContext, typed: CleanedData) -> str:
    announcements.post_announcement(code=case.code, by=case.by.pk, now=case.now, **typed)
    return _("Announcement posted. All entrants and players on the waiting list will be notified.")


def _preview_withdrawal(case: ActionContext) -> Iterator[str]:
    yield _("“%(opening)s” will be removed from the page.") % {
        "opening": markdown.extract_opening(_get_chosen_announcement(case).text)
    }
    yield _("Notifications already sent can’t be recalled. The public log shows that the announcement was withdrawn.")


def _withdraw_announcement(case: ActionContext, typed: CleanedData) -> str:
    announcements.withdraw_announcement(
        code=case.code, key=_get_chosen_announcement(case).pk, by=case.by.pk, now=case.now
    )
    return _("The announcement has been withdrawn.")


def _get_chosen_announcement(case: ActionContext) -> Announcement:
    found = case.tournament.announcements.filter(pk=case.number("announcement")).first()
    if found is None:
        raise TournamentRefused(_("Choose an announcement."))
    return found


def _can_post_announcement(snapshot: TournamentSnapshot) -> bool:
    return not announcements.describe_posting_objection(snapshot.tournament, now=clocks.now())


DEEDS: Final[Collection[Action]] = (
    Action(
        "write",
        gettext_lazy("Post an announcement"),
        Right.RUN,
        _can_post_announcement,
        _preview_posting,
        _post_announcement,
        form=lambda _case, data: Text(data),
    ),
    Action(
        "take-back",
        gettext_lazy("Withdraw announcement"),
        Right.RUN,
        lambda _snapshot: True,
        _preview_withdrawal,
        _withdraw_announcement,
        about=True,
    ),
)
