"""What a kept part with forms leaves blank, since it is another each time: its reader's token and its question.

A blank is a word that this process alone knows, so that nobody writes one into their name or their talk.
"""

from __future__ import annotations

import secrets
from typing import Final

from django.template.context import Context

LEFT: Final = "leaves_blanks"
"""Stands in the context of a part whose forms leave them."""
TOKEN: Final = f"({secrets.token_hex(8)} token)"
"""Of a form that htmx sends."""
PLAIN_TOKEN: Final = f"({secrets.token_hex(8)} plain token)"
"""Of a form that the browser sends."""
ANSWER: Final = f"({secrets.token_hex(8)} answer)"
"""The attributes of a form that answers the open question."""
QUESTION: Final = f"({secrets.token_hex(8)} question)"
"""Which question that is, as a field."""


def left(context: Context) -> bool:
    """Whether this part leaves them, to be filled once it is drawn."""
    return LEFT in context
