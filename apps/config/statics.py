"""Static files of an embedded installation, copied, compressed and named by content as on a hosted one.

This happens only if one of them has changed, because `manage.py play` waits for it.
"""

from __future__ import annotations

import shutil
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from whitenoise.storage import CompressedManifestStaticFilesStorage


def gather_static_files() -> bool:
    """Copy all static files to where they are served from, and return whether there was anything to do."""
    sources = _list_source_files()
    seen = [(name, str(path), (found := path.stat()).st_size, found.st_mtime_ns) for name, path in sources.items()]
    fingerprint = sha256(repr((settings.STATIC_ROOT, seen)).encode()).hexdigest()
    kept = Path(settings.VAR) / "static.sha256"
    if kept.exists() and kept.read_text() == fingerprint:
        return False
    kept.unlink(missing_ok=True)  # After an interruption, everything is copied again.
    shutil.rmtree(settings.STATIC_ROOT, ignore_errors=True)
    storage = CompressedManifestStaticFilesStorage()
    for name, path in sources.items():
        there = Path(storage.path(name))
        there.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, there)
    for _name, _hashed, done in storage.post_process({name: (storage, name) for name in sources}):
        if isinstance(done, Exception):
            raise done
    kept.write_text(fingerprint)
    return True


def _list_source_files() -> dict[str, Path]:
    """Return every static file by name. If two have the same name, the first one found counts."""
    sources: dict[str, Path] = {}
    for finder in get_finders():
        for name, storage in finder.list([]):
            sources.setdefault(name, Path(storage.path(name)))
    return dict(sorted(sources.items()))
