"""The sitemap for search engines, with public pages and nothing about individual players."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.db.models import QuerySet
from django.urls import reverse

from apps.games import load_games
from apps.tournaments.models import Tournament
from apps.tournaments.selectors import listing

Page = tuple[str, tuple[str, ...]]


class OwnSitemap(Sitemap):
    """A sitemap that always uses the site's own address, because others may cache what they read here."""

    def get_protocol(self, protocol: str | None = None) -> str:  # noqa: ARG002 -- Django calls it so
        return urlsplit(settings.SLOWFUSE_SITE).scheme

    def get_domain(self, site: object = None) -> str:  # noqa: ARG002 -- Django calls it so
        return urlsplit(settings.SLOWFUSE_SITE).netloc


class Pages(OwnSitemap):
    """The front page, the lists, and the pages about each game."""

    def items(self) -> list[Page]:
        lists: list[Page] = [(name, ()) for name in _LIST_PAGES]
        return [*lists, *((name, (slug,)) for slug in load_games() for name in _GAME_PAGES)]

    def location(self, item: Page) -> str:
        name, words = item
        return reverse(name, args=words)


_LIST_PAGES: Final = (
    "front",
    "games",
    "lobby:tables",
    "tournaments:index",
    "clubs:index",
    "matches:history",
    "puzzles:index",
)
_GAME_PAGES: Final = ("matches:rules", "ratings:leaders", "ratings:figures")


class Tournaments(OwnSitemap):
    """The tournaments that are announced publicly."""

    def items(self) -> QuerySet[Tournament]:
        return listing.find_public_tournaments()

    def lastmod(self, item: Tournament) -> datetime:
        return item.over_at or item.started_at or item.created_at


SITEMAPS: Final = {"pages": Pages, "tournaments": Tournaments}
