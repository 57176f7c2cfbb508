"""The two processes of the embedded house: `python -m apps.config.embedded web PORT` and `… worker`."""

from __future__ import annotations

import os
import sys
import warnings
from types import FrameType

from apps.config.supervisor import follow


def web(port: int) -> None:
    """Pages and news streams by one uvicorn: it serves a few people on one machine."""
    import uvicorn

    from apps.config.asgi import application
    from apps.config import pulse
    from apps.matches import live

    class Server(uvicorn.Server):
        """Does not wait for the open streams of pages that nobody closes."""

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            live.close()
            super().handle_exit(sig, frame)

    # WhiteNoise reads small files, and it is the only one who hands them out here.
    warnings.filterwarnings("ignore", "StreamingHttpResponse must consume synchronous iterators")
    config = uvicorn.Config(
        application,
        host="127.0.0.1",
        port=port,
        lifespan="off",
        ws="none",
        access_log=False,
        log_level="warning",
        timeout_graceful_shutdown=5,
    )
    Server(config).run()
    pulse.start()


def worker() -> None:
    """One Celery worker without children; beat is a thread of it, so nothing of it can be left behind."""
    from celery.beat import EmbeddedService
    from celery.platforms import SecurityWarning
    from celery.signals import worker_ready

    from apps.config.celery import app

    warnings.simplefilter("ignore", SecurityWarning)  # A container's only user is root, and nobody else has the queue.
    beat = EmbeddedService(app, thread=True)
    worker_ready.connect(lambda **_: beat.start(), weak=False)
    app.Worker(
        pool="solo",
        concurrency=1,
        hostname="embedded@localhost",
        loglevel="WARNING",
        quiet=True,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
    ).start()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "apps.config.settings")
    follow()
    match sys.argv[1:]:
        case ["web", port]:
            web(int(port))
        case ["worker"]:
            worker()
        case _:
            sys.exit(__doc__)
