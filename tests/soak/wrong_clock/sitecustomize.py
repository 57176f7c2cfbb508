"""Python reads this first where `faults.py` starts a process by a wrong clock.

`libfaketime` moves the instant until which Python asks the kernel to let it sleep, and the kernel refuses.
"""

import select
import time


def _sleep(seconds: float) -> None:
    select.select([], [], [], seconds)


time.sleep = _sleep  # type: ignore[assignment]
