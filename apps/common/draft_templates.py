"""Templates and a style sheet for games without their own: `coins/board.html` is then `draft/board.html`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template import Origin
from django.template.loaders import filesystem

from apps.games import load_games

register = template.Library()

FOLDER: Final = "draft"
"""The folder of the templates."""


class Loader(filesystem.Loader):
    """The last loader. Only a game's missing template gets here, once, because the result is cached."""

    def get_template_sources(self, template_name: str) -> Iterator[Origin]:
        slug, _, name = template_name.partition("/")
        if slug in load_games():
            path = Path(settings.ROOT, "templates", FOLDER, "ask.html" if name.startswith("ask_") else name)
            yield Origin(str(path), template_name, self)


@register.filter
@cache
def style_sheet(slug: str) -> str:
    """Return the path of a game's static style sheet, or of the one for drafts."""
    own = f"{slug}/{slug}.css"
    return own if finders.find(own) else f"{FOLDER}.css"
