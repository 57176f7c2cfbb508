"""A player's seat in a match: what they see there, and everything that pages let them do."""

from __future__ import annotations

from itertools import islice
from typing import Final

import msgspec
from django.http import HttpRequest
from django.urls import reverse
from ninja import Router, Status

from apps.api import schemas
from apps.api.addresses import build_absolute_url
from apps.api.authentication import PLAY, READ, get_player
from apps.api.field_types import Code, Ticket
from apps.common import clocks
from apps.kernel import forms
from apps.kernel.game import Illegal
from apps.kernel.table import Seat
from apps.matches.engine.position import Position
from apps.matches.errors import Gone, MoveImpossible, NotSeated, OrderMalformed
from apps.matches.selectors import match_view
from apps.matches.selectors.answered import is_twin
from apps.matches.services import play, proposals, seats
from apps.talk.selectors import messages
from apps.talk.selectors.room import load_room
from apps.talk.services.messages import send_message

router = Router(tags=["play"])
MAX_LISTED_ANSWERS: Final = 200
"""The most answers that are listed. Of more, there's a sample."""
_ANSWERED: Final = {200: schemas.SeatView, **schemas.PLAYER_PROBLEMS}


@router.get("matches/{code}/seat/", operation_id="getSeat", auth=READ, response=_ANSWERED)
def get_seat(request: HttpRequest, code: Code) -> dict[str, object]:
    """Return a match as your seat sees it: the state, open questions, possible answers and deadlines. Scope: read."""
    return _build_seat_view(code, get_player(request).pk)


@router.post("matches/{code}/answers/", operation_id="answerQuestion", auth=PLAY, response=_ANSWERED)
def answer_question(request: HttpRequest, code: Code, body: schemas.AnswerBody) -> dict[str, object]:
    """Answer an open question. The same answer to the same question can be sent again, and changes nothing. Another
    one is refused with 409, unless the question is sealed and still open. Some answers leave their question open, as
    `questions` shows. Scope: play.
    """
    player = get_player(request).pk
    try:
        play.answer_as(code=code, player=player, key=body.key, words=body.action, now=clocks.now())
    except (Gone, Illegal) as error:
        if not is_twin(code=code, player=player, key=body.key, words=body.action):
            raise (MoveImpossible() if isinstance(error, Illegal) else error) from error
    return _build_seat_view(code, player)


@router.post("matches/{code}/orders/", operation_id="addStandingOrder", auth=PLAY, response=_ANSWERED)
def add_standing_order(request: HttpRequest, code: Code, body: schemas.OrderBody) -> dict[str, object]:
    """Add a standing order. If it answers an open question, it does so at once. Scope: play."""
    player = get_player(request).pk
    loaded = match_view.load_played(code, player=player)
    seat, (game, _setup) = _get_own_seat(loaded), match_view.get_match_rules(loaded.match)
    try:
        order = forms.parse_form_fields(body.order, game.order)
    except msgspec.ValidationError as error:
        raise OrderMalformed(str(error)) from error
    play.add_standing_order(code=code, seat=seat, order=order, now=clocks.now(), by=player)
    return _build_seat_view(code, player)


@router.delete("matches/{code}/orders/{ticket}/", operation_id="withdrawStandingOrder", auth=PLAY, response=_ANSWERED)
def withdraw_standing_order(request: HttpRequest, code: Code, ticket: Ticket) -> dict[str, object]:
    """Withdraw a standing order by its ticket. One that's already gone is no error. Scope: play."""
    player = get_player(request).pk
    loaded = match_view.load_played(code, player=player)
    play.withdraw_standing_order(code=code, seat=_get_own_seat(loaded), order=ticket, now=clocks.now(), by=player)
    return _build_seat_view(code, player)


@router.post("matches/{code}/proposals/", operation_id="voteOnProposal", auth=PLAY, response=_ANSWERED)
def vote_on_proposal(request: HttpRequest, code: Code, body: schemas.VoteBody) -> dict[str, object]:
    """Propose something, agree to a proposal, or decline it. It takes effect once everyone agrees. Scope: play."""
    player = get_player(request).pk
    loaded = match_view.load_played(code, player=player)
    vote = proposals.agree_to_proposal if body.agree else proposals.decline_proposal
    seat = _get_own_seat(loaded)
    vote(code=code, seat=seat, what=body.what, about=body.about, now=clocks.now(), by=player)
    return _build_seat_view(code, player)


@router.post(
    "matches/{code}/quit/", operation_id="quitMatch", auth=PLAY, response={204: None, **schemas.PLAYER_PROBLEMS}
)
def quit_match(request: HttpRequest, code: Code) -> Status[None]:
    """Quit the match for good. A bot plays on for you. Scope: play."""
    player = get_player(request).pk
    loaded = match_view.load_played(code, player=player)
    seats.resign_seat(code=code, seat=_get_own_seat(loaded), now=clocks.now(), by=player)
    return Status(204, None)


@router.post("matches/{code}/return/", operation_id="returnToMatch", auth=PLAY, response=_ANSWERED)
def return_to_match(request: HttpRequest, code: Code) -> dict[str, object]:
    """Take your seat back from the bot that has answered for you since you missed turns. Scope: play."""
    player = get_player(request).pk
    loaded = match_view.load_played(code, player=player)
    seats.reclaim_seat(code=code, seat=_get_own_seat(loaded), now=clocks.now(), by=player)
    return _build_seat_view(code, player)


@router.get(
    "matches/{code}/chat/",
    operation_id="listChatMessages",
    auth=READ,
    response={200: list[schemas.ChatMessage], **schemas.PLAYER_PROBLEMS},
)
def list_chat_messages(request: HttpRequest, code: Code) -> list[dict[str, object]]:
    """Return the latest messages of a match's chat, oldest first. Muted players' messages are left out. Scope: read."""
    room = load_room(code=code, player=get_player(request).pk, now=clocks.now())
    return [
        {"id": line.id, "author": line.author, "mine": line.mine, "text": line.text, "at": line.at}
        for line in messages.load_latest_messages(room).lines
        if not line.muted
    ]


@router.post(
    "matches/{code}/chat/",
    operation_id="sendChatMessage",
    auth=PLAY,
    response={200: schemas.Sent, **schemas.PLAYER_PROBLEMS},
)
def send_chat_message(request: HttpRequest, code: Code, body: schemas.ChatBody) -> dict[str, object]:
    """Send a message to the chat of your match. Scope: play."""
    return {"id": send_message(code=code, player=get_player(request).pk, text=body.text, now=clocks.now())}


def _get_own_seat(loaded: match_view.LoadedMatch) -> Seat:
    """Return the seat of the player a match was loaded for.

    :raises NotSeated: if they don't sit there
    """
    if loaded.own is None:
        raise NotSeated
    return loaded.own


def _build_seat_view(code: str, player: int) -> dict[str, object]:
    """Return a match as its player sees it now.

    :raises Match.DoesNotExist, NotSeated, Unreadable: if they can't see it
    """
    loaded = match_view.load_played(code, player=player)
    seat = _get_own_seat(loaded)
    loaded = play.settle_if_overdue(loaded, player=player, now=clocks.now())
    position = match_view.load_position(code=code, player=player, loaded=loaded)
    view = match_view.build_match_view(position)
    answers, complete = _list_answers(position, seat) if view.questions else ([], True)
    state = position.projection.state
    return {
        "code": view.code,
        "game": view.game,
        "seat": seat,
        "status": view.status,
        "setup": msgspec.to_builtins(view.setup),
        "pace": view.pace,
        "rated": view.rated,
        "commitment": view.commitment,
        "heard": view.heard,
        "players": [_encode_person(person) for person in view.people],
        "state": msgspec.to_builtins(state),
        "scores": position.game.scores(state),
        "questions": [_encode_question(question) for question in view.questions],
        "answers": answers,
        "complete": complete,
        "orders": [
            {"ticket": ticket, "order": msgspec.to_builtins(order)}
            for ticket, order in zip(view.tickets, view.orders, strict=True)
        ],
        "time_bank": view.time_bank,
        "proposals": [
            {"what": each.what, "about": each.about or each.seat or 0, "by": each.by, "agreed": each.agreed}
            for each in view.proposals
        ],
        "outcome": msgspec.to_builtins(view.outcome),
        "url": build_absolute_url(reverse("matches:page", args=[view.code])),
    }


def _list_answers(position: Position, seat: Seat) -> tuple[list[object], bool]:
    """Return what a seat can answer, and whether that's everything."""
    legal = position.game.legal(position.projection.state, seat)
    listed: list[object] = [msgspec.to_builtins(action) for action in islice(legal, MAX_LISTED_ANSWERS)]
    return listed, isinstance(legal, tuple) and len(legal) <= MAX_LISTED_ANSWERS


def _encode_person(person: match_view.Person) -> dict[str, object]:
    kind = "bot" if person.bot else "autopilot" if person.autopilot else "person"
    return {"name": person.name, "kind": kind, "program": person.program, "awaited": person.awaited}


def _encode_question(question: match_view.Question) -> dict[str, object]:
    ask = question.ask
    return {
        "key": ask.key,
        "about": ask.about,
        "deadline": question.lapses_at,
        "silence": msgspec.to_builtins(ask.default),
        "waits": ask.waits,
        "duty": ask.duty,
        "sealed": ask.sealed,
        "answered": ask.answered,
    }
