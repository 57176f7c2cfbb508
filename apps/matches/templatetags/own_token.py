"""The token that shows that a form of the live part is ours.

A whole page has it in every form, for browsers without scripts. A part is fetched by a page that sends the token as a
header with all that htmx sends (`hx-headers` in `matches/page.html`), and will send the form like that, too: masking it
anew was a fortieth of a turn. Forms that htmx leaves alone (`hx-disable`) take `{% csrf_token %}`.
"""

from __future__ import annotations

from typing import Final

from django.template.context import Context
from django.template.defaulttags import CsrfTokenNode
from django.utils.safestring import SafeString

_TOKEN: Final = CsrfTokenNode()


def own_token(context: Context) -> SafeString | str:
    """A hidden field; nothing for a page that sends its token itself."""
    return "" if sends_token(context) else _TOKEN.render(context)


def sends_token(context: Context) -> bool:
    """Whether the page that this part is for sends its token with all it sends."""
    request = getattr(context, "request", None)
    return request is not None and "HTTP_X_CSRFTOKEN" in request.META
