"""Plain drawings of a table: what the public knows, as text or as a picture of that text.

The site draws its tables with Django's templates and style sheets, which need a browser. So these are no copies.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from apps.kernel.draft import list_details
from apps.kernel.table import PUBLIC
from slowfuse_games.match import Match

_MAX_LINE: Final = 110
_LINES: Final = 30
_MARGIN: Final = 12
_LINE_HEIGHT: Final = 16
_WIDTH: Final = 760
_FELT: Final = (24, 46, 38)
_INK: Final = (240, 236, 220)
_ACCENT: Final = (255, 196, 92)


def write_table(match: Match) -> str:
    """Return the table as the public knows it, in lines of plain English."""
    state = match.remember(PUBLIC)
    lines = [f"{match.game.meta.title}, move {match.moves}"]
    if match.outcome is not None:
        lines.append(f"over: places {match.outcome.places}, scores {match.outcome.scores}")
    else:
        about = match.game.meta.questions.get(match.ask.about, match.ask.about)
        lines.append(f"{about}: {', '.join(f'player_{seat}' for seat in match.asked)}")
    for detail in list_details(state):
        text = ", ".join(f"player_{seat}" for seat in detail.seats) or detail.text
        lines.append(f"{detail.name}: {text}"[:_MAX_LINE])
    return "\n".join(lines)


def draw_table(match: Match) -> NDArray[np.uint8]:
    """Return a picture of the same lines. It needs Pillow (`pip install slowfuse-games[render]`)."""
    from PIL import Image, ImageDraw, ImageFont  # noqa: PLC0415 -- only who wants pictures needs it

    picture = Image.new("RGB", (_WIDTH, _LINES * _LINE_HEIGHT + 2 * _MARGIN), _FELT)
    pen, font = ImageDraw.Draw(picture), ImageFont.load_default(13)
    for number, line in enumerate(write_table(match).split("\n")[:_LINES]):
        name, colon, text = line.partition(":")
        at = _MARGIN + number * _LINE_HEIGHT
        pen.text((_MARGIN, at), name + colon, fill=_ACCENT, font=font)
        pen.text((_MARGIN + pen.textlength(name + colon, font=font) + 4, at), text, fill=_INK, font=font)
    return np.asarray(picture)
