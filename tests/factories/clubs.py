"""Clubs for tests, and their members."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from apps.accounts import confusables
from apps.accounts.models import Player
from apps.clubs.models import Club, Membership, Role
from apps.clubs.services import members
from apps.notices.models import Notice
from apps.notices.wording import Words, build_notice_line

NOW = datetime(2026, 3, 1, 20, tzinfo=UTC)


def club(owner: Player, *people: Player, name: str = "Night Owls", now: datetime = NOW, **more: Any) -> Club:
    """Create a club of this owner that these people have joined, an hour apart. It is open unless stated otherwise."""
    made = Club.objects.create(
        name=name, skeleton=confusables.compute_skeleton(name), created_at=now, founder=owner, **more
    )
    Membership.objects.create(club=made, player=owner, role=Role.OWNER, since=now)
    for number, player in enumerate(people, start=1):
        members.join_club(code=made.code, player=player, now=now + timedelta(hours=number), token=made.token)
    return made


def organiser(of: Club, player: Player) -> None:
    """Make a member an organiser of the club."""
    Membership.objects.filter(club=of, player=player).update(role=Role.ORGANISER)


def roles(of: Club) -> dict[str, str]:
    """Return the members of the club with their roles."""
    rows = Membership.objects.filter(club=of).select_related("player").order_by("since", "pk")
    return {row.player.username: str(Role(row.role).label) for row in rows}


def told(player: Player) -> list[str]:
    """Return a player's notices about clubs, in English, oldest first."""
    found = Notice.objects.filter(player=player, key__startswith="club:").order_by("pk")
    return [build_notice_line(msgspec.convert(one.words, Words)).title for one in found]
