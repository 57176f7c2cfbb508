"""Answers for tables and invitations that don't, or no longer, exist."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from apps.common.requests import HtmxHttpRequest
from apps.lobby.models import Invitation, Table

P = ParamSpec("P")
View = Callable[Concatenate[HtmxHttpRequest, P], HttpResponse]


def found_or_404(view: View[P]) -> View[P]:
    """Answer 404 for an unknown table, and for an invitation that doesn't exist or belongs to someone else."""

    @wraps(view)
    def door(request: HtmxHttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Table.DoesNotExist as error:
            raise Http404(_("We can’t find that table. It may have been closed.")) from error
        except Invitation.DoesNotExist as error:
            raise Http404(_("We can’t find that invitation. The table may have been closed.")) from error

    return door
