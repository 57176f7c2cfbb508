"""The only way to look at a match: one observer's view, as a frozen record that templates draw."""

from __future__ import annotations

from apps.matches.engine.tenures import SEAT_BOT_NAMES as SEAT_BOT_NAMES
from apps.matches.errors import Unreadable as Unreadable
from apps.matches.selectors.match_view.loading import count_heard_facts as count_heard_facts
from apps.matches.selectors.match_view.loading import get_game_title as get_game_title
from apps.matches.selectors.match_view.loading import get_match_rules as get_match_rules
from apps.matches.selectors.match_view.loading import load_match as load_match
from apps.matches.selectors.match_view.loading import load_played as load_played
from apps.matches.selectors.match_view.loading import observer_for as observer_for
from apps.matches.selectors.match_view.loading import read_fact_times as read_fact_times
from apps.matches.selectors.match_view.people import Person as Person
from apps.matches.selectors.match_view.people import fingerprint_beside_facts as fingerprint_beside_facts
from apps.matches.selectors.match_view.people import get_sitter_face as get_sitter_face
from apps.matches.selectors.match_view.plate_clocks import PlateClock as PlateClock
from apps.matches.selectors.match_view.questions import Question as Question
from apps.matches.selectors.match_view.recap import ANNOUNCEMENT_PICTURES as ANNOUNCEMENT_PICTURES
from apps.matches.selectors.match_view.recap import MAX_RECAP_LINES as MAX_RECAP_LINES
from apps.matches.selectors.match_view.recap import Recap as Recap
from apps.matches.selectors.match_view.recap import build_recap as build_recap
from apps.matches.selectors.match_view.recap import get_fact_pictures as get_fact_pictures
from apps.matches.selectors.match_view.story import Sentence as Sentence
from apps.matches.selectors.match_view.view import ASTIR_AFTER_END as ASTIR_AFTER_END
from apps.matches.selectors.match_view.view import MatchView as MatchView
from apps.matches.selectors.match_view.view import Terms as Terms
from apps.matches.selectors.match_view.view import build_match_view as build_match_view
from apps.matches.selectors.match_view.view import load_match_view as load_match_view
from apps.matches.selectors.match_view.view import load_position as load_position
from apps.matches.selectors.match_view.view import look_all as look_all
from apps.matches.selectors.match_view.watched import heard_all as heard_all
from apps.matches.selectors.match_view.watched import load_watched as load_watched
from apps.matches.selectors.match_view.watched import watch_all as watch_all
from apps.matches.store.seating import LoadedMatch as LoadedMatch
