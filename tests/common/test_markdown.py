"""Tests that a tournament's Markdown description never runs anything on anyone's page."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from time import process_time

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from apps.common import markdown
from apps.tournaments.models import Tournament
from tests.factories.tournaments import tournament

TAGS = {
    "p", "br", "em", "strong", "ul", "ol", "li", "a", "h3", "h4", "h5", "h6", "blockquote", "hr", "code", "pre",
}  # fmt: skip
ATTRIBUTES = {"a": {"href", "rel", "title"}, "ol": {"start"}, "code": {"class"}}
HARM = (
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](<javascript:alert(1)>)",
    "[x](&#106;avascript:alert(1))",
    "[x](java&Tab;script:alert(1))",
    "[x](&#1;javascript:alert(1))",
    "[x](javascript&colon;alert(1))",
    "[x](vbscript:msgbox(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](data:image/svg+xml;base64,PHN2Zz4=)",
    "[x](file:///etc/passwd)",
    "[x](blob:https://example.org/1)",
    "<javascript:alert(1)>",
    "[x][y]\n\n[y]: javascript:alert(1)",
    "[a [b](javascript:alert(1)) c](javascript:alert(2))",
    "[![x](javascript:alert(1))](javascript:alert(2))",
    "![x](https://example.org/x.png)",
    '![x](x "onerror=alert(1)")',
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<a href='javascript:alert(1)'>x</a>",
    "a <b onmouseover=alert(1)>b</b>",
    "<!-- --><svg/onload=alert(1)>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    '[x](https://example.org "\\" onmouseover=\\"alert(1)")',
    '[x](https://example.org/"onmouseover="alert(1))',
    '[x](https://example.org/?"><script>alert(1)</script>)',
    "**<script>**alert(1)</script>",
    "> - # <iframe src=javascript:alert(1)>",
    "`</code><script>alert(1)</script>`",
    '```"><script>alert(1)</script>\n</pre><script>alert(1)</script>\n```',
    "    <script>alert(1)</script>",
)
PIECES = (*HARM, "\n", "\n\n", "> ", "- ", "1. ", "# ", "[", "](", ")", "**", "`", "<", ">", '"')


class Elements(HTMLParser):
    """All elements that a browser would build from it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))

    def handle_comment(self, data: str) -> None:
        raise AssertionError(data)


def harmless(text: str) -> list[tuple[str, dict[str, str]]]:
    """Return the rendered elements, after checking that each of them is allowed."""
    found = Elements(markdown.render_markdown(text)).found
    for tag, attributes in found:
        assert tag in TAGS, tag
        assert set(attributes) <= ATTRIBUTES.get(tag, set()), attributes
        if tag == "a":
            assert attributes["rel"] == "nofollow ugc"
            scheme = re.match(r"[\x00-\x20]*([^/?#:]*):", attributes["href"])
            assert scheme is None or "%" in scheme[1] or scheme[1].lower() in ("http", "https", "mailto")
    return found


@pytest.mark.once
@pytest.mark.parametrize("text", HARM)
def test_nothing_that_is_written_runs_or_shows_what_lies_elsewhere(text: str) -> None:
    harmless(text)
    assert "<script" not in markdown.render_markdown(text)


@pytest.mark.once
@given(st.lists(st.sampled_from(PIECES)).map("".join) | st.text(max_size=80))
def test_nor_does_any_of_it_in_another(text: str) -> None:
    harmless(text)
    assert len(markdown.extract_opening(text)) <= markdown.MAX_OPENING_LENGTH


@pytest.mark.once
@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("One.\n\nTwo,\nbelow.", "<p>One.</p>\n<p>Two,<br />\nbelow.</p>\n"),
        ("*soft* and **loud**", "<p><em>soft</em> and <strong>loud</strong></p>\n"),
        ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
        ("2. a\n3. b", '<ol start="2">\n<li>a</li>\n<li>b</li>\n</ol>\n'),
        (
            "[us](https://example.org/a?b=1&c=2)",
            '<p><a href="https://example.org/a?b=1&amp;c=2" rel="nofollow ugc">us</a></p>\n',
        ),
        ("[rules](/rules/fuse/)", '<p><a href="/rules/fuse/" rel="nofollow ugc">rules</a></p>\n'),
        ("<orga@example.org>", '<p><a href="mailto:orga@example.org" rel="nofollow ugc">orga@example.org</a></p>\n'),
        ("https://example.org", "<p>https://example.org</p>\n"),
        ("1 < 2 & 3", "<p>1 &lt; 2 &amp; 3</p>\n"),
        ("    indented", "<p>indented</p>\n"),
        ("", ""),
    ],
)
def test_paragraphs_emphasis_lists_and_links_are_drawn(text: str, drawn: str) -> None:
    assert markdown.render_markdown(text) == drawn


@pytest.mark.once
def test_headings_stand_below_those_of_the_page() -> None:
    found = markdown.render_markdown("\n\n".join(f"{'#' * depth} {depth}" for depth in range(1, 7)))
    assert re.findall(r"<(h\d)>", found) == ["h3", "h4", "h5", "h6", "h6", "h6"]
    assert re.findall(r"</(h\d)>", found) == ["h3", "h4", "h5", "h6", "h6", "h6"]
    assert markdown.render_markdown("Title\n===").startswith("<h3>")


@pytest.mark.once
@pytest.mark.parametrize(("typed", "drawn"), [((2, 3, 2), (3, 4, 3)), ((3, 1, 4, 2), (3, 3, 4, 4)), ((6,), (3,))])
def test_no_heading_is_left_out(typed: tuple[int, ...], drawn: tuple[int, ...]) -> None:
    found = markdown.render_markdown("\n".join(f"{'#' * depth} x" for depth in typed))
    assert found == "".join(f"<h{depth}>x</h{depth}>\n" for depth in drawn)


@pytest.mark.once
@pytest.mark.parametrize(
    ("text", "opening"),
    [
        ("# Hello, **all**!\n\nSee [the *rules*](https://example.org):\n- first\n- last",
         "Hello, all! See the rules: first last"),
        ("a\nb", "a b"),
        ("***", "***"),
        ("x" * 500, "x" * 139 + "…"),
    ],
)  # fmt: skip
def test_the_first_words_have_no_marks(text: str, opening: str) -> None:
    assert markdown.extract_opening(text) == opening


@pytest.mark.once
@pytest.mark.parametrize("piece", ["[", "*a ", "![](", "> ", "`", "<a", "[a](", "- ", "**", "&#", "\\", "[a]: b\n"])
def test_nobody_makes_a_page_slow(piece: str) -> None:
    text = (piece * 4000)[:4000]
    began = process_time()
    harmless(text)
    assert process_time() - began < 1


@pytest.mark.django_db
def test_the_page_of_a_tournament_draws_its_description(client: Client) -> None:
    cup: Tournament = tournament(
        about="# Hello\n\n**All** are [welcome](https://example.org). <script>alert(1)</script>"
    )
    page = client.get(cup.get_absolute_url()).content.decode()
    assert "<h3>Hello</h3>" in page
    assert '<strong>All</strong> are <a href="https://example.org" rel="nofollow ugc">welcome</a>.' in page
    assert "&lt;script&gt;alert(1)" in page
