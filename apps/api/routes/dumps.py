"""Monthly dumps of public matches."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse
from ninja import Router

from apps.api import schemas
from apps.api.addresses import build_absolute_url
from apps.matches.selectors.dumps import find_dump_folder, list_dumps

router = Router(tags=["matches"])


@router.get("dumps/", operation_id="listDumps", response={200: list[schemas.Dump], **schemas.PROBLEMS})
def list_match_dumps(request: HttpRequest) -> list[dict[str, object]]:
    """Return the monthly dumps, newest first. Each is a file with the records of all public matches that ended in a
    month (UTC), one after the other as JSON Lines, compressed with Zstandard.
    """
    return [
        {
            "month": dump.month,
            "matches": dump.matches,
            "bytes": dump.size,
            "sha256": dump.sha256,
            "written_at": dump.written_at,
            "url": build_absolute_url(reverse("dump", args=[dump.file])),
            "checksum_url": build_absolute_url(reverse("dump", args=[f"{dump.file}.sha256"])),
        }
        for dump in list_dumps(find_dump_folder())
    ]
