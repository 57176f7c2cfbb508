"""What a process that serves pages does before the first of them: it reads all that it will need."""

from __future__ import annotations

import gc
from pathlib import Path

from django.conf import settings
from django.template.loader import get_template
from django.template.utils import get_app_template_dirs
from django.utils import translation

_YOUNG = 20_000
"""Objects made since the last look for garbage: a page makes some thousands, and nearly all go by being let go of."""
_ANY = "yes"
"""A text: whatever is looked for first in a language, all of that language is read."""


def read_templates() -> None:
    """All of ours, in all languages. An upgrade puts new files in the place of old ones: a process that went on reading
    would show what its code knows nothing of, or find nothing there.
    """
    own = settings.ROOT / "apps"
    apps = [Path(folder) for folder in get_app_template_dirs("templates")]
    for folder in (*settings.TEMPLATES[0]["DIRS"], *(folder for folder in apps if folder.is_relative_to(own))):
        for path in sorted(folder.rglob("*.*")):
            if path.is_file():
                get_template(str(path.relative_to(folder)))
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            translation.gettext(_ANY)


def rest_from_garbage() -> None:
    """From now on look for garbage seldom, and never again among what is there: that took a tenth of a turn."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, 20, 20)
