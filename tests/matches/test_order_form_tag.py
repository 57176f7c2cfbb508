"""Tests that a form for standing orders at the table names the order and carries the token for a full page."""

from __future__ import annotations

from django.template import RequestContext, Template
from django.test import RequestFactory

TOKEN = f'<input type="hidden" name="csrfmiddlewaretoken" value="{"t" * 32}">'
PAGE = Template(
    '{% load order_form %}{% order_form "abc" "plan" id="order-plan" %}<button>Go</button>{% endorder_form %}'
)


def drawn(**headers: str) -> str:
    context = RequestContext(RequestFactory().get("/m/abc/", headers=headers))
    context.update({"csrf_token": "t" * 32})
    return PAGE.render(context)


def test_it_leaves_its_order_at_the_match_and_comes_back_to_the_table() -> None:
    start = '<form id="order-plan" method="post" action="/m/abc/orders/" hx-post="/m/abc/orders/">'
    sent = '<input type="hidden" name="back" value="table"><input type="hidden" name="order" value="plan">'
    assert drawn() == f"{start}{TOKEN}{sent}<button>Go</button></form>"


def test_a_page_that_sends_its_token_with_all_it_sends_gets_forms_without() -> None:
    assert TOKEN in drawn()
    assert TOKEN in drawn(**{"HX-Request": "true"}), "a page from before an upgrade"
    assert "csrfmiddlewaretoken" not in drawn(**{"HX-Request": "true", "X-CSRFToken": "u" * 64})
