"""What every door to a match says of it that the database says of rows: there is none, or it is locked."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.db import OperationalError
from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from apps.common.errors import Busy
from apps.common.requests import HtmxHttpRequest
from apps.common.transactions import locked
from apps.matches.errors import TableBusy
from apps.matches.models import Match

P = ParamSpec("P")
View = Callable[Concatenate[HtmxHttpRequest, P], HttpResponse]


def guarded(view: View[P]) -> View[P]:
    """404 for an unknown match; for one that is locked for too long, `TableBusy`."""

    @wraps(view)
    def door(request: HtmxHttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Match.DoesNotExist as error:
            raise Http404(_("We can’t find a match with this code.")) from error
        except Busy as error:
            raise TableBusy from error
        except OperationalError as error:
            if not locked(error):
                raise  # The database is away: that is no fault of the table, and another sentence.
            raise TableBusy from error

    return door
