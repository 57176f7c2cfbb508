"""Tests of components: they see only their declared parameters and are rendered once for equal arguments."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.template import Context, Engine, Template, TemplateSyntaxError
from django.utils import translation

from apps.matches.templatetags import part as tag


@pytest.fixture
def component(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Return a function that writes the component `piece.html`."""
    engine = Engine.get_default()
    monkeypatch.setattr(engine, "template_loaders", engine.template_loaders)
    loader = engine.find_template_loader(("django.template.loaders.filesystem.Loader", [str(tmp_path)]))
    monkeypatch.setattr(engine, "template_loaders", [loader, *engine.template_loaders])

    def write(text: str) -> None:
        tag._load_component.cache_clear()
        tag._render_component.cache_clear()
        (tmp_path / "piece.html").write_text("{% load part i18n %}" + text)

    return write


def drawn(text: str, **context: Any) -> str:
    return Template("{% load part %}" + text).render(Context(context))


def test_a_component_sees_what_it_is_given(component: Callable[[str], None]) -> None:
    component(
        "{% takes card state='idle' %}{{ card }}/{{ state }}{% for n in card %}{{ forloop.counter }}{{ n }}{% endfor %}"
    )
    assert drawn("{% part 'piece.html' card='a' %}", state="s") == "a/idle1a"
    assert drawn("{% part 'piece.html' card=hidden state='cut' %}", hidden="b", state="s") == "b/cut1b"


def test_what_is_missing_or_unknown_is_an_error(component: Callable[[str], None]) -> None:
    component("{% takes card %}{{ card }}")
    with pytest.raises(TemplateSyntaxError, match=r"isn't given card"):
        drawn("{% part 'piece.html' %}")
    with pytest.raises(TemplateSyntaxError, match=r"doesn't take colour"):
        drawn("{% part 'piece.html' card=1 colour=2 %}")
    component("{% takes card %}{{ colour }}")
    with pytest.raises(TemplateSyntaxError, match="“colour” isn't a parameter"):
        drawn("{% part 'piece.html' card=1 %}")
    component("{{ card }}")
    with pytest.raises(TemplateSyntaxError, match="declares its parameters 0 times"):
        drawn("{% part 'piece.html' card=1 %}")


@pytest.mark.parametrize("words", ["", "'piece.html' card", "'piece.html' card=1 with all=2"])
def test_a_component_without_sense_is_an_error(words: str) -> None:
    with pytest.raises(TemplateSyntaxError):
        Template("{% load part %}{% part " + words + " %}")


def test_a_series_is_drawn_side_by_side(component: Callable[[str], None]) -> None:
    component("{% takes one other all %}{{ one }}{{ other }}{{ all|length }} ")
    words = {"one": [1, 2], "other": ("a", "b"), "all": (1, 2)}
    assert drawn("{% parts 'piece.html' one=one other=other with all=all %}", **words) == "1a2 2b2 "
    assert drawn("{% parts 'piece.html' one=one other=other with all=all %}", one=(), other=(), all=()) == ""
    with pytest.raises(ValueError, match="zip"):
        drawn("{% parts 'piece.html' one=one other=other with all=all %}", one=(1,), other=(), all=())


@pytest.mark.parametrize(
    "words", ["", "'piece.html'", "'piece.html' with a=1", "'piece.html' a=b with", "'piece.html' a=b c"]
)
def test_a_series_without_sense_is_an_error(words: str) -> None:
    with pytest.raises(TemplateSyntaxError):
        Template("{% load part %}{% parts " + words + " %}")


def test_equal_arguments_are_drawn_once_for_each_language(component: Callable[[str], None]) -> None:
    component("{% takes value %}{{ value }} {% translate 'Rules' %}")
    assert drawn("{% part 'piece.html' value=1 %}") == drawn("{% part 'piece.html' value=value %}", value=1)
    assert tag._render_component.cache_info().misses == 1
    assert drawn("{% part 'piece.html' value=value %}", value=True).startswith("True"), "1 equals True"
    with translation.override("de"):
        assert drawn("{% part 'piece.html' value=1 %}") == "1 Regeln"
