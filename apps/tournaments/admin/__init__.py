"""The tournament admin for organisers: the dashboard, its actions and its forms."""

from apps.tournaments.admin import arena as arena
from apps.tournaments.admin import ladder as ladder
from apps.tournaments.admin import league as league
from apps.tournaments.admin import tournament as tournament
