"""Opens pages in WebKit and reports which are alive. Debian's Python, which has WebKit's bindings, runs it on a screen.

`webkit.py SESSION WIDTH ADDRESS …` writes one line of JSON per address: whether the page drew two frames, its width.
"""

from __future__ import annotations

import json
import sys
from typing import Any
from urllib.parse import urlsplit

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Soup", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, Soup, WebKit2  # noqa: E402

PATIENCE = 15
"""The number of seconds a page has to load and to draw two frames. A page that freezes never answers."""
SETTLING = 300
"""The number of milliseconds after which the scripts of a loaded page have run."""
ALIVE = """
await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
return JSON.stringify({alive: true, wide: document.documentElement.scrollWidth});
"""


def open_view(width: int) -> WebKit2.WebView:
    """Open a view of this width, in a browser without history."""
    view = WebKit2.WebView.new_with_context(WebKit2.WebContext.new_ephemeral())
    window = Gtk.OffscreenWindow()
    window.set_default_size(width, 800)
    window.add(view)
    window.show_all()
    return view


def log_in(view: WebKit2.WebView, session: str, address: str) -> None:
    """Give the browser the cookie of a session."""
    loop = GLib.MainLoop()
    cookie = Soup.Cookie.new("sessionid", session, urlsplit(address).hostname, "/", -1)
    view.get_context().get_cookie_manager().add_cookie(cookie, None, lambda *_: loop.quit())
    loop.run()


def look(view: WebKit2.WebView, address: str) -> dict[str, Any]:
    """Open the page and return what it reports, or that it reports nothing."""
    loop, found = GLib.MainLoop(), {"alive": False}

    def said(_view: Any, result: Any) -> None:
        try:
            found.update(json.loads(view.call_async_javascript_function_finish(result).to_string()))
        except GLib.Error as error:  # also on timeout
            found["error"] = error.message
        loop.quit()

    def ask() -> bool:
        view.call_async_javascript_function(ALIVE, -1, None, None, None, None, said)
        return GLib.SOURCE_REMOVE

    def loaded(_view: Any, event: Any) -> None:
        if event == WebKit2.LoadEvent.FINISHED:
            GLib.timeout_add(SETTLING, ask)

    def give_up() -> bool:
        view.terminate_web_process()
        loop.quit()
        return GLib.SOURCE_REMOVE

    listening = view.connect("load-changed", loaded)
    waiting = GLib.timeout_add_seconds(PATIENCE, give_up)
    view.load_uri(address)
    loop.run()
    view.disconnect(listening)
    if GLib.MainContext.default().find_source_by_id(waiting):
        GLib.source_remove(waiting)
    return found


def main(session: str, width: str, *addresses: str) -> None:
    """Print each page's report."""
    view = open_view(int(width))
    log_in(view, session, addresses[0])
    for address in addresses:
        sys.stdout.write(json.dumps({"address": address, **look(view, address)}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
