"""The site's settings for processes that can reach this machine's own ports, which real servers mustn't."""

from apps.config.settings import *  # noqa: F403

HOSTED = False
NOTICES_REACHABLE = ["127.0.0.0/8"]
