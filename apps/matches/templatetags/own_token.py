"""The CSRF token of forms in the live part.

A whole page has it in every form, for browsers without scripts. A page that fetches a part sends the token as a header
of all htmx requests (`hx-headers` in `matches/page.html`), those forms included. Masking it again took a fortieth of a
turn. Forms outside htmx (`hx-disable`, or no `hx-post`) use `{% csrf_token %}`.
"""

from __future__ import annotations

from typing import Final

from django.template.context import Context
from django.template.defaulttags import CsrfTokenNode
from django.utils.safestring import SafeString

_TOKEN_NODE: Final = CsrfTokenNode()


def own_token(context: Context) -> SafeString | str:
    """Return a hidden field with the reader's token; empty for a page that sends its token itself."""
    request = getattr(context, "request", None)
    sends = request is not None and "HTTP_X_CSRFTOKEN" in request.META
    return "" if sends else _TOKEN_NODE.render(context)
