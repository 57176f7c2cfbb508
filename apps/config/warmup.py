"""Preparation of a process before it serves its first page, mostly loading all it will need."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import msgspec
from django.conf import settings
from django.template.loader import get_template
from django.template.utils import get_app_template_dirs
from django.utils import translation

from apps.games import load_games

_COLLECTION_THRESHOLD = 20_000
"""Number of new objects between garbage collections, where a page makes thousands and nearly all are freed anyway."""
_ANY_TEXT = "yes"
"""A text to look up, because the first look-up in a language loads all of that language."""


def read_templates() -> None:
    """Load all our templates and translations in all languages.

    An upgrade replaces files. A process that kept reading them would render templates its code doesn't know, or find
    none.
    """
    own = settings.ROOT / "apps"
    apps = [Path(folder) for folder in get_app_template_dirs("templates")]
    for folder in (*settings.TEMPLATES[0]["DIRS"], *(folder for folder in apps if folder.is_relative_to(own))):
        for path in sorted(folder.rglob("*.*")):
            if path.is_file():
                get_template(str(path.relative_to(folder)))
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            translation.gettext(_ANY_TEXT)


def build_types() -> None:
    """Build what msgspec needs to read our Structs, before there are threads.

    It does so when it first reads such a Struct. If two threads come at once, one finds what the other has only half
    built, and the process crashes.
    """
    load_games()
    import_module(settings.ROOT_URLCONF)  # With it all views, and what they read.
    for struct in _list_subclasses(msgspec.Struct):
        if struct.__module__.startswith("apps."):
            msgspec.json.Decoder(struct)


def _list_subclasses(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for each in kind.__subclasses__():
        yield each
        yield from _list_subclasses(each)


def rest_from_garbage() -> None:
    """Collect garbage rarely from here on, and never among existing objects, which took a tenth of a turn."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_COLLECTION_THRESHOLD, 20, 20)
