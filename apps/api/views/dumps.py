"""The files of monthly dumps. A proxy that serves their folder itself is faster (see `deploy/operating.md`)."""

from __future__ import annotations

from typing import Final

from django.http import FileResponse, Http404, HttpRequest
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from apps.matches.selectors.dumps import find_dump_folder, list_dumps

_CACHE_SECONDS: Final = 24 * 60 * 60
"""Seconds for which a copy of a file can be reused, even if the site has replaced it since."""


@require_safe
def download_dump(request: HttpRequest, name: str) -> FileResponse:
    """Send a dump or its checksum."""
    folder = find_dump_folder()
    known = {dump.file for dump in list_dumps(folder)}
    if folder is None or name.removesuffix(".sha256") not in known:
        raise Http404(_("We can’t find that dump. The list of dumps has the latest ones."))
    kind = "text/plain; charset=utf-8" if name.endswith(".sha256") else "application/zstd"
    response = FileResponse((folder / name).open("rb"), content_type=kind)
    response["Access-Control-Allow-Origin"] = "*"
    response["Cache-Control"] = f"public, max-age={_CACHE_SECONDS}"
    return response
