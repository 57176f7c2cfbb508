"""The embedded broker: kombu's folder of messages, but a message appears in it whole or not at all.

Kombu opens the file under its final name and then writes it. A worker that looks in between takes an empty message and
stops with "Unrecoverable error: JSONDecodeError". The list of an exchange's queues it writes in the same way: of two
workers that start together, one may read nothing, or write over what the other wrote.
"""

from __future__ import annotations

import fcntl
from pathlib import Path
from time import monotonic
from typing import Any, Final
from uuid import uuid4

from kombu.exceptions import ChannelError
from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.json import dumps

SHORT: Final = 0.5
"""Seconds that a worker waits for a message without looking up."""


class Channel(filesystem.Channel):
    """Writes a file beside the others and then gives it its name."""

    def _put(self, queue: str, payload: Any, **_: Any) -> None:  # type: ignore[override]
        file = Path(self.data_folder_out, f"{round(monotonic() * 1000)}_{uuid4()}.{queue}.msg")
        draft = file.with_suffix(".draft")
        try:
            draft.write_text(dumps(payload))
            draft.replace(file)
        except OSError as error:
            raise ChannelError(f"Cannot add {file} to the queue.") from error

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        file = self._exchange_file(exchange)
        one = filesystem.exchange_queue_t(routing_key or "", pattern or "", queue or "")
        with (self.control_folder / "binding.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # until it is closed
            bound = self.get_table(exchange)
            if one not in bound:
                draft = file.with_suffix(".draft")
                draft.write_text(dumps([one, *bound]))
                draft.replace(file)


class Transport(filesystem.Transport):
    """What `filesystem://` means in this house."""

    Channel = Channel

    def drain_events(self, connection: Any, timeout: float | None = None, **_: Any) -> None:
        """Wait for less than a worker wishes, which is two seconds: only in between it sees that it is to stop."""
        super().drain_events(connection, timeout=None if timeout is None else min(timeout, SHORT))


def use() -> None:
    """Make it so."""
    TRANSPORT_ALIASES["filesystem"] = "apps.config.broker:Transport"
    TRANSPORT_ALIASES.update(dict.fromkeys(("redis", "rediss"), "apps.config.redis_broker:Transport"))
