"""What people and the computer do in stored games: each command from the request to the changed game."""

from __future__ import annotations

import re
from collections.abc import Callable

from noughts.errors import NoSuchGameError
from noughts.levels import check_level, parse_level
from noughts.notation import parse_move, parse_position
from noughts.players import LevelPlayer
from noughts.record import GameRecord
from noughts.rules.mark import Mark
from noughts.rules.position import Position
from noughts.seats import opening
from noughts.storage import GameStore, Seat, StoredGame
from noughts.web.errors import RefusedError
from noughts.web.models import NewGame, Played
from noughts.web.seats import clean_name, marks_of, require_seat
from noughts.web.views import against_a_person, plies_to_take_back

_ID = re.compile(r"[A-Za-z0-9_-]{16}")


class Games:
    """Commands of people, each checked for seat, version, turn and rules, in this order; any thread may call them."""

    def __init__(self, store: GameStore, changed: Callable[[StoredGame], None]) -> None:
        self._store = store
        self._changed = changed  # called when a change is on disk

    def load(self, id: str) -> StoredGame:
        if not _ID.fullmatch(id):
            raise NoSuchGameError("there is no such game")
        return self._store.load(id)

    def games_of(self, token: str) -> list[StoredGame]:
        return self._store.games_of(token)

    def create(self, wanted: NewGame, token: str) -> StoredGame:
        start = _start(wanted)
        if start.outcome is not None:
            raise RefusedError("not_allowed", "that position is the end of a game")
        mine = Mark(wanted.mark)
        seats = {mine: Seat(clean_name(wanted.name, f"Player {mine}"), token=token)}
        other = clean_name(wanted.opponent_name, f"Player {mine.other}")
        if wanted.opponent == "computer":
            check_level(wanted.level, start)
            title = "Perfect" if wanted.level == "perfect" else f"Level {wanted.level}"
            seats[mine.other] = Seat(title, level=str(wanted.level))
        else:
            seats[mine.other] = Seat(other, token=token if wanted.opponent == "same_screen" else None)
        return self._tell(self._store.create(GameRecord(start), seats))

    def join(self, id: str, name: str, token: str) -> StoredGame:
        """Take the open seat; who has a seat already keeps it."""
        game = self.load(id)
        if marks_of(game, token):
            return game
        for mark, seat in game.seats.items():
            if seat.is_open:
                taken = Seat(clean_name(name, f"Player {mark}"), token=token)
                return self._tell(self._store.take_seat(id, game.version, mark, taken))
        raise RefusedError("seat_taken", "both seats are taken: you can watch")

    def move(self, id: str, played: Played, token: str | None) -> StoredGame:
        game, you = self._seated(id, played.version, token)
        if game.to_move is None:
            raise RefusedError("not_allowed", "the game is over")
        if game.to_move not in you:
            raise RefusedError("not_your_turn", f"it is {game.to_move}'s turn")
        if any(seat.is_open for seat in game.seats.values()):
            raise RefusedError("not_allowed", "wait until somebody has taken the other seat")
        move = parse_move(played.move, game.record.position())
        game.record.play(move)  # refuses what the rules forbid
        return self._tell(self._store.append_move(id, played.version, move))

    def resign(self, id: str, version: int, token: str | None) -> StoredGame:
        game, you = self._seated(id, version, token)
        if game.to_move is None:
            raise RefusedError("not_allowed", "the game is over")
        mark = game.to_move if game.to_move in you else next(iter(you))
        return self._tell(self._store.resign(id, version, mark))

    def undo(self, id: str, version: int, agree: bool, token: str | None) -> StoredGame:
        """Take back to before your last move; with a person elsewhere the first one asks and the other one agrees."""
        game, you = self._seated(id, version, token)
        if game.resigned is not None:
            raise RefusedError("not_allowed", "the game was given up")
        if not against_a_person(game):
            return self._take_back(game, you)
        asked = game.undo_asked
        if asked is not None and asked not in you:
            return self._take_back(game, frozenset([asked])) if agree else self._answer_undo(game, None)
        if asked is not None:
            return game if agree else self._answer_undo(game, None)
        if plies_to_take_back(game, you) == 0 or not agree:
            raise RefusedError("not_allowed", "there is nothing to take back")
        return self._answer_undo(game, next(iter(you)))

    def _answer_undo(self, game: StoredGame, asked: Mark | None) -> StoredGame:
        return self._tell(self._store.ask_undo(game.id, game.version, asked))

    def _take_back(self, game: StoredGame, you: frozenset[Mark]) -> StoredGame:
        plies = plies_to_take_back(game, you)
        if plies == 0:
            raise RefusedError("not_allowed", "there is nothing to take back")
        return self._tell(self._store.undo(game.id, game.version, plies))

    def rematch(self, id: str, version: int, token: str | None) -> StoredGame:
        """The game that follows, with sides swapped; whoever asks second gets the same one."""
        game = self.load(id)
        require_seat(game, token)
        if game.rematch is not None:
            return self._store.load(game.rematch)
        game, _ = self._seated(id, version, token)
        if game.to_move is not None:
            raise RefusedError("not_allowed", "the game is not over yet")
        seats = {mark: game.seats[mark.other] for mark in Mark}
        following = self._store.create_rematch(id, version, GameRecord(game.record.start), seats)
        self._tell(self._store.load(id))
        return self._tell(following)

    def hintable(self, id: str, version: int, token: str | None) -> StoredGame:
        """The game, when its player may ask for a hint now."""
        game, you = self._seated(id, version, token)
        if game.to_move not in you:
            raise RefusedError("not_your_turn", "hints are for the side to move")
        if against_a_person(game):
            raise RefusedError("not_allowed", "there are no hints against a person")
        return game

    def play_computer_move(self, id: str, think: Callable[[LevelPlayer, Position], int]) -> None:
        """Make the computer's move where it is its turn; StaleGameError when the game went on meanwhile."""
        game = self.load(id)
        if game.waits_for_computer and game.to_move is not None:
            level = game.seats[game.to_move].level
            assert level is not None
            move = think(LevelPlayer(parse_level(level)), game.record.position())
            self._tell(self._store.append_move(id, game.version, move))

    def _seated(self, id: str, version: int, token: str | None) -> tuple[StoredGame, frozenset[Mark]]:
        game = self.load(id)
        you = require_seat(game, token)
        if game.version != version:
            raise RefusedError("stale_version", f"the game is at version {game.version}, you have seen {version}")
        return game, you

    def _tell(self, game: StoredGame) -> StoredGame:
        self._changed(game)
        return game


def _start(wanted: NewGame) -> Position:
    if wanted.position is not None:
        return parse_position(wanted.position, wanted.game)
    return opening(wanted.game, Mark(wanted.first))
