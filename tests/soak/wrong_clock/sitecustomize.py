"""A module that Python imports first when `faults.py` starts a process with a wrong clock.

`libfaketime` shifts the time until which Python asks the kernel to let it sleep, and the kernel refuses.
"""

import select
import time


def _sleep(seconds: float) -> None:
    select.select([], [], [], seconds)


time.sleep = _sleep  # type: ignore[assignment]
