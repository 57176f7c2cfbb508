"""`{% story sight.story %}`: the sentences of a story, each rendered once per language and reader.

A game has one template with a block for each kind of fact. A block sees only its sentence's words and people. The
drawings of facts played as moments are in a second template, `moments.html`, which also sees the number of the seat.
Scripts take them from there (static/moments.js).
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping
from functools import cache
from typing import Final, NamedTuple

from django import template
from django.template.base import NodeList, Template
from django.template.context import Context
from django.template.engine import Engine
from django.template.exceptions import TemplateDoesNotExist
from django.template.loader_tags import BlockNode
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from apps.common.draft_templates import FOLDER
from apps.matches.selectors.match_view import Sentence

register = template.Library()


MAX_CACHED_SENTENCES: Final = 8192
"""The number of sentences cached."""

MIN_FOLDED_SENTENCES: Final = 2
"""The fewest sentences that are folded."""

_UNSAID_CLASS: Final = 'class="unsaid"'
"""The mark of sentences that only the replay shows, not a running match."""
_SHEET_PATTERN: Final = re.compile(r"<template([^>]*)>(.*)</template>", re.DOTALL)
_SCENES_AMONG_PIECES: Final = ("burn", "roll")
"""The scenes that show the pieces already on the table."""
_MARK_PATTERN: Final = re.compile(r'data-([a-z]+)(?:="([^"]*)")?')
_texts: Final[dict[tuple[object, ...], tuple[str, str]]] = {}
"""The words of each sentence, and the drawing for playing its fact."""


@register.simple_tag
def story(sentences: Iterable[Sentence]) -> SafeString:
    """Render sentences as list items, in the order given. Most are in the cache from the page before."""
    language = get_language()
    return mark_safe("".join([_render_story_item(language, each) for each in sentences]))  # noqa: S308 -- see `_render_story_item`


class Folded(NamedTuple):
    """Sentences of which a page shows only the newest at first."""

    earlier: SafeString
    number: int
    """The number of earlier sentences worth saying; 0 if nothing is folded."""
    latest: SafeString


@register.simple_tag
def fold(sentences: Iterable[Sentence], shown: int = 1) -> Folded:
    """Render sentences as list items, oldest first: those before the newest worth saying, and these.

    :param shown: the number of newest sentences that aren't folded
    """
    language = get_language()
    items = [_render_story_item(language, each) for each in sentences]
    said = [n for n, item in enumerate(items) if _UNSAID_CLASS not in item]
    number = len(said) - shown
    first = said[-shown] if number >= MIN_FOLDED_SENTENCES else 0
    earlier, latest = "".join(items[:first]), "".join(items[first:])
    return Folded(mark_safe(earlier), number if first else 0, mark_safe(latest))  # noqa: S308 -- see `_render_story_item`


@register.simple_tag
def narrated(sentences: Iterable[Sentence]) -> SafeString:
    """Render the sentences worth saying as paragraphs, without drawings."""
    said = (f"<p>{text}</p>" for text in map(render_sentence, sentences) if text)
    return mark_safe("".join(said))  # noqa: S308 -- rendered templates only


@register.simple_tag
def pictured(lines: Iterable[tuple[str, Sentence]]) -> SafeString:
    """Render sentences as list items, each behind its picture: a symbol of `matches/pictures.html`."""
    language = get_language()
    items = [
        _render_story_item(language, each, f'<svg aria-hidden="true"><use href="#tells-{picture or "move"}" /></svg>')
        for picture, each in lines
    ]
    return mark_safe("".join(items))  # noqa: S308 -- see `_render_story_item`


class Played(NamedTuple):
    """A moment that a page plays, with its static picture."""

    scene: str
    lines: SafeString
    """The list items that scripts play, newest first."""
    still: SafeString


@register.simple_tag
def played(sentences: Iterable[Sentence]) -> Played | None:
    """Return the moment of the first of these sentences, or None if its game draws none.

    It's drawn among what the other sentences left on the table.
    """
    language = get_language()
    drawn = [text for each in sentences if (text := _render_words_and_drawing(language, each)[1])]
    sheets = [found for found in map(_SHEET_PATTERN.fullmatch, drawn) if found]
    if not sheets or not (scene := _parse_sheet_marks(sheets[0]).get("moment")):
        return None
    lines = "".join(f"<li>{sheet[0]}</li>" for sheet in sheets)
    beside = _list_left_pieces(sheets[1:]) if scene in _SCENES_AMONG_PIECES else []
    still = "".join([*beside, sheets[0][2]])
    return Played(scene, mark_safe(lines), mark_safe(still))  # noqa: S308 -- rendered templates only


def _list_left_pieces(sheets: Iterable[re.Match[str]]) -> list[str]:
    """Return the pieces left on the table by these sheets, newest first, as moments.js does."""
    found, gone = list[str](), set[str]()
    for sheet in sheets:
        marks = _parse_sheet_marks(sheet)
        if "clears" in marks:
            gone.add(marks["clears"])
        if "" in gone:
            break
        if "piece" in marks and marks["piece"] not in gone:
            found.insert(0, sheet[2])
    return found


def _parse_sheet_marks(sheet: re.Match[str]) -> dict[str, str]:
    return dict(_MARK_PATTERN.findall(sheet[1]))


@register.simple_tag
def latest(lines: Iterable[Sentence]) -> SafeString:
    """Render the first sentence that is worth saying and doesn't need the pictures of its game."""
    return mark_safe(next((text for text in map(render_sentence, lines) if text and "aria-labelledby" not in text), ""))  # noqa: S308 -- rendered templates only


@register.simple_tag
def briefly(sentences: Iterable[Sentence]) -> SafeString:
    """Render the first of these sentences that is worth saying, or else the first that only a replay shows."""
    language = get_language()
    found = [_render_words_and_drawing(language, each)[0].strip() for each in sentences]
    said = [text for text in found if text and _UNSAID_CLASS not in text]
    return mark_safe(next(iter((*said, *found)), ""))  # noqa: S308 -- rendered templates only


def render_sentence(sentence: Sentence) -> str:
    """Return one sentence as HTML, in the active language; empty if it isn't worth saying."""
    text = render_named_block(sentence.template, sentence.fact, words_of(sentence)) + _render_cause(sentence.cause)
    return "" if _UNSAID_CLASS in text else text


def _render_story_item(language: str | None, sentence: Sentence, before: str = "") -> str:
    """Return a list item, made of numbers, tags of facts and rendered templates only."""
    drawn = "".join(_render_words_and_drawing(language, sentence))
    return f'<li data-fact="{sentence.heard} {sentence.fact}">{before}{drawn}</li>'


class Deed(NamedTuple):
    """The latest deed of a seat."""

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
    """Render the last few sentences, oldest first, without numbers, because a page has each number once, in its story.

    :param but: tags of facts that the table shows anyway, separated by spaces
    :param others: leave out what the reader did
    """
    language = get_language()
    told: list[str] = []
    for each in sentences or ():
        if len(told) == most:
            break
        if each.fact in but.split() or (others and each.mine):
            continue
        if _UNSAID_CLASS not in (text := _render_words_and_drawing(language, each)[0]):
            told.append(f"<span>{text}</span>")
    return mark_safe(" ".join(reversed(told)))  # noqa: S308 -- rendered templates only


def _render_words_and_drawing(language: str | None, sentence: Sentence) -> tuple[str, str]:
    """Return a sentence's words and its drawing, cached for all sentences that differ only by number."""
    key = (
        language, sentence.template, sentence.fact, sentence.cause, sentence.seat, sentence.who, sentence.mine,
        sentence.yours, sentence.reader, sentence.names, *sentence.words.values(),
    )  # fmt: skip
    text = _texts.get(key)
    if text is None:
        if len(_texts) >= MAX_CACHED_SENTENCES:
            _texts.clear()  # This is rare, and simpler than knowing which are old.
        text = (
            render_named_block(sentence.template, sentence.fact, words_of(sentence)) + _render_cause(sentence.cause),
            render_moment(sentence),
        )
        _texts[key] = text
    return text


def words_of(sentence: Sentence) -> dict[str, object]:
    """Return all that its block sees."""
    return {
        "who": sentence.who,
        "mine": sentence.mine,
        "yours": sentence.yours,
        "me": sentence.reader,
        "names": sentence.names,
        "cause": sentence.cause,
        **sentence.words,
    }


def render_named_block(name: str, fact: str, words: Mapping[str, object]) -> str:
    """Render the block for this kind of fact with these words, or else the block for any in the template for drafts.

    :raises TemplateDoesNotExist: if there's neither
    """
    page, blocks = _load_template_blocks(name)
    if fact in blocks:
        return _render_block(page, blocks[fact], words)
    page, blocks = _load_template_blocks(f"{FOLDER}/{name.rpartition('/')[2]}")
    return _render_block(page, blocks["any"], {**words, "tag": fact})


def render_moment(sentence: Sentence) -> str:
    """Return the drawing that scripts use to play the fact. Most facts have none, and some games."""
    page, blocks = _load_moment_blocks(sentence.template.partition("/")[0])
    if page is None or sentence.fact not in blocks:
        return ""
    return _render_block(page, blocks[sentence.fact], {**words_of(sentence), "seat": sentence.seat}).strip()


def _render_block(page: Template, block: NodeList, words: Mapping[str, object]) -> str:
    context = Context(words)
    with context.render_context.push_state(page), context.bind_template(page):
        return block.render(context)


@cache
def _load_moment_blocks(slug: str) -> tuple[Template | None, dict[str, NodeList]]:
    try:
        return _load_template_blocks(f"{slug}/moments.html")
    except TemplateDoesNotExist:
        return None, {}


@cache
def _load_template_blocks(name: str) -> tuple[Template, dict[str, NodeList]]:
    """Return a template and its blocks by name. A story renders single blocks, never the whole template."""
    page = Engine.get_default().get_template(name)
    blocks = (node for node in page.nodelist.get_nodes_by_type(BlockNode) if isinstance(node, BlockNode))
    return page, {block.name: block.nodelist for block in blocks}


def _render_cause(cause: str) -> str:
    """Return what made the move, if it's worth saying."""
    if cause == "clock":
        return format_html(" <small>{}</small>", _("out of time"))
    if cause == "order":
        return format_html(" <small>{}</small>", _("standing order"))
    return ""
