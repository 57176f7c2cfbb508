"""A part of a page that is drawn once for equal values, and sees nothing but them."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.template import Context, RequestContext, Template, TemplateSyntaxError
from django.test import RequestFactory, override_settings
from django.utils import timezone
from django.utils.translation import override

from apps.kernel.game import Ask
from apps.kernel.table import Seat
from apps.matches.templatetags import blanks

HEAD = "{% load cached_fragment i18n %}"


class Counted:
    """Counts how often it is drawn; equal to all of its kind."""

    drawn = 0

    def __str__(self) -> str:
        Counted.drawn += 1
        return "drawn"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Counted)

    def __hash__(self) -> int:
        return 1


def test_equal_values_are_drawn_once_and_others_anew() -> None:
    page = Template(HEAD + "{% kept value=value n=n %}{{ value }} {{ n }}{% endkept %}")
    before = Counted.drawn
    assert [page.render(Context({"value": Counted(), "n": n})) for n in (1, 1, 2)] == ["drawn 1", "drawn 1", "drawn 2"]
    assert Counted.drawn == before + 2


def test_equal_values_of_another_type_are_drawn_anew() -> None:
    page = Template(HEAD + "{% kept n=n %}{{ n }}{% endkept %}")
    drawn = [page.render(Context({"n": n})) for n in (1, True, 1.0, 0, False, 1)]
    assert drawn == ["1", "True", "1.0", "0", "False", "1"]


def test_small_pictures_of_equal_values_of_another_type_are_drawn_anew(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "number.html").write_text("{{ it }} {{ also }} {{ beside }};")
    monkeypatch.setitem(settings.TEMPLATES[0], "DIRS", [tmp_path])
    page = '{% load cached_includes %}{% each "number.html" its also=alsos beside=beside %}'
    with override_settings(TEMPLATES=settings.TEMPLATES):
        for beside in (0, False):
            drawn = Template(page).render(Context({"its": (1, True), "alsos": (True, 1), "beside": beside}))
            assert drawn == f"1 True {beside};True 1 {beside};"


def test_a_part_sees_nothing_but_what_it_was_given() -> None:
    page = Template(HEAD + "{% kept name=who %}{{ name }}{{ who }}{{ csrf_token }}{% endkept %}")
    assert page.render(Context({"who": "ada", "csrf_token": "secret"})) == "ada"


def test_a_part_is_drawn_once_for_each_language() -> None:
    page = Template(HEAD + '{% kept %}{% translate "Password" %}{% endkept %}')
    said = []
    for language in ("en", "de", "en"):
        with override(language):
            said.append(page.render(Context()))
    assert said == ["Password", "Passwort", "Password"]


def test_a_part_escapes_what_it_was_given() -> None:
    page = Template(HEAD + "{% kept name=name %}{{ name }}{% endkept %}")
    assert page.render(Context({"name": "<b>"})) == "&lt;b&gt;"


@pytest.mark.parametrize("given", ["value", "value=1 2"])
def test_values_are_given_by_name(given: Any) -> None:
    with pytest.raises(TemplateSyntaxError, match=f"“{given.split()[-1]}”"):
        Template(HEAD + "{% kept " + given + " %}{% endkept %}")


FORMS = (
    "{% load cached_fragment order_form %}"
    "{% kept forms n=n %}{{ n }}{% order_form 'abc' 'plan' %}{% endorder_form %}{% endkept %}"
)


def test_a_part_with_forms_is_drawn_once_for_everybody_and_each_has_their_own_token() -> None:
    page = Template(FORMS)

    def drawn(token: str, **headers: str) -> str:
        context = RequestContext(RequestFactory().get("/", headers=headers))
        context.update({"n": Counted(), "csrf_token": token})
        return page.render(context)

    before = Counted.drawn
    mine, others = drawn("mine"), drawn("others")
    assert 'value="mine"' in mine
    assert mine.replace("mine", "others") == others
    by_htmx = {drawn(token, **{"X-CSRFToken": token}) for token in ("mine", "others")}
    assert by_htmx == {mine.replace('<input type="hidden" name="csrfmiddlewaretoken" value="mine">', "")}
    assert Counted.drawn == before + 1


def test_a_form_that_the_browser_sends_has_its_readers_token_even_where_the_page_sends_one() -> None:
    page = Template("{% load cached_fragment plain_token %}{% kept forms n=n %}{{ n }}{% plain_token %}{% endkept %}")
    before = Counted.drawn
    for token in ("mine", "others"):
        context = RequestContext(RequestFactory().get("/", headers={"X-CSRFToken": token}))
        context.update({"n": Counted(), "csrf_token": token})
        assert page.render(context) == f'drawn<input type="hidden" name="csrfmiddlewaretoken" value="{token}">'
    assert Counted.drawn == before + 1


ALONE = "{% load answer_form %}{% answer_form 'lay' card=7 %}{% endanswer_form %}"
KEPT = "{% load cached_fragment %}{% kept forms n=n %}{{ n }}" + ALONE + "{% endkept %}"
EACH = "{% load cached_includes %}{% each 'card.html' cards forms=True n=n %}"
CARD = "{% load answer_form %}{{ n }}{% answer_form 'lay' card=it %}{% endanswer_form %}"


@pytest.mark.parametrize("tag", [KEPT, EACH])
def test_a_kept_form_that_answers_says_which_question_is_open_now(
    tag: str, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "card.html").write_text(CARD)
    monkeypatch.setitem(settings.TEMPLATES[0], "DIRS", [tmp_path])

    def drawn(of: Template, url: str, token: str, **more: Any) -> str:
        question = SimpleNamespace(ask=Ask(Seat(0), "turn", "", None), **more)
        given = {"question": question, "answer_url": url, "csrf_token": token, "n": Counted(), "cards": (7,)}
        return of.render(Context(given))

    with override_settings(TEMPLATES=settings.TEMPLATES):
        page, alone, before = Template(tag), Template(ALONE), Counted.drawn
        for url, token, key, lapses_at in (
            ("/m/a/answer/", "mine", "turn:3", None),
            ("/m/b/answer/", "others", "turn:4", None),
            ("/m/a/answer/", "mine", "turn:5", timezone.now()),
        ):
            more = {"key": key, "lapses_at": lapses_at}
            assert drawn(page, url, token, **more) == f"drawn{drawn(alone, url, token, **more)}"
        assert Counted.drawn == before + 1


def test_a_part_with_forms_within_another_is_filled_once_with_it() -> None:
    inner = "{% kept forms %}{% order_form 'abc' 'plan' %}{% endorder_form %}{% endkept %}"
    page = Template("{% load cached_fragment order_form %}{% kept forms n=n %}" + inner + "{% endkept %}")
    for token in ("mine", "others"):
        drawn = page.render(Context({"n": 1, "csrf_token": token}))
        assert re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', drawn) == [token]


def test_nobody_can_write_a_blank() -> None:
    """They are other words in every process, and no name is as long."""
    for blank in (blanks.TOKEN, blanks.PLAIN_TOKEN, blanks.ANSWER, blanks.QUESTION):
        assert re.search(r"[0-9a-f]{16}", blank)
    page = Template("{% load cached_fragment %}{% kept forms name=name %}{{ name }}{% endkept %}")
    assert page.render(Context({"name": "(token)", "csrf_token": "mine"})) == "(token)"
