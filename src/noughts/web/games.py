"""What people and the computer do in stored games: each command is one step of the store."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from noughts.errors import NoSuchGameError
from noughts.game import Game, Seat, clean_name
from noughts.notation import parse_move, parse_position, start_position
from noughts.players.levels import check_level
from noughts.record import GameRecord
from noughts.rules.mark import Mark, Move
from noughts.rules.position import Position
from noughts.storage import GameStore, StoredGame
from noughts.web.errors import RefusedError
from noughts.web.models import NewGame, Played
from noughts.web.seats import marks_of, require_seat

_ID = re.compile(r"[A-Za-z0-9_-]{16}")


class Games:
    """Commands of people: version, seat, turn and rules are checked where the change is written; from any thread."""

    def __init__(self, store: GameStore, changed: Callable[[StoredGame], None]) -> None:
        self._store = store
        self._changed = changed  # called when a change is on disk

    def load(self, id: str) -> StoredGame:
        return self._store.load(_checked(id))

    def games_of(self, token: str) -> list[StoredGame]:
        return self._store.games_of(token)

    def create(self, wanted: NewGame, token: str) -> StoredGame:
        start = _start(wanted)
        if start.outcome is not None:
            raise RefusedError("not_allowed", "that position is the end of a game")
        mine = Mark(wanted.mark)
        seats, tokens = {mine: _person(wanted.name, mine)}, {mine: token}
        if wanted.opponent == "computer":
            check_level(wanted.level, start)
            seats[mine.other] = Seat.computer(wanted.level)
        else:
            seats[mine.other] = _person(wanted.opponent_name, mine.other)
        other_token = token if wanted.opponent == "same_screen" else None
        return self._tell(self._store.create(Game(GameRecord(start), seats), {**tokens, mine.other: other_token}))

    def join(self, id: str, name: str, token: str) -> StoredGame:
        """Take the open seat; who has a seat already keeps it."""

        def step(stored: StoredGame) -> StoredGame:
            mark = stored.open_seat
            if marks_of(stored, token):
                return stored
            if mark is None:
                raise RefusedError("seat_taken", "both seats are taken: you can watch")
            seats = {**stored.game.seats, mark: _person(name, mark)}
            return replace(stored, game=replace(stored.game, seats=seats), tokens={**stored.tokens, mark: token})

        return self._change(id, None, step)

    def move(self, id: str, played: Played, token: str | None) -> StoredGame:
        def step(stored: StoredGame) -> StoredGame:
            game = stored.game
            game.require_turn(require_seat(stored, token))
            if stored.open_seat is not None:
                raise RefusedError("not_allowed", "wait until somebody has taken the other seat")
            return replace(stored, game=game.play(parse_move(played.move, game.position)))

        return self._change(id, played.version, step)

    def resign(self, id: str, version: int, token: str | None) -> StoredGame:
        return self._change(id, version, lambda s: replace(s, game=s.game.resign(require_seat(s, token))))

    def undo(self, id: str, version: int, agree: bool, token: str | None) -> StoredGame:
        """Take back to before your last move; with a person elsewhere the first one asks and the other one agrees."""

        def step(stored: StoredGame) -> StoredGame:
            game = stored.game.undo(require_seat(stored, token), agree=agree)
            return stored if game is stored.game else replace(stored, game=game)

        return self._change(id, version, step)

    def rematch(self, id: str, version: int, token: str | None) -> StoredGame:
        """The game that follows, with sides swapped; whoever asks second gets the same one."""
        stored = self.load(id)
        require_seat(stored, token)
        if stored.rematch is not None:
            return self._store.load(stored.rematch)

        def step(stored: StoredGame) -> tuple[Game, dict[Mark, str | None]]:
            require_seat(stored, token)
            if stored.game.to_move is not None:
                raise RefusedError("not_allowed", "the game is not over yet")
            return stored.game.rematch(), {mark: stored.tokens[mark.other] for mark in Mark}

        before, following = self._store.follow(id, version, step)
        self._tell(before)
        return self._tell(following)

    def hintable(self, id: str, version: int, token: str | None) -> StoredGame:
        """The game, when its player may ask for a hint now."""
        stored = self.load(id)
        you = require_seat(stored, token)
        if stored.version != version:
            raise RefusedError("stale_version", f"the game is at version {stored.version}, you have seen {version}")
        if stored.game.to_move not in you:
            raise RefusedError("not_your_turn", "hints are for the side to move")
        if stored.game.is_against_person(you):
            raise RefusedError("not_allowed", "there are no hints against a person")
        return stored

    def play_computer_move(self, id: str, version: int, move: Move) -> None:
        """Make the computer's move; StaleGameError when the game went on meanwhile."""
        self._change(id, version, lambda stored: replace(stored, game=stored.game.play(move)))

    def _change(self, id: str, version: int | None, step: Callable[[StoredGame], StoredGame]) -> StoredGame:
        return self._tell(self._store.change(_checked(id), version, step))

    def _tell(self, stored: StoredGame) -> StoredGame:
        self._changed(stored)
        return stored


def _checked(id: str) -> str:
    if not _ID.fullmatch(id):
        raise NoSuchGameError("there is no such game")
    return id


def _person(name: str, mark: Mark) -> Seat:
    """A person under the name that was given, or under none that a computer has."""
    cleaned = clean_name(name)
    return Seat(cleaned if cleaned and Seat.named(cleaned).level is None else f"Player {mark}")


def _start(wanted: NewGame) -> Position:
    if wanted.position is not None:
        return parse_position(wanted.position, wanted.game)
    return start_position(wanted.game)._replace(to_move=Mark(wanted.first))
