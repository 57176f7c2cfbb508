"""`{% story sight.story %}`: the sentences of a story, each put into words once per language and reader.

A game tells all its facts in one template with a block for each kind of fact. A block sees the words of its sentence
and whose they are, and nothing else. What is drawn when a fact is played as a moment stands in a second template,
`moments.html`, which sees the number of the seat as well; scripts take it from there (static/moments.js).
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from django import template
from django.template.base import NodeList, Template
from django.template.context import Context
from django.template.exceptions import TemplateDoesNotExist
from django.template.loader import get_template
from django.template.loader_tags import BlockNode
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from apps.matches.selectors.match_view import Sentence

register = template.Library()


MOST: Final = 8192
"""How many different sentences are remembered."""

_UNSAID: Final = 'class="unsaid"'
"""What a match that is played does not tell, only its record."""
_SHEET: Final = re.compile(r"<template([^>]*)>(.*)</template>", re.DOTALL)
_AMONG_PIECES: Final = ("burn", "roll")
"""The scenes that show what lies on the table already."""
_MARK: Final = re.compile(r'data-([a-z]+)(?:="([^"]*)")?')
_texts: Final[dict[tuple[Any, ...], tuple[str, str]]] = {}
"""The words of a sentence, and what is drawn when its fact is played."""


@register.simple_tag
def story(sentences: Iterable[Sentence]) -> SafeString:
    """List items, in the order given. A page is mostly the same sentences as the one before it."""
    language = get_language()
    return mark_safe("".join([_item(language, each) for each in sentences]))  # noqa: S308 -- see `_item`


@register.simple_tag
def narrated(sentences: Iterable[Sentence]) -> SafeString:
    """Paragraphs of those that are worth saying, without what is drawn when they are played."""
    said = (f"<p>{text}</p>" for text in map(told, sentences) if text)
    return mark_safe("".join(said))  # noqa: S308 -- rendered templates only


@register.simple_tag
def pictured(lines: Iterable[tuple[str, Sentence]]) -> SafeString:
    """The same, each behind the picture that goes with it: a symbol of `matches/pictures.html`."""
    language = get_language()
    items = [
        _item(language, each, f'<svg aria-hidden="true"><use href="#tells-{picture or "move"}" /></svg>')
        for picture, each in lines
    ]
    return mark_safe("".join(items))  # noqa: S308 -- see `_item`


class Played(NamedTuple):
    """A moment that a page plays by itself, and how it looks while it stands still."""

    scene: str
    lines: SafeString
    """What scripts play: list items, the newest first."""
    still: SafeString


@register.simple_tag
def played(sentences: Iterable[Sentence]) -> Played | None:
    """Return the moment of the first of these sentences among what the others left on the table; None if its game
    draws none.
    """
    language = get_language()
    drawn = [text for each in sentences if (text := _tell(language, each)[1])]
    sheets = [found for found in map(_SHEET.fullmatch, drawn) if found]
    if not sheets or not (scene := _marks(sheets[0]).get("moment")):
        return None
    lines = "".join(f"<li>{sheet[0]}</li>" for sheet in sheets)
    beside = _pieces(sheets[1:]) if scene in _AMONG_PIECES else []
    still = "".join([*beside, sheets[0][2]])
    return Played(scene, mark_safe(lines), mark_safe(still))  # noqa: S308 -- rendered templates only


def _pieces(sheets: Iterable[re.Match[str]]) -> list[str]:
    """Return what these sheets, the newest first, left on the table and none after them cleared, as moments.js does."""
    found, gone = list[str](), set[str]()
    for sheet in sheets:
        marks = _marks(sheet)
        if "clears" in marks:
            gone.add(marks["clears"])
        if "" in gone:
            break
        if "piece" in marks and marks["piece"] not in gone:
            found.insert(0, sheet[2])
    return found


def _marks(sheet: re.Match[str]) -> dict[str, str]:
    return dict(_MARK.findall(sheet[1]))


@register.simple_tag
def latest(lines: Iterable[Sentence]) -> SafeString:
    """The first of them that is worth saying, and can be said without the pictures of its game."""
    return mark_safe(next((text for text in map(told, lines) if text and "aria-labelledby" not in text), ""))  # noqa: S308 -- rendered templates only


def told(sentence: Sentence) -> str:
    """The words of one sentence as HTML, in the active language; empty if it goes without saying."""
    text = worded(sentence.template, sentence.fact, words_of(sentence)) + _why(sentence.cause)
    return "" if _UNSAID in text else text


def _item(language: str | None, sentence: Sentence, before: str = "") -> str:
    """Made of numbers, tags of facts and rendered templates only."""
    return f'<li data-fact="{sentence.heard} {sentence.fact}">{before}{"".join(_tell(language, sentence))}</li>'


class Deed(NamedTuple):
    """What a seat did last."""

    fact: str
    face: Hashable
    """The card that its sentence names, if it names one."""


@register.simple_tag
def deeds(sentences: Iterable[Sentence], seats: int, facts: str) -> tuple[Deed | None, ...]:
    """Return the latest of these kinds of fact for each seat, their names apart by spaces."""
    wanted = facts.split()
    found: list[Deed | None] = [None] * seats
    for each in sentences or ():
        if each.seat is not None and found[each.seat] is None and each.fact in wanted:
            found[each.seat] = Deed(each.fact, each.words.get("face"))
    return tuple(found)


@register.simple_tag
def lately(sentences: Iterable[Sentence], most: int, but: str = "", *, others: bool = False) -> SafeString:
    """The last few sentences as they happened, without their numbers: a page has each number once, in its story.

    `but`: the facts that the table shows anyway, their names apart by spaces. `others`: without what the reader did.
    """
    language = get_language()
    told: list[str] = []
    for each in sentences or ():
        if len(told) == most:
            break
        if each.fact in but.split() or (others and each.mine):
            continue
        if _UNSAID not in (text := _tell(language, each)[0]):
            told.append(f"<span>{text}</span>")
    return mark_safe(" ".join(reversed(told)))  # noqa: S308 -- rendered templates only


def _tell(language: str | None, sentence: Sentence) -> tuple[str, str]:
    """Its words, and its moment: the same for every sentence that differs in nothing but its number."""
    key = (
        language, sentence.template, sentence.fact, sentence.cause, sentence.seat, sentence.who, sentence.mine,
        sentence.yours, sentence.reader, sentence.names, *sentence.words.values(),
    )  # fmt: skip
    text = _texts.get(key)
    if text is None:
        if len(_texts) >= MOST:
            _texts.clear()  # Simpler than knowing which of them are old, and rare.
        text = worded(sentence.template, sentence.fact, words_of(sentence)) + _why(sentence.cause), moment(sentence)
        _texts[key] = text
    return text


def words_of(sentence: Sentence) -> dict[str, Any]:
    """All that its block sees."""
    return {
        "who": sentence.who,
        "mine": sentence.mine,
        "yours": sentence.yours,
        "me": sentence.reader,
        "names": sentence.names,
        **sentence.words,
    }


def worded(name: str, fact: str, words: Mapping[str, Any]) -> str:
    """The block of this kind of fact, which sees these words.

    :raises KeyError: if the template has none
    """
    page, blocks = _blocks(name)
    return _render(page, blocks[fact], words)


def moment(sentence: Sentence) -> str:
    """What is drawn when the fact is played, for scripts; empty for most facts, and for games that draw none."""
    page, blocks = _drawings(sentence.template.partition("/")[0])
    if page is None or sentence.fact not in blocks:
        return ""
    return _render(page, blocks[sentence.fact], {**words_of(sentence), "seat": sentence.seat}).strip()


def _render(page: Template, block: NodeList, words: Mapping[str, Any]) -> str:
    context = Context(words)
    with context.render_context.push_state(page), context.bind_template(page):
        return block.render(context)


@cache
def _drawings(slug: str) -> tuple[Template | None, dict[str, NodeList]]:
    try:
        return _blocks(f"{slug}/moments.html")
    except TemplateDoesNotExist:
        return None, {}


@cache
def _blocks(name: str) -> tuple[Template, dict[str, NodeList]]:
    """A template and its blocks by name: a story is one of them after the other, never the whole page."""
    found: Any = get_template(name)
    page: Template = found.template
    blocks = (node for node in page.nodelist.get_nodes_by_type(BlockNode) if isinstance(node, BlockNode))
    return page, {block.name: block.nodelist for block in blocks}


def _why(cause: str) -> str:
    """What made the move, where that is worth saying."""
    if cause == "clock":
        return format_html(" <small>{}</small>", _("out of time"))
    if cause == "order":
        return format_html(" <small>{}</small>", _("standing order"))
    return ""
