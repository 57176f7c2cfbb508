"""Tests of a page fragment that is rendered once for equal values and sees nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.template import Context, RequestContext, Template, TemplateSyntaxError
from django.test import RequestFactory, override_settings
from django.utils.translation import override

HEAD = "{% load cached_fragment i18n %}"


class Counted:
    """A value that counts how often it is rendered, and that equals all of its kind."""

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


ORDER = Template("{% load order_form %}{% order_form 'abc' 'plan' %}{% endorder_form %}")


def test_a_form_of_the_table_has_its_readers_token_unless_the_page_sends_it() -> None:
    def drawn(token: str, **headers: str) -> str:
        context = RequestContext(RequestFactory().get("/", headers=headers))
        context.update({"csrf_token": token})
        return ORDER.render(context)

    mine = drawn("mine")
    assert mine.replace("mine", "others") == drawn("others")
    by_htmx = {drawn(token, **{"X-CSRFToken": token}) for token in ("mine", "others")}
    assert by_htmx == {mine.replace('<input type="hidden" name="csrfmiddlewaretoken" value="mine">', "")}
