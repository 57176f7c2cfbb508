"""The token that shows that a form of the live part is ours.

A whole page has it in every form, for browsers without scripts. A part is fetched by a page that sends the token as a
header with all that htmx sends (`hx-headers` in `matches/page.html`), and will send the form like that, too: masking it
anew was a fortieth of a turn. Forms that htmx leaves alone (`hx-disable`, or no `hx-post`) take `{% csrf_token %}`.
"""

from __future__ import annotations

from typing import Final

from django.template.context import Context
from django.template.defaulttags import CsrfTokenNode
from django.utils.safestring import SafeString

_TOKEN: Final = CsrfTokenNode()


def own_token(context: Context) -> SafeString | str:
    """Return a hidden field with the reader's token; nothing for a page that sends its token itself."""
    request = getattr(context, "request", None)
    sends = request is not None and "HTTP_X_CSRFTOKEN" in request.META
    return "" if sends else _TOKEN.render(context)
