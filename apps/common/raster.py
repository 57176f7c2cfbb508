"""SVG to PNG with our own fonts, so that pictures look the same on every machine."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import resvg_py

_FONT_FOLDER: Final = Path(__file__).parent / "fonts"
_FONT_FILES: Final = [str(_FONT_FOLDER / name) for name in ("caprasimo.ttf", "noto-sans-600.ttf")]
_KNOWN_CHARACTERS: Final = ((0x20, 0x7E), (0xA0, 0x2CC), (0x384, 0x38A), (0x38E, 0x3A1), (0x3A3, 0x3E1), (0x3F0, 0x45F),
                 (0x1E00, 0x1E9F), (0x2013, 0x2014), (0x2018, 0x2019), (0x201C, 0x201E), (0x2026, 0x2026))  # fmt: skip
"""The characters of the text font: Latin, Greek and Cyrillic."""


def draw_png(svg: str, *, width: int) -> bytes:
    """Render the drawing at this width.

    :raises ValueError: if it isn't SVG
    """
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, font_files=_FONT_FILES, skip_system_fonts=True))


def is_drawable(text: str) -> bool:
    """Check whether our fonts have all of its characters. Missing ones would be empty boxes."""
    return all(any(first <= ord(letter) <= last for first, last in _KNOWN_CHARACTERS) for letter in text)
