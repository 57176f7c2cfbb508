"""The embedded broker: kombu's folder of messages, but a message appears in it whole or not at all.

Kombu opens the file under its final name and then writes it. A worker that looks in between takes an empty message and
stops with "Unrecoverable error: JSONDecodeError".
"""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import Any
from uuid import uuid4

from kombu.exceptions import ChannelError
from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    """Writes a message beside the queue's files and then gives it its name."""

    def _put(self, queue: str, payload: Any, **_: Any) -> None:  # type: ignore[override]
        file = Path(self.data_folder_out, f"{round(monotonic() * 1000)}_{uuid4()}.{queue}.msg")
        draft = file.with_suffix(".draft")
        try:
            draft.write_text(dumps(payload))
            draft.replace(file)
        except OSError as error:
            raise ChannelError(f"Cannot add {file} to the queue.") from error


class Transport(filesystem.Transport):
    """What `filesystem://` means in this house."""

    Channel = Channel


def use() -> None:
    """Make it so."""
    TRANSPORT_ALIASES["filesystem"] = "apps.config.broker:Transport"
