"""The printed cards of *Kobold Bombs*."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from apps.games.kobolds.cards import BASE_CARDS, RESURRECTIONS, CardId
from apps.games.kobolds.faces import build_face
from apps.kernel.printed import PrintedFace

_CARDS: Final = (*BASE_CARDS, *RESURRECTIONS)


def _list_printed_faces(cards: Iterable[CardId]) -> Iterable[PrintedFace]:
    same: dict[tuple[str, str], list[CardId]] = {}
    for card in cards:
        same.setdefault((build_face(card).back, build_face(card).title), []).append(card)
    for (back, title), copies in same.items():
        face = build_face(copies[0])
        yield PrintedFace(cards=tuple(copies), kind=back, title=title, text=face.text or face.brief)


PRINTED: Final = tuple(_list_printed_faces(_CARDS))
