"""Series of tournaments, and their tables by year."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from ninja import Router

from apps.api import cursors, schemas
from apps.api.addresses import build_absolute_url
from apps.api.field_types import Key, Year
from apps.common import clocks
from apps.tournaments.models import Series
from apps.tournaments.selectors import listing, season

router = Router(tags=["tournaments"])


@router.get("series/", operation_id="listSeries", response={200: schemas.Page[schemas.Series], **schemas.PROBLEMS})
def list_series(request: HttpRequest, cursor: cursors.OfOne = "") -> dict[str, object]:
    """Return all series with a public tournament, newest first."""
    found = listing.find_public_series()
    if cursor:
        found = found.filter(pk__lt=cursors.decode_cursor(cursor)[0])
    rows = list(found[: cursors.PAGE_SIZE + 1])
    shown = rows[: cursors.PAGE_SIZE]
    return {
        "items": [_encode_series(row) for row in shown],
        "next": cursors.encode_cursor(shown[-1].pk) if len(rows) > len(shown) else None,
    }


@router.get("series/{id}/", operation_id="getSeason", response={200: schemas.Season, **schemas.PROBLEMS})
def get_season(request: HttpRequest, id: Key, year: Year = None) -> dict[str, object]:  # noqa: A002
    """Return the table of one series for the given year, or for the latest one. Status 404 means that there is no
    such series, or that no tournament of it was over in that year.
    """
    row = listing.find_public_series().filter(pk=id).first()
    if row is None:
        raise Http404(_("We can’t find this series."))
    table = season.build_season_table(row, year=year, reader=None, apart=(), now=clocks.now())
    if year and table.year != year:
        raise Http404(f"This series has no finished tournament in {year}.")
    codes = [each.code for each in table.tournaments]
    return {
        "series": _encode_series(row),
        "year": table.year,
        "years": table.years,
        "best": row.best,
        "whole": table.whole,
        "tournaments": [
            {"code": each.code, "name": each.name, "starts_at": each.starts_at, "started_at": each.started_at}
            for each in table.tournaments
        ],
        "standings": [
            {
                "place": line.place,
                "name": line.name,
                "points": line.points,
                "brought": {code: cell.points for code, cell in zip(codes, line.cells, strict=True) if cell},
                "counted": [code for code, cell in zip(codes, line.cells, strict=True) if cell and cell.counted],
            }
            for line in table.rows
        ],
    }


def _encode_series(row: Series) -> dict[str, object]:
    own = {"id": row.pk, "name": row.name, "every": row.every, "active": row.active}
    return own | {"url": build_absolute_url(row.get_absolute_url())}
