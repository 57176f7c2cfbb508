"""oEmbed (oembed.com), which describes how other sites can embed our pages."""

from __future__ import annotations

import re
from typing import Final, Literal
from urllib.parse import parse_qs, urlsplit
from xml.etree.ElementTree import Element, SubElement, tostring

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from ninja import Field, Query, Router, Schema

from apps.api import schemas
from apps.api.addresses import build_absolute_url
from apps.api.views import embeds
from apps.matches.selectors import history
from apps.tournaments.formats.stages import Knockout

router = Router(tags=["oembed"])
XML_RESPONSE: Final = {
    "responses": {200: {"content": {"text/xml": {"schema": {"type": "string", "examples": ["<oembed>…</oembed>"]}}}}}
}
MAX_WIDTH: Final = 640
MAX_HEIGHTS: Final = {"standings": 480, "bracket": 480, "match": 560}
_TOURNAMENT_PATH: Final = re.compile(r"/tournaments/([a-z0-9]{1,40})/(standings/|bracket/)?")
_MATCH_PATH: Final = re.compile(r"/m/([a-z0-9]{1,40})/(?:record/)?")


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


@router.get(
    "oembed/",
    url_name="oembed",
    operation_id="getEmbed",
    response={200: Embed, **schemas.PROBLEMS},
    openapi_extra=XML_RESPONSE,
)
def get_embed(
    request: HttpRequest,
    url: str,
    maxwidth: int = MAX_WIDTH,
    maxheight: int = 10_000,
    form: Literal["json", "xml"] = Query("json", alias="format"),
) -> dict[str, object] | HttpResponse:
    """Return an iframe for the URL of a public tournament's standings or bracket, or of a public match at a move."""
    kind, path, title = _find_frame(url)
    width, height = max(1, min(MAX_WIDTH, maxwidth)), max(1, min(MAX_HEIGHTS[kind], maxheight))
    frame = '<iframe src="{}" width="{}" height="{}" title="{}" loading="lazy" style="border:0"></iframe>'
    html = format_html(frame, build_absolute_url(path), width, height, title)
    told = Embed(provider_url=build_absolute_url("/"), title=title, html=html, width=width, height=height)
    return (
        told.model_dump() if form == "json" else HttpResponse(_encode_xml(told), content_type="text/xml; charset=utf-8")
    )


def _encode_xml(told: Embed) -> bytes:
    root = Element("oembed")
    for name, value in told.model_dump().items():
        SubElement(root, name).text = str(value)
    return tostring(root, encoding="utf-8", xml_declaration=True)


def _find_frame(url: str) -> tuple[str, str, str]:
    """Return the kind of thing at a URL, the path of its frame, and its title.

    :raises Http404: if it isn't ours, or isn't public
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        raise Http404(_("That isn’t a Slow Fuse address.")) from None
    if f"{parts.scheme}://{parts.netloc}" != build_absolute_url(""):
        raise Http404(_("That isn’t a Slow Fuse address."))
    if found := _TOURNAMENT_PATH.fullmatch(parts.path):
        kind = "bracket" if found[2] == "bracket/" else "standings"
        shown = embeds.load_public_tournament(found[1])
        if kind == "bracket" and not any(isinstance(stage, Knockout) for stage in shown.plan.stages):
            raise Http404(_("This tournament has no knockout stage."))
        return kind, reverse(f"embeds-{kind}", args=[found[1]]), shown.tournament.name
    if found := _MATCH_PATH.fullmatch(parts.path):
        match = history.find_listed_matches(code=found[1]).first()
        if match is not None:
            at = parse_qs(parts.query).get("at", [""])[0]
            query = f"?at={at}" if at.isascii() and at.isdigit() and len(at) < 7 else ""
            return "match", reverse("embeds-match", args=[match.code]) + query, history.build_history_row(match).title
    raise Http404(_("That isn’t a Slow Fuse address."))
