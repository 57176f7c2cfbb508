"""The token that shows that a form of the live part is ours.

A whole page has it in every form, for browsers without scripts. A part is fetched by a page that sends the token as a
header with all that htmx sends (`hx-headers` in `matches/page.html`), and will send the form like that, too: masking it
anew was a fortieth of a turn. Forms that htmx leaves alone (`hx-disable`, or no `hx-post`) take `{% csrf_token %}`, and
in a part that is kept `{% plain_token %}`.
"""

from __future__ import annotations

from typing import Final

from django.template.context import Context
from django.template.defaulttags import CsrfTokenNode
from django.utils.safestring import SafeString

from apps.matches.templatetags import blanks

_TOKEN: Final = CsrfTokenNode()


def own_token(context: Context) -> SafeString | str:
    """A hidden field; nothing for a page that sends its token itself, and a blank in a part that is kept."""
    return blanks.TOKEN if blanks.left(context) else token(context)


def token(context: Context) -> SafeString | str:
    """The hidden field of this reader."""
    request = getattr(context, "request", None)
    sends = request is not None and "HTTP_X_CSRFTOKEN" in request.META
    return "" if sends else plain(context)


def plain(context: Context) -> SafeString | str:
    """The same, whatever the page sends."""
    return _TOKEN.render(context)
