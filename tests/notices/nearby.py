"""The site's settings for processes that may reach this machine's own ports, as no house may."""

from apps.config.settings import *  # noqa: F403

HOSTED = False
NOTICES_REACHABLE = ["127.0.0.0/8"]
