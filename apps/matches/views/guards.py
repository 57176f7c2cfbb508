"""The response of every view of a match if the match doesn't exist or is locked."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.db import OperationalError
from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from apps.common.errors import Busy
from apps.common.requests import HtmxHttpRequest
from apps.common.transactions import is_lock_error
from apps.matches.errors import TableBusy
from apps.matches.models import Match

P = ParamSpec("P")
View = Callable[Concatenate[HtmxHttpRequest, P], HttpResponse]


def handle_match_errors(view: View[P]) -> View[P]:
    """Respond with 404 for an unknown match, and raise `TableBusy` for one that is locked for too long."""

    @wraps(view)
    def door(request: HtmxHttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Match.DoesNotExist as error:
            raise Http404(_("We can’t find a match with this code.")) from error
        except Busy as error:
            raise TableBusy from error
        except OperationalError as error:
            if not is_lock_error(error):
                raise  # A missing database isn't the table's fault, and has its own sentence.
            raise TableBusy from error

    return door
