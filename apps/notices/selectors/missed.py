"""The news in a message's match since its reader last looked, in sentences of the match page.

None of them says what only some of the table know.
"""

from __future__ import annotations

import re
from contextlib import suppress
from html import unescape
from typing import Final

from django.core.exceptions import ObjectDoesNotExist
from django.template.loader import render_to_string
from django.utils.html import strip_tags

from apps.matches.selectors import match_view
from apps.matches.templatetags import story
from apps.notices.wording import MissedLine

MAX_MISSED_LINES: Final = 3
"""Maximum lines per match in one message, which can be about several matches."""

_DRAWING_PATTERN: Final = re.compile(r"<svg[^>]*?(?:aria-label=\"([^\"]*)\"[^>]*)?>.*?</svg>", re.DOTALL)
_REMOVED_TAG_PATTERN: Final = re.compile(r"<(?!/?(?:b|strong)\b)[^>]*>")


def load_missed_lines(code: str, player: int) -> tuple[MissedLine, ...]:
    """Return the most telling ones, newest last, or none if there is nothing to tell or the match can't be read."""
    with suppress(ObjectDoesNotExist, match_view.Unreadable):
        loaded = match_view.load_match(code, player=player)
        if loaded.own is None:
            return ()
        seen, heard = loaded.seats[loaded.own].chair.seen, match_view.count_heard_facts(loaded)
        if (
            recap := match_view.build_recap(loaded, since=seen, heard=heard, most=MAX_MISSED_LINES, aloud=True)
        ) is None:
            return ()
        told = [story.render_sentence(sentence) for _picture, sentence in recap.lines]
        if recap.ahead:
            told.append(render_to_string("matches/overtaken.html", {"since": recap}))
        return tuple(
            _build_missed_line(sentence) for sentence in told if sentence and "aria-labelledby" not in sentence
        )
    return ()


def _build_missed_line(sentence: str) -> MissedLine:
    """Return a sentence with the page's drawings put into words, because mails don't contain them."""
    worded = _DRAWING_PATTERN.sub(lambda drawing: drawing[1] or "", sentence)
    tallied = worded.replace('</span><span class="tally">', '</span>, <span class="tally">')
    tallied = re.sub(r'</span>\s+<span class="tally">', '</span>, <span class="tally">', tallied)
    return MissedLine(
        html=" ".join(_REMOVED_TAG_PATTERN.sub("", tallied).split()),
        text=" ".join(unescape(strip_tags(tallied)).split()),
    )
