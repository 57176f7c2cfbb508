"""Tables of tournaments, leagues, ladders and arenas."""

from apps.tournaments.models.arena import Arena as Arena
from apps.tournaments.models.arena import ArenaPlayer as ArenaPlayer
from apps.tournaments.models.ladder import Ladder as Ladder
from apps.tournaments.models.ladder import LadderMember as LadderMember
from apps.tournaments.models.ladder import LadderSeat as LadderSeat
from apps.tournaments.models.ladder import LadderTable as LadderTable
from apps.tournaments.models.league import Division as Division
from apps.tournaments.models.league import League as League
from apps.tournaments.models.league import LeagueMember as LeagueMember
from apps.tournaments.models.team import TeamMember as TeamMember
from apps.tournaments.models.tournament import MAX_TEAM_NAME_LENGTH as MAX_TEAM_NAME_LENGTH
from apps.tournaments.models.tournament import REMINDER_LEAD_TIME as REMINDER_LEAD_TIME
from apps.tournaments.models.tournament import Announcement as Announcement
from apps.tournaments.models.tournament import AuditEntry as AuditEntry
from apps.tournaments.models.tournament import Correction as Correction
from apps.tournaments.models.tournament import Entry as Entry
from apps.tournaments.models.tournament import Guest as Guest
from apps.tournaments.models.tournament import Luck as Luck
from apps.tournaments.models.tournament import Organiser as Organiser
from apps.tournaments.models.tournament import Pod as Pod
from apps.tournaments.models.tournament import PodMatch as PodMatch
from apps.tournaments.models.tournament import Round as Round
from apps.tournaments.models.tournament import Series as Series
from apps.tournaments.models.tournament import Tournament as Tournament
from apps.tournaments.models.tournament import new_code as new_code
from apps.tournaments.models.tournament import new_seed as new_seed
