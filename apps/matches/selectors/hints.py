"""What somebody is told who asked what Flint would do, and about which questions Flint has yet to think."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

import msgspec

from apps.kernel.advice import ONLY, Advice
from apps.kernel.game import TRIED, Reason
from apps.matches.engine import hints
from apps.matches.models import Hint, Question
from apps.matches.selectors import match_view
from apps.matches.selectors.analysis import Choice, choice
from apps.matches.selectors.match_view import LoadedMatch
from apps.matches.selectors.replay import whose

PATIENCE: Final = timedelta(seconds=10)
"""If nobody has thought of anything by then, nobody is there who does."""
LATELY: Final = timedelta(minutes=1)
"""What was asked longer ago nobody waits for any more."""


@dataclass(frozen=True)
class Whisper:
    """What stands beside an open question: that one may ask, that Flint thinks or is out, or what it would do."""

    key: str
    state: Literal["open", "thinks", "out", "told"]
    template: str = ""
    """A block for each kind of answer."""
    because: str = ""
    """The template with a block for each kind of reason."""
    names: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    """What Flint would do, then what seemed best of all else."""
    kind: str = ""
    """Of the reason."""
    rough: bool = False
    """Whether Flint thinks on."""
    says: Mapping[str, str | int] | None = None

    @property
    def alike(self) -> bool:
        """Whether what is told second seems no worse."""
        first, second = self.choices[:2]
        return second.worth >= first.worth


def of(loaded: LoadedMatch, *, now: datetime) -> Whisper | None:
    """What its player is told; None if they are asked nothing, or may not ask."""
    match, own = loaded.match, loaded.own
    if own is None or not hints.possible(match, loaded.seats, own):
        return None
    keys = list(
        Question.objects.filter(match=match, seat=own, answered=False).order_by("pk").values_list("key", flat=True)
    )
    if not keys:
        return None
    hint = Hint.objects.filter(match=match, seat=own, key__in=keys).order_by("-asked_at").first()
    if hint is None:
        return Whisper(keys[0], "open")
    if (found := advice(hint)) is not None:
        return _told(loaded, hint.key, found, rough=hint.rough and now < hint.asked_at + LATELY)
    if hint.found:
        return Whisper(hint.key, "open")
    return Whisper(hint.key, "thinks" if now < hint.asked_at + PATIENCE else "out")


def advice(hint: Hint) -> Advice | None:
    """What Flint found; None if it has not, or another release wrote it otherwise."""
    try:
        return msgspec.json.decode(hint.found, type=Advice) if hint.found else None
    except msgspec.DecodeError:
        return None


def waiting(*, now: datetime, rough: bool = False) -> Hint | None:
    """Return the oldest hint without an answer, or the oldest with a `rough` one; None if there is none."""
    asked = Hint.objects.filter(asked_at__gt=now - LATELY, rough=rough, **({} if rough else {"found": ""}))
    return asked.order_by("asked_at", "pk").select_related("match").first()


def because(slug: str, reason: Reason) -> str:
    """The template that has a block for a reason: the game's, but where any game would say the same."""
    return "matches/because.html" if reason in (ONLY, TRIED) else f"{slug}/because.html"


def _told(loaded: LoadedMatch, key: str, advice: Advice, *, rough: bool) -> Whisper:
    game, _setup = match_view.rules(loaded.match)
    slug = game.meta.slug
    return Whisper(
        key=key,
        state="told",
        rough=rough,
        template=f"{slug}/answers.html",
        because=because(slug, advice.reason),
        names=tuple(map(whose, loaded.seats)),
        choices=tuple(choice(game, each) for each in advice.answers),
        kind=advice.reason.kind,
        says=advice.reason.says,
    )
