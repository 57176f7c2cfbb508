"""What the sentences of the story say beside who: faces, seats and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apps.games.kobolds.cards import CardId
from apps.games.kobolds.faces import Face, face, laid_out
from apps.games.kobolds.recap import because, cashed
from apps.games.kobolds.state import (
    Armed,
    Bared,
    BoughtOff,
    Built,
    BuyOff,
    Claim,
    Dealt,
    Demanded,
    Drew,
    Dropped,
    Event,
    Exploded,
    Faces,
    Fined,
    Handed,
    Lift,
    Looked,
    Noted,
    Obeyed,
    Paid,
    Pass,
    Phased,
    Pinned,
    Play,
    Played,
    Risen,
    Saw,
    Settled,
    Shown,
    Shuffled,
    Stole,
    Swapped,
    Turned,
    Warned,
    Won,
)


def words(event: Event) -> Mapping[str, Any]:
    """What the sentence of an event says beside who; frozen values."""
    match event:
        case Exploded() | Paid() | Risen() | Won() | Built():
            return _of_bombs(event)
        case Played() | Settled() | Stole() | Swapped() | Pinned() | Noted() | Fined() | Obeyed() | BoughtOff():
            return _of_tricks(event)
        case Armed(apparatus=apparatus) | Warned(apparatus=apparatus):
            return {"apparatus": _maybe(apparatus), "blocked": isinstance(event, Armed) and event.blocked}
        case Handed(target=target, trick=trick):
            return {"target": target, "own": event.seat == target, "trick": trick}
        case Demanded(target=target):
            return {"target": target, "own": event.seat == target}
        case Phased(phase=phase):
            return {"phase": phase}
    return _of_cards(event)


def _of_cards(event: Event) -> Mapping[str, Any]:
    match event:
        case Shuffled(pile=pile):
            return {"number": len(pile)}
        case Turned(top=top, left=left):
            return {"face": face(top), "number": left}
        case Drew(card=card):
            return {"face": face(card)}
        case Dealt(cards=cards):
            return {"number": len(cards)}
        case Dropped(card=card):
            return {"face": face(card)}
        case Faces(cards=cards) | Bared(cards=cards) | Shown(cards=cards) | Saw(cards=cards) | Looked(cards=cards):
            return {"faces": laid_out(cards)}
    return {}


def _of_bombs(event: Event) -> Mapping[str, Any]:
    match event:
        case Built(bomb=bomb, inside=inside):
            return {"face": face(bomb), "number": len(inside)}
        case Exploded():
            return {
                "holder": event.holder,
                "face": face(event.bomb),
                "apparatus": _maybe(event.apparatus),
                "direct": event.direct,
                "added": because(event.added),
                "protected": because(event.protected),
                "killed": event.killed,
            }
        case Paid():
            parts = zip(event.survival, event.hazard, event.rescue, strict=True)
            return {"gold": tuple(map(sum, parts)), "missions": cashed(event)}
        case Risen(card=card):
            return {"face": face(card)}
        case Won(seats=seats):
            return {"seats": seats}
    return {}


def _of_tricks(event: Event) -> Mapping[str, Any]:
    match event:
        case Noted(act=act):
            return _noted(act)
        case Played(card=card, target=target):
            return {"face": face(card), "target": target}
        case Settled(card=card, target=target, works=works, lasts=lasts):
            return {"face": face(card), "target": target, "works": works, "lasts": lasts}
        case Stole(target=target, card=card):
            return {"face": face(card), "target": target}
        case Swapped(gave=gave, took=took, tinkering=tinkering):
            return {"gave": face(gave), "took": face(took), "tinkering": tinkering}
        case Pinned(took=took):
            return {"took": face(took)}
        case Fined(card=card) | Obeyed(card=card) | BoughtOff(card=card):
            return {"face": face(card)}
    return {}


def _noted(act: Pass | Play | BuyOff | Lift | Claim) -> Mapping[str, Any]:
    match act:
        case Pass(keep=keep):
            return {"act": "pass", "keep": keep}
        case Play(card=card, target=target, keep=keep):
            return {"act": "play", "face": face(card), "target": target, "keep": keep}
        case Claim(on=on):
            return {"act": "claim", "on": on}
    return {"act": "aside"}


def _maybe(card: CardId | None) -> Face | None:
    return face(card) if card is not None else None
