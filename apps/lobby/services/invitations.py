"""Invitations to a table, and their answers.

The sender learns nothing about whether the name exists or either has blocked the other. The invitation is stored in any
case, and if no one can be invited, it's never answered. An e-mail address doesn't reveal its owner, either. A player
who has confirmed it is notified as usual, and anyone else gets a mail (`invitation_mail`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, validate_email
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from apps.accounts.errors import AccountNeeded
from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.common import rate_limits
from apps.lobby.errors import InvitationSpent, TableFull, TableRefused
from apps.lobby.models import Invitation, Table
from apps.lobby.services.chairs import expect_no_more, lock_table, seat_player
from apps.matches.selectors.player_lookup import find_player_by_name
from apps.matches.store import pubsub
from apps.notices.models import Kind
from apps.notices.services import outbox
from apps.notices.wording import Words

MAX_NAME_INVITES_PER_DAY: Final = 40
MAX_GUEST_INVITES_PER_DAY: Final = 10
MAX_MAIL_INVITES_PER_DAY: Final = 10
"""Maximum invitations a player can send by mail within a day."""

MAX_EMAIL_LENGTH: Final = 254
"""Maximum length of an e-mail address (RFC 5321)."""

DAY: Final = timedelta(days=1)
INVITED_TITLE: Final = gettext_noop("%(by)s has invited you to play %(game)s")


def ask_by_name(*, code: str, by: Player, name: str, now: datetime) -> None:
    """Invite the player of this name. If they can't be invited, no one is, silently.

    :raises Table.DoesNotExist: if the table doesn't exist
    :raises TableRefused: if `by` isn't at the table, it's full, or that name is already there or invited
    :raises RateLimited: if today's limit is reached
    """
    typed = Player.normalize_username(name.strip())[:150]
    if not typed:
        raise TableRefused(_("Enter a player’s name."))
    _enforce_daily_limit(by, "invite", MAX_GUEST_INVITES_PER_DAY if by.guest else MAX_NAME_INVITES_PER_DAY, now)
    with lock_table(code) as table:
        _may_ask(table, by)
        if Invitation.objects.filter(table=table, name__iexact=typed).exists():
            raise TableRefused(_("%(name)s has already been invited.") % {"name": typed})
        found = find_player_by_name(typed).filter(is_active=True).first()
        if found and table.chair_of(found.pk):
            raise TableRefused(_("%(name)s is already at this table.") % {"name": typed})
        reachable = found if found and found.pk not in relations.find_players_apart(by.pk) else None
        invitation = Invitation.objects.create(table=table, by=by, to=reachable, name=typed, created_at=now)
        _notify_invited_player(invitation)


def ask_by_mail(*, code: str, by: Player, email: str, now: datetime, language: str = "") -> Invitation:
    """Invite the reader of an e-mail address, in the table's language or else this one.

    :raises Table.DoesNotExist: if the table doesn't exist
    :raises AccountNeeded: if `by` has no account
    :raises TableRefused: if the address is invalid or already invited, `by` isn't at the table, or it's full
    :raises RateLimited: if today's limit is reached
    """
    email = email.strip().lower()
    try:
        validate_email(email)
        MaxLengthValidator(MAX_EMAIL_LENGTH)(email)
    except ValidationError:
        raise TableRefused(_("That isn’t a valid e-mail address. Please check it.")) from None
    if by.guest:
        raise AccountNeeded(_("You need an account to invite people by e-mail. Create one first."))
    _enforce_daily_limit(by, "invite-mail", MAX_MAIL_INVITES_PER_DAY, now)
    with lock_table(code) as table:
        _may_ask(table, by)
        if Invitation.objects.filter(table=table, email=email).exists():
            raise TableRefused(_("This address has already been invited."))
        owner = _find_address_owner(email)
        invitation = Invitation.objects.create(
            table=table,
            by=by,
            email=email,
            meant=owner if owner and owner.pk not in relations.find_players_apart(by.pk) else None,
            language=table.language or language,
            mail_at=None if owner else now,
            created_at=now,
        )
        _notify_invited_player(invitation)
        return invitation


def may_mail_invitation(invitation: Invitation) -> bool:
    """Check that the owner of the address and the sender haven't blocked each other."""
    theirs = EmailAddress.objects.filter(email__iexact=invitation.email, verified=True)
    return not theirs.filter(user__in=relations.find_players_apart(invitation.by_id)).exists()


def invite_expected_players(*, table: Table, by: Player, people: list[Player], now: datetime) -> None:
    """Invite players with reserved seats to a table opened in the same transaction."""
    for player in people:
        _notify_invited_player(
            Invitation.objects.create(table=table, by=by, to=player, name=player.username, created_at=now)
        )


def accept_invitation(*, token: str, player: Player, now: datetime, word: str = "") -> Table:
    """Join the table of an invitation. Anyone with the link from a mail counts as invited.

    `word` is the player's word for the shuffle.

    :raises Invitation.DoesNotExist: if it doesn't exist, or is for someone else
    :raises InvitationSpent: if it was answered or withdrawn
    :raises TableRefused, AccountNeeded, TextRefused: as for anyone who joins
    """
    with _lock_invitation(token, player) as (table, invitation):
        if invitation.to_id is None:
            invitation.to = player
            invitation.save(update_fields=["to"])  # From here on it's theirs, so the host's requirements don't apply.
        seat_player(table, player, now=now, word=word)
    return table


def decline_invitation(*, token: str, player: Player | None, now: datetime) -> None:
    """Decline an invitation, and free the reserved seat.

    :raises Invitation.DoesNotExist: if it doesn't exist, or is for someone else
    :raises InvitationSpent: if it was answered or withdrawn
    """
    with _lock_invitation(token, player) as (table, invitation):
        invitation.answered_at, invitation.answer = now, Invitation.Answer.DECLINED
        invitation.save(update_fields=["answered_at", "answer"])
        if player:
            expect_no_more(table, player)


def by_token(token: str, *, player: int | None) -> Invitation:
    """Return an invitation with its table, for the player it's meant for.

    :raises Invitation.DoesNotExist: if it doesn't exist, or is for someone else
    """
    meant = Q(to=None, name="") | Q(to=player) if player else Q(to=None, name="")
    return Invitation.objects.select_related("table", "by").get(meant, token=token)


def find_unaccepted_invitations(table: Table) -> list[Invitation]:
    """Return a table's invitations that weren't accepted, the latest last."""
    return list(
        Invitation.objects.filter(table=table)
        .exclude(answer=Invitation.Answer.ACCEPTED)
        .select_related("by")
        .order_by("created_at", "pk")
    )


def list_invitable_friends(table: Table, *, player: int, asked: list[Invitation]) -> list[Player]:
    """Return the friends who can still be invited with one click, by name."""
    names = {invitation.name.lower() for invitation in asked}
    sitting = {chair.player_id for chair in table.sitting}
    return [
        friend
        for friend in relations.find_friends(player)
        if friend.pk not in sitting and friend.username.lower() not in names
    ]


def _notify_invited_player(invitation: Invitation) -> None:
    """Notify the invited player. Nothing else sends invitations."""
    table, player = invitation.table, invitation.to_id or invitation.meant_id
    if player is None or table.chair_of(player):
        return
    pubsub.ring_players([player])
    path = table.get_absolute_url() if invitation.to_id else reverse("lobby:invitation", args=[invitation.token])
    outbox.post_notice(
        player=player,
        kind=Kind.INVITATION,
        key=f"invitation:{invitation.pk}",
        words=Words(
            title=INVITED_TITLE,
            path=path,
            game=table.game,
            names={"by": invitation.by.username},
            players={invitation.by.username: invitation.by.pk},
        ),
        now=invitation.created_at,
    )


def _find_address_owner(email: str) -> Player | None:
    """Return the player who has confirmed this address."""
    return Player.objects.filter(emailaddress__email__iexact=email, emailaddress__verified=True, is_active=True).first()


def _may_ask(table: Table, by: Player) -> None:
    if not table.chair_of(by.pk):
        raise TableRefused(_("Only players at the table can invite others."))
    if table.circle:
        raise TableRefused(_("This table is for club members. They can find it on the club’s page."))
    if not table.free:
        raise TableFull


def _enforce_daily_limit(by: Player, what: str, most: int, now: datetime) -> None:
    rate_limits.enforce_rate_limit(
        what=what,
        who=f"{by.pk}:{now:%Y%m%d}",
        most=most,
        seconds=int(DAY.total_seconds()),
        sentence=_("You’ve invited a lot of people today. Invite more tomorrow, or share the table’s link."),
    )


@contextmanager
def _lock_invitation(token: str, player: Player | None) -> Iterator[tuple[Table, Invitation]]:
    """Yield an invitation reread with its table locked, or raise as if it didn't exist if the table was closed."""
    _check_open(invitation := by_token(token, player=player.pk if player else None))
    try:
        with lock_table(invitation.table.code) as table:
            _check_open(invitation := Invitation.objects.get(token=token))
            yield table, invitation
    except Table.DoesNotExist as error:
        raise Invitation.DoesNotExist from error


def _check_open(invitation: Invitation) -> None:
    if invitation.answered_at:
        raise InvitationSpent
