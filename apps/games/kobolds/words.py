"""The values for the story's sentences and for the words of an answer: faces, seats and numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from apps.games.kobolds import state as events
from apps.games.kobolds.faces import build_face, build_lying_trick, face_or_none, laid_out
from apps.games.kobolds.recap import build_cashed_missions
from apps.games.kobolds.state import Action, BuyOff, Claim, Drop, Event, Lift, Pass, Play, Tinker

Words: TypeAlias = Mapping[str, object]
_OfCard: TypeAlias = events.Drew | events.Fined | events.Obeyed | events.Dropped | events.BoughtOff | events.Risen


def words(event: Event) -> Words:
    """Return the values that an event's sentence needs besides the seat, frozen."""
    return _WORDS_BY_EVENT[type(event)](event)


def calls(action: Action) -> Words:
    """Return the faces and the seat that the words for an answer need, but not how long it holds or who is hushed."""
    match action:
        case Play(card=card, target=target, give=give, take=take):
            return {"face": build_face(card), "target": target, "gave": face_or_none(give), "took": face_or_none(take)}
        case Tinker(give=give, take=take):
            return {"gave": build_face(give), "took": build_face(take)}
        case Drop(card=card):
            return {"face": build_face(card)}
        case Claim(on=on):
            return {"on": on}
    return {}


def _of_card(event: _OfCard) -> Words:
    return {"face": build_face(event.card)}


def _of_cards(event: events.Faces | events.Bared | events.Shown | events.Saw | events.Looked) -> Words:
    return {"faces": laid_out(event.cards)}


def _of_trick(event: events.Played | events.Stole | events.Settled) -> Words:
    return {"face": build_face(event.card), "target": event.target}


def _of_apparatus(event: events.Armed | events.Warned) -> Words:
    blocked = isinstance(event, events.Armed) and event.blocked
    return {"apparatus": face_or_none(event.apparatus), "blocked": blocked}


def _build_no_words(_: Event) -> Words:
    return {}


def _build_noted_words(event: events.Noted) -> Words:
    match event.act:
        case Pass(keep=keep):
            return {"act": "pass", "keep": keep}
        case Play(card=card, target=target, keep=keep):
            return {"act": "play", "face": build_face(card), "target": target, "keep": keep}
        case Claim(on=on):
            return {"act": "claim", "on": on}
        case BuyOff() | Lift():
            return {"act": "aside"}


def _build_explosion_words(event: events.Exploded) -> Words:
    return {
        "holder": event.holder,
        "face": build_face(event.bomb),
        "apparatus": face_or_none(event.apparatus),
        "direct": event.direct,
        "added": tuple(map(build_lying_trick, event.added)),
        "protected": tuple(map(build_lying_trick, event.protected)),
        "killed": event.killed,
    }


def _build_payout_words(event: events.Paid) -> Words:
    parts = zip(event.survival, event.hazard, event.rescue, strict=True)
    return {"gold": tuple(map(sum, parts)), "missions": build_cashed_missions(event)}


def _build_swap_words(event: events.Swapped) -> Words:
    return {"gave": build_face(event.gave), "took": build_face(event.took), "tinkering": event.tinkering}


_WORDS_BY_EVENT: Final[Mapping[type[Event], Callable[[Any], Words]]] = {
    **dict.fromkeys((events.Began, events.Skipped, events.Secured, events.Swept), _build_no_words),
    **dict.fromkeys((events.Faces, events.Bared, events.Shown, events.Saw, events.Looked), _of_cards),
    **dict.fromkeys(
        (events.Drew, events.Fined, events.Obeyed, events.Dropped, events.BoughtOff, events.Risen), _of_card
    ),
    **dict.fromkeys((events.Played, events.Stole), _of_trick),
    **dict.fromkeys((events.Armed, events.Warned), _of_apparatus),
    events.Shuffled: lambda event: {"number": len(event.pile)},
    events.Turned: lambda event: {"face": build_face(event.top), "number": event.left},
    events.Dealt: lambda event: {"number": len(event.cards)},
    events.Built: lambda event: {"face": build_face(event.bomb), "number": len(event.inside)},
    events.Handed: lambda event: {"target": event.target, "own": event.seat == event.target, "trick": event.trick},
    events.Demanded: lambda event: {"target": event.target, "own": event.seat == event.target},
    events.Phased: lambda event: {"phase": event.phase},
    events.Noted: _build_noted_words,
    events.Settled: lambda event: {**_of_trick(event), "works": event.works, "lasts": event.lasts},
    events.Swapped: _build_swap_words,
    events.Pinned: lambda event: {"took": build_face(event.took)},
    events.Exploded: _build_explosion_words,
    events.Paid: _build_payout_words,
    events.Won: lambda event: {"seats": event.seats},
}
