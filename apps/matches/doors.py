"""What every door to a match answers when there is no such match, it is busy, or it cannot be read."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from apps.common.transactions import locked
from apps.matches import play, sight
from apps.matches.models import Match

logger = logging.getLogger(__name__)

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


def guarded(view: View[P]) -> View[P]:
    """404 for an unknown match, 503 with a sentence for one that is locked for too long or cannot be read."""

    @wraps(view)
    def door(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Match.DoesNotExist as error:
            raise Http404(_("There is no match with this code.")) from error
        except play.Busy:
            return _later(request, busy())
        except OperationalError as error:
            if not locked(error):
                raise  # The database is away: that is no fault of the table, and another sentence.
            return _later(request, busy())
        except (play.Stuck, sight.Unreadable):
            logger.exception("A match cannot be shown or cannot go on.")
            return _later(request, set_aside())

    return door


def busy() -> str:
    return _("The table is busy just now. Nothing was changed; please try again.")


def set_aside() -> str:
    return _("This match is set aside until an organiser has looked at it. Nothing is lost.")


def _later(request: HttpRequest, sentence: str) -> HttpResponse:
    response = render(request, "503.html", {"error": sentence}, status=503)
    response["Retry-After"] = "5"
    if request.htmx:  # type: ignore[attr-defined]
        response["HX-Retarget"] = "body"  # It is a whole page, not a part of one.
    return response
