"""The matrix of notification settings, read from plain checkboxes, and webhooks as they are shown."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from apps.notices.channels import web_push, webhook
from apps.notices.errors import NoSuchChoice
from apps.notices.models import Channel, Kind, PushSubscription, Webhook
from apps.notices.selectors.preferences import CHOOSABLE_KINDS, PAUSE_MINUTES, Wish

MATRIX_CHANNELS = ("mail", "push")


@dataclass(frozen=True)
class Box:
    name: str
    value: str
    label: str
    checked: bool


@dataclass(frozen=True)
class PreferenceRow:
    """A kind of notice with a box for each channel."""

    title: str
    boxes: tuple[Box, ...]


@dataclass(frozen=True)
class Hook:
    """A webhook and its kinds of notices, for its owner."""

    pk: int
    url: str
    secret: str
    off: bool
    trouble: str
    hears: str
    boxes: tuple[Box, ...]


@dataclass(frozen=True)
class Browser:
    """A browser that notifications were turned on in, for its owner."""

    pk: int
    name: str
    since: datetime
    off: bool
    trouble: str


def build_preference_rows(wish: Wish) -> list[PreferenceRow]:
    """Return the boxes with their current values."""
    labels = {"mail": str(Channel.MAIL.label), "push": str(Channel.PUSH.label)}
    chosen: Mapping[str, Collection[str]] = {"mail": wish.mail, "push": wish.push}
    return [
        PreferenceRow(
            str(kind.label),
            tuple(Box(name, kind.value, labels[name], kind in chosen[name]) for name in MATRIX_CHANNELS),
        )
        for kind in CHOOSABLE_KINDS
    ]


def parse_wish(mail: Collection[str], push: Collection[str], digest: str, pause: str) -> Wish:
    """Return the chosen settings.

    :raises NoSuchChoice: if a value can't be chosen
    """
    try:
        hour = int(digest) if digest else None
        minutes = int(pause)
    except ValueError as error:
        raise NoSuchChoice from error
    if (
        not {*mail, *push} <= set(CHOOSABLE_KINDS)
        or minutes not in PAUSE_MINUTES
        or not (hour is None or 0 <= hour < 24)
    ):
        raise NoSuchChoice
    ordered = {
        name: tuple(kind.value for kind in CHOOSABLE_KINDS if kind in of) for name, of in (("m", mail), ("p", push))
    }
    return Wish(mail=ordered["m"], push=ordered["p"], digest=hour, pause=minutes)


def build_kind_boxes(chosen: Collection[str]) -> list[Box]:
    """Return the boxes for the kinds a webhook can get."""
    return [Box("kinds", kind.value, str(kind.label), kind in chosen) for kind in CHOOSABLE_KINDS]


def build_shown_browser(row: PushSubscription) -> Browser:
    """Return a browser in the reader's language."""
    return Browser(row.pk, row.name, row.created_at, row.off_at is not None, web_push.in_words(row.trouble))


def build_shown_webhook(row: Webhook) -> Hook:
    """Return a webhook in the reader's language."""
    boxes = tuple(build_kind_boxes(row.kinds))
    return Hook(
        pk=row.pk,
        url=row.url,
        secret=row.secret,
        off=row.off_at is not None,
        trouble=webhook.in_words(row.trouble),
        hears=", ".join(box.label for box in boxes if box.checked),
        boxes=boxes,
    )


DEFAULT_HOOK_KINDS = (Kind.TURN, Kind.CALL)
