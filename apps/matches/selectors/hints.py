"""Hints as players see them, and the requests Flint has yet to think about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

import msgspec

from apps.kernel.advice import ONLY_ANSWER, Advice
from apps.kernel.game import TRIED, Reason
from apps.matches.engine import hints
from apps.matches.models import Hint, Question
from apps.matches.selectors import match_view
from apps.matches.selectors.analysis import Choice, build_choice
from apps.matches.selectors.match_view import LoadedMatch
from apps.matches.selectors.replay import format_sitter_names

FLINT_UNAVAILABLE_AFTER: Final = timedelta(seconds=10)
"""How long a request waits before Flint counts as unavailable."""
REQUEST_ABANDONED_AFTER: Final = timedelta(minutes=1)
"""The age from which a request counts as abandoned."""


@dataclass(frozen=True)
class Whisper:
    """The hint beside an open question: an offer to ask, that Flint is thinking or unavailable, or its advice."""

    key: str
    state: Literal["open", "thinks", "out", "told"]
    template: str = ""
    """The template with a block for each kind of answer."""
    because: str = ""
    """The template with a block for each kind of reason."""
    names: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    """Flint's choice, then the best of the others."""
    kind: str = ""
    """The kind of reason."""
    rough: bool = False
    """Whether Flint is still thinking."""
    says: Mapping[str, str | int] | None = None

    @property
    def alike(self) -> bool:
        """Check whether the second choice seems just as good."""
        first, second = self.choices[:2]
        return second.worth >= first.worth


def find_player_hint(loaded: LoadedMatch, *, now: datetime) -> Whisper | None:
    """Return the hint for the match's player, or None if they are asked nothing or can't use hints."""
    match, own = loaded.match, loaded.own
    game, _setup = match_view.get_match_rules(match)
    if own is None or not hints.can_offer_hints(game, match, loaded.seats, own):
        return None
    keys = list(
        Question.objects.filter(match=match, seat=own, answered=False).order_by("pk").values_list("key", flat=True)
    )
    if not keys:
        return None
    hint = Hint.objects.filter(match=match, seat=own, key__in=keys).order_by("-asked_at").first()
    if hint is None:
        return Whisper(keys[0], "open")
    if (found := decode_advice(hint)) is not None:
        return _build_whisper(
            loaded, hint.key, found, rough=hint.rough and now < hint.asked_at + REQUEST_ABANDONED_AFTER
        )
    if hint.found:
        return Whisper(hint.key, "open")
    return Whisper(hint.key, "thinks" if now < hint.asked_at + FLINT_UNAVAILABLE_AFTER else "out")


def decode_advice(hint: Hint) -> Advice | None:
    """Return Flint's advice. None if there's none yet, or another release wrote it differently."""
    try:
        return msgspec.json.decode(hint.found, type=Advice) if hint.found else None
    except msgspec.DecodeError:
        return None


def find_waiting_hint(*, now: datetime, rough: bool = False) -> Hint | None:
    """Return the oldest hint without an answer, or the oldest with a `rough` one; None if there is none."""
    asked = Hint.objects.filter(
        asked_at__gt=now - REQUEST_ABANDONED_AFTER, rough=rough, **({} if rough else {"found": ""})
    )
    return asked.order_by("asked_at", "pk").select_related("match").first()


def get_reason_template(slug: str, reason: Reason) -> str:
    """Return the template with a block for this reason: the game's own, or the shared one for reasons of all games."""
    return "matches/because.html" if reason in (ONLY_ANSWER, TRIED) else f"{slug}/because.html"


def _build_whisper(loaded: LoadedMatch, key: str, advice: Advice, *, rough: bool) -> Whisper:
    game, _setup = match_view.get_match_rules(loaded.match)
    slug = game.meta.slug
    return Whisper(
        key=key,
        state="told",
        rough=rough,
        template=f"{slug}/answers.html",
        because=get_reason_template(slug, advice.reason),
        names=tuple(map(format_sitter_names, loaded.seats)),
        choices=tuple(build_choice(game, each) for each in advice.answers),
        kind=advice.reason.kind,
        says=advice.reason.says,
    )
