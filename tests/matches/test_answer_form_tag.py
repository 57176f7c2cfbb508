"""Tests that an answer form names its question and sends the fields its template names."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from django.template import Context, Template

from apps.kernel.game import Ask
from apps.kernel.table import Seat


def drawn(tag: str, **more: Any) -> str:
    page = Template("{% load answer_form %}" + tag + "<button>Go</button>{% endanswer_form %}")
    question = SimpleNamespace(key="turn:3", ask=Ask(Seat(0), "turn", "turn:3", None, sealed=True, waits=False))
    return page.render(Context({"question": question, "answer_url": "/m/abc/answer/", "csrf_token": "t" * 32, **more}))


TOKEN = f'<input type="hidden" name="csrfmiddlewaretoken" value="{"t" * 32}">'
START = ' method="post" action="/m/abc/answer/" hx-post="/m/abc/answer/">'
QUESTION = '<input type="hidden" name="question" value="turn:3">'


def test_a_form_names_its_question_and_the_type_of_the_action() -> None:
    kind = '<input type="hidden" name="type" value="lay">'
    assert drawn('{% answer_form "lay" %}') == f"<form{START}{TOKEN}{QUESTION}{kind}<button>Go</button></form>"


def test_where_a_button_says_the_type_the_form_does_not() -> None:
    assert drawn("{% answer_form %}") == f"<form{START}{TOKEN}{QUESTION}<button>Go</button></form>"


def test_id_and_class_are_the_forms_own_and_all_else_is_sent_along() -> None:
    form = drawn('{% answer_form "lay" id="do-lay" class="big" card=card %}', card=7)
    assert form.startswith(f'<form id="do-lay" class="big"{START}')
    assert '<input type="hidden" name="card" value="7">' in form
    assert 'name="id"' not in form


def test_nothing_that_is_sent_along_ends_its_own_text() -> None:
    assert 'name="card" value="&quot;&gt;&lt;b&gt;"' in drawn('{% answer_form "lay" card=card %}', card='"><b>')


def test_each_reader_has_their_own_token() -> None:
    assert f'value="{"t" * 32}"' in drawn('{% answer_form "lay" %}')
    assert f'value="{"u" * 32}"' in drawn('{% answer_form "lay" %}', csrf_token="u" * 32)
