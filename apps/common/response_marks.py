"""Marks that a view sets on its response for the middlewares outside it. No browser sees them."""

from __future__ import annotations

from typing import Literal, TypeAlias

from django.http import HttpResponse

Mark: TypeAlias = Literal["may_be_framed", "offered_to_strangers", "untrusted"]


def set_mark(response: HttpResponse, mark: Mark) -> HttpResponse:
    """Mark a response, and return it."""
    vars(response)[mark] = True
    return response


def has_mark(response: HttpResponse, mark: Mark) -> bool:
    """Check whether a response is marked."""
    return mark in vars(response)
