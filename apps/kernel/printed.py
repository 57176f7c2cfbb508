"""The printed cards of a game, for programs that show or count them."""

from __future__ import annotations

from msgspec import Struct


class PrintedFace(Struct, frozen=True, kw_only=True):
    """A face, with all cards of the box that have it. Texts are English, and programs get them in all languages."""

    cards: tuple[int | str, ...]
    """The cards as states, answers and facts name them."""
    kind: str
    title: str
    text: str = ""
    """What the card does. Title and text can contain `%(points)s`."""
    points: int | None = None
    each: bool = False
    """Whether every player has these cards."""
