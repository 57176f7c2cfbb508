"""Tests of the flaw finder itself, on pages that are wrong on purpose."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.journeys.flaws import PHONE, entwined, in_both_looks, unreached

pytestmark = [pytest.mark.browser, pytest.mark.once]
SOUND = """<a href="/">top</a><main><a href="#a">one</a><p tabindex="-1">no stop</p>
    <label><input type="radio" name="r">a</label><label><input type="radio" name="r" checked>b</label>
    <input type="date"><button disabled>not now</button><details><summary>more</summary><button>in</button></details>
    <select><option>1</option></select><textarea></textarea>{}<button>last</button></main><a href="/">below</a>"""


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("", []),
        ('<a href="#x" style="outline: none">x</a>', ["one does not see the focus on"]),
        ('<a href="#x" tabindex="1">x</a>', ["Tab does not go by the order of the page"]),
        ('<input onkeydown="event.preventDefault()">', ["Tab never reaches", "Tab does not leave"]),
        ('<button onfocus="this.blur()">x</button>', ["Tab never reaches"]),
    ],
    ids=["nothing", "unseen", "out of order", "a trap", "let go at once"],
)
def test_a_flaw_is_named(visitor: Callable[..., Page], wrong: str, said: list[str]) -> None:
    page = visitor()
    page.set_content(SOUND.format(wrong))
    found = unreached(page)
    assert [next((each for each in said if one.startswith(each)), one) for one in found] == said, found


@pytest.mark.parametrize(
    ("media", "width"), [("(prefers-color-scheme: dark)", 360), ("(prefers-color-scheme: light)", 1280)]
)
def test_a_flaw_of_one_look_is_found_in_that_look(visitor: Callable[..., Page], media: str, width: int) -> None:
    page = visitor(**PHONE, dark=True)
    page.set_content(
        "<style>main { background: #fff; color: #000 }"
        f"@media {media} {{ p {{ color: #ddd; width: 99rem }} }}</style>"
        "<main><p>pale and wide</p></main>"
    )
    found = in_both_looks(page)
    assert {each.partition(":")[0] for each in found if "color-contrast" in each} == {f"{width} wide"}
    assert {each.partition(":")[0] for each in found if "too wide" in each} == {f"{width} wide"}


def test_words_over_words_are_a_flaw_and_a_menu_over_words_is_none(visitor: Callable[..., Page]) -> None:
    page = visitor(**PHONE)
    page.set_content(
        "<style>p { margin: 20px 0; font-size: 16px; line-height: 20px }"
        ".menu { position: absolute; top: 0; background: #fff }</style>"
        "<main><p>one<p>two<br>three<p>four<p class=menu>menu</main>"
    )
    assert entwined(page) == []
    page.evaluate("document.querySelectorAll('p')[2].style.marginTop = '-36px'")
    assert entwined(page) == ["words lie over each other: three | four"]
