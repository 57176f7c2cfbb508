"""The contents of a message when it's sent, with the current deadlines and nothing that is settled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

import msgspec

from apps.accounts.models import Player
from apps.accounts.services import relations
from apps.matches.selectors import pending
from apps.notices import wording
from apps.notices.models import QUESTION_KINDS, Channel, Delivery, Kind, Notice
from apps.notices.selectors import missed, questions
from apps.notices.wording import NoticeLine, Words

KINDS_FROM_PEOPLE: Final = (Kind.INVITATION, Kind.NUDGE)
"""Kinds that are left out once the reader is kept apart from their sender."""
_MATCH_KINDS: Final = (*QUESTION_KINDS, Kind.OVER)
"""Kinds that are sent with what happened in the match since the reader last looked."""


def load_message_lines(delivery: Delivery) -> list[NoticeLine]:
    """Return the lines in the active language, with what is still waiting and the current deadlines.

    Nothing is included from players who have since been kept apart from the reader.
    """
    rows = list(Notice.objects.filter(pk__in=delivery.notices).order_by("due_at", "pk"))
    settled = pending.find_settled_proposals([notice.key for notice in rows], delivery.player_id)
    notices = [notice for notice in rows if notice.key not in settled]
    told = [*_of_questions(notices, delivery.player_id), *_of_others(notices, delivery.player_id)]
    if delivery.channel != Channel.MAIL:  # There is no room for it elsewhere.
        return told
    return [
        replace(line, missed=missed.load_missed_lines(line.code, delivery.player_id))
        if line.kind in _MATCH_KINDS
        else line
        for line in told
    ]


def _of_questions(notices: Sequence[Notice], player: int) -> Iterator[NoticeLine]:
    """Yield the open questions among the notices, or all of them in a digest."""
    kinds = {notice.kind for notice in notices}
    noticed = {notice.key: notice for notice in notices if notice.kind in QUESTION_KINDS}
    for subject, question in questions.find_waiting_questions(player, kinds).items():
        if subject in noticed:
            id_, kind = noticed[subject].pk, noticed[subject].kind
        elif Kind.DIGEST in kinds:
            id_, kind = 0, Kind.TURN
        else:
            continue
        words = wording.word_question(question, kind)
        yield wording.build_notice_line(words, id_=id_, kind=kind, code=question.code, about=subject)


def _of_others(notices: Sequence[Notice], player: int) -> Iterator[NoticeLine]:
    others = [notice for notice in notices if notice.kind not in (*QUESTION_KINDS, Kind.DIGEST)]
    apart = people_apart(player) if any(notice.kind in KINDS_FROM_PEOPLE for notice in others) else {}
    for notice in others:
        words = msgspec.convert(notice.words, Words)
        if not is_from(apart, notice, words):
            about = f"{notice.kind}:{notice.key}"
            yield wording.build_notice_line(words, id_=notice.pk, kind=notice.kind, code=notice.code, about=about)


def people_apart(player: int) -> dict[str, int]:
    """Return the ids of everyone this player is kept apart from, by name."""
    return dict(Player.objects.filter(pk__in=relations.find_players_apart(player)).values_list("username", "pk"))


def is_from(people: Mapping[str, int], notice: Notice, words: Words) -> bool:
    """Return whether a notice is from one of these people, also if they have another name now."""
    if notice.kind not in KINDS_FROM_PEOPLE:
        return False
    name = str(words.names.get("by", ""))
    return words.players[name] in people.values() if name in words.players else name in people
