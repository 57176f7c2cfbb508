"""Database tables of chat, for matches and for boards outside them."""

from apps.talk.models.board import Board as Board
from apps.talk.models.board import Post as Post
from apps.talk.models.board import PostReport as PostReport
from apps.talk.models.board import list_place_relations as list_place_relations
from apps.talk.models.match import ChatBan as ChatBan
from apps.talk.models.match import Message as Message
from apps.talk.models.match import Mute as Mute
from apps.talk.models.match import Nudge as Nudge
from apps.talk.models.match import Reaction as Reaction
from apps.talk.models.match import Reading as Reading
from apps.talk.models.match import Report as Report
from apps.talk.models.match import Talk as Talk
