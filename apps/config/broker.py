"""The embedded broker, kombu's folder of messages with atomic writes.

Kombu opens a file under its final name and then writes it, so a worker that looks in between gets an empty message and
stops with "Unrecoverable error: JSONDecodeError" (kombu#1551).
"""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from uuid import uuid4

from kombu.exceptions import ChannelError
from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    """A channel that writes each message under a temporary name and then renames it."""

    def _put(self, queue: str, payload: object, **_: object) -> None:  # type: ignore[override]
        name = uuid4()
        file = Path(self.data_folder_out) / f"{round(monotonic() * 1000)}_{name}.{queue}.msg"
        draft = file.with_name(f"{name}.draft")
        try:
            draft.write_text(dumps(payload))
            draft.replace(file)
        except OSError as error:
            raise ChannelError(f"Cannot add {file} to the queue.") from error


class Transport(filesystem.Transport):
    """The transport that handles `filesystem://`."""

    Channel = Channel


def register_transports() -> None:
    """Register these transports with kombu."""
    TRANSPORT_ALIASES["filesystem"] = "apps.config.broker:Transport"
    TRANSPORT_ALIASES.update(dict.fromkeys(("redis", "rediss"), "apps.config.redis_broker:Transport"))
