"""`{% part "fuse/card.html" card=card %}`: draw a component, a small template that sees only what it's given.

A component starts with `{% takes card state="idle" %}`: its parameters, with defaults for the optional ones. `{% parts
"fuse/seat.html" person=people plate=plates with names=names %}` draws it once for each person and plate, with the same
`names`. Equal arguments look equal, so each rendering is cached, per language. Arguments must be hashable, and can't
include times, because how a time is written depends on its reader.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cache, lru_cache
from typing import Final

from django import template
from django.template.base import FilterExpression, Node, Parser, Template, Token, token_kwargs
from django.template.context import Context
from django.template.engine import Engine
from django.template.exceptions import TemplateSyntaxError
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

register = template.Library()

MAX_CACHED_RENDERINGS: Final = 8192
"""The number of renderings cached for all components."""


class Scope(Context):
    """The context of a component, in which an unbound name is an error, not an empty string.

    Django's `and`, `or` and comparisons within `{% if %}` swallow the error and count as false.
    """

    def __getitem__(self, key: int | str | Node) -> object:
        try:
            return super().__getitem__(key)
        except KeyError as error:
            raise TemplateSyntaxError(f"“{key}” isn't a parameter of this component.") from error


class Takes(Node):
    """The parameters of a component."""

    def __init__(self, required: frozenset[str], defaults: Mapping[str, FilterExpression]) -> None:
        self.required = required
        self.defaults = defaults

    def render(self, context: Context) -> SafeString:  # noqa: ARG002 -- the signature is Django's
        return SafeString()


@register.tag
def takes(parser: Parser, token: Token) -> Takes:
    """Declare the parameters of the component that starts here."""
    words = token.split_contents()[1:]
    defaults = {name: value for word in words for name, value in token_kwargs([word], parser).items()}
    return Takes(frozenset(word for word in words if "=" not in word), defaults)


class Part(Node):
    """A component."""

    def __init__(self, name: FilterExpression, given: Mapping[str, FilterExpression]) -> None:
        self.name = name
        self.names = tuple(given)
        self.values = tuple(given.values())

    def render(self, context: Context) -> SafeString:
        values = [value.resolve(context) for value in self.values]
        return _render_component(get_language(), self.name.resolve(context), self.names, *values)


@register.tag
def part(parser: Parser, token: Token) -> Part:
    """Draw a component.

    An argument that's missing or unknown, and a name that the component doesn't take, are errors when it's drawn.
    """
    name, words = _parse_component_name(parser, token)
    given = token_kwargs(words, parser)
    if words:
        raise TemplateSyntaxError(f"“part” takes the name of a component and named values, not “{words[0]}”.")
    return Part(name, given)


class Parts(Node):
    """A component, drawn once for each value of its series."""

    def __init__(
        self, name: FilterExpression, series: Mapping[str, FilterExpression], shared: Mapping[str, FilterExpression]
    ) -> None:
        self.name = name
        self.series = tuple(series.values())
        self.shared = tuple(shared.values())
        self.names = (*series, *shared)

    def render(self, context: Context) -> SafeString:
        language, name = get_language(), self.name.resolve(context)
        shared = [each.resolve(context) for each in self.shared]
        series = [each.resolve(context) for each in self.series]
        looks = [_render_component(language, name, self.names, *row, *shared) for row in zip(*series, strict=True)]
        return mark_safe("".join(looks))  # noqa: S308 -- rendered templates only


@register.tag
def parts(parser: Parser, token: Token) -> Parts:
    """Draw a component for each value of one or more series of the same length."""
    name, words = _parse_component_name(parser, token)
    series = token_kwargs(words, parser)
    shared = token_kwargs(words[1:], parser) if words[:1] == ["with"] else {}
    if not series or (words and not shared) or len(words) > 1 + len(shared):
        raise TemplateSyntaxError("“parts” takes series by name, then “with” and what is the same for all.")
    return Parts(name, series, shared)


def _parse_component_name(parser: Parser, token: Token) -> tuple[FilterExpression, list[str]]:
    """Return the name of the component to draw, and the words after it."""
    tag, *words = token.split_contents()
    if not words:
        raise TemplateSyntaxError(f"“{tag}” needs the name of a component.")
    return parser.compile_filter(words[0]), words[1:]


@lru_cache(MAX_CACHED_RENDERINGS, typed=True)  # 1 equals True but doesn't look like it.
def _render_component(language: str | None, name: str, names: tuple[str, ...], *values: Hashable) -> SafeString:  # noqa: ARG001
    component, parameters = _load_component(name)
    if missing := parameters.required.difference(names):
        raise TemplateSyntaxError(f"“{name}” isn't given {', '.join(sorted(missing))}.")
    if unknown := set(names) - parameters.required - set(parameters.defaults):
        raise TemplateSyntaxError(f"“{name}” doesn't take {', '.join(sorted(unknown))}.")
    defaults = {key: value.resolve(Context()) for key, value in parameters.defaults.items()}
    return component.render(Scope({**defaults, **dict(zip(names, values, strict=True))}))


@cache
def _load_component(name: str) -> tuple[Template, Takes]:
    """Load a component.

    :raises TemplateSyntaxError: if it doesn't declare its parameters once
    """
    component = Engine.get_default().get_template(name)
    declared = [each for each in component.nodelist.get_nodes_by_type(Takes) if isinstance(each, Takes)]
    if len(declared) != 1:
        raise TemplateSyntaxError(f"“{name}” declares its parameters {len(declared)} times, not once.")
    return component, declared[0]
