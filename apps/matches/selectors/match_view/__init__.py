"""The only way to look at a match: one observer's view, as a frozen record that templates draw."""

from __future__ import annotations

from apps.matches.engine.tenures import BOTS as BOTS
from apps.matches.errors import Unreadable as Unreadable
from apps.matches.selectors.match_view.loading import heard as heard
from apps.matches.selectors.match_view.loading import load as load
from apps.matches.selectors.match_view.loading import load_played as load_played
from apps.matches.selectors.match_view.loading import observer_for as observer_for
from apps.matches.selectors.match_view.loading import rules as rules
from apps.matches.selectors.match_view.loading import title as title
from apps.matches.selectors.match_view.people import beside as beside
from apps.matches.selectors.match_view.plate_clocks import PlateClock as PlateClock
from apps.matches.selectors.match_view.questions import Question as Question
from apps.matches.selectors.match_view.recap import HOUSE as HOUSE
from apps.matches.selectors.match_view.recap import MOST as MOST
from apps.matches.selectors.match_view.recap import Recap as Recap
from apps.matches.selectors.match_view.recap import pictures as pictures
from apps.matches.selectors.match_view.recap import recap as recap
from apps.matches.selectors.match_view.story import Sentence as Sentence
from apps.matches.selectors.match_view.view import AFTERWARDS as AFTERWARDS
from apps.matches.selectors.match_view.view import MatchView as MatchView
from apps.matches.selectors.match_view.view import Terms as Terms
from apps.matches.selectors.match_view.view import look as look
from apps.matches.selectors.match_view.view import look_all as look_all
from apps.matches.selectors.match_view.view import of as of
from apps.matches.selectors.match_view.watched import heard_all as heard_all
from apps.matches.selectors.match_view.watched import load_watched as load_watched
from apps.matches.selectors.match_view.watched import watch_all as watch_all
from apps.matches.store.seating import LoadedMatch as LoadedMatch
