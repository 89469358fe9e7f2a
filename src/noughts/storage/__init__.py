"""Stored games: SQLite embedded, PostgreSQL by URL. The only package that speaks SQL."""

from noughts.storage.databases import then as then
from noughts.storage.files import back_up as back_up
from noughts.storage.files import only_server as only_server
from noughts.storage.game import StoredGame as StoredGame
from noughts.storage.store import GameStore as GameStore
from noughts.storage.store import open_store as open_store
