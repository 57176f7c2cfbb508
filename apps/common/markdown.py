"""Markdown from users as safe HTML, for announcements and descriptions of tournaments and clubs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.safestring import SafeString, mark_safe
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy
from markdown_it import MarkdownIt
from markdown_it.token import Token

MARKDOWN_HELP: Final = gettext_lazy(
    "Markdown: **bold**, *emphasis*, [links](https://…), and lists with a hyphen at the start of each line."
)
MAX_OPENING_LENGTH: Final = 140
"""Maximum length of the opening in a notice."""
HEADING_LEVELS_ABOVE: Final = 2
"""Heading levels above the text, for the name of the tournament and that of the section."""
_BREAK_TOKENS: Final = ("softbreak", "hardbreak")
_SCHEME_PATTERN: Final = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_SAFE_SCHEMES: Final = ("http:", "https:", "mailto:")


class _Parser(MarkdownIt):
    def validateLink(self, url: str) -> bool:  # noqa: N802 -- the library asks for it by this name
        """Allow only links to pages and mail addresses, instead of blocking known harmful ones."""
        scheme = _SCHEME_PATTERN.match(url.strip())
        return scheme is None or scheme[0].lower() in _SAFE_SCHEMES


# `code`, too, because people indent without meaning it. A line break is kept, as everywhere else.
_PARSER: Final = _Parser("commonmark", {"html": False, "linkify": False, "breaks": True}).disable(
    ["code", "html_block", "html_inline", "image"]
)


def render_markdown(text: str) -> SafeString:
    """Return paragraphs, emphasis, lists, links and small headings as HTML, and anything else as typed."""
    tokens = _PARSER.parse(text)
    _demote_headings(tokens)
    for token in _walk_tokens(tokens):
        if token.type == "link_open":
            token.attrSet("rel", "nofollow ugc")
    return mark_safe(_PARSER.renderer.render(tokens, _PARSER.options, {}))  # noqa: S308 -- the parser escapes all text


def extract_opening(text: str) -> str:
    """Return the first words without markup in one line."""
    blocks = (token.children or () for token in _PARSER.parse(text) if token.type == "inline")
    words = " ".join(
        "".join(" " if piece.type in _BREAK_TOKENS else piece.content for piece in block) for block in blocks
    )
    return Truncator(" ".join((words.strip() or text).split())).chars(MAX_OPENING_LENGTH)


def _demote_headings(tokens: Sequence[Token]) -> None:
    """Lower headings below those of the page, none more than one step below the last.

    People who use a screen reader navigate by them.
    """
    above: list[str] = []
    for token in tokens:
        if token.type == "heading_open":
            above = [*(tag for tag in above if tag < token.tag), token.tag]
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(HEADING_LEVELS_ABOVE + len(above), 6)}"


def _walk_tokens(tokens: Sequence[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from token.children or ()
