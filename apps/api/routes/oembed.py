"""oEmbed (oembed.com), which describes how other sites can embed our pages."""

from __future__ import annotations

import re
from typing import Any, Final, Literal
from urllib.parse import parse_qs, urlsplit
from xml.etree.ElementTree import Element, SubElement, tostring

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from ninja import Field, Query, Router, Schema

from apps.api import schemas
from apps.api.addresses import absolute
from apps.api.views import embeds
from apps.matches.selectors import history
from apps.tournaments.formats.stages import Knockout

router = Router(tags=["oembed"])
XML: Final = {
    "responses": {200: {"content": {"text/xml": {"schema": {"type": "string", "examples": ["<oembed>…</oembed>"]}}}}}
}
WIDTH: Final = 640
HEIGHTS: Final = {"standings": 480, "bracket": 480, "match": 560}
_TOURNAMENT: Final = re.compile(r"/tournaments/([a-z0-9]{1,40})/(standings/|bracket/)?")
_MATCH: Final = re.compile(r"/m/([a-z0-9]{1,40})/(?:record/)?")


class Embed(Schema):
    """A response of type rich, as in oEmbed 1.0."""

    version: str = "1.0"
    type: str = "rich"
    provider_name: str = "Slow Fuse"
    provider_url: schemas.Url
    title: str = Field(examples=["Thursday Cup"])
    html: str = Field(examples=["<iframe></iframe>"])
    width: int
    height: int


@router.get("oembed/", operation_id="getEmbed", response={200: Embed, **schemas.PROBLEMS}, openapi_extra=XML)
def oembed(
    request: HttpRequest,
    url: str,
    maxwidth: int = WIDTH,
    maxheight: int = 10_000,
    form: Literal["json", "xml"] = Query("json", alias="format"),
) -> dict[str, Any] | HttpResponse:
    """Return an iframe for the URL of a public tournament's standings or bracket, or of a public match at a move."""
    kind, path, title = _framed(url)
    width, height = max(1, min(WIDTH, maxwidth)), max(1, min(HEIGHTS[kind], maxheight))
    frame = '<iframe src="{}" width="{}" height="{}" title="{}" loading="lazy" style="border:0"></iframe>'
    html = format_html(frame, absolute(path), width, height, title)
    told = Embed(provider_url=absolute("/"), title=title, html=html, width=width, height=height)
    return told.model_dump() if form == "json" else HttpResponse(_xml(told), content_type="text/xml; charset=utf-8")


def _xml(told: Embed) -> bytes:
    root = Element("oembed")
    for name, value in told.model_dump().items():
        SubElement(root, name).text = str(value)
    return tostring(root, encoding="utf-8", xml_declaration=True)


def _framed(url: str) -> tuple[str, str, str]:
    """Return the kind of thing at a URL, the path of its frame, and its title.

    :raises Http404: if it isn't ours, or isn't public
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        raise Http404(_("That isn’t a Slow Fuse address.")) from None
    if f"{parts.scheme}://{parts.netloc}" != absolute(""):
        raise Http404(_("That isn’t a Slow Fuse address."))
    if found := _TOURNAMENT.fullmatch(parts.path):
        kind = "bracket" if found[2] == "bracket/" else "standings"
        shown = embeds.tournament(found[1])
        if kind == "bracket" and not any(isinstance(stage, Knockout) for stage in shown.plan.stages):
            raise Http404(_("This tournament has no knockout stage."))
        return kind, reverse(f"embeds-{kind}", args=[found[1]]), shown.tournament.name
    if found := _MATCH.fullmatch(parts.path):
        match = history.found(code=found[1]).first()
        if match is not None:
            at = parse_qs(parts.query).get("at", [""])[0]
            query = f"?at={at}" if at.isascii() and at.isdigit() and len(at) < 7 else ""
            return "match", reverse("embeds-match", args=[match.code]) + query, history.row(match).title
    raise Http404(_("That isn’t a Slow Fuse address."))
